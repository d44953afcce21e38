"""Why a file cannot be read at all: a reason and its figures, which the pages put into words."""

from enum import StrEnum


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
