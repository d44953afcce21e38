"""A worksheet that is written quickly: how a cell looks is worked out once for all that look the same.

Openpyxl copies a named style for each cell it is given to, and asks each cell first whether it is a plain value: with
tens of thousands of cells that takes longer than writing them.

Any list of Sheets as one workbook: real numbers and dates, and text that can never become a formula.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, NamedStyle, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from papers.sheets import Cell, Column, Imprint, Kind, Sheet, Tell, in_words, local


class StyledCell:
    """A value with what openpyxl's writer asks of a cell; its type is said, never guessed from a text."""

    __slots__ = ("_value", "column", "data_type", "parent", "row", "style_id")
    row: int
    column: int
    has_style = True
    hyperlink = _comment = None

    def __init__(self, worksheet: "StyledWorksheet", value: Cell | float, data_type: str, style_id: int) -> None:
        self.parent = worksheet
        self._value = value
        self.data_type = data_type
        self.style_id = style_id

    @property
    def coordinate(self) -> str:
        return f"{get_column_letter(self.column)}{self.row}"


class StyledWorksheet(WriteOnlyWorksheet):  # type: ignore[misc]  # openpyxl ships no types
    """A worksheet that takes cells whose look was worked out once: openpyxl's own works it out for every cell anew."""

    def __init__(self, book: Workbook, title: str) -> None:
        super().__init__(book, title=title)
        self._looks: dict[tuple[str, Alignment | None, bool], int] = {}

    def look(self, style: str, alignment: Alignment | None = None, *, quoted: bool = False) -> int:
        """The number under which the workbook keeps a named style, with its own alignment, quoted or not."""
        key = (style, alignment, quoted)
        if key not in self._looks:
            model = WriteOnlyCell(self)
            model.style = style
            if alignment:
                model.alignment = alignment
            if quoted:
                model.quotePrefix = True
            self._looks[key] = model.style_id
        return self._looks[key]

    def _values_to_row(self, values: Iterable[StyledCell], row_idx: int) -> Iterator[StyledCell]:
        """Openpyxl's hook between a row appended and its writer: the cells are ready, only their place is missing."""
        for column, cell in enumerate(values, 1):
            cell.row, cell.column = row_idx, column
            yield cell


# What a spreadsheet may take for a formula or a command when the cell is edited or saved as CSV.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_FORBIDDEN_IN_NAMES = re.compile(r"[\\*?:/\[\]\x00-\x1f]")
_NAME_LENGTH = 31
_MOST_CHARACTERS = 32_767
_WIDE = 100  # characters: a wider sheet prints on its side
_EPOCH = (1980, 1, 1, 0, 0, 0)

_FORMATS = {
    Kind.INTEGER: "0",
    Kind.SIGNED: "+0;-0;0",
    Kind.FRACTION: "# ??/??",
    Kind.DATE: "dd/mm/yyyy",
    Kind.MOMENT: "dd/mm/yyyy hh:mm",
}
# Words keep off the numbers to their left.
_ALIGNMENTS = {
    "number": Alignment(vertical="top", horizontal="right"),
    "words": Alignment(vertical="top", horizontal="left", wrap_text=True, indent=1),
}
_OVER_NUMBERS = Alignment(horizontal="right", vertical="bottom", wrap_text=True)
# As Excel lists them, by kind and whether it is a total.
_STYLE_NAMES = {(kind, total): f"{'Totale' if total else 'Dato'} {kind}" for kind in Kind for total in (False, True)}
_LINE = 15  # points that a line takes
_HIGHEST = 400  # points; Excel allows 409
_INK, _FELT, _HAIR, _GREY = "1F1F1C", "17513A", "D8D5CB", "5F5F58"


class _Archive(ZipFile):
    """A zip whose entries carry no clock, so that the same rows give the same bytes."""

    def writestr(self, name: Any, data: Any, *_more: Any) -> None:
        info = ZipInfo(str(name), date_time=_EPOCH)
        info.compress_type = ZIP_DEFLATED
        super().writestr(info, data)

    def write(self, filename: Any, arcname: Any = None, *_more: Any) -> None:
        """Store a file that openpyxl has spooled to the disk."""
        self.writestr(arcname, Path(filename).read_bytes())


class _RowCounter:
    """Counts the rows that are written, for whoever wants to hear of them."""

    def __init__(self, progress: Tell | None, total: int) -> None:
        self.tell, self.done, self.total = progress, 0, total

    def count_row(self) -> None:
        self.done += 1
        if self.tell:
            self.tell(self.done, self.total)


