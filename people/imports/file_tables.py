"""The bytes of a file as tables of texts, or the reason why not. Nothing is opened before its size is known."""

from people.imports.csv_text import read_text
from people.imports.refusal import FileFault, ImportRefused
from people.imports.table import ENTRIES, Limits, ListSheet
from people.imports.workbook import is_open_document, read_workbook

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
