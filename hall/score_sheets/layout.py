"""Score sheets: one per table, blank to be filled in by hand or filled in, all of a round in one file.

What all sheets of a round share (grid, labels, boards) is drawn once, as a form; a sheet adds only what is its own: who
sits there, the codes of its lines, its scores. Two of them stand on one page at choice, to be cut apart.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from codes.seats import Line
from hall.score_sheets.exports import RoundSheet, SheetPair, SheetScore, SheetTotals, TableSheet
from hall.score_sheets.shared_sheet import (
    ARBITERS_QR,
    ASIDE,
    LEFT,
    RIGHT,
    TOTAL_ROW,
    Face,
    Grid,
    draw_block,
    draw_boards,
    draw_line,
    draw_shared,
    grid_of,
)
from papers import look
from papers.fonts import BOLD, REGULAR, fit, legible
from papers.pdf import HEAD_QR, canvas_settings, page_label, write_metadata
from papers.sheets import Imprint, figure, signed
from tournaments.setup.games import SeatNames

# What players scan from the middle of a table.
_LINE_QR = 36 * mm
_CODE_TOP = 236 * mm
_HALF = look.PAGE_WIDTH / 2 - LEFT - 11 * mm  # what a line has of the sheet's width, the drawn table apart
_TABLE: Face = (BOLD, (21.0, 18.0, 15.0, 12.0, 10.0))
_PAIR: Face = (BOLD, (12.0, 11.0, 10.0, 9.0, 8.0, 7.2, 6.6, 6.0, 5.4, 4.8, 4.3, 3.9))
_PLAYER: Face = (REGULAR, (10.0, 9.2, 8.4, 7.6, 6.8, 6.2, 5.6, 5.0, 4.5, 4.0, 3.6))
_WHOSE: Face = (BOLD, (10.0, 9.0, 8.0))
_NAME_ROOM, _PLAYER_ROOM = 13 * mm, 11 * mm  # heights


def draw_table(canvas: Any, shared: RoundSheet, table: TableSheet, page: str) -> None:
    canvas.setFillColor(look.INK)
    title = _("Turno %(round)s · Tavolo %(table)s") % {"round": shared.round, "table": table.number}
    if table.room:
        title += " · " + _("Sala %(room)s") % {"room": table.room}
    if table.called:
        title += f" · {table.called}"
    draw_line(canvas, title, LEFT, 249.5 * mm, _TABLE, room=RIGHT - LEFT)
    _draw_arbiters_code(canvas, table.url)
    for place, pair in enumerate((table.line_a, table.line_b)):
        _draw_pair(canvas, pair, place, shared.seat_names)
    grid = grid_of(len(shared.boards), shared.with_accusa)
    if shared.boards_move:
        draw_boards(canvas, table.boards, grid)
    if shared.filled:
        for score, top, bottom in zip(table.scores, grid.rows, grid.rows[1:], strict=False):
            if score:
                _draw_score(canvas, score, grid, (top + bottom) / 2)
        if table.totals:
            _draw_totals(canvas, table.totals, grid)
    canvas.setFillColor(look.GREY)
    canvas.setFont(REGULAR, 7.8)
    # Beside the code of the log.
    canvas.drawRightString(RIGHT - HEAD_QR - 3 * mm, 11 * mm, page)


def _draw_code(canvas: Any, url: str, x: float, y: float, size: float) -> None:
    canvas.setFillColor(look.INK)
    look.draw_qr(canvas, url, x, y, size)


def _draw_arbiters_code(canvas: Any, url: str) -> None:
    """Small, and in the corner farthest from the players', so that none of them takes it for theirs."""
    _draw_code(canvas, url, RIGHT - ARBITERS_QR, 271 * mm, ARBITERS_QR)
    canvas.setFillColor(look.GREY)
    size, lines = fit(legible(_("Arbitri: pagina del tavolo")), REGULAR, ARBITERS_QR + 7 * mm, (7.2, 6.6, 6.0), 2)
    canvas.setFont(REGULAR, size)
    for step, line in enumerate(lines, 1):
        canvas.drawRightString(RIGHT, 270.5 * mm - step * (size + 1), line)


