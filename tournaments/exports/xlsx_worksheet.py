"""A worksheet that is written quickly: how a cell looks is worked out once for all that look the same.

Openpyxl copies a named style for each cell it is given to, and asks each cell first whether it is a plain value: with
tens of thousands of cells that takes longer than writing them.
"""

from collections.abc import Iterable, Iterator

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tournaments.exports.rows import Cell


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
