"""The cards of the boards on paper, for who prepares the packs: how a sorted pack is dealt, and strips for the holders.

Whoever holds one of them knows the deal: they are made for somebody who does not play, and the log says for whom.

The boards that are over, for the players: the four hands around the table and what every table made of them.
"""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from codes.seats import Seat
from codes.tressette.cards import Card, Rank, Suit
from codes.tressette.deals import Deal
from codes.tressette.whole_deals.solution import DoubleDummy
from papers import look, pdf
from papers.blocks import ROOM
from papers.fonts import BOLD, REGULAR, legible
from papers.pdf import canvas_settings, draw_text, text, write_metadata
from papers.sheets import Column, Imprint, Kind, Sheet, in_order
from tournaments.rounds.deal_queries import BoardResult, HandRecord, HandShown, hands_shown
from tournaments.setup.games import SEAT_LETTERS, SEAT_NAMES

LEFT, RIGHT = look.MARGIN, look.PAGE_WIDTH - look.MARGIN
TOP = look.PAGE_HEIGHT - look.MARGIN
COLUMN = (RIGHT - LEFT) / len(Suit)
ROW = 16 * mm
GRID_TOP = TOP - 34 * mm
BOX = 11 * mm

ACROSS, DOWN = 2, 8
STRIP_WIDE, STRIP_HIGH = 95 * mm, 34 * mm
STRIPS_LEFT = (look.PAGE_WIDTH - ACROSS * STRIP_WIDE) / 2
STRIPS_TOP = look.PAGE_HEIGHT - (look.PAGE_HEIGHT - DOWN * STRIP_HIGH) / 2
PAD = 4 * mm


def packs(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    """A page for each board: of every card of the sorted pack, from the top, the seat that gets it."""

    def draw(canvas: Any) -> None:
        for deal in deals:
            _draw_pack(canvas, deal, imprint, version)
            canvas.showPage()

    return _drawn(draw, imprint)


def strips(deals: Sequence[Deal], imprint: Imprint, version: int) -> bytes:
    """The four hands of each board to be cut out, those of four boards on a page."""
    cut = [(deal, hand) for deal in deals for hand in hands_shown(deal)]

    def draw(canvas: Any) -> None:
        for start in range(0, len(cut), ACROSS * DOWN):
            _draw_strips(canvas, cut[start : start + ACROSS * DOWN], imprint, version)
            canvas.showPage()

    return _drawn(draw, imprint)


def _drawn(draw: Callable[[Any], None], imprint: Imprint) -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(look.PAGE_WIDTH, look.PAGE_HEIGHT), **canvas_settings(imprint))
    write_metadata(canvas, imprint)
    draw(canvas)
    canvas.save()
    return out.getvalue()


# ---- the sorted pack ----------------------------------------------------------


def _draw_pack(canvas: Any, deal: Deal, imprint: Imprint, version: int) -> None:
    canvas.setFillColor(look.INK)
    draw_text(
        canvas, _("Smazzata %(number)s") % {"number": deal.board}, LEFT, TOP - 9 * mm, font=BOLD, size=26, room=90 * mm
    )
    canvas.setFillColor(look.GREY)
    dealer = _("Mazziere %(seat)s") % {"seat": SEAT_NAMES[deal.dealer]}
    draw_text(canvas, f"{dealer} · {imprint.owner}", LEFT, TOP - 16 * mm, size=9.6, room=RIGHT - LEFT)
    how = _("Mazzo in ordine: quattro pali, dal Tre al Quattro. Dall’alto, ogni carta va al posto scritto accanto.")
    draw_text(canvas, how, LEFT, TOP - 22 * mm, size=9.6, room=RIGHT - LEFT)
    seat_of = {card: seat for seat in Seat for card in deal.hands[seat]}
    for column, suit in enumerate(Suit):
        x = LEFT + column * COLUMN
        canvas.setFillColor(look.FELT)
        name = suit.label.in_(imprint.language)
        draw_text(canvas, f"{name[:1].upper()}{name[1:]}", x, GRID_TOP + 3 * mm, font=BOLD, size=13, room=COLUMN)
        for row, rank in enumerate(Rank):
            _draw_card(canvas, rank, seat_of[Card(suit, rank)], x, GRID_TOP - (row + 1) * ROW)
    _draw_totals(canvas, deal, GRID_TOP - len(Rank) * ROW - 8 * mm)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, _footer(imprint, version), LEFT, 11 * mm, size=7.4, room=RIGHT - LEFT)


