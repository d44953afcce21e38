"""Standings: victory points, then match points, then the direct encounter, then the lot; every tie explained.

- VP: the sum over the encounters, with what was awarded without boards (a rest, a score that the code fixes), the
  adjustments in VP, what an earlier stage carries over, less what the warnings cost.
- MP: points made minus points allowed over the encounters, with the same in MP.
- Direct encounter: for entries equal so far, the VP of the encounters among them, settled by the code or by the cards.
  It counts only when each has met every other. Those still equal and fewer than before are compared once more among
  themselves alone. Partners in an individual tournament have not met.
- Lot: RFC 3797 over the entries' numbers, from the tournament's seed and those numbers: anybody can repeat it.

Before all of them, in a knock-out: how far somebody came (playoffs.py).

Every group of a stage is ranked by itself. Not handled: a share of the earlier points carried over (halves would not
stay whole).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from tournaments.scoring.facts import Award, Carry, CarryRule, Encounter, Extra, Facts
from tournaments.scoring.playoffs import Playoff, best_places, by_place
from tournaments.scoring.sums import Sums, add_up
from tournaments.scoring.ties import Criterion, Ranking, Tie, TieLot, draw_lot

__all__ = [
    "Award",
    "Carry",
    "CarryRule",
    "Criterion",
    "Encounter",
    "Extra",
    "Facts",
    "Playoff",
    "RankedRow",
    "Sums",
    "Tie",
    "TieLot",
    "carry_over",
    "draw_lot",
    "standings",
]


class RankedRow(NamedTuple):
    """An entry's line in the standings; `ties` are those it stood in, in the order they were looked at.

    place: within its group; None for a withdrawn entry that is out of the ranking.
    """

    place: int | None
    entry: int
    group: int
    sums: Sums
    ties: tuple[Tie, ...]

    @property
    def vp(self) -> int:
        return self.sums.vp

    @property
    def mp(self) -> int:
        return self.sums.mp


def standings(facts: Facts) -> tuple[RankedRow, ...]:
    """One row per entry, group after group, best first, places 1, 2, 3 …; those out of the ranking last.

    Before anything has happened in a group there is nothing to rank: all share place 1, by number, without a lot.
    """
    sums = add_up(facts)
    ranking = Ranking(facts, sums)
    rows: list[RankedRow] = []
    for group, (ranked, out) in sorted(_fields(facts).items()):
        if any(sums[entry].has_happened for entry in ranked):
            here = {*ranked, *out}  # each group has a bracket of its own, and the shorter has its final first
            places = best_places(playoff for playoff in facts.playoffs if here.intersection(playoff.entries))
            order = [entry for level in by_place(ranked, places) for entry in ranking.ordered(level)]
            rows += (
                RankedRow(place, entry, group, sums[entry], tuple(ranking.ties.get(entry, ())))
                for place, entry in enumerate(order, start=1)
            )
        else:
            rows += (RankedRow(1, entry, group, sums[entry], ()) for entry in sorted(ranked))
        rows += (RankedRow(None, entry, group, sums[entry], ()) for entry in sorted(out))
    return tuple(rows)


def _fields(facts: Facts) -> dict[int, tuple[list[int], list[int]]]:
    """The entries of every group: those to rank, and those out of the ranking."""
    fields: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    out: Collection[int] = () if facts.ranks_withdrawn else frozenset(facts.withdrawn)
    for entry in facts.entries:
        fields[facts.groups.get(entry, 0)][entry in out].append(entry)
    return fields


def carry_over(rows: Iterable[RankedRow], rule: CarryRule) -> tuple[Carry, ...]:
    """What the entries of an earlier stage bring into the next.

    The warnings always come along: they add up through the whole tournament (F.I.Bur., art. on the arbiter's powers),
    and those already paid are not paid again.
    """
    keeps = rule is CarryRule.FULL
    return tuple(
        Carry(
            row.entry,
            vp=row.vp if keeps else 0,
            mp=row.mp if keeps else 0,
            warnings=row.sums.warnings + row.sums.warnings_carried,
        )
        for row in rows
    )
