"""Columns of a list of entries that tell of a player when they were born and how they stand; as a roster reads them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from people.imports.births import day_of_birth, minor_until
from people.imports.columns import Recognition, Target, rows_under_header
from people.imports.day_cells import with_days
from people.imports.headings import Datum
from people.imports.rows import EntryRow, RowFault, RowProblem
from people.imports.standing import IN_FORCE, read_standing
from people.imports.table import ListSheet, SheetRow


@dataclass(frozen=True)
class PlainDays:
    """A list whose days say which they are, births as the days on which minors come of age; what is told of them."""

    table: ListSheet
    columns: Recognition
    told: tuple[str, ...]


def with_plain_days(table: ListSheet, columns: Recognition, today: date) -> PlainDays:
    """The list with its days and births made plain."""
    born = {column: target.place for column, target in columns.targets.items() if target.field is Datum.BORN}
    days = [column for column, target in columns.targets.items() if target.field is Datum.MINOR_UNTIL]
    if not (born or days):
        return PlainDays(table, columns, ())
    above = tuple(row for row in table.rows if row.number <= columns.header)
    rows, told = with_days(rows_under_header(table, columns.header), [*born, *days], births=born)
    rows = tuple(_of_age(row, born, today) for row in rows)
    # Where somebody says until when they are minors, that counts.
    of_age = {column: Target(Datum.MINOR_UNTIL, place) for column, place in born.items()}
    said = {target: column for column, target in columns.targets.items()}
    targets = {**columns.targets, **{column: target for column, target in of_age.items() if target not in said}}
    return PlainDays(replace(table, rows=above + rows), replace(columns, targets=targets), told)


def _of_age(row: SheetRow, born: Iterable[int], today: date) -> SheetRow:
    cells = list(row.cells)
    for column in born:
        if text := row.cell(column):
            day = day_of_birth(text, today)
            cells[column] = minor_until(day, today) if day else f"? {text}"
    return SheetRow(row.number, tuple(cells))


def with_states(entries: Iterable[EntryRow], table: ListSheet, columns: Recognition) -> Iterator[EntryRow]:
    """The entries, each with what the list says of who may not play: told, and the director decides."""
    states = [column for column, target in columns.targets.items() if target.field is Datum.STATE]
    rows = {row.number: row for row in table.rows} if states else {}
    for entry in entries:
        said = [rows[number].cell(column) for number in entry.rows for column in states]
        told = [
            RowProblem(RowFault.STATE_SAYS, text=text[:40])
            for text in said
            if read_standing({"state": text}) != IN_FORCE
        ]
        yield replace(entry, problems=(*entry.problems, *told)) if told else entry
