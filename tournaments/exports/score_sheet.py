"""Score sheets: one page per table, blank to be filled in by hand or filled in, all of a round in one file.

What all sheets of a round share (grid, labels, boards) is drawn once, as a form; a page adds only what is its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from codes.seats import Line
from tournaments.exports import look, suits, vectors
from tournaments.exports.fonts import BOLD, REGULAR, fit, legible
from tournaments.exports.imprint import Imprint
from tournaments.exports.pdf import (
    HEAD_QR,
    canvas_settings,
    draw_head,
    draw_head_words,
    draw_text,
    page_label,
    write_metadata,
)
from tournaments.exports.rows import long_date
from tournaments.exports.score_sheet_content import (
    RoundSheet,
    SheetBoard,
    SheetPair,
    SheetScore,
    SheetTotals,
    TableSheet,
)
from tournaments.games import SeatNames
from tournaments.wording import figure, signed

LEFT, RIGHT = 16 * mm, look.PAGE_WIDTH - 16 * mm
_TOP_OF_GRID = 211.5 * mm
_ROW, _TOTAL_ROW, _GROUP_ROW, _TITLE_ROW = 14 * mm, 8.6 * mm, 6.5 * mm, 6 * mm
_SIGNATURES = 27 * mm
_QR = 25 * mm
_LINE_QR = 22.5 * mm
_NAME_SIZES = {BOLD: (11.0, 10.0, 9.0, 8.0, 7.2, 6.6), REGULAR: (9.0, 8.2, 7.4, 6.8, 6.2)}
_PLAYER_LINES = (229 * mm, 220.5 * mm)
_LEAST_ROOM_FOR_NOTES = 20 * mm


@dataclass(frozen=True)
class _Grid:
    """Where the grid's strokes are: left edges of its columns, and heights from top to bottom."""

    edges: tuple[float, ...]
    deck: tuple[int, int] | None  # the column of line A's and of line B's points in tricks
    total: tuple[int, int]
    rows: tuple[float, ...]
    bottom: float

    def middle(self, column: int) -> float:
        return (self.edges[column] + self.edges[column + 1]) / 2


@lru_cache(maxsize=32)
def _grid(boards: int, with_accusa: bool) -> _Grid:
    side = (18, 18, 20) if with_accusa else (56,)
    widths = (16, 13, 13, *side, *side, 24)
    edges = [LEFT]
    for wide in widths:
        edges.append(edges[-1] + wide * mm)
    top = _TOP_OF_GRID - _GROUP_ROW - _TITLE_ROW
    rows = tuple(top - row * _ROW for row in range(boards + 1))
    first, second = 3, 3 + len(side)
    return _Grid(
        edges=tuple(edges),
        deck=(first, second) if with_accusa else None,
        total=(second - 1, second + len(side) - 1),
        rows=rows,
        bottom=rows[-1] - 3 * _TOTAL_ROW,
    )


def score_sheets(shared: RoundSheet, tables: Sequence[TableSheet], imprint: Imprint) -> bytes:
    """One PDF with a page for each table, in order."""
    tables = imprint.names.in_all(tuple(tables))
    out = BytesIO()
    canvas = Canvas(out, pagesize=(look.PAGE_WIDTH, look.PAGE_HEIGHT), **canvas_settings(imprint))
    write_metadata(canvas, imprint)
    canvas.beginForm("round", 0, 0, look.PAGE_WIDTH, look.PAGE_HEIGHT)
    draw_shared(canvas, shared, imprint)
    canvas.endForm()
    for number, table in enumerate(tables, 1):
        canvas.doForm("round")
        draw_table(canvas, shared, table, page_label(number, len(tables)))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def draw_shared(canvas: Any, shared: RoundSheet, imprint: Imprint) -> None:
    grid = _grid(len(shared.boards), shared.with_accusa)
    _draw_heading(canvas, shared)
    _draw_seats(canvas, shared.seat_names)
    _draw_lines(canvas, grid)
    _draw_titles(canvas, shared, grid)
    if not shared.boards_move:
        _draw_boards(canvas, shared.boards, grid)
    _draw_foot(canvas, shared, grid, imprint)


