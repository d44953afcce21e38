"""The rover of a Mitchell: with an odd number of pairs one has no table of its own, and takes another's each round.

The tables are those of the others alone. The rover rests in the first round; from the second on it takes the place of
a different pair of one line each time, and that pair rests. So every round one pair rests, nobody twice, and the hall
needs one table, and one set of boards, less than with a half table.

Its path says at which table it sits in each round from the second on. A round may not repeat its table (the same pair
would rest again; rovers of the moving line would meet the same opponents), who comes there of the moving line, nor,
where boards go round, the set. These three are the same whichever of the two lines it takes its places from.

- Boards that stay with the round: two tables up each round, one more from the middle on where the tables are even.
  Every number of tables has a path through all rounds.
- Boards that go round: the same two tables up, three more after the skip, unless the tables divide by three, when the
  sets come back after a third of the rounds. `FOUND` has paths for these up to thirty tables, and for the relay up
  to twenty-six.
  With three, nine, fifteen … tables no path lasts all the rounds: one round less is the most there is.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.pairing import mitchell
from tournaments.pairing.mitchell import Boards, Movement, Places, Remedy
from tournaments.pairing.plan import NoPairing, Note, NoteKind, PairedTable, Plan, Relaxation, RelaxedRule, Why
from tournaments.pairing.records import Section

# By remedy and number of tables: the table of the rover in round 2, 3, 4 … Found by search, and never to be changed:
# rounds drawn by them are drawn again from their record.
FOUND: Mapping[tuple[Remedy | None, int], str] = {
    (None, 3): "1",
    (None, 9): "8 6 4 1 7 9 3",
    (None, 15): "2 9 13 4 8 15 3 7 11 14 1 10 6",
    (None, 21): "11 1 5 19 12 14 3 6 4 15 8 18 13 2 7 20 10 21 9",
    (None, 27): "4 8 16 18 22 3 27 10 19 6 2 23 7 12 14 25 21 26 20 5 9 11 1 24 17",
    (Remedy.SKIP, 6): "5 1 4 6",
    (Remedy.SKIP, 12): "2 9 6 8 3 1 10 5 7 4",
    (Remedy.SKIP, 18): "12 8 2 7 9 15 5 16 17 6 4 10 14 11 3 1",
    (Remedy.SKIP, 24): "21 6 11 20 10 23 13 19 4 9 1 16 3 12 2 15 18 7 14 22 24 8",
    (Remedy.SKIP, 30): "27 15 2 8 28 21 19 10 30 20 3 12 16 23 5 18 4 7 26 11 17 1 29 22 24 14 9 13",
    (Remedy.RELAY, 2): "1",
    (Remedy.RELAY, 4): "3 1 4",
    (Remedy.RELAY, 6): "5 3 6 4 1",
    (Remedy.RELAY, 8): "5 1 6 2 7 3 8",
    (Remedy.RELAY, 10): "8 6 3 10 7 1 5 9 2",
    (Remedy.RELAY, 12): "2 9 12 4 11 5 10 6 1 3 7",
    (Remedy.RELAY, 14): "2 10 7 11 1 5 13 6 9 12 14 3 8",
    (Remedy.RELAY, 16): "11 9 6 2 13 1 4 12 10 15 7 5 3 16 14",
    (Remedy.RELAY, 18): "15 10 6 11 3 1 7 14 18 9 12 16 5 8 17 13 4",
    (Remedy.RELAY, 20): "9 19 4 11 17 5 20 12 14 10 1 7 15 3 18 2 8 16 13",
    (Remedy.RELAY, 22): "11 1 4 22 13 21 7 12 16 19 2 6 18 9 5 8 15 20 3 17 10",
    (Remedy.RELAY, 24): "7 13 2 16 19 3 23 12 9 15 18 1 22 5 8 11 20 4 21 14 17 6 24",
    (Remedy.RELAY, 26): "17 21 4 12 1 5 11 6 20 24 16 14 13 23 25 19 3 7 10 26 2 9 15 18 22",
}


def path(movement: Movement) -> tuple[int, ...]:
    """The tables of the rover from round 2 on, as far as there are any that repeat nothing."""
    tables, moving = movement.tables, movement.boards is Boards.MOVING
    if moving and (path_found := FOUND.get((movement.remedy, tables))):
        return tuple(int(table) for table in path_found.split())
    if movement.remedy is Remedy.RELAY:
        return ()
    # Three times the round counts the sets: they come back when it has gone once through them.
    last = tables // 3 + 1 if moving and tables % 3 == 0 else movement.most_rounds
    return tuple(_table_climbed_to(movement, number) for number in range(2, last + 1))


def _table_climbed_to(movement: Movement, number: int) -> int:
    beyond = 0
    if movement.tables % 2 == 0 and number > movement.tables // 2:
        beyond = 3 if movement.remedy is Remedy.SKIP else 1
    return (2 * number + beyond - 1) % movement.tables + 1


def most_rounds(movement: Movement) -> int:
    """The rounds after which a rover would repeat something."""
    return len(path(movement)) + 1


def movement_for(*, tables: int, rounds: int, boards: Boards) -> Movement:
    """The movement of the others: the skip while rover and hall last long enough, else the relay.

    Raises ``NoPairing`` for more rounds than a rover has, with those missing as tables.
    """
    movements = [Movement(tables=tables, boards=boards, remedy=remedy) for remedy in _remedies(tables, boards)]
    lasting = next((movement for movement in movements if most_rounds(movement) >= rounds), None)
    if lasting is None:
        most = max(most_rounds(movement) for movement in movements)
        raise NoPairing(Relaxation(relaxing=RelaxedRule.MORE_TABLES, count=rounds - most))
    return lasting


def _remedies(tables: int, boards: Boards) -> tuple[Remedy | None, ...]:
    return tuple(Remedy) if boards is Boards.MOVING and tables % 2 == 0 else (None,)


def movement_of(section: Section, rounds: int) -> Movement:
    """The movement by which a section is drawn, with a rover or without. rounds: those planned when it began."""
    boards = Boards(section.boards)
    if section.rover:
        return movement_for(tables=tables_of(section), rounds=rounds, boards=boards)
    return mitchell.movement_for(tables=tables_of(section), rounds=rounds, boards=boards)


def tables_of(section: Section) -> int:
    """The tables of a movement: a rover has none of its own."""
    return places_of(section) - bool(section.rover)


def places_of(section: Section) -> int:
    """The numbers that a section takes: its tables, and where the rover, or whom it sends away, rests."""
    return mitchell.tables_for(len(section.entrants)) if section.is_first else len(section.places)


def rounds_playable(movement: Movement, *, roves: bool) -> int:
    """The rounds that can be played by a movement."""
    return most_rounds(movement) if roves else movement.most_rounds


def rounds_for(entries: int, *, rover: str = "", boards: Boards = Boards.NONE, begun_for: int | None = None) -> int:
    """How many rounds so many entries can play. begun_for: the rounds planned when they began, by which they move."""
    roves = bool(rover) and entries % 2 == 1
    tables = mitchell.tables_for(entries) - roves
    if begun_for is not None:
        try:
            choose = movement_for if roves else mitchell.movement_for
            return rounds_playable(choose(tables=tables, rounds=begun_for, boards=boards), roves=roves)
        except NoPairing:
            pass
    return max(
        rounds_playable(Movement(tables=tables, boards=boards, remedy=remedy), roves=roves)
        for remedy in _remedies(tables, boards)
    )


def lines_of(first: Plan) -> tuple[Places, Places]:
    """The two lines as a first round seats them, the rover last: who rests, whatever the number of its table."""
    resting = [match for match in first.matches if match.rests]
    if len(resting) != 1:
        raise ValueError(f"not one rover: {[match.a for match in resting]}")
    others = replace(first, matches=tuple(match for match in first.matches if not match.rests))
    fixed, mobile = mitchell.lines_of(others)
    return [*fixed, resting[0].a[0]], [*mobile, None]


def plan_round(*, fixed: Places, mobile: Places, movement: Movement, line: str, round_number: int) -> Plan:
    """The round with the rover in it. fixed, mobile: the places, that of the rover behind the others'.

    line: ``a`` or ``b``, of whom it takes the place. Where nobody is left opposite it, it rests. Raises as
    `mitchell.plan_round` does.
    """
    if round_number > most_rounds(movement):
        raise NoPairing(Relaxation(relaxing=RelaxedRule.MORE_TABLES, count=round_number - most_rounds(movement)))
    lines = {"a": [*fixed[:-1]], "b": [*mobile[:-1]]}
    rover, resting = fixed[-1], fixed[-1]
    if rover is not None and round_number > 1:
        table, opposite = path(movement)[round_number - 2], "b" if line == "a" else "a"
        place = {"a": table - 1, "b": movement.mobile_at(table, round_number) - 1}
        if lines[opposite][place[opposite]] is not None:
            resting, lines[line][place[line]] = lines[line][place[line]], rover
    plan = mitchell.plan_round(fixed=lines["a"], mobile=lines["b"], movement=movement, round_number=round_number)
    return _with_rover_notes(plan, rover=rover, resting=resting, table=movement.tables + 1, round_number=round_number)


def _with_rover_notes(plan: Plan, *, rover: int | None, resting: int | None, table: int, round_number: int) -> Plan:
    """The plan with who rests for the rover at a number of its own, and why the rover is where it is."""
    matches = tuple(replace(match, why=Why.ROVER) if rover in match.entries else match for match in plan.matches)
    if resting is None:
        return replace(plan, matches=matches)
    rest = PairedTable(table=table, a=(resting,), why=Why.REST_TURN, data={"round": round_number})
    notes = () if rover == resting else (Note(kind=NoteKind.ROVER, data={"a": rover or 0, "b": resting}),)
    return replace(plan, matches=(*matches, rest), notes=(*plan.notes, *notes))
