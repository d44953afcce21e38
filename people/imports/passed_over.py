"""Rows that are nobody: the heading again after a page break, totals, examples of the template, lines left blank."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum

from people.imports.club_titles import club_titled
from people.imports.columns import Recognition, rows_under_header
from people.imports.headings import Datum
from people.imports.mail import letter_rows
from people.imports.table import NEVER_COMPUTED, ListSheet, SheetRow
from people.imports.words import given_names, header_words, joined_letters, plain_letters, plain_words


class PassedOver(StrEnum):
    """Why a row is nobody."""

    HIDDEN = "hidden"
    HEADING = "heading"
    TOTAL = "total"
    EXAMPLE = "example"
    BLANK = "blank"
    LETTER = "letter"
    CLUB = "club"
    ABOVE = "above"


EXAMPLE_CARDS = frozenset({"esempio", "example"})  # of the template's rows
_PART = re.compile(r"[^\W\d_]+|\d+")


def passed_over(table: ListSheet, columns: Recognition, *, grouped: bool) -> Mapping[int, PassedOver]:
    """The rows under the header that are nobody, by number; and those above it that seem to name somebody.

    grouped: the players of an entry stand one below the other, so that a row of its number alone begins one.
    """
    reader = _RowFilter(table, columns, grouped=grouped)
    above = {row.number: PassedOver.ABOVE for row in table.rows if row.number < columns.header and _may_name(row)}
    return above | {row.number: why for row in rows_under_header(table, columns.header) if (why := reader.why(row))}


def _may_name(row: SheetRow) -> bool:
    """Whether a given name stands there beside another word."""
    words = plain_words(" ".join(row.cells))
    names = given_names().intersection(words) - {*header_words()["letter"]["telling"]}  # «domenica 15 dicembre»
    return len(words) > 1 and bool(names)


class _RowFilter:
    def __init__(self, table: ListSheet, columns: Recognition, *, grouped: bool) -> None:
        self.hidden = table.hidden_rows
        self.columns = columns
        self.letter = letter_rows(table, columns.header)
        self.headings = list(_headings(table, columns))
        self.heading_words = frozenset(word for heading in self.headings for word in heading)
        self.number = None if grouped else columns.column_of(Datum.NUMBER)
        self.targets = columns.targets
        self.cards = [column for column, target in columns.targets.items() if target.field is Datum.CARD]
        self.totals = {kind: frozenset(words) for kind, words in header_words()["totals"].items()}

    def why(self, row: SheetRow) -> PassedOver | None:
        return PassedOver.HEADING if self._is_heading(row) else self._why_nobody(row)

    def _why_nobody(self, row: SheetRow) -> PassedOver | None:
        if row.number in self.hidden:
            return PassedOver.HIDDEN
        if any(row.cell(column).lower() in EXAMPLE_CARDS for column in self.cards):
            return PassedOver.EXAMPLE
        words = list(self._words(row))
        if not words or self._holds_only_its_number(row, words):
            return PassedOver.BLANK
        if self._is_total(row, words):
            return PassedOver.TOTAL
        if row.number in self.letter:
            return PassedOver.LETTER
        return PassedOver.CLUB if club_titled(row, self.columns) else None

    def _is_heading(self, row: SheetRow) -> bool:
        """Whether all its cells stand in a heading, and most of that heading's in it, in whatever order and letters."""
        first = next(filter(None, row.cells), "")
        if joined_letters(first) not in self.heading_words:  # nearly every row: no more of it is looked at
            return False
        cells = _cells(row.cells)
        return any(cells <= heading and 2 * cells.total() >= heading.total() for heading in self.headings)

    def _words(self, row: SheetRow) -> Iterator[str]:
        return (word for cell in row.cells for word in _PART.findall(plain_letters(cell)))

    def _holds_only_its_number(self, row: SheetRow, words: list[str]) -> bool:
        """A line numbered beforehand that nobody took."""
        filled = [column for column, cell in enumerate(row.cells) if cell]
        is_formula = filled == [self.number] and row.cell(filled[0]) == NEVER_COMPUTED
        return filled == [self.number] and (is_formula or all(map(str.isdigit, words)))

    def _is_total(self, row: SheetRow, words: list[str]) -> bool:
        letters = {word for word in words if not word.isdigit()}
        if not letters:
            # Figures under columns that are not imported, as sums of what was paid; under ours they are cards.
            return not any(row.cell(column) for column in self.targets if column != self.number)
        if not letters <= frozenset().union(*self.totals.values()):
            return False
        is_counted = bool(letters & self.totals["counted"])
        if letters & self.totals["perhaps"]:
            return is_counted
        return bool(letters & self.totals["sum"]) or (is_counted and len(letters) < len(words))


def _headings(table: ListSheet, columns: Recognition) -> Iterator[Counter[str]]:
    """The heading as it is understood, and its rows as they stand: of two rows that make one, both."""
    if not columns.header:
        return
    rows = [row.cells for row in table.rows if row.number <= columns.header][-2:]
    understood = _cells(columns.titles)
    yield understood
    if rows and _cells(rows[-1]) != understood:
        yield from map(_cells, rows)


def _cells(cells: tuple[str, ...]) -> Counter[str]:
    return Counter(key for cell in cells if (key := joined_letters(cell)))
