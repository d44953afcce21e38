"""Lists parted by club: «Circolo: La Pineta» alone in a row, above its players."""

from collections.abc import Mapping

from people.imports.columns import Recognition
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


def clubs_by_row(table: ListSheet, columns: Recognition) -> Mapping[int, str]:
    """The club of each row that stands under such a title; of a list with a column of clubs that one counts."""
    if any(target.field is Datum.CLUB for target in columns.targets.values()):
        return {}
    club, found = "", {}
    for row in table.rows:
        club = club_titled(row, columns) or club
        if club:
            found[row.number] = club
    return found
