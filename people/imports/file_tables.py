"""The bytes of a file as tables of texts, or the reason why not. Nothing is opened before its size is known.

Text with separators, as spreadsheets save it: which encoding, which separator, where the quotes end. An Excel workbook
(XLSX): the values as they were last computed, numbers and dates as read.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from io import BytesIO, StringIO
from itertools import islice
from typing import Any
from zipfile import ZipFile

from people.imports.columns import ListKind, recognise
from people.imports.letters import readings, shown_encoding
from people.imports.plain_text import plain_as_file
from people.imports.rows import Shape, entry_rows
from people.imports.table import (
    MAX_COLUMNS,
    Allowance,
    FileFault,
    ImportRefused,
    ListSheet,
    SheetRow,
    filled_downwards,
    table_of,
    with_formulas_marked,
)
from people.imports.workbook_guard import Extent, SheetMarks, check_workbook, column_of
from records.outside import LIST, Limits

DELIMITERS = (";", "\t", ",", "|")
_SAMPLE = 2**16
_SAMPLE_ROWS = 200
# Follows the last line: when it does not come out alone, a quote before it was left open.
_END = "\x1f"


def read_text(content: bytes, limits: Limits = LIST) -> ListSheet:
    """The table in a text file; raises ImportRefused when it is no text, or a quote never ends."""
    return replace(next(_text_tables(content, limits)), name="")


LONGEST_WITH_CHOICE = 2**19  # bytes: of a longer text only the likeliest reading is kept


def readings_of(content: bytes, limits: Limits = LIST) -> tuple[ListSheet, ...]:
    """What `read_tables` gives; of a text also the other ways to read it, each by encoding, separator, a sample."""
    tables = read_tables(content, limits)
    if is_workbook(content) or len(content) > LONGEST_WITH_CHOICE:
        return tables
    found: dict[tuple[SheetRow, ...], ListSheet] = {}
    for table in _text_tables(content, limits):
        found.setdefault(table.rows, table)
    return tuple(found.values())


def _text_tables(content: bytes, limits: Limits) -> Iterator[ListSheet]:
    """The readings of a text, the likeliest first; of the others only those that can be read."""
    for encoding, text in readings(content).items():
        if not text.strip():
            raise ImportRefused(FileFault.EMPTY)
        announced, rest = _announced_separator(plain_as_file(text))
        ranked = [announced] if announced else _delimiters(rest)
        sample = next((word for word in rest.split() if not word.isascii()), "")
        for place, delimiter in enumerate(ranked):
            shown = "Tab" if delimiter == "\t" else delimiter
            name = " · ".join(filter(None, (shown_encoding(encoding), shown, _WORDS.sub(" ", sample).strip()[:30])))
            try:
                yield table_of(name, _records(rest, delimiter), Allowance(limits))
            except ImportRefused:
                if place == 0:
                    raise


_WORDS = re.compile(r"[;,|\t\"]+")


def _announced_separator(text: str) -> tuple[str, str]:
    """The separator that a first line «sep=;» names for Excel, and the rest; else none and the whole text."""
    first, _end, rest = text.partition("\n")
    named = first.strip("\r\"' ")
    if named.lower().startswith("sep=") and named[4:] in DELIMITERS:
        return named[4:], rest
    return "", text


def _delimiters(text: str) -> list[str]:
    """The separators that cut it, first the one that makes most rows whole people, then the most regular."""
    sample = text[:_SAMPLE]
    regular = {delimiter: _regularity(sample, delimiter) for delimiter in DELIMITERS}
    cutting = [delimiter for delimiter in DELIMITERS if regular[delimiter][0]] or [DELIMITERS[0]]
    if len(cutting) == 1:
        return cutting
    return sorted(cutting, key=lambda one: (_whole_people(sample, one), regular[one]), reverse=True)


_ANYBODY = Shape(fewest=1, most=9)


def _whole_people(sample: str, delimiter: str) -> int:
    """How many people have surname and name in a row, and no other separator among them, when it is cut so."""
    try:
        records = list(islice(csv.reader(StringIO(sample, newline=""), delimiter=delimiter), _SAMPLE_ROWS))
        table = table_of("", records)
    except (csv.Error, ImportRefused):
        return 0
    columns = recognise(table, ListKind.ENTRIES)
    entries = entry_rows(table, columns, _ANYBODY) if columns.is_sure else ()
    others = {";", "\t", "|"} - {delimiter}
    if columns.header and others.intersection("".join(records[columns.header - 1])):
        return 0
    whole = (one for one in entries if one.is_good and not others.intersection("".join(records[one.row - 1])))
    return sum(len(entry.players) for entry in whole)


def _regularity(sample: str, delimiter: str) -> tuple[int, int]:
    """How many rows have the commonest number of cells above one, and that number."""
    try:
        rows = list(islice(csv.reader(StringIO(sample, newline=""), delimiter=delimiter), _SAMPLE_ROWS))
    except csv.Error:
        return (0, 0)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return (count, width)


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    """The records in order, blank ones too, as a spreadsheet numbers them."""
    reader = csv.reader(StringIO(f"{text}\n{_END}", newline=""), delimiter=delimiter)
    number = 1
    try:
        for record in reader:
            if record == [_END]:
                return
            if any(_END in cell for cell in record):
                break
            yield record
            number += 1
    except csv.Error:  # a cell longer than any: the rest of the file, behind an open quote
        pass
    raise ImportRefused(FileFault.QUOTE_NOT_CLOSED, row=number)


OPEN_DOCUMENT_MARK = b"mimetypeapplication/vnd.oasis.opendocument"


def read_workbook(content: bytes, limits: Limits = LIST) -> tuple[ListSheet, ...]:
    """The sheets with something in them, visible ones only; raises ImportRefused for what is broken or too big."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            extent = check_workbook(archive, limits)
        return _tables(content, extent, limits)
    except ImportRefused:
        raise
    except Exception as error:  # zipfile, expat and openpyxl raise about anything on broken files
        raise ImportRefused(FileFault.BROKEN_WORKBOOK) from error