def _draw_heading(canvas: Any, shared: RoundSheet) -> None:
    canvas.setFillColor(look.FELT)
    suits.draw_suits(canvas, LEFT, 282 * mm, 8)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, _("Segnapunti"), LEFT + 56, 282 * mm + 0.8, size=8.6, room=60 * mm)
    canvas.setFillColor(look.INK)
    room = RIGHT - LEFT - _QR - 6 * mm
    size, lines = fit(legible(shared.tournament), BOLD, room, (15, 13.5, 12, 10.5))
    draw_text(canvas, lines[0], LEFT, 273.5 * mm, font=BOLD, size=size, room=room)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, shared.occasion, LEFT, 268 * mm, size=8.8, room=room)


def _draw_seats(canvas: Any, seat_names: SeatNames) -> None:
    x, y, half = look.PAGE_WIDTH / 2, 231 * mm, 8 * mm
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
    vectors.paint(canvas, "-2.4 0 m 2.4 0 l 0 4.6 l f", end, y, 1)


def _draw_lines(canvas: Any, grid: _Grid) -> None:
    top, titles, edges = _TOP_OF_GRID, grid.rows[0] + _TITLE_ROW, grid.edges
    totals = [grid.rows[-1] - step * _TOTAL_ROW for step in range(1, 3)]
    last = edges[-2]
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.5)
    canvas.lines([(edges[0], y, edges[-1], y) for y in grid.rows[1:-1]] + [(edges[0], y, last, y) for y in totals])
    inner = [edge for place, edge in enumerate(edges) if place not in {0, 3, grid.total[0] + 1, len(edges) - 2}]
    canvas.lines([(x, grid.rows[0] + _TITLE_ROW, x, grid.rows[-1]) for x in inner[:-1]])
    canvas.lines([(edges[place], grid.rows[-1], edges[place], grid.bottom) for place in grid.total if grid.deck])
    canvas.setStrokeColor(look.INK)
    canvas.setLineWidth(0.9)
    frame = [(edges[0], y, edges[-1], y) for y in (top, grid.rows[0], grid.rows[-1])]
    frame += [(x, top, x, grid.bottom) for x in (edges[0], edges[3], edges[grid.total[0] + 1], last)]
    frame += [(edges[-1], top, edges[-1], grid.rows[-1]), (edges[0], grid.bottom, last, grid.bottom)]
    frame += [(edges[3], titles, last, titles)]
    canvas.lines(frame)


def _draw_titles(canvas: Any, shared: RoundSheet, grid: _Grid) -> None:
    canvas.setFillColor(look.FELT)
    middle = (grid.edges[3] + grid.edges[-2]) / 2
    centres = (grid.edges[3] + middle) / 2, (middle + grid.edges[-2]) / 2
    canvas.setFont(BOLD, 10)
    for centre, name in zip(centres, shared.seat_names.lines, strict=True):
        canvas.drawCentredString(centre, _TOP_OF_GRID - _GROUP_ROW + 5.5, _("Linea %(line)s") % {"line": name})
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
        canvas.drawString(LEFT + 5, grid.rows[-1] - step * _TOTAL_ROW + 8.5, label)


def _draw_boards(canvas: Any, boards: Sequence[SheetBoard], grid: _Grid) -> None:
    for board, top in zip(boards, grid.rows, strict=False):
        base = top - _ROW / 2 - 4
        canvas.setFont(BOLD, 13)
        canvas.drawCentredString(grid.middle(0), base, str(board.number))
        canvas.setFont(REGULAR, 11)
        canvas.drawCentredString(grid.middle(1), base, board.dealer)
        canvas.drawCentredString(grid.middle(2), base, board.leader)


