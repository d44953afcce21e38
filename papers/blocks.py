"""Pieces of a running document: sections, lines whose label hangs in the margin, signatures."""

from collections.abc import Sequence
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from papers import look
from papers.fonts import REGULAR
from papers.pdf import PAGE, text

ROOM = PAGE[0] - 2 * look.MARGIN
HANG = 29 * mm  # the margin in which numbers and labels hang
_GAP = 4 * mm
_TALL = 240  # points


def _style(*commands: tuple[Any, ...]) -> TableStyle:
    # A table style in our face: reportlab sets even an empty cell in Helvetica otherwise.
    return TableStyle([("FONT", (0, 0), (-1, -1), REGULAR), ("VALIGN", (0, 0), (-1, -1), "TOP"), *commands])


def section(title: str) -> list[Flowable]:
    """The heading of a section, which never stands alone at the foot of a page."""
    return [text(title, look.SECTION)]


def hanging(label: str, body: Sequence[Flowable] | Flowable, style: Any = look.LABEL) -> Table:
    """A label in the margin beside its text; only a tall text goes on over the page, a short one moves whole."""
    flowables = list(body) if isinstance(body, Sequence) else [body]
    commands = _style(
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (0, -1), _GAP),
        ("RIGHTPADDING", (1, 0), (1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    )
    rows = [[text(label, style) if label else "", flowables]]
    is_tall = sum(flowable.wrap(ROOM - HANG, look.PAGE_HEIGHT)[1] for flowable in flowables) > _TALL
    return Table(rows, colWidths=[HANG, ROOM - HANG], style=commands, hAlign="LEFT", splitInRow=int(is_tall))


def article(number: int, title: str, summary: str, *, word: str, note: str = "") -> Table:
    """An article of the code, its number hanging in the margin as on the screen."""
    body = [text(title, look.STRONG), text(summary, look.LAW)]
    body += [text(note, look.SMALL)] if note else []
    return hanging(f"{word} {number}", body, look.NUMBER)


def spoken(lines: Sequence[str]) -> list[Flowable]:
    """What is read out at the table: larger, beside a rule of felt green."""
    commands = _style(
        ("LINEBEFORE", (0, 0), (0, -1), 2.2, look.FELT),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
    )
    rows = [[text(line, look.SPOKEN)] for line in lines]
    return [Table(rows, colWidths=[ROOM], style=commands, hAlign="LEFT", splitInRow=1)]


def signatures(names: Sequence[tuple[str, str]]) -> Table:
    """A line to sign on for each (role, name); it never breaks."""
    commands = _style(
        *(("LINEABOVE", (place, 1), (place, 1), 0.7, look.INK) for place in range(0, 2 * len(names), 2)),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("NOSPLIT", (0, 0), (-1, -1)),
    )
    gap = 7 * mm
    width = (ROOM + gap) / len(names) - gap
    cells: list[list[Paragraph] | str] = []
    for role, name in names:
        cells += [[text(role, look.SMALL), text(name, look.LABEL)], ""]
    widths = ([width, gap] * len(names))[:-1]
    rows = [[""] * len(widths), cells[:-1]]
    return Table(rows, colWidths=widths, rowHeights=[14 * mm, None], style=commands, hAlign="LEFT")


def space(points: float = 6) -> Spacer:
    return Spacer(0, points)
