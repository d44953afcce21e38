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

How one line came about (`explain`): every item that makes its VP and MP, in order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.scoring.facts import Award, Carry, CarryRule, Encounter, Extra, Facts
from tournaments.scoring.playoffs import Playoff, best_places, by_place
from tournaments.scoring.sums import Sums, add_up, warning_cost
from tournaments.scoring.ties import Criterion, Ranking, Tie, TieLot, draw_lot


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


class Source(StrEnum):
    """Where an item comes from."""

    CARRY = "carry"
    ENCOUNTER = "encounter"
    AWARD = "award"
    EXTRA = "extra"
    WARNINGS = "warnings"


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing that counts: the items of an entry add up to its VP and MP in the standings.

    round: None when it belongs to no round. kind: what an award is called. points: made and allowed, of an encounter.
    warnings: how many an item brings; for those that cost VP, how many are counted together.
    """

    source: Source
    round: int | None
    vp: int
    mp: int
    kind: str = ""
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    points: tuple[int, int] | None = None
    warnings: int = 0


def explain(facts: Facts, entry: int) -> tuple[Item, ...]:
    """What the entry's line is made of: what it brought along, round by round, then what belongs to no round."""
    items = [*_encounters(facts, entry), *_awards(facts, entry), *_extras(facts, entry)]
    in_rounds = sorted((item for item in items if item.round is not None), key=lambda item: item.round or 0)
    of_no_round = (item for item in items if item.round is None)
    return (*_carries(facts, entry), *in_rounds, *of_no_round, *_warnings(facts, entry))


def _encounters(facts: Facts, entry: int) -> Iterator[Item]:
    for encounter in facts.encounters:
        if entry in encounter.a:
            yield _encounter(encounter, entry)
        elif entry in encounter.b:
            yield _encounter(encounter.mirrored, entry)


def _encounter(encounter: Encounter, entry: int) -> Item:
    """The encounter as the entry sees it, which sits on side A."""
    return Item(
        source=Source.ENCOUNTER,
        round=encounter.round,
        vp=encounter.vp_a,
        mp=encounter.points_a - encounter.points_b,
        partners=tuple(other for other in encounter.a if other != entry),
        opponents=encounter.b,
        points=(encounter.points_a, encounter.points_b),
    )


def _awards(facts: Facts, entry: int) -> Iterator[Item]:
    for award in facts.awards:
        if award.entry == entry:
            yield Item(
                source=Source.AWARD,
                round=award.round,
                vp=award.vp,
                mp=award.mp,
                kind=award.kind,
                opponents=award.against,
            )


def _extras(facts: Facts, entry: int) -> Iterator[Item]:
    for extra in facts.extras:
        if extra.entry == entry:
            yield Item(source=Source.EXTRA, round=extra.round, vp=extra.vp, mp=extra.mp, warnings=extra.warnings)


def _carries(facts: Facts, entry: int) -> Iterator[Item]:
    for carry in facts.carries:
        if carry.entry == entry:
            yield Item(source=Source.CARRY, round=None, vp=carry.vp, mp=carry.mp, warnings=carry.warnings)


def _warnings(facts: Facts, entry: int) -> Iterator[Item]:
    now = sum(extra.warnings for extra in facts.extras if extra.entry == entry)
    before = sum(carry.warnings for carry in facts.carries if carry.entry == entry)
    cost = warning_cost(now=now, before=before, per_vp=facts.warnings_per_vp)
    if cost:
        yield Item(source=Source.WARNINGS, round=None, vp=-cost, mp=0, warnings=before + now)


__all__ = [
    "Award",
    "Carry",
    "CarryRule",
    "Criterion",
    "Encounter",
    "Extra",
    "Facts",
    "Item",
    "Playoff",
    "RankedRow",
    "Source",
    "Sums",
    "Tie",
    "TieLot",
    "carry_over",
    "draw_lot",
    "explain",
    "standings",
]