def _tables(content: bytes, extent: Extent, limits: Limits) -> tuple[ListSheet, ...]:
    """The tables of the sheets, which cannot be more than the parts that hold them."""
    from openpyxl import load_workbook  # noqa: PLC0415  # with the first workbook, not with a page

    allowance = Allowance(limits)
    book: Any = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        if len(book.worksheets) > extent.sheets:
            raise ImportRefused(FileFault.BROKEN_WORKBOOK)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        tables = [_sheet_table(sheet, extent, allowance) for sheet in sheets]
    finally:
        book.close()
    return tuple(table for table in tables if table.rows)


def _sheet_table(sheet: Any, extent: Extent, allowance: Allowance) -> ListSheet:
    """The table of a sheet, with what it hides, and where its formulas have no values yet."""
    marks = extent.marks.get(str(sheet._worksheet_path).lstrip("/").lower(), SheetMarks())  # no other way
    table = table_of(sheet.title, _workbook_records(sheet, extent.last_row), allowance)
    table = filled_downwards(table, ((column_of(letters), first, last) for letters, first, last in marks.merged))
    table = with_formulas_marked(table, (cell for cell in marks.uncomputed if cell[1] < MAX_COLUMNS))
    return replace(table, hidden_rows=frozenset(marks.rows), hidden_columns=frozenset(marks.columns))


def _workbook_records(sheet: Any, last_row: int) -> Iterator[list[str]]:
    sheet.reset_dimensions()  # the size that a sheet declares is often wrong
    # One column more than allowed, so that a table too wide is seen to be.
    rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(max_row=last_row or 1, max_col=MAX_COLUMNS + 1)
    yield from ([_cell_text(cell) for cell in _without_blank_end(row)] for row in rows)


def _cell_text(cell: Any) -> str:
    """A cell's text; of a number under a mask of zeros («00000») as the sheet shows it."""
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool) and "0" in (mask := cell.number_format or ""):
        return _masked(value, mask) or as_text(value)
    return as_text(value)


