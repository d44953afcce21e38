"""The document template (running head, page n of m, title in the metadata, embedded faces) and Sheets set on it."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer
from reportlab.platypus.tables import LongTable, TableStyle

from papers import look
from papers.fonts import BOLD, REGULAR, install, legible, width, wrap
from papers.sheets import Cell, Column, Imprint, Kind, Sheet, as_text, in_words, long_date

PAGE = look.PAGE_WIDTH, look.PAGE_HEIGHT
_CHARACTER = 4.7  # points a usual character takes at the size of a table's text
_SIZE, _LEADING, _PAD = 8.2, 10.6, 4.0
_HEAD, _HEAD_LEADING = 7.4, 9.4
_LARGE = 1.7  # how much larger what hangs on a wall is set
_SLACK = 0.5  # so that rounding never breaks a header's longest word
_TALLEST = 36  # lines of a cell that surely fit on a page, even one on its side
_WHOLE_WORD = 150.0  # points: a longer word may be cut, or the other columns would have no room
# What a paragraph shows by other means than the face: suits are drawn, line ends are kept.
_KEPT = frozenset(f"{look.SUITS}\n")
_PARTS = re.compile(f"([{re.escape(look.SUITS)}\n])")
_WIDE = 112  # characters: a wider sheet lies on its side


def canvas_settings(imprint: Imprint) -> dict[str, Any]:
    """What every canvas of ours starts with: our face instead of Helvetica, nothing taken from the clock."""
    install()
    return {
        "initialFontName": REGULAR, "initialFontSize": _SIZE, "invariant": 1, "pageCompression": 1,
        "lang": imprint.language,
    }  # fmt: skip


def write_metadata(canvas: Any, imprint: Imprint) -> None:
    canvas.setTitle(imprint.title)
    canvas.setSubject(imprint.owner)
    canvas.setAuthor(imprint.author or imprint.owner)
    canvas.setCreator("referee")
    canvas.setProducer("referee · ReportLab")
    # A reader then shows the title instead of the file's name.
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setDateFormatter(lambda *_clock: f"D:{imprint.at:%Y%m%d%H%M%S}{_offset(imprint)}")


def _offset(imprint: Imprint) -> str:
    """The moment's distance from UTC as PDF writes it: +02'00."""
    zone = f"{imprint.at:%z}"
    return f"{zone[:3]}'{zone[3:5]}" if zone else "Z"


HEAD_QR = 11 * mm


class NumberedCanvas(Canvas):  # type: ignore[misc]  # reportlab ships no types
    """Keeps its pages until the last one is known, then writes 'page n of m' on each."""

    def __init__(self, *args: Any, imprint: Imprint, **kwargs: Any) -> None:
        super().__init__(*args, **(kwargs | canvas_settings(imprint)))
        self.imprint = imprint
        self.kept: list[dict[str, Any]] = []
        self.setNamedCB("draw_suit", look.inline_suit)

    def showPage(self) -> None:
        # The state of the canvas, written out by save(). A bookmark set before that would lead to page 1.
        self.kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, state in enumerate(self.kept, 1):
            self.__dict__.update(state)
            draw_furniture(self, self.imprint, number, len(self.kept))
            super().showPage()
        # Last, as the document template writes its own.
        write_metadata(self, self.imprint)
        super().save()


def draw_furniture(canvas: Any, imprint: Imprint, number: int, count: int) -> None:
    left, right, top = look.MARGIN, canvas._pagesize[0] - look.MARGIN, canvas._pagesize[1] - 14 * mm
    beside = right - (HEAD_QR + 3 * mm if imprint.head else 0)
    canvas.saveState()
    canvas.setFillColor(look.FELT)
    look.draw_suits(canvas, left, top, 7)
    canvas.setFillColor(look.GREY)
    draw_text(canvas, imprint.owner, left + 50, top + 0.6, size=8, room=beside - left - 170)
    canvas.setFont(REGULAR, 8)
    canvas.drawRightString(beside, top + 0.6, legible(long_date(imprint.at)))
    canvas.setStrokeColor(look.HAIR)
    canvas.setLineWidth(0.5)
    canvas.line(left, top - 6, beside, top - 6)
    room = right - left - 90
    if imprint.head:
        draw_head(canvas, imprint, right - HEAD_QR, top - 6.5 * mm)
        room -= draw_head_words(canvas, imprint, right - 90)
    draw_text(canvas, imprint.title, left, 11 * mm, size=7.4, room=room)
    canvas.setFont(REGULAR, 7.4)
    canvas.drawRightString(right, 11 * mm, page_label(number, count))
    canvas.restoreState()


def draw_head(canvas: Any, imprint: Imprint, x: float, y: float) -> None:
    """The last line of the log, for a machine to read: a square of HEAD_QR."""
    canvas.setFillColor(look.INK)
    look.draw_qr(canvas, imprint.code, x, y, HEAD_QR)
    canvas.setFillColor(look.GREY)


def draw_head_words(canvas: Any, imprint: Imprint, right: float) -> float:
    """The same in words at the foot, ending there; how wide they are, with some room before them."""
    words = legible(_("Registro %(head)s") % {"head": imprint.head})
    canvas.setFont(REGULAR, 7.4)
    canvas.drawRightString(right, 11 * mm, words)
    return float(width(words, REGULAR, 7.4)) + 12


def page_label(number: int, count: int) -> str:
    return legible(_("Pagina %(number)s di %(count)s") % {"number": number, "count": count})


def draw_text(canvas: Any, text: str, x: float, y: float, *, room: float, size: float, font: str = REGULAR) -> None:
    """One line of text, cut with '…' where the room ends."""
    text = legible(text)
    if width(text, font, size) > room:
        while text and width(text + "…", font, size) > room:
            text = text[:-1]
        text = text.rstrip() + "…"
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)


def build(imprint: Imprint, story: Sequence[Flowable], *, on_its_side: bool = False) -> bytes:
    """The finished document: the story set on our pages."""
    size = landscape(PAGE) if on_its_side else PAGE
    out = BytesIO()
    document = BaseDocTemplate(out, pagesize=size, title=imprint.title, initialFontName=REGULAR)
    frame = Frame(
        look.MARGIN, look.FOOT, size[0] - 2 * look.MARGIN, size[1] - look.HEAD - look.FOOT,
        leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0,
    )  # fmt: skip
    document.addPageTemplates(PageTemplate("page", [frame]))
    document.build(list(story), canvasmaker=partial(NumberedCanvas, imprint=imprint))
    return out.getvalue()


def text(value: str, style: Any = look.BODY) -> Paragraph:
    """A paragraph of plain text: markup characters are shown, suits are drawn."""
    return Paragraph(_markup(value, style), style)


def rich(value: str, strong: str, style: Any = look.BODY) -> Paragraph:
    """A plain text followed by one in bold, as a question and its answer."""
    return Paragraph(f"{_markup(value, style)} <b>{_markup(strong, style)}</b>", style)


def _markup(value: str, style: Any) -> str:
    """Markup that shows the text as it is."""
    plain = "".join(part if part in _KEPT else legible(part) for part in _PARTS.split(in_words(value)))
    return look.markup(plain, style.fontSize)


def render(sheets: Sequence[Sheet], imprint: Imprint) -> bytes:
    """The sheets one after the other, each from a new page; on its side when one is wide."""
    sheets = imprint.names.in_all(tuple(sheets))
    on_its_side = any(map(is_wide, sheets))
    room = (PAGE[1] if on_its_side else PAGE[0]) - 2 * look.MARGIN
    story: list[Flowable] = []
    for sheet in sheets:
        story += [PageBreak()] if story else []
        story += sheet_story(sheet, room)
    return build(imprint, story, on_its_side=on_its_side)


def is_wide(sheet: Sheet) -> bool:
    return sum(column.width for column in sheet.columns) * _times(sheet) > _WIDE


def _times(sheet: Sheet) -> float:
    return _LARGE if sheet.is_large else 1.0


def sheet_story(sheet: Sheet, room: float) -> list[Flowable]:
    """Title, table and notes of a sheet; an empty sheet says so."""
    story: list[Flowable] = [text(sheet.title, look.TITLE)]
    story.append(text(sheet.subtitle, look.SUBTITLE) if sheet.subtitle else Spacer(0, 6))
    story.append(table(sheet, room) if sheet.rows else text(_("Nessuna riga da mostrare."), look.BODY))
    story += [Spacer(0, 8)] if sheet.notes else []
    story += [text(note, look.SMALL) for note in sheet.notes]
    return story


def table(sheet: Sheet, room: float) -> LongTable:
    """The sheet's table: header repeated on every page, text wrapped to its column, totals in bold."""
    times = _times(sheet)
    widths = column_widths(sheet.columns, room, words=_widest_words(sheet), times=times)
    head, size, pad = _HEAD * times, _SIZE * times, _PAD * times
    inner = [one - 2 * pad for one in widths]
    data = [[_lines(column.title, BOLD, head, room) for column, room in zip(sheet.columns, inner, strict=True)]]
    for row in sheet.rows:
        data += _in_parts(_texts(row, sheet.columns, inner, REGULAR, size), round(_TALLEST / times))
    if sheet.footer:
        data.append(_texts(sheet.footer, sheet.columns, inner, BOLD, size))
    return LongTable(data, colWidths=widths, repeatRows=1, style=_style(sheet), hAlign="LEFT")


