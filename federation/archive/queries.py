"""What of an archive answers to a search: how much there is, what it is like, and a page of it.

A record answers that holds every word asked for, or what each may mean. Where none does, or a whole story was told,
the nearest are ranked: by the anomaly that the words tell of, and by the words that tell most.

The key in the address of a feed: signed, so that nobody makes one up, and good until it is taken back.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from heapq import nlargest
from operator import itemgetter
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.utils import timezone

from codes.finding.procedures import score_procedures
from codes.finding.words import articles_asked
from codes.library import all_rulebooks
from federation.archive import engines
from federation.archive.lines import shapes, traits_in
from federation.archive.models import at_place
from federation.archive.words import SINGLE, WRITTEN, Words, first_place, token, words_of
from federation.archive_exports.models import ArchiveFeed
from federation.received.models import ReceivedTournament
from people.accounts.models import Federation
from people.offices.access import federation_rights
from records.rights import FederationRight
from tournaments.setup.models import Tournament

# Up to so many all are counted and ranked; of more only that there are more is said, and they come by date.
COUNTED = 5_000
PER_PAGE = 25
# From so many words on it is a story: nobody else told it in the very same.
STORY = 7
NEAREST = 50
ALMOST = 10
# Of words that more hold than this no story is told apart; of each so many of the newest are looked at.
LOOKED_AT = 2_000
PROCEDURES = 12  # anomalies that a story may be about
PER_PROCEDURE = 150  # of each its newest records; of a search, those that hold all words but one
# A word of the code's tells less of a case than the same in the arbiter's own.
OF_LAW = 0.5
OF_PROCEDURE, SHARPER = 4.0, 2  # how much the anomaly counts beside the words, and how soon the second best one less


@dataclass(frozen=True)
class Search:
    """What is asked for. filters: by the name of a token, its value; words as they were typed."""

    words: str = ""
    filters: tuple[tuple[str, object], ...] = ()
    place: str = ""
    since: date | None = None
    until: date | None = None
    by_date: bool = False

    @property
    def is_ranked(self) -> bool:
        return bool(self.words) and not self.by_date

    def to_dict(self) -> dict[str, Any]:
        """As it is kept until a worker asks it."""
        days = {name: day.isoformat() if day else None for name, day in (("since", self.since), ("until", self.until))}
        return {"words": self.words, "filters": [list(one) for one in self.filters], "place": self.place, **days}

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> "Search":
        days = {name: date.fromisoformat(kept[name]) if kept[name] else None for name in ("since", "until")}
        filters = tuple((name, value) for name, value in kept["filters"])
        return cls(kept["words"], filters, kept["place"], days["since"], days["until"])


@dataclass(frozen=True)
class Found:
    """A page of what was found. places: its records in order; after: where the next page begins, none on the last.

    total: of at most COUNTED, and whether there are more. nearest: none had every word, these come closest.
    """

    places: tuple[int, ...]
    total: int
    more: bool
    facets: Mapping[str, "Counter[Any]"]
    after: str = ""
    nearest: bool = False


def search(federation: Federation, asked: Search, *, after: str = "", per_page: int = PER_PAGE) -> Found:
    """The page of the search that begins after that position."""
    scope = _scope(federation, asked)
    if scope is None:
        return Found((), 0, more=False, facets={})
    articles, words = articles_asked(asked.words)
    numbers = [[token("article", number)] for number in articles]
    known = words_of(federation) if words else None
    if known is None:
        return _listed(scope, numbers, asked, after, per_page)
    near = [known.near(word) for word in dict.fromkeys(words)]
    if len(near) < STORY:
        groups = [*numbers, *(list(one) for one in near)]
        found = _listed(scope, groups, asked, after, per_page)
        # A name that nobody bears here must not lead to what a slip of it would mean in a code.
        if found.total or not any(near):
            return found
    return _nearest(scope, numbers, asked.words, near, known)


@dataclass(frozen=True)
class _Scope:
    """Where is searched: among which records, and filters as groups of tokens."""

    within: engines.Within
    groups: tuple[tuple[str, ...], ...]

    def rows(
        self,
        groups: engines.Groups,
        *,
        limit: int,
        before: int | None = None,
        columns: Sequence[str] = engines.COLUMNS,
        expected: int | None = None,
    ) -> list[tuple[Any, ...]]:
        last = min((one for one in (before, self.within.before) if one is not None), default=None)
        return engines.rows(
            replace(self.within, before=last), [*self.groups, *groups], limit=limit, columns=columns, expected=expected
        )


def _scope(federation: Federation, asked: Search) -> _Scope | None:
    tournaments: tuple[int, ...] | None = None
    received: tuple[int, ...] = ()
    if asked.place:
        there = Q(place__icontains=asked.place) | Q(name__icontains=asked.place)
        tournaments, received = (
            tuple(one.objects.filter(there, federation=federation).order_by().values_list("pk", flat=True))
            for one in (Tournament, ReceivedTournament)
        )
        if not tournaments and not received:
            return None
    groups = tuple((token(name, value),) for name, value in asked.filters)
    since = first_of(asked.since) if asked.since else None
    before = first_of(asked.until + timedelta(days=1)) if asked.until else None
    return _Scope(engines.Within(federation.pk, before, since, tournaments, received), groups)


def first_of(day: date) -> int:
    """The first place of that day, in the house's calendar."""
    return first_place(timezone.make_aware(datetime.combine(day, time.min)))


