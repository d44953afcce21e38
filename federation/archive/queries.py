"""What of an archive answers to a search: how much there is, what it is like, and a page of it.

A record answers that holds every word asked for, or what each may mean. Where none does, or a whole story was told,
the nearest are ranked: by the anomaly that the words tell of, and by the words that tell most.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from heapq import nlargest
from operator import itemgetter
from typing import Any

from django.db.models import Q
from django.utils import timezone

from codes.finding.procedures import knows, score_procedures
from codes.finding.vocabulary import articles_in_query
from codes.library import all_rulebooks
from federation.archive import engines
from federation.archive.lines import shapes, traits_in
from federation.archive.models import at_place
from federation.archive.words import SINGLE, WRITTEN, Words, first_place, token, words_of
from federation.received.models import ReceivedTournament
from people.accounts.models import Federation
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
LIKELY = 90  # in hundredths of the best: an anomaly that is told as well as any
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
        """The search as it is stored until a worker runs it."""
        days = {name: day.isoformat() if day else None for name, day in (("since", self.since), ("until", self.until))}
        return {"words": self.words, "filters": [list(pair) for pair in self.filters], "place": self.place, **days}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> "Search":
        days = {name: date.fromisoformat(fields[name]) if fields[name] else None for name in ("since", "until")}
        filters = tuple((name, value) for name, value in fields["filters"])
        return cls(fields["words"], filters, fields["place"], days["since"], days["until"])


@dataclass(frozen=True)
class ResultPage:
    """A page of what was found. places: its records in order; after: where the next page begins, none on the last.

    total: of at most COUNTED, and whether there are more. nearest: none had every word, these come closest.
    """

    places: tuple[int, ...]
    total: int
    more: bool
    facets: Mapping[str, "Counter[Any]"]
    after: str = ""
    nearest: bool = False


def search(federation: Federation, query: Search, *, after: str = "", per_page: int = PER_PAGE) -> ResultPage:
    """The page of the search that begins after that position."""
    scope = _scope(federation, query)
    if scope is None:
        return ResultPage((), 0, more=False, facets={})
    articles, words = articles_in_query(query.words)
    numbers = [[token("article", number)] for number in articles]
    words_here = words_of(federation) if words else None
    if words_here is None:
        return _listed(scope, numbers, query, after, per_page)
    near = [words_here.near(word) for word in dict.fromkeys(words)]
    if len(near) < STORY:
        groups = [*numbers, *(list(group) for group in near)]
        if scope.rows(groups, limit=1):
            # Who told an anomaly wants its records too, in whatever other words they are.
            told = _likeliest(query.words, words)
            return _listed(scope, [*numbers, *([*group, *told] for group in near)], query, after, per_page)
        # A name that nobody bears here must not lead to what a slip of it would mean in a code.
        if not any(near):
            return _listed(scope, groups, query, after, per_page)
    return _nearest(scope, numbers, query.words, near, words_here)


@dataclass(frozen=True)
class _Scope:
    """Where the search looks: among which records, with the filters as groups of tokens."""

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
        last = min((limit for limit in (before, self.within.before) if limit is not None), default=None)
        return engines.rows(
            replace(self.within, before=last), [*self.groups, *groups], limit=limit, columns=columns, expected=expected
        )


def _scope(federation: Federation, query: Search) -> _Scope | None:
    tournaments: tuple[int, ...] | None = None
    received: tuple[int, ...] = ()
    if query.place:
        there = Q(place__icontains=query.place) | Q(name__icontains=query.place)
        tournaments, received = (
            tuple(model.objects.filter(there, federation=federation).order_by().values_list("pk", flat=True))
            for model in (Tournament, ReceivedTournament)
        )
        if not tournaments and not received:
            return None
    groups = tuple((token(name, value),) for name, value in query.filters)
    since = first_of(query.since) if query.since else None
    before = first_of(query.until + timedelta(days=1)) if query.until else None
    return _Scope(engines.Within(federation.pk, before, since, tournaments, received), groups)


def first_of(day: date) -> int:
    """The first place of that day, in the house's calendar."""
    return first_place(timezone.make_aware(datetime.combine(day, time.min)))


# Of a record its place and its shape, which both stand first in what is asked for.
LAW = ("archived_id", "shape_id")
SHAPE = itemgetter(1)


