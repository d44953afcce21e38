"""Lists parted by club: «Circolo: La Pineta» alone in a row, above its players."""

from collections.abc import Iterable, Mapping

from people.imports.columns import Recognition, rows_under_header
from people.imports.headings import Datum, read_heading
from people.imports.table import ListSheet, SheetRow


def club_titled(row: SheetRow, columns: Recognition) -> str:
    """The club that a row names over those below it; nothing where it does anything else.

    Without a colon it does under the titles of the list only, where no names stand.
    """
    filled = [column for column, cell in enumerate(row.cells) if cell]
    if len(filled) != 1:
        return ""
    text = row.cell(filled[0])
    is_below = row.number > columns.header and filled[0] not in columns.naming
    title, mark, club = text.partition(" " if is_below and ":" not in text else ":")
    heading = read_heading(title) if mark and club.strip() else None
    return club.strip() if heading and heading.field is Datum.CLUB else ""


def clubs_by_row(table: ListSheet, columns: Recognition, key: int | None = None) -> Mapping[int, str]:
    """The club of each row that stands under such a title; of a list with a column of clubs that one counts.

    key: the column that holds players of one entry together, each in a row of their own.
    """
    clubs = [column for column, target in columns.targets.items() if target.field is Datum.CLUB]
    if clubs:
        return {} if key is None else _of_first(rows_under_header(table, columns.header), clubs[0], key)
    club, found = "", {}
    for row in table.rows:
        club = club_titled(row, columns) or club
        if club:
            found[row.number] = club
    return found


def _of_first(rows: Iterable[SheetRow], clubs: int, key: int) -> Mapping[int, str]:
    """The club that stands beside the first player of each entry alone, as in a cell merged over all of them."""
    last, club, found = "", "", {}
    for row in rows:
        is_first = row.cell(key) not in ("", last)
        last = row.cell(key) or last
        if is_first:
            club = row.cell(clubs)
        elif row.cell(clubs):
            return {}
        elif club:
            found[row.number] = club
    return found
