"""`torneo.xlsx` of 3,000 pairs, against bare openpyxl writing the same values without any look."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from io import BytesIO

from django.core.management import call_command
from openpyxl import Workbook

from benchmarks.common import Goal, Row, best_of_pairs, seconds
from benchmarks.hall import hall
from keeping.documents.workbook import whole_tournament
from papers.sheets import Cell, Imprint, Sheet
from papers.xlsx import workbook

PAIRS = 3000
IMPRINT = Imprint("Torneo completo", "Torneo di prova", datetime(2026, 11, 14, 12, tzinfo=UTC))


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    tournament, _director = hall("foglio", PAIRS, 1, boards=4)
    sheets: Sequence[Sheet] = ()

    def read() -> None:
        nonlocal sheets
        sheets = whole_tournament(tournament, with_log=True)

    reading = seconds(read)
    rows = sum(len(sheet.rows) for sheet in sheets)
    ours, base = best_of_pairs(lambda: workbook(sheets, IMPRINT), lambda: bare(sheets), rounds=2)
    yield Row(
        name=f"torneo.xlsx, {PAIRS:,} pairs",
        ours_seconds=ours,
        base_seconds=base,
        base_name="bare openpyxl, write-only, the same values",
        size=len(workbook(sheets, IMPRINT)),
        goal=Goal(ratio=1.6),
        note=f"{rows:,} rows, log included; reading them takes {reading:.1f} s",
    )


def bare(sheets: Sequence[Sheet]) -> bytes:
    book = Workbook(write_only=True)
    for number, sheet in enumerate(sheets):
        page = book.create_sheet(f"{number}")
        for row in (tuple(one.title for one in sheet.columns), *sheet.rows):
            page.append([plain(value) for value in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def plain(value: Cell) -> object:
    """The value as openpyxl takes it: no fractions, no time zones."""
    if isinstance(value, Fraction):
        return float(value)
    return value.replace(tzinfo=None) if isinstance(value, datetime) else value