def _draw_foot(canvas: Any, shared: RoundSheet, grid: _Grid, imprint: Imprint) -> None:
    canvas.setFillColor(look.GREY)
    draw_text(canvas, _hint(shared), LEFT, grid.bottom - 12, size=7.4, room=RIGHT - LEFT)
    if shared.type_at:
        words = _("Ogni linea inquadra il suo codice, o ne scrive le lettere: %(address)s") % {
            "address": shared.type_at
        }
        draw_text(canvas, words, LEFT, grid.bottom - 22, size=7.4, room=RIGHT - LEFT)
    if grid.bottom - _SIGNATURES - 14 * mm > _LEAST_ROOM_FOR_NOTES:
        top, bottom = grid.bottom - 9 * mm, _SIGNATURES + 13 * mm
        draw_text(canvas, _("Annotazioni"), LEFT, top - 8, font=BOLD, size=7.8, room=60 * mm)
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
        draw_text(canvas, name, x, _SIGNATURES - 10, size=7.6, room=wide)
    printed = _("Stampato il %(when)s") % {"when": long_date(imprint.at)}
    draw_text(canvas, printed, LEFT, 11 * mm, size=7.2, room=wide * 2)
    if imprint.head:
        draw_head(canvas, imprint, RIGHT - HEAD_QR, 9.4 * mm)
        draw_head_words(canvas, imprint, RIGHT - HEAD_QR - 30 * mm)


def _hint(shared: RoundSheet) -> str:
    if shared.with_accusa:
        return _("In ogni smazzata i punti di mazzo delle due linee sommano 11; i punti di accusa stanno a parte.")
    if shared.by_fives:
        return _("I punti di ogni linea vanno di 5 in 5; sotto zero si scrive il meno.")
    return _("In ogni smazzata i punti delle due linee sommano 11.")


def draw_table(canvas: Any, shared: RoundSheet, table: TableSheet, page: str) -> None:
    canvas.setFillColor(look.INK)
    title = _("Turno %(round)s · Tavolo %(table)s") % {"round": shared.round, "table": table.number}
    if table.room:
        title += " · " + _("Sala %(room)s") % {"room": table.room}
    if table.called:
        title += f" · {table.called}"
    draw_text(canvas, title, LEFT, 256 * mm, font=BOLD, size=21, room=RIGHT - LEFT - _QR - 5 * mm)
    _draw_arbiters_code(canvas, table.url)
    for place, pair in enumerate((table.line_a, table.line_b)):
        _draw_pair(canvas, pair, place, shared.seat_names)
    grid = _grid(len(shared.boards), shared.with_accusa)
    if shared.boards_move:
        _draw_boards(canvas, table.boards, grid)
    if shared.filled:
        _draw_scores(canvas, table, grid)
    canvas.setFillColor(look.GREY)
    canvas.setFont(REGULAR, 7.2)
    # Beside the code of the log.
    canvas.drawRightString(RIGHT - HEAD_QR - 3 * mm, 11 * mm, page)


def _draw_code(canvas: Any, url: str, x: float, y: float, size: float) -> None:
    canvas.setFillColor(look.INK)
    vectors.draw_qr(canvas, url, x, y, size)


def _draw_arbiters_code(canvas: Any, url: str) -> None:
    _draw_code(canvas, url, RIGHT - _QR, 257 * mm, _QR)
    canvas.setFillColor(look.GREY)
    size, lines = fit(legible(_("Arbitri: pagina del tavolo")), REGULAR, _QR + 3 * mm, (6.6, 6.0, 5.4))
    canvas.setFont(REGULAR, size)
    canvas.drawRightString(RIGHT, 253.6 * mm, lines[0])


