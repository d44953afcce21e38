"""Score sheets: one per table, blank to be filled in by hand or filled in, all of a round in one file.

What all sheets of a round share (grid, labels, boards) is drawn once, as a form; a sheet adds only what is its own.
Two of them stand on one page at choice, to be cut apart.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hall.score_sheets.exports import RoundSheet, TableSheet
from hall.score_sheets.shared_sheet import draw_shared
from hall.score_sheets.table import draw_table
from papers import look
from papers.fonts import legible
from papers.imprint import Imprint
from papers.pdf import canvas_settings, page_label, write_metadata

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
