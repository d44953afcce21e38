"""A table of texts as it stood in a file: rows with something in them, each with its number there; or why none."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from records.outside import LIST, Limits


class FileFault(StrEnum):
    """What keeps a file from being read as a table."""

    EMPTY = "empty"
    TOO_BIG = "too_big"
    OLD_EXCEL = "old_excel"  # .xls, or a workbook under a password: both begin alike
    OPEN_DOCUMENT = "open_document"
    PDF = "pdf"
    WEB_PAGE = "web_page"
    NOT_TEXT = "not_text"
    QUOTE_NOT_CLOSED = "quote_not_closed"
    BROKEN_WORKBOOK = "broken_workbook"
    UNPACKS_TOO_BIG = "unpacks_too_big"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_MANY_COLUMNS = "too_many_columns"


class ImportRefused(Exception):
    """The file is not read; `reason` says why, `data` with which figures (row, most)."""

    def __init__(self, reason: FileFault, **data: int) -> None:
        super().__init__(reason, data)
        self.reason = reason
        self.data = data


MAX_COLUMNS = 100
MAX_CELL = 1_000  # characters kept of a cell: enough to see that it is too long for what it should hold

# What stands in a cell whose formula was never computed, so that no value is known.
NEVER_COMPUTED = "#FORMULA?"

# Marks without width, which a file brings along from web pages and other programs.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


@dataclass(frozen=True)
class SheetRow:
    """One row: its number in the file, from 1, and its texts; blanks at the end are left out."""

    number: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """The text in a column, from 0; nothing where the row has ended."""
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True)
class ListSheet:
    """The rows of a sheet or of a text file; `name` is the sheet's, empty for a text file."""

    name: str
    rows: tuple[SheetRow, ...]
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()

    @property
    def as_shown(self) -> "ListSheet":
        """The table with nothing in the columns that its sheet hides."""
        if not self.hidden_columns:
            return self
        return replace(self, rows=tuple(self._shown(row) for row in self.rows))

    def _shown(self, row: SheetRow) -> SheetRow:
        return SheetRow(
            row.number, tuple("" if column in self.hidden_columns else text for column, text in enumerate(row.cells))
        )

    @property
    def width(self) -> int:
        """How many columns the widest row has."""
        return max((len(row.cells) for row in self.rows), default=0)


def as_data(table: ListSheet) -> dict[str, Any]:
    """The table as plain values, to be kept until somebody has looked at it."""
    rows = [[row.number, list(row.cells)] for row in table.rows]
    return {"name": table.name, "rows": rows, "hidden": [sorted(table.hidden_rows), sorted(table.hidden_columns)]}


def from_data(data: Mapping[str, Any]) -> ListSheet:
    """The table that `as_data` gave."""
    rows = tuple(SheetRow(number, tuple(cells)) for number, cells in data["rows"])
    return ListSheet(data["name"], rows, *map(frozenset, data.get("hidden", ([], []))))


@dataclass
class Allowance:
    """What was read of a file so far, over all its sheets, and how much it may be."""

    limits: Limits = LIST
    rows: int = 0
    cells: int = 0
    characters: int = 0

    def take(self, cells: Sequence[str]) -> None:
        """Count a row; raises ImportRefused when the file has more than a list has."""
        self.rows += 1
        self.characters += sum(map(len, cells))
        self.cells += len(cells)
        if self.rows > self.limits.lines:
            raise ImportRefused(FileFault.TOO_MANY_ROWS, most=self.limits.lines)
        if self.characters > self.limits.text or self.cells > self.limits.values:
            raise ImportRefused(FileFault.UNPACKS_TOO_BIG)