def workbook(sheets: Sequence[Sheet], imprint: Imprint, progress: Tell | None = None) -> bytes:
    """The sheets as an XLSX file, one worksheet each; `progress` hears how many of all rows are written."""
    counter = _RowCounter(progress, sum(len(sheet.rows) for sheet in sheets))
    sheets = imprint.names.in_all(tuple(sheets))
    book = Workbook(write_only=True)
    _describe(book, imprint)
    for style in _styles():
        book.add_named_style(style)
    names = sheet_names(sheet.title for sheet in sheets)
    for sheet, name in zip(sheets, names, strict=True):
        worksheet = StyledWorksheet(book, name)
        book._add_sheet(worksheet)  # as create_sheet does with a plain one
        _write(worksheet, sheet, imprint, counter)
    out = BytesIO()
    # Not `book.save`, which writes the time of day into the properties: the same rows give the same bytes.
    ExcelWriter(book, _Archive(out, "w")).save()
    return out.getvalue()


def _describe(book: Workbook, imprint: Imprint) -> None:
    moment = imprint.at.astimezone(UTC).replace(tzinfo=None) if imprint.at.tzinfo else imprint.at
    properties = book.properties
    properties.title, properties.subject = (
        without_control_characters(imprint.title),
        without_control_characters(imprint.owner),
    )
    properties.creator = without_control_characters(imprint.author or imprint.owner)
    properties.language = imprint.language
    properties.keywords = imprint.code or None
    properties.created = properties.modified = moment.replace(microsecond=0)


def sheet_names(titles: Iterable[str]) -> list[str]:
    """Valid worksheet names, unique without regard to case, at most 31 characters."""
    names: list[str] = []
    names_in_use: set[str] = {"history"}  # a name that Excel keeps for itself
    for title in titles:
        base = _FORBIDDEN_IN_NAMES.sub(" ", without_control_characters(title)).strip(" '") or "1"
        name, count = base[:_NAME_LENGTH].rstrip(" '"), 1
        while name.casefold() in names_in_use:
            count += 1
            tail = f" ({count})"
            name = base[: _NAME_LENGTH - len(tail)].rstrip(" '") + tail
        names_in_use.add(name.casefold())
        names.append(name)
    return names


def without_control_characters(text: str) -> str:
    """The text without the control characters that XML cannot hold, cut where Excel cuts it."""
    return str(ILLEGAL_CHARACTERS_RE.sub("", in_words(text)))[:_MOST_CHARACTERS]


def _font(**more: Any) -> Font:
    # The face that every office suite has or replaces by one as wide.
    return Font(name="Calibri", size=11, **more)


def _styles() -> list[NamedStyle]:
    """One named style for the header, the totals, the notes and for each kind of cell."""
    hair = Border(bottom=Side(style="hair", color=_HAIR))
    header = NamedStyle(
        "Intestazione", font=_font(bold=True, color=_FELT), border=Border(bottom=Side(style="medium", color=_FELT)),
        alignment=Alignment(vertical="bottom", horizontal="left", wrap_text=True, indent=1),
    )  # fmt: skip
    note = NamedStyle("Nota", font=_font(color=_GREY), alignment=Alignment(vertical="top", wrap_text=True))
    styles = [header, note]
    for kind in Kind:
        for total in (False, True):
            style = NamedStyle(_STYLE_NAMES[kind, total], font=_font(bold=total, color=_INK), border=hair)
            if total:
                style.border = Border(top=Side(style="medium", color=_INK))
            style.alignment = _ALIGNMENTS["number" if kind.is_number else "words"]
            # "@" keeps a text a text even when somebody edits the cell.
            style.number_format = _FORMATS.get(kind, "@")
            styles.append(style)
    return styles


def _write(worksheet: StyledWorksheet, sheet: Sheet, imprint: Imprint, counter: _RowCounter) -> None:
    _set_up(worksheet, sheet, imprint)
    widths = [_width(column) for column in sheet.columns]
    _make_room(worksheet, 1, ((column.title, width) for column, width in zip(sheet.columns, widths, strict=True)))
    worksheet.append([_header(worksheet, column) for column in sheet.columns])
    for number, row in enumerate(sheet.rows, 2):
        _make_room(worksheet, number, zip(row, widths, strict=True))
        worksheet.append(_cells(worksheet, row, sheet.columns))
        counter.count_row()
    if sheet.footer:
        worksheet.append(_cells(worksheet, sheet.footer, sheet.columns, total=True))
    if sheet.notes:
        worksheet.append([])
        _write_notes(worksheet, sheet, sum(widths))


