"""From the record of a round to its tables: every formula behind one door, so that a round is drawn and checked alike.

Groups are seated one after the other; who must keep a table gets it, those who rest come last. A Mitchell keeps its
numbers from round to round, since its lines move by them. Changes by hand are made over what was drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.pairing import individual, individual_danish, knockout, mitchell, round_robin
from tournaments.pairing.check import exchanged
from tournaments.pairing.danish import danish
from tournaments.pairing.first_round import Opening, by_category, by_choice, by_entry, by_lot, first_round
from tournaments.pairing.plan import Entrant, Figures, Match, Method, NoPairing, Note, Pair, Plan, Told, Why, pair_of
from tournaments.pairing.recorded import Change, Inputs, Section

METHODS: Mapping[str, Method] = {
    "danish": Method.DANISH_WITHOUT_REMATCHES,
    "danish-pure": Method.DANISH,
    "mitchell": Method.MITCHELL,
    "round-robin": Method.ROUND_ROBIN,
    "double-round-robin": Method.ROUND_ROBIN,
    "knockout": Method.KNOCKOUT,
    "individual": Method.INDIVIDUAL,
    "individual-danish": Method.INDIVIDUAL,
}
# The formulas that know all their rounds from the start.
SCHEDULED = frozenset({"mitchell", "round-robin", "double-round-robin"})


class Impossible(Exception):
    """No pairing keeps every rule in a section: `section` says in which, `cause` the ways out."""

    def __init__(self, section: Section, cause: NoPairing) -> None:
        super().__init__(section.name)
        self.section = section
        self.cause = cause


def draw(inputs: Inputs, seed: str) -> Plan:
    """The round as it comes out of its inputs and seed, with what was changed by hand.

    Raises `Impossible` when a section cannot be paired within its rules, ``ValueError`` for inputs that do not fit
    their formula (a Mitchell whose tables do not count from 1, a change of an entry that is not there).
    """
    plan = _by_hand(inputs) if inputs.given else _seated([*_drawn(inputs, seed)], inputs, seed)
    for change in inputs.changes:
        plan = changed(plan, change)
    return plan


def changed(plan: Plan, change: Change) -> Plan:
    """The plan after a change by hand. Raises ``ValueError`` for an entry or a table that is not there or not free."""
    if change.kind == "swap":
        return exchanged(plan, change.first, change.second)
    if change.kind == "number":
        return _renumbered(plan, change.first, change.second)
    if change.kind == "join":
        return _joined(plan, change.first, change.second)
    raise ValueError(f"no such change: {change.kind}")


def opening_of(section: Section, seed: str) -> Opening:
    """The field of a first round in its order."""
    if section.way == "choice":
        return by_choice(section.entrants, [place for place in section.places if place is not None])
    if section.way == "lot":
        return by_lot(section.entrants, f"{seed} {section.name}" if section.group else seed)
    if section.way == "category":
        return by_category(section.entrants)
    if section.way == "standings":
        return by_choice(section.entrants, [one.number for one in _ranked(section.entrants)])
    return by_entry(section.entrants)


def order_of(section: Section, seed: str) -> list[int]:
    """The entries of a first round in its order: the places of a schedule."""
    return [one.number for one in opening_of(section, seed).order]


def _by_hand(inputs: Inputs) -> Plan:
    matches = [
        Match(table=table, a=(a,), b=() if b is None else (b,), why=Why.BY_HAND)
        for table, (a, b) in enumerate(inputs.given, start=1)
    ]
    return Plan(method=Method.BY_HAND, matches=tuple(matches))


def _drawn(inputs: Inputs, seed: str) -> Iterator[Plan]:
    for section in inputs.sections:
        try:
            yield _DRAWS[inputs.formula](section, inputs, seed)
        except NoPairing as error:
            raise Impossible(section, error) from error


def _danish(section: Section, inputs: Inputs, seed: str) -> Plan:
    if section.is_first and section.way != "standings":
        return _opened(section, seed)
    rematches = inputs.formula == "danish-pure"
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


def _opened(section: Section, seed: str) -> Plan:
    return first_round(opening_of(section, seed), clubs_apart=section.clubs_apart, forbidden=section.forbidden)


def _mitchell(section: Section, inputs: Inputs, seed: str) -> Plan:
    boards = mitchell.Boards(section.boards)
    if section.is_first:
        tables = (len(section.entrants) + 1) // 2
        mitchell.movement_for(tables=tables, rounds=inputs.rounds_planned, boards=boards)
        kept = [_within(one, tables) for one in section.entrants]
        return _fixed_sit_in_a(_opened(replace(section, entrants=tuple(kept)), seed), kept)
    movement = mitchell.movement_for(tables=len(section.places), rounds=inputs.rounds_planned, boards=boards)
    return mitchell.plan_round(
        fixed=section.places, mobile=section.mobile, movement=movement, round_number=inputs.stage_round
    )


def _within(one: Entrant, tables: int) -> Entrant:
    """The entrant without a fixed table that the movement has not."""
    return one if one.fixed_table is None or one.fixed_table <= tables else replace(one, fixed_table=None)


def _fixed_sit_in_a(plan: Plan, entrants: Iterable[Entrant]) -> Plan:
    """Who must keep a table is of the line that keeps it."""
    fixed = {one.number for one in entrants if one.fixed_table is not None}
    return replace(
        plan, matches=tuple(_turned(one) if {*one.b} & fixed and not {*one.a} & fixed else one for one in plan.matches)
    )


def _turned(match: Match) -> Match:
    """The match with its lines exchanged, and the figures that go with them."""
    other = {"_a": "_b", "_b": "_a"}
    data = {key[:-2] + other[key[-2:]] if key[-2:] in other else key: value for key, value in match.data.items()}
    return replace(match, a=match.b, b=match.a, data=data)


def _round_robin(section: Section, inputs: Inputs, seed: str) -> Plan:
    places = order_of(section, seed) if section.is_first else section.places
    return round_robin.plan_round(places, round_number=inputs.stage_round, double=section.double)


def _knockout(section: Section, inputs: Inputs, seed: str) -> Plan:
    seeds = order_of(section, seed) if section.is_first else [place for place in section.places if place is not None]
    return knockout.plan_stage(seeds, section.winners)


def _individual(section: Section, inputs: Inputs, seed: str) -> Plan:
    return individual.plan_round(
        section.entrants,
        section.history,
        round_number=inputs.stage_round,
        rounds=max(inputs.rounds_planned, inputs.stage_round),
        seed=seed,
    )


def _individual_danish(section: Section, inputs: Inputs, seed: str) -> Plan:
    entrants = section.entrants
    if section.is_first:
        rank = {number: place for place, number in enumerate(order_of(section, seed), start=1)}
        entrants = tuple(replace(one, rank=rank[one.number]) for one in entrants)
    return individual_danish.plan_round(entrants, section.history)


_DRAWS: Mapping[str, Callable[[Section, Inputs, str], Plan]] = {
    "danish": _danish,
    "danish-pure": _danish,
    "mitchell": _mitchell,
    "round-robin": _round_robin,
    "double-round-robin": _round_robin,
    "knockout": _knockout,
    "individual": _individual,
    "individual-danish": _individual_danish,
}


def _ranked(entrants: Iterable[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda one: (one.rank, one.number))


def _same_club(entrants: Sequence[Entrant]) -> list[Pair]:
    clubs: dict[str, list[int]] = {}
    for one in entrants:
        if one.club:
            clubs.setdefault(one.club, []).append(one.number)
    return [pair_of(a, b) for club in clubs.values() for at, a in enumerate(club) for b in club[at + 1 :]]


# Tables of several sections


def _seated(plans: Sequence[Plan], inputs: Inputs, seed: str) -> Plan:
    if len(plans) == 1:
        return replace(plans[0], seed=seed)
    matches = _in_blocks(plans, inputs.sections) if inputs.formula == "mitchell" else _in_turn(plans, inputs.entrants)
    notes = [note for plan in plans for note in plan.notes if note.told is not Told.FIXED_TABLE_MOVED]
    return Plan(
        method=METHODS[inputs.formula],
        seed=seed,
        matches=tuple(sorted(matches, key=lambda match: match.table)),
        notes=(*notes, *_moved(matches, inputs.entrants)),
    )


def _in_blocks(plans: Iterable[Plan], sections: Iterable[Section]) -> list[Match]:
    """Each section behind the last table of the one before, empty or not, its own numbers moved on."""
    matches: list[Match] = []
    before = 0
    for plan, section in zip(plans, sections, strict=True):
        matches += [_at(match, before + match.table) for match in plan.matches]
        before += len(section.places) or len(plan.matches)
    return matches


def _at(match: Match, table: int) -> Match:
    told: Figures = {**match.data, "table": table} if "table" in match.data else match.data
    return replace(match, table=table, data=told)


def _in_turn(plans: Iterable[Plan], entrants: Iterable[Entrant]) -> list[Match]:
    """Fixed tables first, the free numbers 1, 2, 3 … section by section, then those who rest."""
    fixed = {one.number: one.fixed_table for one in entrants if one.fixed_table is not None}
    matches = sorted((match for plan in plans for match in plan.matches), key=lambda match: match.rests)
    kept: dict[int, int] = {}
    for at, match in enumerate(matches):
        wanted = next((fixed[who] for who in match.entries if fixed.get(who) not in (None, *kept)), None)
        if wanted is not None and not match.rests:
            kept[wanted] = at
    given = {at: table for table, at in kept.items()}
    playing = sum(not match.rests for match in matches)
    free = iter(table for table in range(1, playing + len(kept) + 1) if table not in kept)
    tables = [given[at] if at in given else next(free) for at in range(playing)]
    last = max(tables, default=0)
    tables += range(last + 1, last + 1 + len(matches) - playing)
    return [_at(match, table) for match, table in zip(matches, tables, strict=True)]


def _moved(matches: Iterable[Match], entrants: Iterable[Entrant]) -> Iterator[Note]:
    fixed = {one.number: one.fixed_table for one in entrants if one.fixed_table is not None}
    for match in matches:
        for who in () if match.rests else match.entries:
            if who in fixed and fixed[who] != match.table:
                data = {"entry": who, "table": match.table, "fixed": fixed[who] or 0}
                yield Note(told=Told.FIXED_TABLE_MOVED, data=data)


# By hand


def _renumbered(plan: Plan, table: int, to: int) -> Plan:
    """The plan with a table under another number; the table that had it takes the old one."""
    if to < 1 or all(match.table != table for match in plan.matches):
        raise ValueError(f"no table {table} to become {to}")
    other = {table: to, to: table}
    matches = (replace(match, table=other.get(match.table, match.table)) for match in plan.matches)
    return replace(plan, matches=tuple(sorted(matches, key=lambda match: match.table)))


def _joined(plan: Plan, entry: int, table: int) -> Plan:
    """The plan with a latecomer opposite the one who rested at a table (F.I.Bur. 40)."""
    if not any(match.table == table and match.rests for match in plan.matches):
        raise ValueError(f"nobody waits at table {table}")
    seated = (
        Match(table=table, a=match.a, b=(entry,), why=Why.BY_HAND) if match.table == table else match
        for match in plan.matches
    )
    return replace(plan, matches=tuple(seated))
