"""From the record of a round to its tables: every formula behind one door, so that a round is drawn and checked alike.

Groups are seated one after the other; who must keep a table gets it, those who rest come last. A Mitchell keeps its
numbers from round to round, since its lines move by them. Changes by hand are made over what was drawn.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tournaments.pairing.check import exchange_entries
from tournaments.pairing.formulas import FORMULAS
from tournaments.pairing.plan import Entrant, Figures, Method, NoPairing, Note, NoteKind, PairedTable, Plan, Why
from tournaments.pairing.records import Change, Inputs, Section


class Impossible(Exception):
    """No pairing keeps every rule in a section: `section` says in which, `cause` the ways out."""

    def __init__(self, section: Section, cause: NoPairing) -> None:
        super().__init__(section.name)
        self.section = section
        self.cause = cause


def draw_plan(inputs: Inputs, seed: str) -> Plan:
    """The round as it comes out of its inputs and seed, with what was changed by hand.

    Raises `Impossible` when a section cannot be paired within its rules, ``ValueError`` for inputs that do not fit
    their formula (a Mitchell whose tables do not count from 1, a change of an entry that is not there).
    """
    plan = _by_hand(inputs) if inputs.given else _joined_plan([*_section_plans(inputs, seed)], inputs, seed)
    for change in inputs.changes:
        plan = apply_change(plan, change)
    return plan


def apply_change(plan: Plan, change: Change) -> Plan:
    """The plan after a change by hand. Raises ``ValueError`` for an entry or a table that is not there or not free."""
    if change.kind == "swap":
        return exchange_entries(plan, change.first, change.second)
    if change.kind == "number":
        return _renumber_table(plan, change.first, change.second)
    if change.kind == "join":
        return _with_latecomer(plan, change.first, change.second)
    raise ValueError(f"no such change: {change.kind}")


def _by_hand(inputs: Inputs) -> Plan:
    matches = [
        PairedTable(table=table, a=(a,), b=() if b is None else (b,), why=Why.BY_HAND)
        for table, (a, b) in enumerate(inputs.given, start=1)
    ]
    return Plan(method=Method.BY_HAND, matches=tuple(matches))


def _section_plans(inputs: Inputs, seed: str) -> Iterator[Plan]:
    draws = FORMULAS[inputs.formula].draw
    for section in inputs.sections:
        try:
            yield draws(section, inputs, seed)
        except NoPairing as error:
            raise Impossible(section, error) from error


# Tables of several sections


def _joined_plan(plans: Sequence[Plan], inputs: Inputs, seed: str) -> Plan:
    if len(plans) == 1:
        return replace(plans[0], seed=seed)
    traits = FORMULAS[inputs.formula]
    matches = _in_blocks(plans, inputs.sections) if traits.keeps_numbers else _in_turn(plans, inputs.entrants)
    notes = [note for plan in plans for note in plan.notes if note.kind is not NoteKind.FIXED_TABLE_MOVED]
    return Plan(
        method=traits.method,
        seed=seed,
        matches=tuple(sorted(matches, key=lambda match: match.table)),
        notes=(*notes, *_notes_on_moves(matches, inputs.entrants)),
    )


def _in_blocks(plans: Iterable[Plan], sections: Iterable[Section]) -> list[PairedTable]:
    """Each section behind the last table of the one before, empty or not, its own numbers moved on."""
    matches: list[PairedTable] = []
    before = 0
    for plan, section in zip(plans, sections, strict=True):
        matches += [_match_at(match, before + match.table) for match in plan.matches]
        before += len(section.places) or len(plan.matches)
    return matches


def _match_at(match: PairedTable, table: int) -> PairedTable:
    data: Figures = {**match.data, "table": table} if "table" in match.data else match.data
    return replace(match, table=table, data=data)


def _in_turn(plans: Iterable[Plan], entrants: Iterable[Entrant]) -> list[PairedTable]:
    """Fixed tables first, the free numbers 1, 2, 3 … section by section, then those who rest."""
    fixed = {entrant.number: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    matches = sorted((match for plan in plans for match in plan.matches), key=lambda match: match.rests)
    places: dict[int, int] = {}
    for at, match in enumerate(matches):
        wanted = next((fixed[who] for who in match.entries if fixed.get(who) not in (None, *places)), None)
        if wanted is not None and not match.rests:
            places[wanted] = at
    fixed_tables = {at: table for table, at in places.items()}
    playing = sum(not match.rests for match in matches)
    free = iter(table for table in range(1, playing + len(places) + 1) if table not in places)
    tables = [fixed_tables[at] if at in fixed_tables else next(free) for at in range(playing)]
    last = max(tables, default=0)
    tables += range(last + 1, last + 1 + len(matches) - playing)
    return [_match_at(match, table) for match, table in zip(matches, tables, strict=True)]


def _notes_on_moves(matches: Iterable[PairedTable], entrants: Iterable[Entrant]) -> Iterator[Note]:
    fixed = {entrant.number: entrant.fixed_table for entrant in entrants if entrant.fixed_table is not None}
    for match in matches:
        for who in () if match.rests else match.entries:
            if who in fixed and fixed[who] != match.table:
                data = {"entry": who, "table": match.table, "fixed": fixed[who] or 0}
                yield Note(kind=NoteKind.FIXED_TABLE_MOVED, data=data)


# By hand


def _renumber_table(plan: Plan, table: int, to: int) -> Plan:
    """The plan with a table under another number; the table that had it takes the old one."""
    if to < 1 or all(match.table != table for match in plan.matches):
        raise ValueError(f"no table {table} to become {to}")
    other = {table: to, to: table}
    matches = (replace(match, table=other.get(match.table, match.table)) for match in plan.matches)
    return replace(plan, matches=tuple(sorted(matches, key=lambda match: match.table)))


def _with_latecomer(plan: Plan, entry: int, table: int) -> Plan:
    """The plan with a latecomer opposite the one who rested at a table (F.I.Bur. 40)."""
    if not any(match.table == table and match.rests for match in plan.matches):
        raise ValueError(f"nobody waits at table {table}")
    seated = (
        PairedTable(table=table, a=match.a, b=(entry,), why=Why.BY_HAND) if match.table == table else match
        for match in plan.matches
    )
    return replace(plan, matches=tuple(seated))