def table_of(name: str, records: Iterable[Sequence[str]], allowance: Allowance | None = None) -> ListSheet:
    """The table of the records, blank ones counted but left out.

    Raises ImportRefused when there are more rows, columns or characters than are allowed.
    """
    allowance = allowance or Allowance()
    rows: list[SheetRow] = []
    for number, record in enumerate(records, start=1):
        cells = _row_cells(record)
        if len(cells) > MAX_COLUMNS:
            raise ImportRefused(FileFault.TOO_MANY_COLUMNS, row=number, most=MAX_COLUMNS)
        if cells:
            allowance.take(cells)
            rows.append(SheetRow(number, cells))
    return ListSheet(tidy_cell(name), tuple(rows))


def with_formulas_marked(table: ListSheet, cells: Iterable[tuple[int, int]]) -> ListSheet:
    """The table with `NEVER_COMPUTED` in these cells, by row and column: nothing is known of what they say."""
    marked: dict[int, list[int]] = {}
    for number, column in cells:
        marked.setdefault(number, []).append(column)
    rows = {row.number: list(row.cells) for row in table.rows} if marked else {}
    for number, columns in marked.items():
        row = rows.setdefault(number, [])
        row.extend([""] * (max(columns) + 1 - len(row)))
        for column in columns:
            row[column] = NEVER_COMPUTED
    return (
        replace(table, rows=tuple(SheetRow(number, tuple(rows[number])) for number in sorted(rows))) if rows else table
    )


_MOST_FILLED = 100_000  # cells, of all that are merged: more rows than a list has


def filled_downwards(table: ListSheet, merged: Iterable[tuple[int, int, int]]) -> ListSheet:
    """The table with what stands in a cell merged over rows in each of them that says something else besides.

    merged: by column, first and last row.
    """
    cells = {row.number: list(row.cells) for row in table.rows}
    room = _MOST_FILLED
    for column, first, last in merged:
        text = cells[first][column] if column < len(cells.get(first, ())) else ""
        for number in range(first + 1, min(last, first + room) + 1) if text else ():
            room -= 1
            if number in cells:
                row = cells[number]
                row.extend([""] * (column + 1 - len(row)))
                row[column] = row[column] or text
    return replace(table, rows=tuple(SheetRow(number, tuple(row)) for number, row in cells.items()))


def _row_cells(record: Sequence[str]) -> tuple[str, ...]:
    end = len(record)
    while end and not record[end - 1]:  # a row of separators alone may be as long as the file
        end -= 1
    cells = [tidy_cell(_as_meant(text)) if text else "" for text in record[:end]]
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


# What keeps a spreadsheet from making a number or a formula of a cell: no part of what the cell says.
_GUARDED = re.compile(r"""\s*(?:="(?P<text>[^"]*)"|'(?P<rest>[\d=+@-].*))\s*""", re.DOTALL)
_QUOTES = {"“": "”", "«": "»", "„": "“", "‘": "’"}
_LINE_OF_NAMES = re.compile(r"[^\W\d_][^\d;/&]*")


def _as_meant(text: str) -> str:
    """The cell without a spreadsheet's guard; names on lines of their own are told apart as people are, by a stroke."""
    if "\n" in text or "\r" in text:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) > 1 and all(_LINE_OF_NAMES.fullmatch(line) and line[0].isupper() for line in lines):
            return " / ".join(lines)
    if text[:1] in _QUOTES and (quoted := text.strip()).endswith(_QUOTES[quoted[0]]) and len(quoted) > 1:
        text = quoted[1:-1]
    guarded = _GUARDED.fullmatch(text) if text.lstrip()[:1] in "='" else None
    return (guarded["text"] or guarded["rest"] or "") if guarded else text


def tidy_cell(text: str) -> str:
    """The text as a person reads it: composed accents, single blanks, nothing invisible, at most MAX_CELL long."""
    if text.isascii() and text.isprintable():  # most cells: nothing to look for
        return " ".join(text.split())[:MAX_CELL]
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFC", text[: 4 * MAX_CELL]))
    spaced = "".join(letter if unicodedata.category(letter) != "Cc" else " " for letter in visible)
    return " ".join(spaced.split())[:MAX_CELL]
