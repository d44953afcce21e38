"""The rows of one entry, where its players stand one below the other: by number, by blank lines, two by two."""

from collections.abc import Sequence
from itertools import groupby

from people.imports.columns import Recognition
from people.imports.headings import Datum
from people.imports.names import people_in
from people.imports.table import NEVER_COMPUTED, SheetRow

Rows = Sequence[SheetRow]


def rows_together(
    columns: Recognition, rows: Rows, *, key: int | None, fewest: int, most: int
) -> tuple[list[list[SheetRow]], bool]:
    """The rows of each entry, and whether that is a guess because nothing but their order joins them.

    key: the column with a number or a name on the first of them; fewest, most: players of an entry.
    """
    if key is not None:
        return _under_key(rows, key), False
    if fewest > 1 and _has_one_each(columns, rows):
        blocks = _between_blanks(rows)
        fitting = sum(len(block) >= fewest for block in blocks)
        if len(blocks) > 1 and 2 * fitting > len(blocks) and all(len(block) <= most for block in blocks):
            return blocks, False
        if fewest == most and not len(rows) % fewest:
            return [list(rows[start : start + fewest]) for start in range(0, len(rows), fewest)], True
    return [[row] for row in rows], False


def _under_key(rows: Rows, key: int) -> list[list[SheetRow]]:
    """A number that was never computed begins an entry as any other does."""
    last, keyed = "", []
    for row in rows:
        cell = row.cell(key)
        last = (f"{cell}{row.number}" if cell == NEVER_COMPUTED else cell) or last
        keyed.append((last, row))
    return [[row for _key, row in under] for _key, under in groupby(keyed, key=lambda item: item[0])]


def _has_one_each(columns: Recognition, rows: Rows) -> bool:
    together = columns.column_of(Datum.PLAYERS)
    if together is not None:
        return all(len(people_in(row.cell(together))) == 1 for row in rows)
    places = {target.place for target in columns.targets.values() if target.place}
    return len(places) <= 1 and bool(columns.naming)


def _between_blanks(rows: Rows) -> list[list[SheetRow]]:
    """Runs of rows that follow each other in the file."""
    runs = groupby(enumerate(rows), key=lambda item: item[1].number - item[0])
    return [[row for _place, row in run] for _start, run in runs]
