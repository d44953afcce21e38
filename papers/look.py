"""How our paper looks: inks, measures and paragraph styles, shared by every document.

Ready-made drawings put on a page as PDF operators: quicker than a call for every stroke.

The four suits as drawn outlines: no face has to contain them, and they print alike everywhere.
"""

import re
from functools import lru_cache
from html import escape
from typing import Any

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from papers.fonts import BOLD, REGULAR

# Dark enough that a black and white printer keeps every difference; meaning never hangs on colour.
INK = HexColor("#1f1f1c")
GREY = HexColor("#5f5f58")
HAIR = HexColor("#bdbab0")
FELT = HexColor("#17513a")
PAPER = HexColor("#ffffff")

PAGE_WIDTH, PAGE_HEIGHT = A4
MARGIN = 17 * mm
HEAD = 22 * mm  # from the paper's edge to the text
FOOT = 16 * mm


def _style(name: str, size: float, leading: float, **more: object) -> ParagraphStyle:
    """A paragraph style in our faces; bulletFontName too, or Helvetica sneaks in."""
    return ParagraphStyle(
        name, **({"fontName": REGULAR, "textColor": INK} | more),
        fontSize=size, leading=leading, bulletFontName=REGULAR, allowWidows=0, allowOrphans=0,
    )  # fmt: skip


BODY = _style("body", 9.2, 13)
LAW = _style("law", 8.8, 12.2)
SMALL = _style("small", 7.6, 10.4, textColor=GREY)
TITLE = _style("title", 17, 21, fontName=BOLD, spaceAfter=2)
SUBTITLE = _style("subtitle", 9.6, 13.4, textColor=GREY, spaceAfter=7)
SECTION = _style("section", 10.2, 13, fontName=BOLD, textColor=FELT, spaceBefore=13, spaceAfter=4, keepWithNext=1)
STRONG = _style("strong", 9.2, 13, fontName=BOLD)
SPOKEN = _style("spoken", 10.6, 15.2)
NUMBER = _style("number", 9.2, 13, fontName=BOLD, textColor=FELT, alignment=2)
LABEL = _style("label", 8.4, 13, textColor=GREY)
CODE = _style("code", 7.2, 9.8, leftIndent=6)
LABEL_RIGHT = _style("label-right", 8.4, 13, textColor=GREY, alignment=2)


QR_MASK = 2  # any of the eight is valid; choosing the prettiest costs three times the rest
_DARK = re.compile(rb"\x01+")


def paint(canvas: Any, operators: str, x: float, y: float, scale: float) -> None:
    """Run drawing operators with their origin at x, y and their unit `scale` points long."""
    # The canvas has no public call for a ready-made path or marked content: its page stream takes both as they are.
    canvas._code.append(f"q {scale:.4f} 0 0 {scale:.4f} {x:.2f} {y:.2f} cm {operators} Q")


def draw_qr(canvas: Any, content: str, x: float, y: float, size: float) -> None:
    """A QR code of the content, filled in the current colour, in a square of so many points."""
    side, operators = _qr(content)
    paint(canvas, operators, x, y, size / side)


@lru_cache(maxsize=256)
def _qr(content: str) -> tuple[int, str]:
    """Modules per side and one filled path: a rectangle for every run of dark modules in a row."""
    code = segno.make(content, error="m", mask=QR_MASK, micro=False, boost_error=False)
    side = len(code.matrix)
    runs = [
        f"{run.start()} {side - row - 1} {run.end() - run.start()} 1 re"
        for row, modules in enumerate(code.matrix)
        for run in _DARK.finditer(modules)
    ]
    return side, " ".join([*runs, "f"])


SUITS = "♥♦♣♠"
HEARTS, DIAMONDS, CLUBS, SPADES = tuple(SUITS)

# Outlines in a square of 100 × 100, origin at the lower left: m move, l line, c curve.
_OUTLINES = {
    HEARTS: (
        "50 2 m 50 2 4 38 4 66 c 4 86 18 97 31 97 c 42 97 48 89 50 80 c"
        " 52 89 58 97 69 97 c 82 97 96 86 96 66 c 96 38 50 2 50 2 c"
    ),
    DIAMONDS: "50 0 m 58 18 72 36 88 50 c 72 64 58 82 50 100 c 42 82 28 64 12 50 c 28 36 42 18 50 0 c",
    SPADES: (
        "50 98 m 50 98 6 66 6 38 c 6 20 20 12 31 12 c 39 12 44 16 47 21 c 46 12 42 6 34 0 c 66 0 l"
        " 58 6 54 12 53 21 c 56 16 61 12 69 12 c 80 12 94 20 94 38 c 94 66 50 98 50 98 c"
    ),
    CLUBS: (
        "50 98 m 38 98 29 89 29 77 c 29 70 33 64 38 59 c 34 62 30 63 26 63 c 14 63 4 53 4 40 c 4 27 14 17 26 17 c"
        " 35 17 43 21 47 30 c 46 16 42 6 34 0 c 66 0 l 58 6 54 16 53 30 c 57 21 65 17 74 17 c"
        " 86 17 96 27 96 40 c 96 53 86 63 74 63 c 70 63 66 62 62 59 c 67 64 71 70 71 77 c 71 89 62 98 50 98 c"
    ),
}


def draw_suit(canvas: Any, suit: str, x: float, y: float, size: float) -> None:
    """Fill the suit's outline in the current colour, its lower left corner at x, y.

    The outline carries the suit's character for readers that extract text.
    """
    actual = suit.encode("utf-16-be").hex().upper()
    paint(canvas, f"/Span <</ActualText <FEFF{actual}>>> BDC {_OUTLINES[suit]} f EMC", x, y, size / 100)


def draw_suits(canvas: Any, x: float, y: float, size: float) -> None:
    for place, suit in enumerate(_OUTLINES):
        draw_suit(canvas, suit, x + place * size * 1.5, y, size)


def inline_suit(canvas: Any, _kind: str, label: str) -> None:
    """Draw a suit inside a paragraph, where its markup stands (see `markup`)."""
    suit, size = label.split()
    x, y = canvas._curr_tx_info["cur_x"], canvas._curr_tx_info["cur_y"]
    draw_suit(canvas, suit, x + float(size) * 0.05, y - float(size) * 0.04, float(size) * 0.8)


def markup(text: str, size: float) -> str:
    """Paragraph markup of a plain text: escaped, line ends kept, suit characters drawn."""
    result = escape(text, quote=False).replace("\n", "<br/>")
    for suit in SUITS:
        room = "\u00a0" * 3
        result = result.replace(suit, f'<onDraw name="draw_suit" label="{suit} {size}"/>{room}')
    return result