def column_widths(
    columns: Sequence[Column[Any]], room: float, *, words: Sequence[float] = (), times: float = 1.0
) -> list[float]:
    """Points for each column: what it asks for; the texts share what is left over or what is missing.

    `words` are the points of each column's widest word: a text is not narrowed so far that a name is cut in two.
    """
    words = words or [0.0] * len(columns)
    least = [
        max(_longest_word(column.title) * times, word) + 2 * _PAD * times + _SLACK
        for column, word in zip(columns, words, strict=True)
    ]
    natural = [
        max((column.width * _CHARACTER + 2 * _PAD) * times, low) for column, low in zip(columns, least, strict=True)
    ]
    spare = room - sum(natural)
    gives = natural if spare > 0 else [wish - low for wish, low in zip(natural, least, strict=True)]
    weights = [give if column.kind is Kind.TEXT else 0 for give, column in zip(gives, columns, strict=True)]
    if spare < -sum(weights):
        # More columns than paper: all get narrower alike.
        return [wish * room / sum(natural) for wish in natural]
    share = spare / (sum(weights) or 1)
    return [wish + share * weight for wish, weight in zip(natural, weights, strict=True)]


def _longest_word(title: str) -> float:
    """Points that the longest word of a header takes."""
    return max((width(legible(word), BOLD, _HEAD) for word in title.split()), default=0)