def _listed(scope: _Scope, groups: engines.Groups, query: Search, after: str, per_page: int) -> ResultPage:
    """The page of all records that hold one word of each group."""
    rows = scope.rows(groups, limit=COUNTED + 1)
    more, rows = len(rows) > COUNTED, rows[:COUNTED]
    score, place = _position(after)
    if more or not query.is_ranked:
        # From the page before on, however many there are.
        page = scope.rows(groups, limit=per_page + 1, before=place, columns=("archived_id",)) if place else rows
        order = [(0, row[0]) for row in page[: per_page + 1]]
    else:
        scores = _scores_of(map(SHAPE, rows), _procedure_scores(query.words))
        ranked = [(scores[row[1]], row[0]) for row in rows]
        later = ranked if place is None else [entry for entry in ranked if entry < (score, place)]
        order = nlargest(per_page + 1, later)
    hits = order[:per_page]
    following = "-".join(map(str, hits[-1])) if len(order) > per_page else ""
    return ResultPage(tuple(hit for _score, hit in hits), len(rows), more, facets_of(rows), after=following)


def _scores_of(keys: Iterable[int], scores: Mapping[tuple[str, str], int]) -> dict[int, int]:
    """How well the anomaly of each shape answers to the words."""
    return {key: scores.get(shape.law, 0) for key, shape in shapes(keys).items()}


def _position(after: str) -> tuple[int, int | None]:
    """The score and place at which the page before ended; none where the text is no position."""
    score, _dash, place = after.partition("-")
    if score.isdecimal() and place.isdecimal() and score.isascii() and place.isascii() and len(after) < 40:
        return int(score), min(int(place), 2**63 - 1)
    return 0, None


def _procedure_scores(words: str) -> dict[tuple[str, str], int]:
    """How well each anomaly of each code answers to the words: in hundredths of the best one's."""
    scores: dict[tuple[str, str], float] = {}
    for book in all_rulebooks():
        code = book.id
        scores |= {(code, name): score for name, score in score_procedures(words, book).items()}
    best = max(scores.values(), default=0)
    return {key: round(100 * score / best) for key, score in scores.items()} if best else {}


def _likeliest(text: str, words: Iterable[str]) -> list[str]:
    """The tokens of the anomalies that the words most likely tell, in the codes that know them all."""
    codes, scores = {book.id for book in all_rulebooks() if knows(words, book)}, _procedure_scores(text)
    return [token("procedure", law[1]) for law, score in scores.items() if law[0] in codes and score >= LIKELY]


def _nearest(
    scope: _Scope, numbers: engines.Groups, words: str, near: Sequence[Mapping[str, float]], vocabulary: Words
) -> ResultPage:
    """Those that come closest, the best first; one page of them."""
    scores, matches = _procedure_scores(words), Matches()
    for group, worth in _by_worth(near, vocabulary):
        expected = sum(vocabulary.holds.get(word, 0) for word in group)
        if matches.looked_at > LOOKED_AT or (expected > LOOKED_AT and matches.looked_at >= NEAREST):
            break
        matches.take(scope.rows([*numbers, group], limit=LOOKED_AT, columns=LAW, expected=expected), worth)
    matches.take(_near_anomalies(scope, numbers, scores), 0)
    ranked = _ranked(matches, scores, NEAREST)
    rows = engines.at_places(scope.within.federation, ranked)
    return ResultPage(tuple(ranked), len(ranked), more=False, facets=facets_of(rows), nearest=True)


def _near_anomalies(
    scope: _Scope, numbers: engines.Groups, scores: Mapping[tuple[str, str], int]
) -> list[tuple[Any, ...]]:
    """The newest records of the likeliest anomalies, until what is less likely could not be among the nearest."""
    worths: dict[int, int] = {}
    codes: set[str] = set()
    for law in nlargest(PROCEDURES, scores, key=scores.__getitem__):
        # A record may have led to other anomalies than its own: it is found by them, and ranked by its own.
        together = Counter(worths.values())
        likelier = [key for key, score in _scores_of(together, scores).items() if score > scores[law]]
        if sum(map(together.__getitem__, likelier)) >= NEAREST:
            break
        if law[1] not in codes:
            codes.add(law[1])
            group = [token("procedure", law[1])]
            worths.update(scope.rows([*numbers, group], limit=PER_PROCEDURE, columns=LAW, expected=PER_PROCEDURE))
    return [*worths.items()]


