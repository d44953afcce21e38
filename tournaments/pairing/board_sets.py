"""Which set of boards each table of a round plays, where sets go round (`mitchell.py` says how they travel).

Sets count through the stage as its tables do: a group has as many as it has tables, behind those of the group before.
So nothing is shared between groups, and whoever plays a set twice has been seated twice at one number by hand.

In the first round a table has the set of its number, whoever the director moved there, because the lines of the later
rounds follow from those tables. Later a match renumbered by hand keeps its set: its players know the other one.
"""

from collections.abc import Mapping

from tournaments.pairing import mitchell, rover
from tournaments.pairing.formulas import traits_of
from tournaments.pairing.records import Inputs


def set_numbers(inputs: Inputs) -> int:
    """How many sets go round in the stage; 0 where none does."""
    return sum(rover.tables_of(section) for section in inputs.sections) if _moves(inputs) else 0


def sets_at(inputs: Inputs) -> Mapping[int, int]:
    """The number of the set at each table of the round, empty tables too; nothing where no set goes round."""
    sets: dict[int, int] = {}
    tables_before = sets_before = 0
    for section in inputs.sections if _moves(inputs) else ():
        movement = rover.movement_of(section, inputs.rounds_planned)
        for table in range(1, movement.tables + 1):
            sets[tables_before + table] = sets_before + (movement.set_at(table, inputs.stage_round) or table)
        tables_before += rover.places_of(section)
        sets_before += movement.tables
    return sets if inputs.stage_round == 1 else _sets_after_changes(inputs, sets)


def _moves(inputs: Inputs) -> bool:
    is_movement = traits_of(inputs.formula).keeps_numbers and not inputs.given
    return is_movement and all(section.boards == mitchell.Boards.MOVING for section in inputs.sections)


def _sets_after_changes(inputs: Inputs, sets: Mapping[int, int]) -> Mapping[int, int]:
    """The sets after the matches that were given another table."""
    for change in inputs.changes:
        if change.kind == "number":
            other = {change.first: change.second, change.second: change.first}
            sets = {other.get(table, table): number for table, number in sets.items()}
    return sets