def _widest_words(sheet: Sheet) -> list[float]:
    """Points of the widest word in each column of text, as far as a word is kept whole; none for figures."""
    return [
        min(max((_widest(row[place]) for row in sheet.rows), default=0.0) * _times(sheet), _WHOLE_WORD)
        if column.kind is Kind.TEXT
        else 0.0
        for place, column in enumerate(sheet.columns)
    ]


def _widest(value: Cell) -> float:
    return max((width(legible(word), REGULAR, _SIZE) for word in as_text(value, Kind.TEXT).split()), default=0.0)


def _texts(
    row: Iterable[Cell], columns: Sequence[Column[Any]], widths: Sequence[float], font: str, size: float
) -> list[str]:
    """One row as texts that fit their columns."""
    return [
        _lines(as_text(value, column.kind), font, size, room)
        for value, column, room in zip(row, columns, widths, strict=True)
    ]


def _in_parts(row: list[str], most: int) -> list[list[str]]:
    """The row as it is, or as several when one of its cells is too tall for a page."""
    cells = [cell.split("\n") for cell in row]
    tallest = max(map(len, cells))
    return [["\n".join(cell[start : start + most]) for cell in cells] for start in range(0, tallest, most)]


def _lines(value: str, font: str, size: float, room: float) -> str:
    """The text broken into lines that fit."""
    value = "\n".join(map(legible, value.split("\n")))
    return "\n".join(wrap(value, font, size, room))


def _style(sheet: Sheet) -> TableStyle:
    """Hairlines between rows, ink under the header, numbers to the right."""
    times = _times(sheet)
    commands: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), REGULAR, _SIZE * times, _LEADING * times),
        ("FONT", (0, 0), (-1, 0), BOLD, _HEAD * times, _HEAD_LEADING * times),
        ("TEXTCOLOR", (0, 0), (-1, 0), look.GREY),
        ("TEXTCOLOR", (0, 1), (-1, -1), look.INK),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD * times),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD * times),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ("LINEBELOW", (0, 1), (-1, -1), 0.35, look.HAIR),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, look.FELT),
    ]
    for place, column in enumerate(sheet.columns):
        commands += [("ALIGN", (place, 0), (place, -1), "RIGHT")] if column.kind.is_number else []
    if sheet.footer:
        commands += [
            ("FONT", (0, -1), (-1, -1), BOLD, _SIZE * times, _LEADING * times),
            ("LINEABOVE", (0, -1), (-1, -1), 0.9, look.INK),
        ]
    return TableStyle(commands)
