"""Score sheets: one per table, blank to be filled in by hand or filled in, all of a round in one file.

What all sheets of a round share (grid, labels, boards) is drawn once, as a form; a sheet adds only what is its own.
Two of them stand on one page at choice, to be cut apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from codes.seats import Line, Seat
from tournaments.exports import look, suits, vectors
from tournaments.exports.fonts import BOLD, REGULAR, fit, fit_height, legible
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
_TOP_OF_GRID = 190.5 * mm
_TALLEST_ROW, _MOST_ROWS = 14 * mm, 104 * mm
_TOTAL_ROW, _GROUP_ROW, _TITLE_ROW = 8.6 * mm, 6.5 * mm, 6 * mm
_SIGNATURES = 27 * mm
# What players scan from the middle of a table, and what an arbiter scans with the sheet in hand.
_LINE_QR = 36 * mm
_ARBITERS_QR = 14 * mm
_CODE_TOP = 236 * mm
_HALF = look.PAGE_WIDTH / 2 - LEFT - 11 * mm  # what a line has of the sheet's width, the drawn table apart
# A face and the sizes it may have, largest first: long words take more lines or a smaller size.
_TITLE = (BOLD, (15.0, 13.5, 12.0, 10.5, 9.0, 8.0, 7.0, 6.0))
_PAIR = (BOLD, (12.0, 11.0, 10.0, 9.0, 8.0, 7.2, 6.6, 6.0, 5.4))
_PLAYER = (REGULAR, (10.0, 9.2, 8.4, 7.6, 6.8, 6.2, 5.6))
_ASIDE = (REGULAR, (8.4, 7.8, 7.2, 6.6, 6.0))
_NAME_ROOM, _PLAYER_ROOM = 13 * mm, 11 * mm  # heights
_LEAST_ROOM_FOR_NOTES = 20 * mm
# Two sheets on one page, side by side on its long edge, each so much smaller that a printer's margins stay white.
_SMALLER = 0.68
_TWO_WIDE, _TWO_HIGH = look.PAGE_HEIGHT, look.PAGE_WIDTH


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
    high = _row_height(boards)
    rows = tuple(top - row * high for row in range(boards + 1))
    first, second = 3, 3 + len(side)
    return _Grid(
        edges=tuple(edges),
        deck=(first, second) if with_accusa else None,
        total=(second - 1, second + len(side) - 1),
        rows=rows,
        bottom=rows[-1] - 3 * _TOTAL_ROW,
    )


def _row_height(boards: int) -> float:
    height: float = min(_TALLEST_ROW, _MOST_ROWS / max(boards, 1))
    return height


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
    room = RIGHT - LEFT - _ARBITERS_QR - 20 * mm
    canvas.setFillColor(look.INK)
    low = _draw_block(canvas, shared.tournament, LEFT, 279.5 * mm, _TITLE, room=room, height=14 * mm)
    canvas.setFillColor(look.GREY)
    _draw_block(canvas, shared.occasion, LEFT, low - 1.2 * mm, _ASIDE, room=room, height=8 * mm)


def _draw_block(
    canvas: Any, text: str, x: float, top: float, face: tuple[str, tuple[float, ...]], *, room: float, height: float
) -> float:
    """The whole text in its room below `top`, on more lines or smaller where it is long; where it ends."""
    font, sizes = face
    size, lines = fit_height(legible(text), font, room, sizes, height)
    canvas.setFont(font, size)
    for step, line in enumerate(lines, 1):
        canvas.drawString(x, top - step * (size + 1) + 2, line)
    return top - len(lines) * (size + 1)


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
        base = top - _row_height(len(boards)) / 2 - 4
        canvas.setFont(BOLD, 13)
        canvas.drawCentredString(grid.middle(0), base, str(board.number))
        canvas.setFont(REGULAR, 11)
        canvas.drawCentredString(grid.middle(1), base, board.dealer)
        canvas.drawCentredString(grid.middle(2), base, board.leader)


def _draw_foot(canvas: Any, shared: RoundSheet, grid: _Grid, imprint: Imprint) -> None:
    canvas.setFillColor(look.GREY)
    _draw_small(canvas, _hint(shared), LEFT, grid.bottom - 12, room=RIGHT - LEFT)
    if shared.type_at:
        words = _("Ogni linea inquadra il suo codice, o ne scrive le lettere: %(address)s") % {
            "address": shared.type_at
        }
        _draw_small(canvas, words, LEFT, grid.bottom - 23, room=RIGHT - LEFT)
    if grid.bottom - _SIGNATURES - 14 * mm > _LEAST_ROOM_FOR_NOTES:
        top, bottom = grid.bottom - 11 * mm, _SIGNATURES + 13 * mm
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


def _draw_small(canvas: Any, text: str, x: float, y: float, *, room: float) -> None:
    """One line of what may be read once: smaller where the words are many, never cut."""
    font, sizes = _ASIDE
    size, lines = fit(legible(text), font, room, sizes)
    canvas.setFont(font, size)
    canvas.drawString(x, y, lines[0])


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
    size, lines = fit(legible(title), BOLD, RIGHT - LEFT, (21.0, 18.0, 15.0, 12.0, 10.0))
    canvas.setFont(BOLD, size)
    canvas.drawString(LEFT, 249.5 * mm, lines[0])
    _draw_arbiters_code(canvas, table.url)
    for place, pair in enumerate((table.line_a, table.line_b)):
        _draw_pair(canvas, pair, place, shared.seat_names)
    grid = _grid(len(shared.boards), shared.with_accusa)
    if shared.boards_move:
        _draw_boards(canvas, table.boards, grid)
    if shared.filled:
        _draw_scores(canvas, table, grid)
    canvas.setFillColor(look.GREY)
    canvas.setFont(REGULAR, 7.8)
    # Beside the code of the log.
    canvas.drawRightString(RIGHT - HEAD_QR - 3 * mm, 11 * mm, page)


def _draw_code(canvas: Any, url: str, x: float, y: float, size: float) -> None:
    canvas.setFillColor(look.INK)
    vectors.draw_qr(canvas, url, x, y, size)


def _draw_arbiters_code(canvas: Any, url: str) -> None:
    """Small, and in the corner farthest from the players', so that none of them takes it for theirs."""
    _draw_code(canvas, url, RIGHT - _ARBITERS_QR, 271 * mm, _ARBITERS_QR)
    canvas.setFillColor(look.GREY)
    size, lines = fit(legible(_("Arbitri: pagina del tavolo")), REGULAR, _ARBITERS_QR + 7 * mm, (7.2, 6.6, 6.0), 2)
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
    told = _("Riposo") if pair is None else pair.who or _("coppia %(number)s") % {"number": pair.number}
    _draw_block(canvas, told, x + 34, 242 * mm, _ASIDE, room=room - 34, height=7 * mm)
    if pair:
        _draw_names(canvas, pair, [str(seat_names.letters[seat]) for seat in _seats(seat_names, place)], x, room)