# Of a record its place and its shape, which both stand first in what is asked for.
LAW = ("archived_id", "shape_id")
SHAPE = itemgetter(1)


def _listed(scope: _Scope, groups: engines.Groups, asked: Search, after: str, per_page: int) -> Found:
    """All that hold one word of each group."""
    rows = scope.rows(groups, limit=COUNTED + 1)
    more, rows = len(rows) > COUNTED, rows[:COUNTED]
    score, place = _position(after)
    if more or not asked.is_ranked:
        # From the page before on, however many there are.
        page = scope.rows(groups, limit=per_page + 1, before=place, columns=("archived_id",)) if place else rows
        order = [(0, row[0]) for row in page[: per_page + 1]]
    else:
        scores = _scores_of(map(SHAPE, rows), _procedure_scores(asked.words))
        ranked = [(scores[row[1]], row[0]) for row in rows]
        later = ranked if place is None else [one for one in ranked if one < (score, place)]
        order = nlargest(per_page + 1, later)
    shown = order[:per_page]
    following = "-".join(map(str, shown[-1])) if len(order) > per_page else ""
    return Found(tuple(one for _score, one in shown), len(rows), more, facets_of(rows), after=following)


def _scores_of(keys: Iterable[int], scores: Mapping[tuple[str, str], int]) -> dict[int, int]:
    """By shape, how well its anomaly answers to the words."""
    return {key: scores.get(shape.law, 0) for key, shape in shapes(keys).items()}


def _position(after: str) -> tuple[int, int | None]:
    """Score and place of the last one of the page before; nothing of what is no position."""
    score, _dash, place = after.partition("-")
    if score.isdecimal() and place.isdecimal() and score.isascii() and place.isascii() and len(after) < 40:
        return int(score), min(int(place), 2**63 - 1)
    return 0, None


def _procedure_scores(words: str) -> dict[tuple[str, str], int]:
    """How well each anomaly of each code answers to the words: in hundredths of the best one's."""
    found: dict[tuple[str, str], float] = {}
    for book in all_rulebooks():
        code = book.id
        found |= {(code, name): score for name, score in score_procedures(words, book).items()}
    best = max(found.values(), default=0)
    return {key: round(100 * score / best) for key, score in found.items()} if best else {}


