"""A look into a workbook before anything of it is built: how much it unpacks to, what its XML would make us hold.

A workbook is a zip of XML parts, and a small file can hold gigabytes of zeros or millions of empty elements. The sizes
that the zip declares are checked first (zipfile never unpacks beyond them); then every XML part streams once through
a parser that keeps nothing, refuses entities and counts.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from xml.sax.handler import ContentHandler
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from defusedxml.sax import make_parser

from people.imports.table import MAX_COLUMNS, FileFault, ImportRefused
from records.outside import LIST, Limits, TooMuch, check_members

MAX_OTHER_ELEMENTS = 50_000  # of styles and the like, which are held as a tree
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384  # of a sheet, in Excel

_STREAMED = re.compile(r"xl/(worksheets/[^/]+|sharedStrings)\.xml", re.IGNORECASE)
_CHUNK = 2**16
_DOWNWARDS = re.compile(r"(?P<column>[A-Z]{1,2})(?P<first>[1-9]\d{0,6}):(?P=column)(?P<last>[1-9]\d{0,6})", re.ASCII)
# Elements of a cell: its value, or the text in it. A cell that has but a style is blank.
_SAYS_SOMETHING = frozenset({"v", "is"})


class _Feeds(Protocol):
    def setContentHandler(self, handler: ContentHandler) -> None: ...
    def feed(self, data: bytes) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Extent:
    """What a workbook holds: how many sheets, and the last row in which one of them says something (0: none does)."""

    sheets: int
    last_row: int
    marks: Mapping[str, "SheetMarks"]


@dataclass
class SheetMarks:
    """What a part hides: rows by number, columns from 0; the cells with a formula never computed, by row and column.

    merged: cells that are one over several rows, by column, first and last row.
    """

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    uncomputed: set[tuple[int, int]] = field(default_factory=set)
    merged: list[tuple[str, int, int]] = field(default_factory=list)


def check_workbook(archive: ZipFile, limits: Limits = LIST) -> Extent:
    """What the workbook holds, if it is small enough to be read.

    Blank rows count up to the last one with something in it: each takes as long to read as a full one. Raises
    ImportRefused when it is not; any other error means that it is broken.
    """
    parts = archive.infolist()
    _check_sizes(parts)
    streamed = [part for part in parts if _STREAMED.fullmatch(part.filename)]
    others = [part for part in parts if _is_xml(part) and part not in streamed]
    counter = _Counter(limits.values)
    marks = {}
    for part in streamed:
        _walk(archive, part, counter)
        marks[part.filename.lower()] = counter.marks
    if counter.last_row > limits.lines:
        raise ImportRefused(FileFault.TOO_MANY_ROWS, most=limits.lines)
    rest = _Counter(MAX_OTHER_ELEMENTS)
    for part in others:
        _walk(archive, part, rest)
    return Extent(sum("worksheets" in part.filename for part in streamed), counter.last_row, marks)


def _check_sizes(parts: list[ZipInfo]) -> None:
    try:
        check_members(parts, LIST)
    except TooMuch as error:
        raise ImportRefused(FileFault.UNPACKS_TOO_BIG) from error
    if len({part.filename for part in parts}) < len(parts):
        raise ImportRefused(FileFault.BROKEN_WORKBOOK)
    # Other methods than the two that spreadsheets use may take any memory they like.
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise ImportRefused(FileFault.BROKEN_WORKBOOK)


def _is_xml(part: ZipInfo) -> bool:
    return part.filename.lower().endswith((".xml", ".rels", ".vml"))


def _walk(archive: ZipFile, part: ZipInfo, counter: "_Counter") -> None:
    parser: _Feeds = make_parser()
    counter.begin()
    parser.setContentHandler(counter)
    with archive.open(part) as source:
        while chunk := source.read(_CHUNK):
            counter.quiet += len(chunk)
            parser.feed(chunk)
            counter.check_length()
    parser.close()


@dataclass
class _Cell:
    """A cell as it streams by: its kind and column, whether it has a formula, whether its value says something."""

    kind: str
    column: int = 0
    is_formula: bool = False
    opens: bool = False
    has_value: bool = False


def column_of(letters: str) -> int:
    """The place of a column, from 0: «A», «AB»; of what is longer than any, beyond them all."""
    place = 0
    for letter in letters[:4]:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def _is_on(attribute: str) -> bool:
    return attribute in ("1", "true")


class _Counter(ContentHandler):
    """Counts elements over the parts given to it; refuses too many, too deep, or rows and columns past the last.

    last_row: the highest row of any part with a cell that says something. quiet: bytes in which no tag ended, nor text
    stood: of one tag, or of a comment, which are held whole and read again with each piece. length: of the text so far.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.count = self.last_row = 0
        self.begin()

    def begin(self) -> None:
        """A new part: no row is open."""
        self.depth = self.cells = self.row = self.quiet = self.length = 0
        self.marks = SheetMarks()
        self.cell = _Cell("")

    def check_length(self) -> None:
        """Refuse a tag or a text that is longer than any of a list."""
        if max(self.quiet, self.length) > 4 * LIST.line:
            raise ImportRefused(FileFault.UNPACKS_TOO_BIG)

    def startElement(self, name: str, attrs: Any) -> None:
        self.quiet = self.length = 0
        self.count += 1
        self.depth += 1
        if self.count > self.most or self.depth > LIST.depth:
            raise ImportRefused(FileFault.UNPACKS_TOO_BIG)
        local = name.rpartition(":")[2]
        if local == "row":
            self.cells = 0
            self._begin_row(attrs.get("r", ""))
            if _is_on(attrs.get("hidden", "")):
                self.marks.rows.add(self.row)
        elif local == "col" and _is_on(attrs.get("hidden", "")):
            self._hide_columns(attrs.get("min", ""), attrs.get("max", ""))
        elif local == "c":
            self.cells += 1
            place = attrs.get("r", "").rstrip("0123456789$").lstrip("$")
            self.cell = _Cell(attrs.get("t", ""), column_of(place) if place else self.cells - 1)
            if self.cells > LAST_COLUMN:
                raise ImportRefused(FileFault.BROKEN_WORKBOOK)
            self._check_row(attrs.get("r", "").lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ$"))
        elif local in _SAYS_SOMETHING:
            self.last_row = max(self.last_row, self.row)
            self.cell.opens = True
        elif local == "f":
            self.cell.is_formula = True
        elif local == "mergeCell" and (match := _DOWNWARDS.fullmatch(attrs.get("ref", ""))):
            self.marks.merged.append((match["column"], int(match["first"]), int(match["last"])))

    def characters(self, content: str) -> None:
        self.quiet = 0
        self.length += len(content)
        if self.cell.opens:
            self.cell.has_value = True

    def endElement(self, name: str) -> None:
        self.quiet = self.length = 0
        self.depth -= 1
        if self.cell.is_formula and name.rpartition(":")[2] == "c":
            if not (self.cell.has_value or self.cell.kind == "str"):
                self.marks.uncomputed.add((self.row, self.cell.column))
            self.cell = _Cell("")

    def _hide_columns(self, first: str, last: str) -> None:
        if first.isdecimal() and last.isdecimal():
            self.marks.columns.update(range(int(first) - 1, min(int(last), MAX_COLUMNS)))

    def _begin_row(self, number: str) -> None:
        self._check_row(number)
        # A row that does not say its number follows the one before.
        self.row = int(number) if number else self.row + 1

    def _check_row(self, number: str) -> None:
        # A row numbered a thousand millions would make as many blank ones before it.
        if number and not (len(number) <= 7 and number.isascii() and number.isdigit() and 1 <= int(number) <= LAST_ROW):
            raise ImportRefused(FileFault.BROKEN_WORKBOOK)
