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

from people.imports.table import ENTRIES, MAX_COLUMNS, Allowance, FileFault, ImportRefused, Limits, ListSheet, table_of
from people.imports.workbook_guard import Extent, SheetMarks, check_workbook

# UTF-32 first: its mark begins with that of UTF-16.
_MARKS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
# What «CSV», «CSV (MS-DOS)» and «CSV (Macintosh)» write in Western Europe; the first wins a draw.
_EIGHT_BITS = ("cp1252", "cp850", "mac_roman")
_EXPECTED = frozenset("àèéìíòóùúÀÈÉÌÍÒÓÙÚâêîôûäëïöüÄËÏÖÜßçÇñÑ’‘“”«»°ºª–—€")
_CONTROLS = frozenset(map(chr, range(32))) - set("\t\n\r\x0b\x0c")

DELIMITERS = (";", "\t", ",", "|")
_SAMPLE = 2**16
_SAMPLE_ROWS = 200
# Follows the last line: when it does not come out alone, a quote before it was left open.
_END = "\x1f"


def read_text(content: bytes, limits: Limits = ENTRIES) -> ListSheet:
    """The table in a text file; raises ImportRefused when it is no text, or a quote never ends."""
    text = decode(content)
    if not text.strip():
        raise ImportRefused(FileFault.EMPTY)
    delimiter, text = _announced_separator(text)
    return table_of("", _records(text, delimiter or _delimiter(text)), Allowance(limits))


def decode(content: bytes) -> str:
    """The text of the bytes: by its mark, as UTF-16 or UTF-8 without one, else in the eight bits that read best."""
    try:
        text = _decode_content(content)
    except UnicodeDecodeError as error:
        raise ImportRefused(FileFault.NOT_TEXT) from error
    text = text.rstrip("\x1a")  # the end of a file under DOS
    if _CONTROLS.intersection(text):
        raise ImportRefused(FileFault.NOT_TEXT)
    return text


def _decode_content(content: bytes) -> str:
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content.decode(encoding)
    if b"\x00" in content:
        # Plain letters have a zero byte in UTF-16: behind them in little-endian, before them in big-endian.
        return content.decode("utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        readings = [content.decode(encoding, errors="replace") for encoding in _EIGHT_BITS]
        return max(readings, key=_plausibility)


def _plausibility(text: str) -> int:
    """How well a text reads: how many letters and marks it has that an Italian list may have, beyond the plain ones."""
    return sum(letter in _EXPECTED for letter in text)


def _announced_separator(text: str) -> tuple[str, str]:
    """The separator that a first line «sep=;» names for Excel, and the rest; else none and the whole text."""
    first, _end, rest = text.partition("\n")
    named = first.strip("\r\"' ")
    if named.lower().startswith("sep=") and named[4:] in DELIMITERS:
        return named[4:], rest
    return "", text


def _delimiter(text: str) -> str:
    """The separator that cuts most rows into the same number of cells, and into most cells."""
    sample = text[:_SAMPLE]
    return max(DELIMITERS, key=lambda delimiter: _regularity(sample, delimiter))


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


def read_workbook(content: bytes, limits: Limits = ENTRIES) -> tuple[ListSheet, ...]:
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
    """The table of a sheet, with what it hides; refused where its formulas have no values yet."""
    marks = extent.marks.get(str(sheet._worksheet_path).lstrip("/").lower(), SheetMarks())  # no other way
    if marks.uncomputed:
        raise ImportRefused(FileFault.NEVER_COMPUTED, row=marks.uncomputed)
    table = table_of(sheet.title, _workbook_records(sheet, extent.last_row), allowance)
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


MAX_BYTES = 4 * 2**20

_ZIP = b"PK\x03\x04"
# Files that people send in place of a table, by how they begin.
_OTHERS = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": FileFault.OLD_EXCEL,
    b"%PDF-": FileFault.PDF,
    b"<": FileFault.WEB_PAGE,
}


def check_size(size: int) -> None:
    """Raise ImportRefused when a file of that many bytes is empty or too big to be opened."""
    if size == 0:
        raise ImportRefused(FileFault.EMPTY)
    if size > MAX_BYTES:
        raise ImportRefused(FileFault.TOO_BIG, most=MAX_BYTES)


def read_tables(content: bytes, limits: Limits = ENTRIES) -> tuple[ListSheet, ...]:
    """The tables in the file: one per sheet of a workbook, one for a text; what it is shows from how it begins.

    Raises ImportRefused, and nothing else, whatever the bytes are.
    """
    check_size(len(content))
    opening = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    for beginning, reason in _OTHERS.items():
        if opening.startswith(beginning):
            raise ImportRefused(reason)
    if content.startswith(_ZIP):
        if is_open_document(content):
            raise ImportRefused(FileFault.OPEN_DOCUMENT)
        tables = read_workbook(content, limits)
    else:
        tables = (read_text(content, limits),)
    if not any(table.rows for table in tables):
        raise ImportRefused(FileFault.EMPTY)
    return tables
