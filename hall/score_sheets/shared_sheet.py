"""What all score sheets of a round share, drawn once as a form: heading, seats, the empty grid, foot.

And what their parts share: measures, where the grid's strokes are, words that fit their room.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from hall.score_sheets.exports import RoundSheet, SheetBoard
from papers import look
from papers.fonts import BOLD, REGULAR, fit, fit_height, legible
from papers.pdf import HEAD_QR, draw_head, draw_head_words, draw_text
from papers.sheets import Imprint, long_date
from tournaments.setup.games import SeatNames

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


_SIGNATURES = 27 * mm
_LEAST_ROOM_FOR_NOTES = 20 * mm
_VICTORY = 13 * mm
_TITLE: Face = (BOLD, (15.0, 13.5, 12.0, 10.5, 9.0, 8.0, 7.0, 6.0))


def draw_shared(canvas: Any, shared: RoundSheet, imprint: Imprint) -> None:
    grid = grid_of(len(shared.boards), shared.with_accusa)
    _draw_heading(canvas, shared)
    _draw_seats(canvas, shared.seat_names)
    _draw_lines(canvas, grid)
    _draw_titles(canvas, shared, grid)
    if not shared.boards_move:
        draw_boards(canvas, shared.boards, grid)
    _draw_foot(canvas, shared, grid, imprint)


def _draw_heading(canvas: Any, shared: RoundSheet) -> None:
    canvas.setFillColor(look.FELT)
    look.draw_suits(canvas, LEFT, 282 * mm, 8)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, _("Segnapunti"), LEFT + 56, 282 * mm + 0.8, size=8.6, room=60 * mm)
    room = RIGHT - LEFT - ARBITERS_QR - 20 * mm
    canvas.setFillColor(look.INK)
    low = draw_block(canvas, shared.tournament, LEFT, 279.5 * mm, _TITLE, room=room, height=14 * mm)
    canvas.setFillColor(look.GREY)
    draw_block(canvas, shared.occasion, LEFT, low - 1.2 * mm, ASIDE, room=room, height=8 * mm)


def _draw_seats(canvas: Any, seat_names: SeatNames) -> None:
    x, y, half = look.PAGE_WIDTH / 2, 222 * mm, 8 * mm
    canvas.setStrokeColor(look.INK)
    canvas.setLineWidth(0.8)
    canvas.roundRect(x - half, y - half, 2 * half, 2 * half, 5, stroke=1, fill=0)
    canvas.setFillColor(look.INK)
    side = {bearing: str(seat_names.letters[seat]) for seat, bearing in seat_names.bearings.items()}
    canvas.setFont(BOLD, 8.5)
    canvas.drawCentredString(x, y + half - 10.5, side[0])
    canvas.drawCentredString(x, y - half + 4.5, side[180])
    canvas.drawString(x - half + 4, y - 3, side[270])
    canvas.drawRightString(x + half - 4, y - 3, side[90])
    canvas.setStrokeColor(look.GREY)
    canvas.setLineWidth(0.6)
    # Towards the right-hand end, and up, when the turn passes counter-clockwise; mirrored when it passes clockwise.
    start, end = (180, x - 6.9) if seat_names.is_clockwise else (120, x + 6.9)
    canvas.arc(x - 7, y - 7, x + 7, y + 7, start, 240)
    canvas.setFillColor(look.GREY)
    look.paint(canvas, "-2.4 0 m 2.4 0 l 0 4.6 l f", end, y, 1)


def _draw_lines(canvas: Any, grid: Grid) -> None:
    top, titles, edges = TOP_OF_GRID, grid.rows[0] + TITLE_ROW, grid.edges
    totals = [grid.rows[-1] - step * TOTAL_ROW for step in range(1, 3)]
    last = edges[-2]
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.5)
    canvas.lines([(edges[0], y, edges[-1], y) for y in grid.rows[1:-1]] + [(edges[0], y, last, y) for y in totals])
    inner = [edge for place, edge in enumerate(edges) if place not in {0, 3, grid.total[0] + 1, len(edges) - 2}]
    canvas.lines([(x, grid.rows[0] + TITLE_ROW, x, grid.rows[-1]) for x in inner[:-1]])
    canvas.lines([(edges[place], grid.rows[-1], edges[place], grid.bottom) for place in grid.total if grid.deck])
    canvas.setStrokeColor(look.INK)
    canvas.setLineWidth(0.9)
    frame = [(edges[0], y, edges[-1], y) for y in (top, grid.rows[0], grid.rows[-1])]
    frame += [(x, top, x, grid.bottom) for x in (edges[0], edges[3], edges[grid.total[0] + 1], last)]
    frame += [(edges[-1], top, edges[-1], grid.rows[-1]), (edges[0], grid.bottom, last, grid.bottom)]
    frame += [(edges[3], titles, last, titles)]
    canvas.lines(frame)


def _draw_titles(canvas: Any, shared: RoundSheet, grid: Grid) -> None:
    canvas.setFillColor(look.FELT)
    middle = (grid.edges[3] + grid.edges[-2]) / 2
    centres = (grid.edges[3] + middle) / 2, (middle + grid.edges[-2]) / 2
    canvas.setFont(BOLD, 10)
    for centre, name in zip(centres, shared.seat_names.lines, strict=True):
        canvas.drawCentredString(centre, TOP_OF_GRID - GROUP_ROW + 5.5, _("Linea %(line)s") % {"line": name})
    canvas.setFillColor(look.GREY)
    base = grid.rows[0] + 5.5
    side = [_("Mazzo"), _("Accusa"), _("Totale")] if shared.with_accusa else [_("Punti")]
    titles = [_("Smazzata"), _("Mazziere"), _("Di mano"), *side, *side, _("Esito") if shared.filled else _("Sigle")]
    for column, title in enumerate(titles):
        room = grid.edges[column + 1] - grid.edges[column] - 4
        size, lines = fit(legible(title), REGULAR, room, (7.4, 6.8, 6.2, 5.6))
        canvas.setFont(REGULAR, size)
        canvas.drawCentredString(grid.middle(column), base, lines[0])
    canvas.setFillColor(look.INK)
    canvas.setFont(BOLD, 8.6)
    for step, label in enumerate((_("Totale punti"), _("MP (differenza)"), _("VP")), 1):
        canvas.drawString(LEFT + 5, grid.rows[-1] - step * TOTAL_ROW + 8.5, label)


def _draw_foot(canvas: Any, shared: RoundSheet, grid: Grid, imprint: Imprint) -> None:
    canvas.setFillColor(look.GREY)
    draw_line(canvas, _hint(shared), LEFT, grid.bottom - 12, ASIDE, room=RIGHT - LEFT)
    if shared.type_at:
        words = _("Ogni linea inquadra il suo codice, o ne scrive le lettere: %(address)s") % {
            "address": shared.type_at
        }
        draw_line(canvas, words, LEFT, grid.bottom - 23, ASIDE, room=RIGHT - LEFT)
    low = grid.bottom
    if shared.victory:
        low -= _VICTORY
        _draw_victory(canvas, shared.victory, low)
    if low - _SIGNATURES - 14 * mm > _LEAST_ROOM_FOR_NOTES:
        top, bottom = low - 11 * mm, _SIGNATURES + 13 * mm
        draw_text(canvas, _("Annotazioni"), LEFT, top - 8, font=BOLD, size=8.4, room=60 * mm)
        canvas.setStrokeColor(look.HAIR)
        canvas.setLineWidth(0.5)
        lines = int((top - bottom) / (8 * mm))
        canvas.lines([(LEFT, top - n * 8 * mm - 6, RIGHT, top - n * 8 * mm - 6) for n in range(1, lines + 1)])
    names = [_("Linea %(line)s") % {"line": name} for name in shared.seat_names.lines]
    wide, gap = 54 * mm, 8 * mm
    canvas.setStrokeColor(look.INK)
    canvas.setLineWidth(0.7)
    for place, name in enumerate([*names, _("Arbitro")]):
        x = LEFT + place * (wide + gap)
        canvas.line(x, _SIGNATURES, x + wide, _SIGNATURES)
        draw_text(canvas, name, x, _SIGNATURES - 10, size=8.4, room=wide)
    printed = _("Stampato il %(when)s") % {"when": long_date(imprint.at)}
    draw_text(canvas, printed, LEFT, 11 * mm, size=7.8, room=wide * 2)
    if imprint.head:
        draw_head(canvas, imprint, RIGHT - HEAD_QR, 9.4 * mm)
        draw_head_words(canvas, imprint, RIGHT - HEAD_QR - 30 * mm)


def _draw_victory(canvas: Any, bands: Sequence[tuple[str, str]], low: float) -> None:
    """The table of VP in two rows under the hints: differences above, the VP that they give below."""
    wide = (RIGHT - LEFT) / (len(bands) + 1)
    for step, label in enumerate((_("Differenza"), _("VP"))):
        base = low - step * 9
        draw_text(canvas, label, LEFT, base, font=BOLD, size=7, room=wide)
        for place, band in enumerate(bands, 1):
            canvas.setFont(REGULAR if step == 0 else BOLD, 6.8)
            canvas.drawCentredString(LEFT + (place + 0.5) * wide, base, band[step])


def _hint(shared: RoundSheet) -> str:
    if shared.with_accusa:
        return _("In ogni smazzata i punti di mazzo delle due linee sommano 11; i punti di accusa stanno a parte.")
    if shared.by_fives:
        return _("I punti di ogni linea vanno di 5 in 5; sotto zero si scrive il meno.")
    return _("In ogni smazzata i punti delle due linee sommano 11.")
