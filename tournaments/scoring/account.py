"""The arithmetic of one line of the standings: every item that makes its VP and MP, in order."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournaments.scoring.facts import Encounter, Facts
from tournaments.scoring.sums import warning_cost


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
    in_rounds = sorted((one for one in items if one.round is not None), key=lambda one: one.round or 0)
    of_no_round = (one for one in items if one.round is None)
    return (*_carries(facts, entry), *in_rounds, *of_no_round, *_warnings(facts, entry))


def _encounters(facts: Facts, entry: int) -> Iterator[Item]:
    for one in facts.encounters:
        if entry in one.a:
            yield _encounter(one, entry)
        elif entry in one.b:
            yield _encounter(one.mirrored, entry)


def _encounter(one: Encounter, entry: int) -> Item:
    """The encounter as the entry sees it, which sits on side A."""
    return Item(
        source=Source.ENCOUNTER,
        round=one.round,
        vp=one.vp_a,
        mp=one.points_a - one.points_b,
        partners=tuple(other for other in one.a if other != entry),
        opponents=one.b,
        points=(one.points_a, one.points_b),
    )


def _awards(facts: Facts, entry: int) -> Iterator[Item]:
    for one in facts.awards:
        if one.entry == entry:
            yield Item(source=Source.AWARD, round=one.round, vp=one.vp, mp=one.mp, kind=one.kind, opponents=one.against)


def _extras(facts: Facts, entry: int) -> Iterator[Item]:
    for one in facts.extras:
        if one.entry == entry:
            yield Item(source=Source.EXTRA, round=one.round, vp=one.vp, mp=one.mp, warnings=one.warnings)


def _carries(facts: Facts, entry: int) -> Iterator[Item]:
    for one in facts.carries:
        if one.entry == entry:
            yield Item(source=Source.CARRY, round=None, vp=one.vp, mp=one.mp, warnings=one.warnings)


def _warnings(facts: Facts, entry: int) -> Iterator[Item]:
    now = sum(one.warnings for one in facts.extras if one.entry == entry)
    before = sum(one.warnings for one in facts.carries if one.entry == entry)
    cost = warning_cost(now=now, before=before, per_vp=facts.warnings_per_vp)
    if cost:
        yield Item(source=Source.WARNINGS, round=None, vp=-cost, mp=0, warnings=before + now)
