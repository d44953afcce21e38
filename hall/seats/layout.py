"""Name tags: ten on a page of A4, each with the player's name, number and two QR codes.

The large one leads the player to the seat; the small one is for whoever stands at the door: it marks the entry present.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hall.seats.exports import Tag
from papers import look
from papers.fonts import BOLD, REGULAR, fit, fit_height, legible
from papers.pdf import canvas_settings, draw_text, write_metadata
from papers.sheets import Imprint

ACROSS, DOWN = 2, 5
WIDE, HIGH = 90 * mm, 54 * mm
LEFT = (look.PAGE_WIDTH - ACROSS * WIDE) / 2
TOP = look.PAGE_HEIGHT - (look.PAGE_HEIGHT - DOWN * HIGH) / 2
PAD, QR, SMALL_QR = 5 * mm, 22 * mm, 16 * mm
SIZES = (17.0, 15.0, 13.0, 11.5, 10.0)
# A long name in two parts, between the head and the codes: at the smallest size the longest surname keeps its place.
GIVEN_SIZE, SURNAME_SIZES = 10.0, (15.0, 13.0, 11.5, 10.0, 8.5, 7.0, 6.0, 5.0)
NAME_TOP, LOWEST = HIGH - PAD - 20, PAD + QR + 10


def name_tags(tags: Sequence[Tag], imprint: Imprint) -> bytes:
    """One PDF with ten tags on a page, to be cut along the hairlines."""
    tags = imprint.names.in_all(tuple(tags))
    out = BytesIO()
    canvas = Canvas(out, pagesize=(look.PAGE_WIDTH, look.PAGE_HEIGHT), **canvas_settings(imprint))
    write_metadata(canvas, imprint)
    per_page = ACROSS * DOWN
    for start in range(0, max(len(tags), 1), per_page):
        _draw_page(canvas, tags[start : start + per_page], imprint)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw_page(canvas: Any, tags: Iterable[Tag], imprint: Imprint) -> None:
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.4)
    canvas.grid([LEFT + at * WIDE for at in range(ACROSS + 1)], [TOP - at * HIGH for at in range(DOWN + 1)])
    for place, tag in enumerate(tags):
        down, across = divmod(place, ACROSS)
        _draw(canvas, tag, imprint, LEFT + across * WIDE, TOP - (down + 1) * HIGH)


def _draw_name(canvas: Any, tag: Tag, x: float, y: float, room: float) -> None:
    """In one line where it fits; else the given name above, shortened if need be, and the whole surname below."""
    size, lines = fit(legible(tag.name), BOLD, room, SIZES)
    if lines == [legible(tag.name)]:
        draw_text(canvas, lines[0], x, y + HIGH - 19 * mm, font=BOLD, size=size, room=room)
        return
    given = tag.name.removesuffix(tag.last_name).strip() if tag.name.endswith(tag.last_name) else ""
    top = y + NAME_TOP
    draw_text(canvas, given, x, top, font=BOLD, size=GIVEN_SIZE, room=room)
    surname = legible(tag.last_name if given else tag.name)
    size, lines = fit_height(surname, BOLD, room, SURNAME_SIZES, NAME_TOP - LOWEST)
    for number, line in enumerate(lines, start=1):
        draw_text(canvas, line, x, top - number * (size + 1), font=BOLD, size=size, room=room)


def _draw(canvas: Any, tag: Tag, imprint: Imprint, x: float, y: float) -> None:
    room = WIDE - 2 * PAD
    canvas.setFillColor(look.FELT)
    look.draw_suits(canvas, x + PAD, y + HIGH - PAD - 6, 6)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, imprint.owner, x + PAD + 44, y + HIGH - PAD - 5.4, size=7.6, room=room - 44)
    canvas.setFillColor(look.INK)
    _draw_name(canvas, tag, x + PAD, y, room)
    room -= QR + SMALL_QR + 6 * mm
    canvas.setFont(BOLD, 22)
    canvas.setFillColor(look.FELT)
    canvas.drawString(x + PAD, y + PAD + 10 * mm, str(tag.number))
    canvas.setFillColor(look.GREY)
    draw_text(canvas, tag.entry, x + PAD, y + PAD + 4.6 * mm, size=8.4, room=room)
    draw_text(canvas, tag.club, x + PAD, y + PAD + 0.6 * mm, size=7.6, room=room)
    canvas.setFillColor(look.INK)
    look.draw_qr(canvas, tag.url, x + WIDE - PAD - QR, y + PAD, QR)
    door = x + WIDE - PAD - QR - 3 * mm
    look.draw_qr(canvas, tag.present_url, door - SMALL_QR, y + PAD, SMALL_QR)
    canvas.setFillColor(look.GREY)
    canvas.setFont(REGULAR, 6)
    canvas.drawRightString(x + WIDE - PAD, y + PAD + QR + 3.5, legible(_("dove siedo, risultati")))
    canvas.drawRightString(door, y + PAD + SMALL_QR + 3.5, legible(_("presenza: per la direzione")))
