"""Cases like the one being decided, found in the archive: by the anomaly, the facts that decided, then by words."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db.models import Q

from codes.editions import same_code
from codes.finding.words import plain
from federation.models import ArchivedRuling
from federation.queries import archive_engines as engines
from federation.queries.archive_received import received_records
from federation.queries.archive_shapes import shapes
from federation.queries.archive_tokens import WRITTEN, token
from federation.queries.archive_words import rarity, words_of
from federation.queries.open_received import open_to_all
from referee.models import Ruling
from referee.queries.precedents import Alike, Asked
from tournaments.models import Tournament

# Of so many of the newest of the anomaly: how many there are, and which come closest.
COUNTED = 1_000
SHOWN = 5
MOST_WORDS = 8

Rows = Callable[..., dict[int, bool]]


def find_alike(asked: Asked) -> Alike:
    """Of tournaments of the federation that everybody may see and that are over, and of the case's own.

    As the archive knew them last: with players waiting nothing is written. Its pages and `index_archive` keep it fresh.
    """
    rows = _rows_of(asked)
    of_anomaly = rows()
    if not of_anomaly:
        return Alike()
    # Whatever else is asked for, no more will hold it: the database need not be asked how many.
    expected = len(of_anomaly) if len(of_anomaly) < COUNTED else None
    held = partial(rows, expected=expected)
    agreeing, told = _agreeing(asked, held), _told_alike(asked, held, len(of_anomaly))
    same = [departed for place, departed in of_anomaly.items() if agreeing[place] == len(asked.facts)]
    best = sorted(of_anomaly, key=lambda place: (-agreeing[place], -told[place], -place))[:SHOWN]
    return Alike(
        same=len(same),
        otherwise=sum(same),
        of_anomaly=len(of_anomaly),
        anomaly_otherwise=sum(of_anomaly.values()),
        more=len(of_anomaly) == COUNTED,
        **_told(best),
    )


def _rows_of(asked: Asked) -> Rows:
    """What asks the index for rulings in force on the anomaly, with tokens besides: by place, whether departed."""
    federation = asked.tournament.federation
    may = Tournament.objects.filter(federation=federation).filter(
        Q(is_public=True) & ~Q(ending="") | Q(pk=asked.tournament.pk)
    )
    tournaments = list(may.order_by().values_list("pk", flat=True))
    within = engines.Within(federation.pk, tournaments=tournaments, received=open_to_all(federation))
    anomaly = [
        [token("kind", "ruling")],
        [token("standing", ArchivedRuling.Standing.IN_FORCE)],
        [token("procedure", asked.procedure)],
        [token("code", code) for code in same_code(asked.code)],
    ]

    def rows(*groups: Iterable[str], expected: int | None = None) -> dict[int, bool]:
        found = engines.rows(
            within,
            [*anomaly, *map(list, groups)],
            limit=COUNTED,
            columns=("archived_id", "shape_id"),
            expected=expected,
        )
        known = shapes(shape for _place, shape in found)
        return {place: known[shape].departed for place, shape in found}

    return rows


def _agreeing(asked: Asked, rows: Rows) -> Counter[int]:
    """By place, how many answers it has in common with the case."""
    agreeing: Counter[int] = Counter()
    for fact in asked.facts:
        agreeing.update(rows([token("fact", fact)]).keys())
    return agreeing


def _told_alike(asked: Asked, rows: Rows, of_anomaly: int) -> Mapping[int, float]:
    """By place, how much its arbiter told of what was noted here: each word the more, the fewer of the anomaly have it.

    What the code says of the anomaly stands in all of them.
    """
    told: defaultdict[int, float] = defaultdict(float)
    for meant in _noted(asked):
        worth: dict[int, float] = {}
        for count, group in meant.items():
            holding = rows([WRITTEN + one for one in group])
            rare = rarity(len(holding), of_anomaly)
            worth = dict.fromkeys(holding, count * rare) | worth
        for place, more in worth.items():
            told[place] += more
    return told


def _noted(asked: Asked) -> list[dict[float, list[str]]]:
    """What each word that was noted may mean, the very same first; those that tell most."""
    words = list(dict.fromkeys(plain(asked.words)))[: 6 * MOST_WORDS]
    known = words_of(asked.tournament.federation) if words else None
    if known is None:
        return []
    noted = []
    for word in words:
        near = {one: count for one, count in known.near(word).items() if known.holds.get(WRITTEN + one)}
        by_count = {count: [one for one in near if near[one] == count] for count in sorted(near.values(), reverse=True)}
        if near:
            noted.append((min(known.rarity(WRITTEN + one) for one in near), by_count))
    return [one for _rarity, one in sorted(noted, key=lambda one: -one[0])[:MOST_WORDS]]


def _told(best: Sequence[int]) -> dict[str, Any]:
    """The records at these places, in their order: of this installation by key, received ones below zero."""
    archived = {one.place: one for one in ArchivedRuling.objects.filter(place__in=best)}
    elsewhere = received_records(archived.values())
    keys = {place: -place if one.received_id else _key(one) for place, one in archived.items()}
    records = {-place: elsewhere.get(one.source) for place, one in archived.items()}
    return {
        "nearest": tuple(keys[place] for place in best if place in keys),
        "elsewhere": {place: record for place, record in records.items() if isinstance(record, Ruling)},
    }


def _key(archived: ArchivedRuling) -> int:
    return int(archived.source.rpartition("-")[2])
