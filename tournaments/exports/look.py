"""How our paper looks: inks, measures and paragraph styles, shared by every document."""

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm

from tournaments.exports.fonts import BOLD, REGULAR

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
