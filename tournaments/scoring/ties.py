"""The order of entries, criterion after criterion, with every tie met on the way: what was compared and how it fell.

VP first; then, among equals, MP; then the direct encounter; then the lot (see standings.py). What an entry did is
looked at only where it is needed, so the work grows with the encounters and not with the pairs of entries.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby

from codes import rfc3797
from tournaments.scoring.facts import Facts
from tournaments.scoring.playoffs import FINAL, THIRD_PLACE, Playoff
from tournaments.scoring.sums import Sums


class Criterion(StrEnum):
    """What orders entries that are equal so far; or before all figures a match of the bracket for the place itself."""

    MP = "mp"
    DIRECT_ENCOUNTER = "direct_encounter"
    LOT = "lot"
    FINAL = "final"
    THIRD_PLACE = "third_place"
    KNOCKOUT = "knockout"


OF_PLAYOFF: Mapping[int, Criterion] = {FINAL: Criterion.FINAL, THIRD_PLACE: Criterion.THIRD_PLACE}


@dataclass(frozen=True)
class TieLot:
    """A draw anybody can repeat: RFC 3797 with this key over this pool gave this order."""

    key: str
    pool: tuple[int, ...]
    drawn: tuple[int, ...]


@dataclass(frozen=True)
class Tie:
    """A criterion applied to entries equal so far.

    `values` are what the criterion compares (none when it could not be applied, or for a lot; of a match of the bracket
    before the last ones the best place that it leaves open to each);
    `order` are the entries as it leaves them, and `groups` those it leaves equal, the best first.
    """

    criterion: Criterion
    groups: tuple[tuple[int, ...], ...]
    values: Mapping[int, int]
    lot: TieLot | None = None

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(entry for group in self.groups for entry in group)

    @property
    def is_match(self) -> bool:
        """Whether a match of the bracket decided, and nothing was equal."""
        return self.criterion in (*OF_PLAYOFF.values(), Criterion.KNOCKOUT)

    @property
    def separates(self) -> bool:
        """Whether it told at least two of them apart."""
        return len(self.groups) > 1


def draw_lot(lot_seed: str, tied: Iterable[int]) -> TieLot:
    """The lot among entries equal in everything: the same seed and numbers always give the same order."""
    pool = tuple(sorted(tied))
    key = rfc3797.key_string([*rfc3797.words(lot_seed), "CLASSIFICA", pool])
    return TieLot(key=key, pool=pool, drawn=tuple(rfc3797.select(key, pool, len(pool))))


class Ranking:
    """Orders entries; `ties` then holds, by entry, the ties it stood in, as they were looked at."""

    def __init__(self, facts: Facts, sums: Mapping[int, Sums]) -> None:
        self.lot_seed = facts.lot_seed
        self.vp = {entry: mine.vp for entry, mine in sums.items()}
        self.mp = {entry: mine.mp for entry, mine in sums.items()}
        self.made_against = _made_against(facts, self._equal())
        self.ties: defaultdict[int, list[Tie]] = defaultdict(list)
        for playoff in sorted(facts.playoffs, key=lambda playoff: playoff.stage):
            if playoff.is_decided:
                self._keep_match(playoff)

    def _equal(self) -> dict[int, tuple[int, int]]:
        """The VP and MP of the entries that share both with another."""
        points = dict(zip(self.vp, zip(self.vp.values(), self.mp.values(), strict=True), strict=True))
        shared = {value for value, count in Counter(points.values()).items() if count > 1}
        return {entry: value for entry, value in points.items() if value in shared}

    def ordered(self, entries: Iterable[int]) -> list[int]:
        """These entries, best first, compared with each other alone."""
        return [entry for tied in _group_by_value(sorted(entries), self.vp) for entry in self._by_mp(tied)]

    def _by_mp(self, tied: tuple[int, ...]) -> Sequence[int]:
        if len(tied) == 1:
            return tied
        groups = self._apply(Criterion.MP, tied, {entry: self.mp[entry] for entry in tied})
        return [entry for group in groups for entry in self._by_direct_encounter(group)]

    def _by_direct_encounter(self, tied: tuple[int, ...]) -> Sequence[int]:
        if len(tied) == 1:
            return tied
        groups = self._apply(Criterion.DIRECT_ENCOUNTER, tied, self._vp_among(tied))
        if len(groups) == 1:
            return self._by_lot(tied)
        return [entry for group in groups for entry in self._by_direct_encounter(group)]

    def _vp_among(self, tied: tuple[int, ...]) -> dict[int, int]:
        """What each made against all the others; nothing unless everybody has met everybody."""
        points_against = self.made_against
        # The first two that never met end the search: a large group costs no more than the encounters of one entry.
        if not all(two in points_against for two in combinations(tied, 2)):
            return {}
        return {entry: sum(points_against[entry, other] for other in tied if other != entry) for entry in tied}

    def _by_lot(self, tied: tuple[int, ...]) -> Sequence[int]:
        lot = draw_lot(self.lot_seed, tied)
        self._keep(Tie(Criterion.LOT, tuple((entry,) for entry in lot.drawn), {}, lot))
        return lot.drawn

    def _apply(
        self, criterion: Criterion, tied: tuple[int, ...], values: Mapping[int, int]
    ) -> tuple[tuple[int, ...], ...]:
        groups = _group_by_value(tied, values) if values else (tied,)
        self._keep(Tie(criterion, groups, values))
        return groups

    def _keep_match(self, match: Playoff) -> None:
        """The last matches tell why both stand there; an earlier one, why its loser does."""
        groups = tuple((entry,) for entry in match.in_order)
        if match.stage in OF_PLAYOFF:
            self._keep(Tie(OF_PLAYOFF[match.stage], groups, {}))
        else:
            self.ties[match.in_order[1]].append(Tie(Criterion.KNOCKOUT, groups, match.places))

    def _keep(self, tie: Tie) -> None:
        for entry in tie.order:
            self.ties[entry].append(tie)


def _made_against(facts: Facts, equal: Mapping[int, object]) -> Mapping[tuple[int, int], int]:
    """The VP that entries made against others equal to them; a key for every two of them that met, both ways."""
    points_against: defaultdict[tuple[int, int], int] = defaultdict(int)
    for side_a, side_b, _points_a, _points_b, vp_a, vp_b, _round in facts.encounters if equal else ():
        for entry in side_a:
            if entry in equal:
                for other in side_b:
                    if equal.get(other) == equal[entry]:
                        points_against[entry, other] += vp_a
                        points_against[other, entry] += vp_b
    for award in facts.awards:
        for other in award.against:
            points_against[award.entry, other] += award.vp
            points_against[other, award.entry] += 0  # they met, whatever the other was given
    return points_against


def _group_by_value(entries: Iterable[int], values: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """The entries gathered by equal value, the highest value first, in their own order within."""
    value: Callable[[int], int] = values.__getitem__
    ranked = sorted(entries, key=value, reverse=True)  # stable, in reverse too
    return tuple(tuple(run) for _value, run in groupby(ranked, key=value))