def _write_notes(worksheet: StyledWorksheet, sheet: Sheet, room: int) -> None:
    # Across the whole width of the table, so that none widens the printed page.
    last, first = get_column_letter(len(sheet.columns)), 1 + len(sheet.rows) + bool(sheet.footer) + 2
    for number, note in enumerate(sheet.notes, first):
        worksheet.merged_cells.add(f"A{number}:{last}{number}")
        _make_room(worksheet, number, [(note, room)])
        worksheet.append([_text(worksheet, note, "Nota")])


def _make_room(worksheet: StyledWorksheet, number: int, cells: Iterable[tuple[Cell, int]]) -> None:
    # Not every program makes room for wrapped text by itself; it must be said before the row is written.
    lines = max(_lines(value, width) for value, width in cells)
    if lines > 1:
        worksheet.row_dimensions[number].height = min(_LINE * lines, _HIGHEST)


def _lines(value: Cell, width: int) -> int:
    if not isinstance(value, str):
        return 1
    # A width is measured in digits; usual letters are narrower, so this is enough for them.
    return sum(max(math.ceil(len(part) / (width - 2)), 1) for part in value.split("\n"))


def _set_up(worksheet: StyledWorksheet, sheet: Sheet, imprint: Imprint) -> None:
    last = get_column_letter(len(sheet.columns))
    for place, column in enumerate(sheet.columns, 1):
        worksheet.column_dimensions[get_column_letter(place)].width = _width(column)
    worksheet.freeze_panes = "A2"
    worksheet.auto_filter.ref = f"A1:{last}{max(len(sheet.rows) + 1, 2)}"
    worksheet.print_title_rows = "1:1"
    worksheet.sheet_view.showGridLines = False
    worksheet.sheet_properties.pageSetUpPr.fitToPage = True
    worksheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    worksheet.page_setup.fitToWidth, worksheet.page_setup.fitToHeight = 1, 0
    is_wide = sum(column.width for column in sheet.columns) > _WIDE
    worksheet.page_setup.orientation = "landscape" if is_wide else "portrait"
    worksheet.oddHeader.left.text = _in_margin(sheet.title)
    worksheet.oddHeader.right.text = _in_margin(imprint.owner)
    worksheet.oddFooter.left.text = _in_margin(sheet.subtitle)
    worksheet.oddFooter.right.text = "&P / &N"


def _width(column: Column[Any]) -> int:
    """Characters that the values take, or the longest word of the header with the filter's button."""
    return max(column.width + 3, max(map(len, column.title.split()), default=0) + 4)


def _in_margin(text: str) -> str:
    # In a printed margin & starts a code, and 255 characters are the limit.
    return without_control_characters(text)[:80].replace("&", "&&")


def _header(worksheet: StyledWorksheet, column: Column[Any]) -> StyledCell:
    return _text(worksheet, column.title, "Intestazione", _OVER_NUMBERS if column.kind.is_number else None)


def _cells(
    worksheet: StyledWorksheet, row: Iterable[Cell], columns: Sequence[Column[Any]], *, total: bool = False
) -> list[StyledCell]:
    cells = []
    for value, column in zip(row, columns, strict=True):
        kind = _kind_of(value, column.kind)
        alignment = None if kind is column.kind else _ALIGNMENTS["words"]
        cells.append(_cell(worksheet, value, _STYLE_NAMES[kind, total], alignment))
    return cells


def _kind_of(value: Cell, kind: Kind) -> Kind:
    """The column's kind; a number or a date among texts is written as what it is."""
    if kind is not Kind.TEXT or value is None or isinstance(value, str):
        return kind
    if isinstance(value, datetime):
        return Kind.MOMENT
    if isinstance(value, date):
        return Kind.DATE
    return Kind.FRACTION if isinstance(value, Fraction) else Kind.INTEGER


def _cell(worksheet: StyledWorksheet, value: Cell, style: str, alignment: Alignment | None) -> StyledCell:
    """A number as a number, a date as a date on the hall's clock, everything else as text."""
    if isinstance(value, str):
        return _text(worksheet, value, style, alignment)
    if isinstance(value, datetime):
        value = local(value).replace(tzinfo=None, microsecond=0)
    data_type = "d" if isinstance(value, date) else "n"
    # A spreadsheet knows only decimals; the format shows the fraction again.
    number = float(value) if isinstance(value, Fraction) else value
    return StyledCell(worksheet, number, data_type, worksheet.look(style, alignment))


def _text(worksheet: StyledWorksheet, text: str, style: str, alignment: Alignment | None = None) -> StyledCell:
    """A text cell whatever it begins with: typed as text and, where it looks like a formula, quoted."""
    quoted = text.lstrip(" ").startswith(_DANGEROUS)
    return StyledCell(worksheet, without_control_characters(text), "s", worksheet.look(style, alignment, quoted=quoted))
