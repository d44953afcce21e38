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