def _draw_pair(canvas: Any, pair: SheetPair | None, place: int, seat_names: SeatNames) -> None:
    """Who sits on the line, and beside them the code by which they, and nobody else, send their result."""
    x = LEFT if place == 0 else look.PAGE_WIDTH / 2 + 14 * mm
    room = look.PAGE_WIDTH / 2 - 14 * mm - LEFT
    canvas.setFillColor(look.FELT)
    canvas.setFont(BOLD, 10)
    canvas.drawString(x, 243 * mm, seat_names.lines[place])
    canvas.setFillColor(look.GREY)
    canvas.setFont(REGULAR, 8)
    if pair is None:
        canvas.drawString(x + 28, 243 * mm, _("Riposo"))
        return
    canvas.drawString(x + 28, 243 * mm, pair.who or _("coppia %(number)s") % {"number": pair.number})
    if pair.url:
        _draw_line_code(canvas, pair, x + room, seat_names.lines[place])
        room -= _LINE_QR + 3 * mm
    canvas.setFillColor(look.INK)
    _draw_name(canvas, pair.name, x, 238 * mm, font=BOLD, room=room)
    letters = [str(seat_names.letters[seat]) for seat in seat_names.members[list(Line)[place]]]
    for letter, player, base in zip(letters, pair.players, _PLAYER_LINES, strict=True):
        canvas.setFont(BOLD, 8.5)
        canvas.drawString(x, base, letter)
        _draw_name(canvas, player, x + 14, base, font=REGULAR, room=room - 14)


def _draw_line_code(canvas: Any, pair: SheetPair, right: float, line: str) -> None:
    """The QR of one line, said whose it is above it, with its letters below."""
    canvas.setFillColor(look.FELT)
    canvas.setFont(BOLD, 7.4)
    canvas.drawRightString(right, 243 * mm, legible(_("Risultato %(line)s") % {"line": line}))
    _draw_code(canvas, pair.url, right - _LINE_QR, 241 * mm - _LINE_QR, _LINE_QR)
    canvas.setFont(BOLD, 8)
    canvas.drawRightString(right, 214.2 * mm, pair.letters)


def _draw_name(canvas: Any, name: str, x: float, y: float, *, font: str, room: float) -> None:
    size, lines = fit(legible(name), font, room, _NAME_SIZES[font], lines=2)
    canvas.setFont(font, size)
    for step, line in enumerate(lines):
        canvas.drawString(x, y - step * (size + 1), line)


def _draw_scores(canvas: Any, table: TableSheet, grid: _Grid) -> None:
    for score, top in zip(table.scores, grid.rows, strict=False):
        if score:
            _draw_score(canvas, score, grid, top)
    if table.totals:
        _draw_totals(canvas, table.totals, grid)


def _draw_score(canvas: Any, score: SheetScore, grid: _Grid, top: float) -> None:
    """One board's score; a void board has a stroke in place of points."""
    base = top - _ROW / 2 - 4
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
    base = top - _ROW / 2 + (len(lines) - 2) * (size + 1.2) / 2 + 1
    for step, line in enumerate(lines):
        canvas.drawString(grid.edges[column] + 3, base - step * (size + 1.2), line)


def _draw_totals(canvas: Any, totals: SheetTotals, grid: _Grid) -> None:
    rows = [list(map(figure, totals.points)), list(map(signed, totals.mp))]
    rows.append(list(map(str, totals.vp)) if totals.vp else ["", ""])
    canvas.setFont(BOLD, 11)
    for step, row in enumerate(rows, 1):
        for column, value in zip(grid.total, row, strict=True):
            canvas.drawCentredString(grid.middle(column), grid.rows[-1] - step * _TOTAL_ROW + 7.5, value)
    if totals.reading:
        last = len(grid.edges) - 2
        room = grid.edges[last + 1] - grid.edges[last]
        size, lines = fit(legible(totals.reading), REGULAR, room, (6.8, 6.2, 5.6), lines=8)
        canvas.setFont(REGULAR, size)
        for step, line in enumerate(lines, 1):
            canvas.drawString(grid.edges[last] + 4, grid.rows[-1] - step * (size + 1.4) - 2, line)
