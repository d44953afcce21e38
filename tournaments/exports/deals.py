"""The cards of the boards on paper, for who prepares the packs: how a sorted pack is dealt, and strips for the holders.

Whoever holds one of them knows the deal: they are made for somebody who does not play, and the log says for whom.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from codes.seats import Seat
from codes.tressette.cards import Card, Rank, Suit
from codes.tressette.deals import Deal
from tournaments.exports import look
from tournaments.exports.fonts import BOLD, REGULAR, legible
from tournaments.exports.imprint import Imprint
from tournaments.exports.pdf import canvas_settings, draw_text, write_metadata
from tournaments.games import SEAT_LETTERS, SEAT_NAMES
from tournaments.queries.hand_records import HandShown, hands_shown

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