def _draw_pair(canvas: Any, pair: SheetPair | None, place: int, seat_names: SeatNames) -> None:
    """Who sits on the line, and at the paper's edge the code by which they, and nobody else, send their result."""
    left = LEFT if place == 0 else RIGHT - _HALF
    canvas.setStrokeColor(look.FELT)
    canvas.setLineWidth(1.6)
    canvas.line(left, 244.5 * mm, left + _HALF, 244.5 * mm)
    x, room = left, _HALF
    if pair and pair.url:
        _draw_line_code(canvas, pair, left if place == 0 else RIGHT - _LINE_QR, seat_names.lines[place])
        room -= _LINE_QR + 4 * mm
        x += (_LINE_QR + 4 * mm) * (place == 0)
    canvas.setFillColor(look.FELT)
    canvas.setFont(BOLD, 13)
    canvas.drawString(x, 238.5 * mm, seat_names.lines[place])
    canvas.setFillColor(look.GREY)
    words = _("Riposo") if pair is None else pair.who or _("coppia %(number)s") % {"number": pair.number}
    draw_block(canvas, words, x + 34, 242 * mm, ASIDE, room=room - 34, height=7 * mm)
    if pair:
        seats = seat_names.members[list(Line)[place]]
        _draw_names(canvas, pair, [str(seat_names.letters[seat]) for seat in seats], x, room)


def _draw_names(canvas: Any, pair: SheetPair, letters: Sequence[str], x: float, room: float) -> None:
    canvas.setFillColor(look.INK)
    draw_block(canvas, pair.name, x, _CODE_TOP - 1 * mm, _PAIR, room=room, height=_NAME_ROOM)
    for place, (letter, player) in enumerate(zip(letters, pair.players, strict=True)):
        top = _CODE_TOP - _NAME_ROOM - 2 * mm - place * _PLAYER_ROOM
        draw_block(canvas, player, x + 14, top, _PLAYER, room=room - 14, height=_PLAYER_ROOM - 1 * mm)
        canvas.setFont(BOLD, 9)
        canvas.drawString(x, top - 9, letter)


def _draw_line_code(canvas: Any, pair: SheetPair, x: float, line: str) -> None:
    """The QR of one line, said whose it is above it, with its letters below."""
    canvas.setFillColor(look.FELT)
    draw_line(canvas, _("Risultato %(line)s") % {"line": line}, x, 238.5 * mm, _WHOSE, room=_LINE_QR)
    _draw_code(canvas, pair.url, x, _CODE_TOP - _LINE_QR, _LINE_QR)
    canvas.setFont(BOLD, 11)
    canvas.drawString(x, _CODE_TOP - _LINE_QR - 13, pair.letters)


def _draw_score(canvas: Any, score: SheetScore, grid: Grid, middle: float) -> None:
    """One board's score, in its row's middle; a void board has a stroke in place of points."""
    base = middle - 4
    for place, column in enumerate(grid.total):
        canvas.setFont(BOLD, 13)
        canvas.drawCentredString(grid.middle(column), base, figure(score.points[place]) if score.points else "—")
        if grid.deck and score.deck:
            canvas.setFont(REGULAR, 11)
            canvas.drawCentredString(grid.middle(grid.deck[place]), base, str(score.deck[place]))
            canvas.drawCentredString(grid.middle(grid.deck[place] + 1), base, str(score.accusa[place]))
    column = len(grid.edges) - 2
    room = grid.edges[column + 1] - grid.edges[column] - 5
    size, lines = fit(legible(score.status), REGULAR, room, (6.8, 6.2, 5.6), lines=4)
    canvas.setFont(REGULAR, size)
    base = middle + (len(lines) - 2) * (size + 1.2) / 2 + 1
    for step, line in enumerate(lines):
        canvas.drawString(grid.edges[column] + 3, base - step * (size + 1.2), line)


