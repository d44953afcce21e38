"""What the parts of a score sheet share: its measures, where the grid's strokes are, words that fit their room."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reportlab.lib.units import mm

from hall.score_sheets.exports import SheetBoard
from papers import look
from papers.fonts import BOLD, REGULAR, fit, fit_height, legible

LEFT, RIGHT = 16 * mm, look.PAGE_WIDTH - 16 * mm
TOP_OF_GRID = 190.5 * mm
TOTAL_ROW, GROUP_ROW, TITLE_ROW = 8.6 * mm, 6.5 * mm, 6 * mm
_TALLEST_ROW, _MOST_ROWS = 14 * mm, 104 * mm
# What an arbiter scans with the sheet in hand.
ARBITERS_QR = 14 * mm

# A face and the sizes it may have, largest first: long words take more lines or a smaller size.
Face = tuple[str, tuple[float, ...]]
ASIDE: Face = (REGULAR, (8.4, 7.8, 7.2, 6.6, 6.0))


@dataclass(frozen=True)
class Grid:
    """Where the grid's strokes are: left edges of its columns, and heights from top to bottom."""

    edges: tuple[float, ...]
    deck: tuple[int, int] | None  # the column of line A's and of line B's points in tricks
    total: tuple[int, int]
    rows: tuple[float, ...]
    bottom: float

    def middle(self, column: int) -> float:
        return (self.edges[column] + self.edges[column + 1]) / 2


@lru_cache(maxsize=32)
def grid_of(boards: int, with_accusa: bool) -> Grid:
    side = (18, 18, 20) if with_accusa else (56,)
    widths = (16, 13, 13, *side, *side, 24)
    edges = [LEFT]
    for wide in widths:
        edges.append(edges[-1] + wide * mm)
    top = TOP_OF_GRID - GROUP_ROW - TITLE_ROW
    high = row_height(boards)
    rows = tuple(top - row * high for row in range(boards + 1))
    first, second = 3, 3 + len(side)
    return Grid(
        edges=tuple(edges),
        deck=(first, second) if with_accusa else None,
        total=(second - 1, second + len(side) - 1),
        rows=rows,
        bottom=rows[-1] - 3 * TOTAL_ROW,
    )


def row_height(boards: int) -> float:
    height: float = min(_TALLEST_ROW, _MOST_ROWS / max(boards, 1))
    return height


def draw_line(canvas: Any, text: str, x: float, y: float, face: Face, *, room: float) -> None:
    """One line, smaller where the words are many, never cut."""
    font, sizes = face
    size, lines = fit(legible(text), font, room, sizes)
    canvas.setFont(font, size)
    canvas.drawString(x, y, lines[0])


def draw_block(canvas: Any, text: str, x: float, top: float, face: Face, *, room: float, height: float) -> float:
    """The whole text in its room below `top`, on more lines or smaller where it is long; where it ends."""
    font, sizes = face
    size, lines = fit_height(legible(text), font, room, sizes, height)
    canvas.setFont(font, size)
    for step, line in enumerate(lines, 1):
        canvas.drawString(x, top - step * (size + 1) + 2, line)
    return top - len(lines) * (size + 1)


def draw_boards(canvas: Any, boards: Sequence[SheetBoard], grid: Grid) -> None:
    for board, top in zip(boards, grid.rows, strict=False):
        base = top - row_height(len(boards)) / 2 - 4
        canvas.setFont(BOLD, 13)
        canvas.drawCentredString(grid.middle(0), base, str(board.number))
        canvas.setFont(REGULAR, 11)
        canvas.drawCentredString(grid.middle(1), base, board.dealer)
        canvas.drawCentredString(grid.middle(2), base, board.leader)
