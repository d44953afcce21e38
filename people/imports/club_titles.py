"""Lists parted by club: «Circolo: La Pineta» alone in a row, above its players."""

from collections.abc import Mapping

from people.imports.columns import Recognition
from people.imports.headings import Datum, read_heading
from people.imports.table import ListSheet, SheetRow


def club_titled(row: SheetRow) -> str:
    """The club that a row names over those below it; nothing where it does anything else."""
    filled = [cell for cell in row.cells if cell]
    title, colon, club = (filled[0] if len(filled) == 1 else "").partition(":")
    heading = read_heading(title) if colon else None
    return club.strip() if heading and heading.field is Datum.CLUB else ""


def clubs_by_row(table: ListSheet, columns: Recognition) -> Mapping[int, str]:
    """The club of each row that stands under such a title; of a list with a column of clubs that one counts."""
    if any(target.field is Datum.CLUB for target in columns.targets.values()):
        return {}
    club, found = "", {}
    for row in table.rows:
        club = club_titled(row) or club
        if club:
            found[row.number] = club
    return found