def _draw_totals(canvas: Any, totals: SheetTotals, grid: Grid) -> None:
    rows = [list(map(figure, totals.points)), list(map(signed, totals.mp))]
    rows.append(list(map(str, totals.vp)) if totals.vp else ["", ""])
    canvas.setFont(BOLD, 11)
    for step, row in enumerate(rows, 1):
        for column, value in zip(grid.total, row, strict=True):
            canvas.drawCentredString(grid.middle(column), grid.rows[-1] - step * TOTAL_ROW + 7.5, value)
    if totals.reading:
        last = len(grid.edges) - 2
        room = grid.edges[last + 1] - grid.edges[last]
        size, lines = fit(legible(totals.reading), REGULAR, room, (6.8, 6.2, 5.6), lines=8)
        canvas.setFont(REGULAR, size)
        for step, line in enumerate(lines, 1):
            canvas.drawString(grid.edges[last] + 4, grid.rows[-1] - step * (size + 1.4) - 2, line)


# Two sheets on one page, side by side on its long edge, each so much smaller that a printer's margins stay white.
_SMALLER = 0.68
_TWO_WIDE, _TWO_HIGH = look.PAGE_HEIGHT, look.PAGE_WIDTH


def score_sheets(
    shared: RoundSheet, tables: Sequence[TableSheet], imprint: Imprint, *, two_a_page: bool = False
) -> bytes:
    """One PDF with a sheet for each table, in order: each on a page of its own, or two on each."""
    tables = imprint.names.in_all(tuple(tables))
    out = BytesIO()
    size = (_TWO_WIDE, _TWO_HIGH) if two_a_page else (look.PAGE_WIDTH, look.PAGE_HEIGHT)
    canvas = Canvas(out, pagesize=size, **canvas_settings(imprint))
    write_metadata(canvas, imprint)
    canvas.beginForm("round", 0, 0, look.PAGE_WIDTH, look.PAGE_HEIGHT)
    draw_shared(canvas, shared, imprint)
    canvas.endForm()
    places = _two_places(canvas, len(tables)) if two_a_page else _own_pages(canvas, len(tables))
    for table, label in zip(tables, places, strict=True):
        canvas.doForm("round")
        draw_table(canvas, shared, table, label)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _own_pages(canvas: Any, count: int) -> Iterator[str]:
    """A page for each sheet, and how it is counted at its foot."""
    for number in range(1, count + 1):
        if number > 1:
            canvas.showPage()
        yield page_label(number, count)


def _two_places(canvas: Any, count: int) -> Iterator[str]:
    """The left and the right half of each page in turn, a line to cut along between them; the sheets are counted."""
    for number in range(1, count + 1):
        is_right = number % 2 == 0
        if number > 1 and not is_right:
            canvas.showPage()
        if not is_right:
            _draw_cut(canvas)
        canvas.saveState()
        canvas.translate(
            (is_right + 0.5) * _TWO_WIDE / 2 - _SMALLER * look.PAGE_WIDTH / 2,
            (_TWO_HIGH - _SMALLER * look.PAGE_HEIGHT) / 2,
        )
        canvas.scale(_SMALLER, _SMALLER)
        yield legible(_("Foglio %(number)s di %(count)s") % {"number": number, "count": count})
        canvas.restoreState()


def _draw_cut(canvas: Any) -> None:
    canvas.saveState()
    canvas.setStrokeColor(look.GREY)
    canvas.setLineWidth(0.5)
    canvas.setDash(4, 3)
    canvas.line(_TWO_WIDE / 2, 10 * mm, _TWO_WIDE / 2, _TWO_HIGH - 10 * mm)
    canvas.restoreState()