def _draw_card(canvas: Any, rank: Rank, seat: Seat, x: float, y: float) -> None:
    """The card's sign, and its seat in a box: black for North and South, white for East and West."""
    is_dark = seat in (Seat.N, Seat.S)
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.5)
    canvas.line(x, y, x + COLUMN - 4 * mm, y)
    canvas.setFillColor(look.INK)
    canvas.setFont(BOLD, 20)
    canvas.drawString(x + 1 * mm, y + 4.5 * mm, rank.value)
    canvas.setStrokeColor(look.INK)
    canvas.setLineWidth(1)
    box = x + 14 * mm
    canvas.rect(box, y + 2.5 * mm, BOX + 4 * mm, BOX, stroke=1, fill=int(is_dark))
    canvas.setFillColor(look.PAPER if is_dark else look.INK)
    canvas.setFont(BOLD, 22)
    canvas.drawCentredString(box + BOX / 2 + 2 * mm, y + 5.2 * mm, legible(str(SEAT_LETTERS[seat])))


def _draw_totals(canvas: Any, deal: Deal, y: float) -> None:
    """What each seat may accuse, by which a pack is checked once more."""
    canvas.setFillColor(look.INK)
    for line, hand in enumerate(hands_shown(deal)):
        told = ", ".join(hand.accusa) or _("niente da accusare")
        words = _("%(seat)s: dieci carte, %(accusa)s") % {"seat": SEAT_NAMES[hand.seat], "accusa": told}
        draw_text(canvas, words, LEFT, y - line * 5.4 * mm, size=10, room=RIGHT - LEFT)


def _footer(imprint: Imprint, version: int) -> str:
    words = _("Smazzate, versione %(version)d · da non mostrare a chi gioca") % {"version": version}
    return f"{imprint.owner} · {words}"


# ---- the strips -----------------------------------------------------------------


def _draw_strips(canvas: Any, cut: Sequence[tuple[Deal, HandShown]], imprint: Imprint, version: int) -> None:
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.4)
    canvas.grid(
        [STRIPS_LEFT + at * STRIP_WIDE for at in range(ACROSS + 1)],
        [STRIPS_TOP - at * STRIP_HIGH for at in range(DOWN + 1)],
    )
    for place, (deal, hand) in enumerate(cut):
        down, across = divmod(place, ACROSS)
        _draw_strip(canvas, deal, hand, STRIPS_LEFT + across * STRIP_WIDE, STRIPS_TOP - down * STRIP_HIGH)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, _footer(imprint, version), STRIPS_LEFT, 5 * mm, size=6.4, room=ACROSS * STRIP_WIDE)


def _draw_strip(canvas: Any, deal: Deal, hand: HandShown, x: float, top: float) -> None:
    canvas.setFillColor(look.FELT)
    seat = SEAT_NAMES[hand.seat]
    title = _("Smazzata %(number)s · %(seat)s") % {"number": deal.board, "seat": seat}
    draw_text(canvas, title, x + PAD, top - 6.5 * mm, font=BOLD, size=11, room=STRIP_WIDE - 2 * PAD)
    for line, suit in enumerate(hand.suits):
        y = top - 13 * mm - line * 5.6 * mm
        canvas.setFillColor(look.GREY)
        draw_text(canvas, suit.name, x + PAD, y, font=REGULAR, size=8.4, room=20 * mm)
        canvas.setFillColor(look.INK)
        draw_text(
            canvas, " ".join(suit.signs) or "–", x + PAD + 20 * mm, y, font=BOLD, size=12, room=STRIP_WIDE - 28 * mm
        )


HAND = 42 * mm
# Where each hand stands around the table: column and row.
AROUND = {Seat.N: (1, 0), Seat.W: (0, 1), Seat.E: (2, 1), Seat.S: (1, 2)}


# By board what each line makes with all cards in view, by who leads.
OpenCards = Mapping[int, Mapping[Seat, DoubleDummy]]


def hand_records_paper(records: Sequence[HandRecord], imprint: Imprint, found: OpenCards | None = None) -> bytes:
    """Each board whole, as many on a page as have room; beside its hands what was found with all cards in view."""
    story: list[Flowable] = [text(imprint.title, look.TITLE)]
    if found:
        story += [text(_explained()), Spacer(0, 8)]
    story += [flowable for record in records for flowable in _board(record, imprint, found or {})]
    if not records:
        story.append(text(_("Nessuna smazzata è finita a tutti i tavoli.")))
    return pdf.build(imprint, story)


def _explained() -> str:
    return _(
        "A carte viste: quanti punti fanno Nord-Sud e quanti Est-Ovest, ultima presa compresa, secondo chi esce per "
        "primo, se tutti e quattro giocano al meglio vedendo tutte le carte. Non dice che cosa si poteva trovare al "
        "tavolo."
    )