def _nearest(
    scope: _Scope, numbers: engines.Groups, words: str, near: Sequence[Mapping[str, float]], known: Words
) -> Found:
    """Those that come closest, the best first; one page of them."""
    scores, held = _procedure_scores(words), Held()
    for group, worth in _by_worth(near, known):
        expected = sum(known.holds.get(one, 0) for one in group)
        if held.looked_at > LOOKED_AT or (expected > LOOKED_AT and held.looked_at >= NEAREST):
            break
        held.take(scope.rows([*numbers, group], limit=LOOKED_AT, columns=LAW, expected=expected), worth)
    held.take(_of_anomalies(scope, numbers, scores), 0)
    ranked = _ranked(held, scores, NEAREST)
    rows = engines.at_places(scope.within.federation, ranked)
    return Found(tuple(ranked), len(ranked), more=False, facets=facets_of(rows), nearest=True)


def _of_anomalies(
    scope: _Scope, numbers: engines.Groups, scores: Mapping[tuple[str, str], int]
) -> list[tuple[Any, ...]]:
    """The newest records of the likeliest anomalies, until what is less likely could not be among the nearest."""
    found: dict[int, int] = {}
    asked: set[str] = set()
    for law in nlargest(PROCEDURES, scores, key=scores.__getitem__):
        # A record may have led to other anomalies than its own: it is found by them, and ranked by its own.
        together = Counter(found.values())
        likelier = [key for key, score in _scores_of(together, scores).items() if score > scores[law]]
        if sum(map(together.__getitem__, likelier)) >= NEAREST:
            break
        if law[1] not in asked:
            asked.add(law[1])
            group = [token("procedure", law[1])]
            found.update(scope.rows([*numbers, group], limit=PER_PROCEDURE, columns=LAW, expected=PER_PROCEDURE))
    return [*found.items()]


def almost(federation: Federation, asked: Search, found: Found) -> tuple[int, ...]:
    """Those that hold every word asked for but one, the closest first; nothing where there are more pages of all.

    They are no part of what was found: neither counted nor in its files and feeds.
    """
    scope = _scope(federation, asked) if asked.is_ranked and found.total == len(found.places) else None
    articles, words = articles_asked(asked.words)
    several = list(dict.fromkeys(words))
    if scope is None or found.nearest or not 1 < len(several) < STORY:
        return ()
    numbers = [[token("article", number)] for number in articles]
    known = words_of(federation)
    near = [list(known.near(word)) for word in several]
    worth = [min(map(known.rarity, one), default=0) for one in near]
    held = Held()
    for left, _word in enumerate(near):
        others = near[:left] + near[left + 1 :]
        expected = min(sum(known.holds.get(one, 0) for one in group) for group in others)
        rows = scope.rows([*numbers, *others], limit=PER_PROCEDURE, columns=LAW, expected=expected)
        held.take([row for row in rows if row[0] not in found.places], sum(worth) - worth[left])
    return tuple(_ranked(held, _procedure_scores(asked.words), ALMOST))


class Held:
    """How much of what was asked for each record holds, and of which shape it is."""

    def __init__(self) -> None:
        self.worth: defaultdict[int, float] = defaultdict(float)
        self.shape: dict[int, int] = {}
        self.looked_at = 0

    def take(self, rows: Sequence[tuple[Any, ...]], worth: float) -> None:
        self.shape.update(rows)
        for place, _shape in rows:
            self.worth[place] += worth
        self.looked_at += len(rows)


def _ranked(held: Held, scores: Mapping[tuple[str, str], int], how_many: int) -> list[int]:
    """The places of those that come closest by the anomaly and by the words, the best first."""
    most, shape = max(held.worth.values(), default=0) or 1, held.shape
    of_shape = {
        key: OF_PROCEDURE * (score / 100) ** SHARPER for key, score in _scores_of(shape.values(), scores).items()
    }
    closeness = [(worth / most + of_shape[shape[place]], place) for place, worth in held.worth.items()]
    return [place for _closeness, place in nlargest(how_many, closeness)]


def _by_worth(near: Sequence[Mapping[str, float]], known: Words) -> list[tuple[list[str], float]]:
    """What each word may mean, the very same apart from what is like it, with how much it tells; the most first."""
    found = []
    for meant in near:
        same = [one for one, worth in meant.items() if worth == 1]
        like = [one for one, worth in meant.items() if worth < 1]
        for group in filter(None, (same, like)):
            worth = max(meant[one] for one in group)
            found.append((group, OF_LAW * worth * min(known.rarity(one) for one in group)))
            written = [WRITTEN + one for one in group if known.holds.get(WRITTEN + one)]
            if written:
                found.append((written, worth * min(known.rarity(one) for one in written)))
    return sorted(found, key=lambda one: -one[1])


