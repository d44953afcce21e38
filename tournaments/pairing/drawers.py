"""How each formula draws a round of one section: a function each, named in the table of `formulas.py`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.pairing import individual, individual_danish, knockout, mitchell, round_robin, rover
from tournaments.pairing.danish import danish
from tournaments.pairing.first_round import Opening, by_category, by_choice, by_entry, by_lot, first_round
from tournaments.pairing.plan import Entrant, NoPairing, Note, NoteKind, Pair, PairedTable, Plan, pair_of
from tournaments.pairing.records import Inputs, Section


def opening_of(section: Section, seed: str) -> Opening:
    """The field of a first round in its order."""
    if section.way == "choice":
        return by_choice(section.entrants, [place for place in section.places if place is not None])
    if section.way == "lot":
        return by_lot(section.entrants, f"{seed} {section.name}" if section.group else seed)
    if section.way == "category":
        return by_category(section.entrants)
    if section.way == "standings":
        return by_choice(section.entrants, [entrant.number for entrant in _by_rank(section.entrants)])
    return by_entry(section.entrants)


def order_of(section: Section, seed: str) -> list[int]:
    """The entries of a first round in its order: the places of a schedule."""
    return [entrant.number for entrant in opening_of(section, seed).order]


def danish_round(section: Section, inputs: Inputs, seed: str, *, rematches: bool = False) -> Plan:
    """Neighbours in the standings meet; the first round by its own way, unless an earlier stage ranked them."""
    if section.is_first and section.way != "standings":
        return _first_round_plan(section, seed)
    clubs = _same_club(section.entrants) if section.is_first and section.clubs_apart else []
    try:
        return _danish_of(section, rematches=rematches, forbidden=[*section.forbidden, *clubs])
    except NoPairing:
        if not clubs:
            raise
        return _danish_of(section, rematches=rematches, forbidden=section.forbidden)


def _danish_of(section: Section, *, rematches: bool, forbidden: Sequence[Pair]) -> Plan:
    return danish(
        section.entrants, section.history, rematches=rematches, forbidden=forbidden, accepted=section.accepted
    )


def _first_round_plan(section: Section, seed: str) -> Plan:
    return first_round(opening_of(section, seed), clubs_apart=section.clubs_apart, forbidden=section.forbidden)


def mitchell_round(section: Section, inputs: Inputs, seed: str) -> Plan:
    """The mobile line moves past the fixed one. Raises ``ValueError`` for tables that do not count from 1."""
    movement = rover.movement_of(section, inputs.rounds_planned)
    if section.is_first:
        entrants = [_without_missing_table(entrant, movement.tables) for entrant in section.entrants]
        return _fixed_sit_in_a(_first_round_plan(replace(section, entrants=tuple(entrants)), seed), entrants)
    fixed, mobile, number = section.places, section.mobile, inputs.stage_round
    if section.rover:
        plan = rover.plan_round(fixed=fixed, mobile=mobile, movement=movement, line=section.rover, round_number=number)
    else:
        plan = mitchell.plan_round(fixed=fixed, mobile=mobile, movement=movement, round_number=number)
    return _switch_lines(plan, inputs.switch_from) if 0 < inputs.switch_from <= number else plan


def _switch_lines(plan: Plan, since: int) -> Plan:
    """The plan with everybody in the other direction, at the same table."""
    matches = (match if match.rests else replace(match, a=match.b, b=match.a) for match in plan.matches)
    return replace(
        plan, matches=tuple(matches), notes=(*plan.notes, Note(kind=NoteKind.ARROW_SWITCH, data={"round": since}))
    )


def _without_missing_table(entrant: Entrant, tables: int) -> Entrant:
    """The entrant without a fixed table that the movement has not."""
    return (
        entrant if entrant.fixed_table is None or entrant.fixed_table <= tables else replace(entrant, fixed_table=None)
    )


def _fixed_sit_in_a(plan: Plan, entrants: Iterable[Entrant]) -> Plan:
    """Who must keep a table is of the line that keeps it."""
    fixed = {entrant.number for entrant in entrants if entrant.fixed_table is not None}
    return replace(
        plan,
        matches=tuple(
            _turn_match(match) if {*match.b} & fixed and not {*match.a} & fixed else match for match in plan.matches
        ),
    )


def _turn_match(match: PairedTable) -> PairedTable:
    """The match with its lines exchanged, and the figures that go with them."""
    other = {"_a": "_b", "_b": "_a"}
    data = {key[:-2] + other[key[-2:]] if key[-2:] in other else key: value for key, value in match.data.items()}
    return replace(match, a=match.b, b=match.a, data=data)


def round_robin_round(section: Section, inputs: Inputs, seed: str) -> Plan:
    """A day of the published table."""
    places = order_of(section, seed) if section.is_first else section.places
    return round_robin.plan_round(places, round_number=inputs.stage_round, double=section.double)


def knockout_round(section: Section, inputs: Inputs, seed: str) -> Plan:
    """The winners meet in their places of the bracket. Raises ``ValueError`` once the final was played."""
    seeds = order_of(section, seed) if section.is_first else [place for place in section.places if place is not None]
    gone = {*seeds} - {entrant.number for entrant in section.entrants}
    return knockout.plan_stage(seeds, section.winners, third_place=section.third_place, gone=gone)


def individual_round(section: Section, inputs: Inputs, seed: str) -> Plan:
    """A new partner for everybody while there is one."""
    return individual.plan_round(
        section.entrants,
        section.history,
        round_number=inputs.stage_round,
        rounds=max(inputs.rounds_planned, inputs.stage_round),
        seed=seed,
    )


def individual_danish_round(section: Section, inputs: Inputs, seed: str) -> Plan:
    """Four neighbours in the standings share a table."""
    entrants = section.entrants
    if section.is_first:
        rank = {number: place for place, number in enumerate(order_of(section, seed), start=1)}
        entrants = tuple(replace(entrant, rank=rank[entrant.number]) for entrant in entrants)
    return individual_danish.plan_round(entrants, section.history)


def _by_rank(entrants: Iterable[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda entrant: (entrant.rank, entrant.number))


def _same_club(entrants: Sequence[Entrant]) -> list[Pair]:
    clubs: dict[str, list[int]] = {}
    for entrant in entrants:
        if entrant.club:
            clubs.setdefault(entrant.club, []).append(entrant.number)
    return [pair_of(a, b) for club in clubs.values() for at, a in enumerate(club) for b in club[at + 1 :]]
