"""Standings: victory points, then match points, then the direct encounter, then the lot; every tie explained.

- VP: the sum over the encounters, with the adjustments in VP.
- MP: points made minus points allowed over the encounters, with the adjustments in MP.
- Direct encounter: for entries equal so far, the VP of the encounters among them. It counts only when each has met
  every other. Those still equal and fewer than before are compared once more among themselves alone.
- Lot: RFC 3797 over the entries' numbers, from the tournament's seed and those numbers: anybody can repeat it.

Not handled: an entry that rests gets nothing for it; a director gives it by an adjustment.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tournaments.scoring import rfc3797


@dataclass(frozen=True, kw_only=True)
class Encounter:
    """A complete encounter of two entries: their points over its boards and the VP these earn."""

    a: int
    b: int
    points_a: int
    points_b: int
    vp_a: int
    vp_b: int


@dataclass(frozen=True, kw_only=True)
class Extra:
    """What an adjustment adds to an entry (a penalty is negative)."""

    entry: int
    vp: int = 0
    mp: int = 0


class Criterion(StrEnum):
    """What orders entries that are equal so far."""

    MP = "mp"
    DIRECT_ENCOUNTER = "direct_encounter"
    LOT = "lot"


@dataclass(frozen=True)
class Lot:
    """A draw anybody can repeat: RFC 3797 with this key over this pool gave this order."""

    key: str
    pool: tuple[int, ...]
    drawn: tuple[int, ...]


@dataclass(frozen=True)
class Tie:
    """A criterion applied to entries equal so far.

    `values` are what the criterion compares (none when it could not be applied, or for a lot);
    `order` are the entries as it leaves them, and `groups` those it leaves equal, the best first.
    """

    criterion: Criterion
    groups: tuple[tuple[int, ...], ...]
    values: Mapping[int, int]
    lot: Lot | None = None

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(entry for group in self.groups for entry in group)

    @property
    def separates(self) -> bool:
        """Whether it told at least two of them apart."""
        return len(self.groups) > 1


@dataclass(frozen=True, kw_only=True)
class Row:
    """An entry's line in the standings; `ties` are those it stood in, in the order they were looked at."""

    place: int
    entry: int
    vp: int
    mp_for: int
    mp_against: int
    vp_adjustment: int
    mp_adjustment: int
    encounters: int
    ties: tuple[Tie, ...]

    @property
    def mp(self) -> int:
        """The match points that rank: for, minus against, with the adjustments."""
        return self.mp_for - self.mp_against + self.mp_adjustment


def standings(
    *, entries: Iterable[int], encounters: Sequence[Encounter], extras: Iterable[Extra] = (), lot_seed: str
) -> tuple[Row, ...]:
    """One row per entry, best first, places 1, 2, 3 …

    Before anything has happened there is nothing to rank: all share place 1, by number, without a lot.
    """
    sums = _sums(entries, encounters, extras)
    if not any(one.has_happened for one in sums.values()):
        return tuple(sums[entry].row(place=1, ties=()) for entry in sorted(sums))
    order, ties = _Ranking(sums, encounters, lot_seed).ranked()
    return tuple(
        sums[entry].row(place=place, ties=tuple(tie for tie in ties if entry in tie.order))
        for place, entry in enumerate(order, start=1)
    )


@dataclass
class _Sums:
    entry: int
    vp: int = 0
    mp_for: int = 0
    mp_against: int = 0
    vp_adjustment: int = 0
    mp_adjustment: int = 0
    encounters: int = 0

    @property
    def has_happened(self) -> bool:
        return bool(self.encounters or self.vp_adjustment or self.mp_adjustment)

    def add(self, *, vp: int, points_for: int, points_against: int) -> None:
        self.vp += vp
        self.mp_for += points_for
        self.mp_against += points_against
        self.encounters += 1

    def row(self, *, place: int, ties: tuple[Tie, ...]) -> Row:
        return Row(place=place, ties=ties, **vars(self))


def _sums(entries: Iterable[int], encounters: Iterable[Encounter], extras: Iterable[Extra]) -> dict[int, _Sums]:
    sums = {entry: _Sums(entry) for entry in entries}
    for one in encounters:
        sums[one.a].add(vp=one.vp_a, points_for=one.points_a, points_against=one.points_b)
        sums[one.b].add(vp=one.vp_b, points_for=one.points_b, points_against=one.points_a)
    for extra in extras:
        mine = sums[extra.entry]
        mine.vp += extra.vp
        mine.vp_adjustment += extra.vp
        mine.mp_adjustment += extra.mp
    return sums


class _Ranking:
    """Orders the entries criterion after criterion, keeping every tie it meets."""

    def __init__(self, sums: Mapping[int, _Sums], encounters: Iterable[Encounter], lot_seed: str) -> None:
        self.sums = sums
        self.lot_seed = lot_seed
        self.ties: list[Tie] = []
        # VP that an entry made against another, one item per encounter.
        self.against: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for one in encounters:
            self.against[one.a, one.b].append(one.vp_a)
            self.against[one.b, one.a].append(one.vp_b)

    def ranked(self) -> tuple[list[int], list[Tie]]:
        groups = _grouped(sorted(self.sums), lambda entry: self.sums[entry].vp)
        return [entry for group in groups for entry in self._by_mp(group)], self.ties

    def _by_mp(self, tied: tuple[int, ...]) -> Sequence[int]:
        if len(tied) == 1:
            return tied
        values = {entry: self._mp(entry) for entry in tied}
        groups = self._apply(Criterion.MP, tied, values)
        return [entry for group in groups for entry in self._by_direct_encounter(group)]

    def _by_direct_encounter(self, tied: tuple[int, ...]) -> Sequence[int]:
        if len(tied) == 1:
            return tied
        met = all(self.against[pair] for pair in combinations(tied, 2))
        values = {entry: self._vp_among(entry, tied) for entry in tied} if met else {}
        groups = self._apply(Criterion.DIRECT_ENCOUNTER, tied, values)
        if len(groups) == 1:
            return self._by_lot(tied)
        return [entry for group in groups for entry in self._by_direct_encounter(group)]

    def _by_lot(self, tied: tuple[int, ...]) -> Sequence[int]:
        lot = draw(self.lot_seed, tied)
        groups = tuple((entry,) for entry in lot.drawn)
        self.ties.append(Tie(Criterion.LOT, groups, {}, lot))
        return lot.drawn

    def _apply(
        self, criterion: Criterion, tied: tuple[int, ...], values: Mapping[int, int]
    ) -> tuple[tuple[int, ...], ...]:
        groups = _grouped(tied, lambda entry: values.get(entry, 0))
        self.ties.append(Tie(criterion, groups, values))
        return groups

    def _mp(self, entry: int) -> int:
        mine = self.sums[entry]
        return mine.mp_for - mine.mp_against + mine.mp_adjustment

    def _vp_among(self, entry: int, tied: Iterable[int]) -> int:
        return sum(sum(self.against[entry, other]) for other in tied if other != entry)


def draw(lot_seed: str, tied: Iterable[int]) -> Lot:
    """The lot among entries equal in everything: the same seed and numbers always give the same order."""
    pool = tuple(sorted(tied))
    key = rfc3797.key_string([*rfc3797.words(lot_seed), "CLASSIFICA", pool])
    return Lot(key=key, pool=pool, drawn=tuple(rfc3797.select(key, pool, len(pool))))


def _grouped(entries: Iterable[int], value: Callable[[int], int]) -> tuple[tuple[int, ...], ...]:
    """The entries gathered by equal value, the highest value first."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for entry in entries:
        groups[value(entry)].append(entry)
    return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))