def _board(record: HandRecord, imprint: Imprint, found: OpenCards) -> list[Flowable]:
    dealer = _("Mazziere %(seat)s") % {"seat": SEAT_NAMES[record.deal.dealer]}
    title = _("Smazzata %(number)s") % {"number": record.deal.board}
    head = text(f"{title} · {dealer}", look.SECTION)
    sheet = imprint.names.in_all((_results(record.results),))[0]
    results = pdf.table(sheet, ROOM) if sheet.rows else text(_("Nessun risultato."), look.SMALL)
    return [
        KeepTogether([head, _around(record, found.get(record.deal.board, {}))]),
        Spacer(0, 4),
        results,
        Spacer(0, 8),
    ]


def _around(record: HandRecord, by_lead: Mapping[Seat, DoubleDummy]) -> Table:
    cells: list[list[list[Flowable] | str]] = [["", "", ""] for _row in range(3)]
    for hand in hands_shown(record.deal):
        column, row = AROUND[hand.seat]
        lines = [text(str(SEAT_NAMES[hand.seat]), look.STRONG)]
        lines += [pdf.rich(suit.name, " ".join(suit.signs) or "–") for suit in hand.suits]
        cells[row][column] = lines + [text(accusa, look.SMALL) for accusa in hand.accusa]
    if by_lead:
        cells[2][2] = [text(_("A carte viste"), look.STRONG)] + [
            pdf.rich(_("Esce %(seat)s") % {"seat": SEAT_NAMES[leader]}, _made(one)) for leader, one in by_lead.items()
        ]
    style = [
        ("FONT", (0, 0), (-1, -1), REGULAR),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 6),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("BOX", (1, 1), (1, 1), 1, look.FELT),
    ]
    return Table(cells, colWidths=[HAND + 12 * mm] * 3, style=TableStyle(style), hAlign="LEFT")


def _made(one: DoubleDummy) -> str:
    """Points of both lines, or between what and what."""
    least, most = (f"{a}–{b}" for a, b in one.points)
    return least if one.is_exact else _("fra %(least)s e %(most)s") % {"least": least, "most": most}


def _results(results: Sequence[BoardResult]) -> Sheet:
    return Sheet.of(
        _("Risultati"),
        results,
        Column(_("Turno"), Kind.INTEGER, 6, lambda one: one.round),
        Column(_("Tavolo"), Kind.INTEGER, 6, lambda one: one.table),
        Column(_("Nord-Sud"), Kind.TEXT, 30, lambda one: one.line_a),
        Column(_("Est-Ovest"), Kind.TEXT, 30, lambda one: one.line_b),
        Column("N-S", Kind.INTEGER, 6, lambda one: one.points_a),
        Column(_("E-O"), Kind.INTEGER, 6, lambda one: one.points_b),
        Column(_("Genere"), Kind.TEXT, 10, lambda one: one.kind),
    )


def hand_record_sheets(records: Sequence[HandRecord]) -> list[Sheet]:
    """The same as rows: a hand each, then a result each."""
    return [_hands_sheet(records), _results_sheet(records)]


def _hands_sheet(records: Sequence[HandRecord]) -> Sheet:
    return Sheet.of(
        _("Mani"),
        [(record.deal.board, hand) for record in records for hand in hands_shown(record.deal)],
        Column(_("Smazzata"), Kind.INTEGER, 9, lambda one: one[0]),
        Column(_("Posto"), Kind.TEXT, 8, lambda one: str(SEAT_NAMES[one[1].seat])),
        Column(_("Danari"), Kind.TEXT, 12, lambda one: " ".join(one[1].suits[0].signs)),
        Column(_("Spade"), Kind.TEXT, 12, lambda one: " ".join(one[1].suits[1].signs)),
        Column(_("Coppe"), Kind.TEXT, 12, lambda one: " ".join(one[1].suits[2].signs)),
        Column(_("Bastoni"), Kind.TEXT, 12, lambda one: " ".join(one[1].suits[3].signs)),
        Column(_("Accusa"), Kind.TEXT, 30, lambda one: ", ".join(one[1].accusa)),
    )


def _results_sheet(records: Sequence[HandRecord]) -> Sheet:
    """Those of all boards, each with its board before it."""
    heads = ((one.title, one.kind, one.width) for one in _results(()).columns)
    rows = tuple((record.deal.board, *row) for record in records for row in _results(record.results).rows)
    return Sheet(_("Risultati"), in_order((_("Smazzata"), Kind.INTEGER, 9), *heads), rows)
