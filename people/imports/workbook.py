"""An Excel workbook (XLSX) as tables of texts: the values as they were last computed, numbers and dates as read."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from people.imports.refusal import FileFault, ImportRefused
from people.imports.table import ENTRIES, MAX_COLUMNS, Allowance, Limits, ListSheet, table_of
from people.imports.workbook_guard import Extent, check_workbook

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
        tables = [table_of(sheet.title, _records(sheet, extent.last_row), allowance) for sheet in sheets]
    finally:
        book.close()
    return tuple(table for table in tables if table.rows)


def _records(sheet: Any, last_row: int) -> Iterator[list[str]]:
    sheet.reset_dimensions()  # the size that a sheet declares is often wrong
    # One column more than allowed, so that a table too wide is seen to be.
    rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(max_row=last_row or 1, max_col=MAX_COLUMNS + 1, values_only=True)
    yield from ([as_text(value) for value in _without_blank_end(row)] for row in rows)


def _without_blank_end(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cells up to the last one with a value: openpyxl adds to each row as many blank ones as it was asked for."""
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return row[:end]


def as_text(value: object) -> str:
    """A cell's value as a person would type it: 123.0 is 123, a date is 31/12/2026."""
    if isinstance(value, str):  # most are
        return value
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime):
        return value.strftime("%d/%m/%Y" if value.time() == time() else "%d/%m/%Y %H:%M")
    return value.strftime("%d/%m/%Y") if isinstance(value, date) else str(value)


def is_open_document(content: bytes) -> bool:
    """Whether a zip is a LibreOffice document, which says so at its beginning."""
    return OPEN_DOCUMENT_MARK in content[:200]