def _seats(seat_names: SeatNames, place: int) -> Sequence[Seat]:
    return seat_names.members[list(Line)[place]]


def _draw_names(canvas: Any, pair: SheetPair, letters: Sequence[str], x: float, room: float) -> None:
    canvas.setFillColor(look.INK)
    _draw_block(canvas, pair.name, x, _CODE_TOP - 1 * mm, _PAIR, room=room, height=_NAME_ROOM)
    for place, (letter, player) in enumerate(zip(letters, pair.players, strict=True)):
        top = _CODE_TOP - _NAME_ROOM - 2 * mm - place * _PLAYER_ROOM
        _draw_block(canvas, player, x + 14, top, _PLAYER, room=room - 14, height=_PLAYER_ROOM - 1 * mm)
        canvas.setFont(BOLD, 9)
        canvas.drawString(x, top - 9, letter)


def _draw_line_code(canvas: Any, pair: SheetPair, x: float, line: str) -> None:
    """The QR of one line, said whose it is above it, with its letters below."""
    canvas.setFillColor(look.FELT)
    size, lines = fit(legible(_("Risultato %(line)s") % {"line": line}), BOLD, _LINE_QR, (10.0, 9.0, 8.0))
    canvas.setFont(BOLD, size)
    canvas.drawString(x, 238.5 * mm, lines[0])
    _draw_code(canvas, pair.url, x, _CODE_TOP - _LINE_QR, _LINE_QR)
    canvas.setFont(BOLD, 11)
    canvas.drawString(x, _CODE_TOP - _LINE_QR - 13, pair.letters)


def _draw_scores(canvas: Any, table: TableSheet, grid: _Grid) -> None:
    for score, top, bottom in zip(table.scores, grid.rows, grid.rows[1:], strict=False):
        if score:
            _draw_score(canvas, score, grid, (top + bottom) / 2)
    if table.totals:
        _draw_totals(canvas, table.totals, grid)


def _draw_score(canvas: Any, score: SheetScore, grid: _Grid, middle: float) -> None:
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