EXACT = 10**15  # from here on a spreadsheet's number is rounded
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
_MASK = re.compile(r'(?:"[^"]*"|\\.|[0 /-])+')
_MASK_PART = re.compile(r'"(?P<said>[^"]*)"|\\(?P<mark>.)|(?P<plain>.)')


def _masked(value: float, mask: str) -> str:
    """A whole number as such a mask shows it; nothing for another mask."""
    shape = _IN_BRACKETS.sub("", mask.split(";", maxsplit=1)[0])
    if value < 0 or value != int(value) or shape.count("0") < 2 or not _MASK.fullmatch(shape):
        return ""
    parts = [
        (found["plain"] == "0", found["said"] or found["mark"] or found["plain"])
        for found in _MASK_PART.finditer(shape)
    ]
    zeros = sum(is_zero for is_zero, _text in parts)
    figures = str(int(value)).zfill(zeros)
    beyond, own = figures[: len(figures) - zeros], iter(figures[len(figures) - zeros :])
    shown = ""
    for is_zero, text in parts:
        shown += beyond + next(own) if is_zero else text
        beyond = "" if is_zero else beyond
    return shown


def _without_blank_end(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cells up to the last one with a value: openpyxl adds to each row as many blank ones as it was asked for."""
    end = len(row)
    while end and row[end - 1].value is None:
        end -= 1
    return row[:end]


def as_text(value: object) -> str:
    """A cell's value as a person would type it: 123.0 is 123, a date is 31/12/2026, true is VERO."""
    if isinstance(value, str):  # most are
        return value
    if value is None:
        return ""
    return _number_text(value) if isinstance(value, int | float) else _moment_text(value)


def _number_text(value: float) -> str:
    if isinstance(value, bool):
        return "VERO" if value else "FALSO"  # as the sheet shows what was typed there
    if abs(value) >= EXACT:
        return f"{value:.6E}"  # a spreadsheet keeps fifteen figures: the others are lost
    return str(int(value)) if value == int(value) else repr(value)


def _moment_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.strftime("%d/%m/%Y" if value.time() == time() else "%d/%m/%Y %H:%M")
    if isinstance(value, timedelta):
        minutes = int(value.total_seconds()) // 60
        return f"{minutes // 60}:{minutes % 60:02}"
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return value.strftime("%d/%m/%Y") if isinstance(value, date) else str(value)


def is_open_document(content: bytes) -> bool:
    """Whether a zip is a LibreOffice document, which says so at its beginning."""
    return OPEN_DOCUMENT_MARK in content[:200]


_ZIP = b"PK\x03\x04"
# Files that people send in place of a table, by how they begin.
_OTHERS = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": FileFault.OLD_EXCEL,
    b"%PDF-": FileFault.PDF,
    b"<": FileFault.WEB_PAGE,
}


def is_workbook(content: bytes) -> bool:
    """Whether it is a zip, as workbooks are."""
    return content.startswith(_ZIP)


def check_size(size: int) -> None:
    """Raise ImportRefused when a file of that many bytes is empty or too big to be opened."""
    if size == 0:
        raise ImportRefused(FileFault.EMPTY)
    if size > LIST.size:
        raise ImportRefused(FileFault.TOO_BIG, most=LIST.size)


def read_tables(content: bytes, limits: Limits = LIST) -> tuple[ListSheet, ...]:
    """The tables in the file: one per sheet of a workbook, one for a text; what it is shows from how it begins.

    Raises ImportRefused, and nothing else, whatever the bytes are.
    """
    check_size(len(content))
    opening = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    for beginning, reason in _OTHERS.items():
        if opening.startswith(beginning):
            raise ImportRefused(reason)
    if is_workbook(content):
        if is_open_document(content):
            raise ImportRefused(FileFault.OPEN_DOCUMENT)
        tables = read_workbook(content, limits)
    else:
        tables = (read_text(content, limits),)
    if not any(table.rows for table in tables):
        raise ImportRefused(FileFault.EMPTY)
    return tables
