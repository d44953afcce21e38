"""A first round mended where two sit together that must not: as few tables as possible change, the nearest first.

Whether that is reached can be counted beforehand: every bad table changes, and so many more as the largest club among
the bad tables needs to be spread. So a search among the tables around the bad ones is enough once it reaches that
count, and grows otherwise.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournaments.pairing.matching import cheapest
from tournaments.pairing.plan import Pair, pair_of

# What weighs more than any sum of what stands below it, for 2,048 tables; below them all, tables apart, squared.
_BARRED = 1 << 66
_CHANGED = 1 << 55
_OTHER_GROUP = 1 << 44
_SAME_SIDE = 1 << 33

_SEARCHED_WHOLE = 200  # places: everybody with everybody, twenty thousand pairs
_SEARCHED_AT_LAST = 1000  # places: half a million pairs, where the nearer ones do not suffice
_FIRST_REACH = 1  # tables to either side of a bad one
_ENOUGH_REACH = 4  # from here on a few changed tables more are not worth the time


@dataclass(frozen=True, kw_only=True)
class DraftTables:
    """A first round before mending: for each table its two places (in an odd field the last place is the rest).

    clubs and groups: for each place, what it shares with others ("" is no club). forbidden: pairs of places.
    """

    tables: tuple[Pair, ...]
    clubs: Sequence[str]
    groups: Sequence[str]
    forbidden: frozenset[Pair]

    @cached_property
    def table_of(self) -> dict[int, int]:
        return {place: table for table, pair in enumerate(self.tables) for place in pair}

    @cached_property
    def bad(self) -> list[int]:
        """The tables whose two must not meet."""
        return [table for table, pair in enumerate(self.tables) if self.is_barred(*pair)]

    def is_barred(self, place: int, other: int) -> bool:
        return (
            bool(self.clubs[place] and self.clubs[place] == self.clubs[other])
            or pair_of(place, other) in self.forbidden
        )


def mend_tables(drafted: DraftTables) -> tuple[Pair, ...]:
    """The tables again, those of the bad ones changed with the fewest others; nothing changes without need.

    First as few barred pairs as can be, then as few changed tables; then exchanges within a group, of the second
    places, between near tables. Exact up to 200 places. In larger fields the first two are the least wherever the
    count proves it (for clubs it nearly always does), and the rest is the best among the tables around.
    """
    if not drafted.bad:
        return drafted.tables
    least = _least(drafted)
    pairs: tuple[Pair, ...] = drafted.tables
    for reach in _reaches(2 * len(drafted.tables)):
        pairs = _mend_within(drafted, reach)
        barred = sum(drafted.is_barred(*pair) for pair in pairs)
        changed = sum(now != before for now, before in zip(pairs, drafted.tables, strict=True))
        is_enough = reach is not None and reach >= _ENOUGH_REACH
        if barred == least.barred and (changed == least.changed or is_enough):
            break
    return pairs


@dataclass(frozen=True, kw_only=True)
class _Least:
    """No mending leaves fewer barred pairs or changes fewer tables. club: the one that bad tables have most of; with
    needs_others it has more members there than there are bad tables, so that tables without it must help.
    """

    barred: int
    changed: int
    club: str
    needs_others: bool


def _least(drafted: DraftTables) -> _Least:
    sizes = Counter(club for club in drafted.clubs if club)
    barred = max([0, *(size - len(drafted.tables) for size in sizes.values())])
    at_bad = Counter(drafted.clubs[place] for table in drafted.bad for place in drafted.tables[table])
    del at_bad[""]
    club, count = max(at_bad.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    to_mend = len(drafted.bad) - barred
    changed = max(2 if to_mend == 1 else to_mend, count - 2 * barred)
    return _Least(barred=barred, changed=changed, club=club, needs_others=changed > to_mend or barred > 0)


def _reaches(places: int) -> Iterator[int | None]:
    """1, 4, 16 … tables around a bad one; None is everybody with everybody: at once in a small field, else at last."""
    reach = _FIRST_REACH
    while places > _SEARCHED_WHOLE and 2 * reach < places:
        yield reach
        reach *= 4
    if places <= _SEARCHED_AT_LAST:
        yield None


def _mend_within(drafted: DraftTables, reach: int | None) -> tuple[Pair, ...]:
    opened = _tables_to_change(drafted, reach)
    edges = dict(_present_pairs(drafted, opened))
    for place, other in _possible_pairs(drafted, opened, reach):
        edges.setdefault(pair_of(place, other), _cost(drafted, place, other))
    places = [place for table in opened for place in drafted.tables[table]]
    chosen = cheapest(places, [(place, other, cost) for (place, other), cost in edges.items()])
    if chosen is None:
        raise AssertionError("the tables as they were are a pairing")
    return _put_back(drafted, opened, chosen)


def _tables_to_change(drafted: DraftTables, reach: int | None) -> list[int]:
    """The tables that may change: the bad ones, and around them those that can help if the bad ones are not enough.

    Where the fewest changes can be reached, only tables without the club to be spread help.
    """
    count = len(drafted.tables)
    if reach is None:
        return list(range(count))
    least = _least(drafted)
    if not least.needs_others and reach < _ENOUGH_REACH:
        return drafted.bad
    near = {table for bad in drafted.bad for table in range(max(0, bad - reach), min(count, bad + reach + 1))}
    without = (
        table for table in near if not least.club or least.club not in [drafted.clubs[n] for n in drafted.tables[table]]
    )
    return sorted({*drafted.bad, *without})


def _present_pairs(drafted: DraftTables, opened: Sequence[int]) -> Iterator[tuple[Pair, int]]:
    for table in opened:
        pair = drafted.tables[table]
        yield pair_of(*pair), _BARRED if drafted.is_barred(*pair) else 0


def _possible_pairs(drafted: DraftTables, opened: Sequence[int], reach: int | None) -> Iterator[Pair]:
    """Who might sit together instead: in a search around the bad tables, somebody of one with somebody near.

    Bad tables look for each other first, so their reach among themselves is wider.
    """
    if reach is None:
        yield from combinations(sorted(drafted.table_of), 2)
        return
    helpers = set(opened) - set(drafted.bad)
    for at, bad in enumerate(drafted.bad):
        near = [table for table in range(bad - reach, bad + reach + 1) if table in helpers]
        for table in [*drafted.bad[at + 1 : at + 1 + 4 * reach], *near]:
            for place in drafted.tables[bad]:
                yield from ((place, other) for other in drafted.tables[table] if not drafted.is_barred(place, other))


def _cost(drafted: DraftTables, place: int, other: int) -> int:
    tables = drafted.table_of[place], drafted.table_of[other]
    sides = [drafted.tables[table].index(at) for table, at in zip(tables, (place, other), strict=True)]
    return (
        _BARRED * drafted.is_barred(place, other)
        + _CHANGED
        + _OTHER_GROUP * (drafted.groups[place] != drafted.groups[other])
        + _SAME_SIDE * (sides[0] == sides[1])
        + (tables[0] - tables[1]) ** 2
    )


def _put_back(drafted: DraftTables, opened: Sequence[int], pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """The found pairs at the opened tables: those kept where they were, the new ones at the tables set free."""
    new = set(pairs)
    unchanged = {table for table in opened if pair_of(*drafted.tables[table]) in new}
    moved = sorted(
        new - {pair_of(*drafted.tables[table]) for table in unchanged},
        key=lambda pair: (sorted(drafted.table_of[place] for place in pair), pair),
    )
    at = dict(zip(sorted(set(opened) - unchanged), moved, strict=True))
    return tuple(at.get(table, pair) for table, pair in enumerate(drafted.tables))