def almost(federation: Federation, query: Search, results: ResultPage) -> tuple[int, ...]:
    """Those that hold every word asked for but one, the closest first; nothing where there are more pages of all.

    They are no part of what was found: neither counted nor in its files and feeds.
    """
    scope = _scope(federation, query) if query.is_ranked and results.total == len(results.places) else None
    articles, words = articles_in_query(query.words)
    several = list(dict.fromkeys(words))
    if scope is None or results.nearest or not 1 < len(several) < STORY:
        return ()
    numbers = [[token("article", number)] for number in articles]
    vocabulary = words_of(federation)
    near = [list(vocabulary.near(word)) for word in several]
    worth = [min(map(vocabulary.rarity, words_of_group), default=0) for words_of_group in near]
    matches = Matches()
    for omitted, _word in enumerate(near):
        others = near[:omitted] + near[omitted + 1 :]
        expected = min(sum(vocabulary.holds.get(word, 0) for word in group) for group in others)
        rows = scope.rows([*numbers, *others], limit=PER_PROCEDURE, columns=LAW, expected=expected)
        matches.take([row for row in rows if row[0] not in results.places], sum(worth) - worth[omitted])
    return tuple(_ranked(matches, _procedure_scores(query.words), ALMOST))


class Matches:
    """How much of the query each record holds, and which shape it has."""

    def __init__(self) -> None:
        self.worth: defaultdict[int, float] = defaultdict(float)
        self.shape: dict[int, int] = {}
        self.looked_at = 0

    def take(self, rows: Sequence[tuple[Any, ...]], worth: float) -> None:
        self.shape.update(rows)
        for place, _shape in rows:
            self.worth[place] += worth
        self.looked_at += len(rows)


def _ranked(matches: Matches, scores: Mapping[tuple[str, str], int], how_many: int) -> list[int]:
    """The places of those that come closest by the anomaly and by the words, the best first."""
    most, shape = max(matches.worth.values(), default=0) or 1, matches.shape
    of_shape = {
        key: OF_PROCEDURE * (score / 100) ** SHARPER for key, score in _scores_of(shape.values(), scores).items()
    }
    closeness = [(worth / most + of_shape[shape[place]], place) for place, worth in matches.worth.items()]
    return [place for _closeness, place in nlargest(how_many, closeness)]


def _by_worth(near: Sequence[Mapping[str, float]], vocabulary: Words) -> list[tuple[list[str], float]]:
    """The meanings of each word, exact ones apart from similar ones, with their weight; the heaviest first."""
    groups = []
    for meanings in near:
        same = [word for word, worth in meanings.items() if worth == 1]
        like = [word for word, worth in meanings.items() if worth < 1]
        for group in filter(None, (same, like)):
            worth = max(meanings[word] for word in group)
            groups.append((group, OF_LAW * worth * min(vocabulary.rarity(word) for word in group)))
            in_free_text = [WRITTEN + word for word in group if vocabulary.holds.get(WRITTEN + word)]
            if in_free_text:
                groups.append((in_free_text, worth * min(vocabulary.rarity(word) for word in in_free_text)))
    return sorted(groups, key=lambda pair: -pair[1])


def facets_of(rows: Sequence[tuple[Any, ...]]) -> dict[str, "Counter[Any]"]:
    """How many records have each value, by the name of the filter for it."""
    columns = {name: map(itemgetter(place), rows) for place, name in enumerate(engines.COLUMNS)}
    counts = _facets_of_shapes(Counter(columns["shape_id"]))
    counts["club"] = Counter(" ".join(columns["clubs"]).split())
    for name, column in (("tournament", "tournament_id"), ("arbiter", "arbiter_id"), ("received", "received_id")):
        counts[name] = Counter(columns[column])
    counts["year"] = Counter(_years(columns["archived_id"]))
    return {
        name: Counter({value: n for value, n in own.items() if value not in ("", None)}) for name, own in counts.items()
    }


def _facets_of_shapes(together: "Counter[int]") -> dict[str, "Counter[Any]"]:
    """The counts by filter from how many records share each shape; what several shapes share is parsed once."""
    shapes_by_key = shapes(together)
    traits, articles, effects = defaultdict[str, int](int), defaultdict[str, int](int), defaultdict[str, int](int)
    for key, count in together.items():
        shape = shapes_by_key[key]
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
    """Counts each of the values that a text holds between blanks; most records share their text with others."""
    apart: Counter[str] = Counter()
    for several, count in together.items():
        for part in several.split():
            apart[part] += count
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


def newest(federation: Federation, query: Search, most: int) -> tuple[int, ...]:
    """The newest of what the search finds, whatever it is ranked by."""
    return search(federation, replace(query, by_date=True), per_page=most).places


def every_place(federation: Federation, query: Search, *, most: int, chunk: int = 1000) -> Iterator[tuple[int, ...]]:
    """All that the search finds, the newest first, so many at a time; for a story the nearest."""
    after, count = "", 0
    while count < most:
        results = search(federation, replace(query, by_date=True), after=after, per_page=min(chunk, most - count))
        if results.places:
            yield results.places
        count, after = count + len(results.places), results.after
        if not after:
            return