def facets_of(rows: Sequence[tuple[Any, ...]]) -> dict[str, "Counter[Any]"]:
    """How many have each value, by the name of the filter that asks for it."""
    columns = {name: map(itemgetter(place), rows) for place, name in enumerate(engines.COLUMNS)}
    counts = _of_shapes(Counter(columns["shape_id"]))
    counts["club"] = Counter(" ".join(columns["clubs"]).split())
    for name, column in (("tournament", "tournament_id"), ("arbiter", "arbiter_id"), ("received", "received_id")):
        counts[name] = Counter(columns[column])
    counts["year"] = Counter(_years(columns["archived_id"]))
    return {name: Counter({one: n for one, n in own.items() if one not in ("", None)}) for name, own in counts.items()}


def _of_shapes(together: "Counter[int]") -> dict[str, "Counter[Any]"]:
    """What the shapes say that so many records each share; what shapes share again is told apart once."""
    known = shapes(together)
    traits, articles, effects = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, int](int)
    for key, count in together.items():
        shape = known[key]
        traits[shape.traits] += count
        articles[shape.articles] += count
        effects[shape.effects] += count
    counts: dict[str, Counter[Any]] = {name: Counter() for name in SINGLE}
    for text, count in traits.items():
        for name, value in traits_in(text).items():
            counts[name][value] += count
    for name in ("departed", "changed"):
        counts[name] = Counter({value == "1": count for value, count in counts[name].items()})
    counts["article"], counts["effect"] = _counted_apart(articles), _counted_apart(effects)
    return counts


def _counted_apart(together: Mapping[str, int]) -> "Counter[str]":
    """Of values written with blanks between, each by itself; most records share theirs with others."""
    apart: Counter[str] = Counter()
    for several, count in together.items():
        for one in several.split():
            apart[one] += count
    return apart


def _years(places: Iterable[int]) -> dict[int, int]:
    """How many of places, the newest first or in any order, lie in each year of the house's calendar."""
    ordered, counts = sorted(places), {}
    before = 0
    for year in range(_year_of(ordered[0]), _year_of(ordered[-1]) + 1) if ordered else ():
        upto = bisect_left(ordered, first_of(date(year + 1, 1, 1)))
        if upto > before:
            counts[year] = upto - before
        before = upto
    return counts


def _year_of(place: int) -> int:
    return timezone.localtime(at_place(place)).year


def newest(federation: Federation, asked: Search, most: int) -> tuple[int, ...]:
    """The newest of what the search finds, whatever it is ranked by."""
    return search(federation, replace(asked, by_date=True), per_page=most).places


def every_place(federation: Federation, asked: Search, *, most: int, chunk: int = 1000) -> Iterator[tuple[int, ...]]:
    """All that the search finds, the newest first, so many at a time; of a story the nearest."""
    after, given = "", 0
    while given < most:
        found = search(federation, replace(asked, by_date=True), after=after, per_page=min(chunk, most - given))
        if found.places:
            yield found.places
        given, after = given + len(found.places), found.after
        if not after:
            return


_keys = Signer(salt="federation.archive-feed", sep=".")


def feed_key(feed: ArchiveFeed) -> str:
    return _keys.sign(str(feed.pk))


def feed_of(code: str, key: str) -> ArchiveFeed | None:
    """The feed that the key opens, as long as whoever made it may read the archive; None for anything else."""
    try:
        pk = int(_keys.unsign(key))
    except (BadSignature, ValueError):
        return None
    found = ArchiveFeed.objects.select_related("user", "federation").filter(pk=pk, revoked_at__isnull=True).first()
    if found is None or found.federation.code != code:
        return None
    return found if FederationRight.VIEW_ARCHIVE in federation_rights(found.user, found.federation) else None
