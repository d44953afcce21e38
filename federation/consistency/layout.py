"""The plots of consistency on paper: circles, strokes and hatches, which any printer keeps in black and white.

Where each mark stands says `federation/consistency/plots`, for the page as for the paper: 320 wide, from the top down.

Consistency on paper: the plots to look at, then the tables with every figure.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, PageBreak, Paragraph, Spacer
from reportlab.platypus.tables import LongTable

from federation.archive.models import ArchivedRuling
from federation.consistency.exports import (
    MOST,
    consistency_title,
    sheets_of,
    spread_title,
    subtitle_of,
    what_is_counted,
)
from federation.consistency.plots import Bar, Span, bars_of, share_span, wait_span, wait_ticks
from federation.consistency.queries import FEWEST, Key, Measured, Selection, code_of, measure, names_of
from papers import look, pdf
from papers.fonts import REGULAR
from papers.sheets import Imprint
from people.accounts.models import Federation

# Of more rows the tables tell; the largest come first.
MOST_DRAWN = 100
WIDE, TALL, BAR_TALL = 320, 28, 14
SCALE = 0.5
LEFT, MIDDLE, RIGHT = 10, 160, 310


class _Plot(Flowable):  # type: ignore[misc]  # reportlab ships no types
    """A drawing of so many units, in black."""

    def __init__(self, tall: int) -> None:
        super().__init__()
        self.tall, self.width, self.height = tall, WIDE * SCALE, tall * SCALE

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height

    def line(self, x1: float, y1: float, x2: float, y2: float, *, wide: float = 1, dash: Sequence[int] = ()) -> None:
        canvas = self.canv
        canvas.setLineWidth(wide * SCALE)
        canvas.setDash([one * SCALE for one in dash])
        canvas.line(x1 * SCALE, (self.tall - y1) * SCALE, x2 * SCALE, (self.tall - y2) * SCALE)
        canvas.setDash([])

    def path(self, points: Sequence[tuple[float, float]], *, full: bool) -> None:
        canvas, path = self.canv, self.canv.beginPath()
        for place, (x, y) in enumerate(points):
            (path.lineTo if place else path.moveTo)(x * SCALE, (self.tall - y) * SCALE)
        path.close()
        canvas.setLineWidth(1.5 * SCALE)
        canvas.setFillGray(0 if full else 1)
        canvas.drawPath(path, stroke=1, fill=1)

    def axis(self) -> None:
        self.line(LEFT, 24, RIGHT, 24)
        for x in (LEFT, MIDDLE, RIGHT):
            self.line(x, 21, x, 27)

    def reach(self, span: Span, begins: str) -> None:
        self.line(int(begins), 12, int(span.high), 12, wide=2, dash=(5, 4) if span.few else ())


class SharePlot(_Plot):
    """A share as a circle, how far chance may move it, and the share of all as a dotted line."""

    def __init__(self, span: Span) -> None:
        super().__init__(TALL)
        self.span = span

    def draw(self) -> None:
        span = self.span
        self.axis()
        self.line(int(span.across), 1, int(span.across), 24, wide=1.5, dash=(2, 3))
        self.reach(span, span.low)
        for end in (span.low, span.high):
            self.line(int(end), 7, int(end), 17, wide=2)
        self.canv.setLineWidth(1.5 * SCALE)
        self.canv.setFillGray(1 if span.few else 0)
        self.canv.circle(int(span.at) * SCALE, (TALL - 12) * SCALE, 5 * SCALE, stroke=1, fill=1)


class WaitPlot(_Plot):
    """The median as a lozenge, the 90th percentile as an empty square."""

    def __init__(self, span: Span) -> None:
        super().__init__(TALL)
        self.span = span

    def draw(self) -> None:
        at, late = int(self.span.at), int(self.span.high)
        self.axis()
        self.reach(self.span, self.span.at)
        self.path([(late - 5, 7), (late + 5, 7), (late + 5, 17), (late - 5, 17)], full=False)
        self.path([(at, 6), (at + 6, 12), (at, 18), (at - 6, 12)], full=not self.span.few)


class BarPlot(_Plot):
    """How often something was ordered; the hatch tells which kind of penalty."""

    def __init__(self, bar: Bar) -> None:
        super().__init__(BAR_TALL)
        self.bar = bar

    def draw(self) -> None:
        long, canvas = int(self.bar.length), self.canv
        self.line(LEFT, 0, LEFT, BAR_TALL)
        if not long:
            return
        canvas.saveState()
        frame = canvas.beginPath()
        frame.rect(LEFT * SCALE, 2 * SCALE, long * SCALE, 10 * SCALE)
        canvas.setLineWidth(SCALE)
        canvas.clipPath(frame, stroke=1, fill=0)
        for stroke in hatch(self.bar.hatch, LEFT + long):
            self.line(*stroke)
        canvas.restoreState()


def hatch(kind: str, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Strokes over the whole bar, another way for each kind."""
    if kind == "warning":
        yield from ((LEFT, y, end, y) for y in range(3, 12, 3))
    elif kind == "points":
        yield from ((x, y, x + 1, y) for y in range(4, 12, 3) for x in range(LEFT + 2, end, 4))
    elif kind == "other":
        yield from ((x, 2, x, 12) for x in range(LEFT + 3, end, 4))
    else:
        yield from ((x, 12, x + 10, 2) for x in range(LEFT - 10, end, 6))
        if kind == "mp":
            yield from ((x, 2, x + 10, 12) for x in range(LEFT - 10, end, 6))


def plots_story(
    asked: Selection, whole: Measured, rows: Sequence[Measured], names: Mapping[Key, str]
) -> list[Flowable]:
    """How it is to be read, and a row of plots for each of the largest groups, all together last."""
    drawn = rows[:MOST_DRAWN]
    told = [_row(names[row.key], row, whole, rows) for row in drawn]
    table = LongTable(
        [_heads(asked, rows), *told, _row(_("Tutti insieme"), whole, whole, rows)],
        colWidths=[170, 188, 190, 188], repeatRows=1, hAlign="LEFT",
        style=[
            # Of an empty cell too, which would otherwise bring a face that is not in the file.
            ("FONT", (0, 0), (-1, -1), REGULAR), ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, look.INK), ("LINEBELOW", (0, 1), (-1, -1), 0.4, look.HAIR),
            ("LINEABOVE", (0, -1), (-1, -1), 0.8, look.INK),
        ],
    )  # fmt: skip
    key = [pdf.text(f"{mark}: {meaning}", look.SMALL) for mark, meaning in _key(asked, rows)]
    few = [] if len(rows) <= MOST_DRAWN else [pdf.text(_("Disegnate le prime %(n)d righe.") % {"n": MOST_DRAWN})]
    return [*key, Spacer(0, 8), table, *few]


def _heads(asked: Selection, rows: Sequence[Measured]) -> list[Paragraph]:
    share = f"{_('Diversi dalla proposta')} (0–100 %)" if asked.kind == ArchivedRuling.Kind.RULING else ""
    wait = f"{_('Tempo fino alla decisione')} (0–{wait_ticks(rows)[1]} min)"
    return [pdf.text(one, look.STRONG) for one in (what_is_counted(asked), share, spread_title(asked), wait)]


def _row(name: str, row: Measured, whole: Measured, rows: Sequence[Measured]) -> list[list[Flowable]]:
    is_ruling = row.asked.kind == ArchivedRuling.Kind.RULING
    acts = [_("Atti"), str(row.total)]
    called = [pdf.text(name), pdf.text(" · ".join(filter(None, (code_of(row), " ".join(acts)))), look.SMALL)]
    shares = [SharePlot(share_span(row.share, whole.share)), pdf.text(_share(row), look.SMALL)] if is_ruling else []
    bars = [one for bar in bars_of(row) for one in _bar(bar)] or [pdf.text(_("nessuna"), look.SMALL)]
    waits = wait_span(row, rows)
    times: list[Any] = [WaitPlot(waits)] if waits else []
    return [called, shares, bars, [*times, pdf.text(_wait(row), look.SMALL)]]


def _bar(bar: Bar) -> list[Flowable]:
    told = pdf.text(f"{bar.words}: {bar.count}", look.SMALL)
    return [told, BarPlot(bar)] if bar.drawn else [told]


def _share(row: Measured) -> str:
    share = row.share
    if not share.is_telling:
        return _("n = %(n)d: troppo pochi per dire") % {"n": row.total}
    reach = _("fra %(low)s e %(high)s %%") % {"low": share.low_hundredths, "high": share.high_hundredths}
    return f"{row.departed} · {share.hundredths} %, {reach}"


def _wait(row: Measured) -> str:
    if row.median is None:
        return _("non misurato")
    told = _("mediana %(median)s min, 90 su 100 entro %(p90)s min") % {"median": row.median, "p90": row.p90}
    return told if row.has_enough_times else f"{told} · {_('n = %(n)d: troppo pochi per dire') % {'n': row.measured}}"


def _key(asked: Selection, rows: Sequence[Measured]) -> Iterator[tuple[str, str]]:
    half, end = wait_ticks(rows)
    if asked.kind == ArchivedRuling.Kind.RULING:
        yield _("Cerchio"), _("quanti su cento si discostano dalla proposta, da 0 a 100")
        reach = _("fra quanto e quanto può stare la quota vera, 19 volte su 20: quello che il caso può fare da solo")
        yield _("Tratto fra due stanghette"), reach
        yield _("Punteggiata"), _("la quota di tutti insieme: chi ha il tratto che la tocca non se ne distingue")
        yield _("Cerchio vuoto"), _("meno di %(fewest)s atti: troppo pochi per dire") % {"fewest": FEWEST}
    yield _("Barre"), _("su quanti atti è stato ordinato; il tratteggio dice se sono VP, MP, punti o ammonizioni")
    late = _(
        "la mediana e il tempo entro cui si è deciso 90 volte su 100; le tacche sono a 0, %(half)s e %(end)s minuti"
    )
    yield _("Rombo e quadrato"), late % {"half": half, "end": end}


ROOM = pdf.PAGE[1] - 2 * look.MARGIN


def consistency_paper(federation: Federation, asked: Selection, imprint: Imprint) -> bytes:
    whole, found = measure(federation, asked)
    rows = found[:MOST]
    names = names_of(federation, rows)
    story: list[Flowable] = [
        pdf.text(consistency_title(asked), look.TITLE),
        pdf.text(subtitle_of(asked), look.SUBTITLE),
    ]
    story += plots_story(asked, whole, rows, names)
    for sheet in sheets_of(asked, whole, rows, names):
        story += [PageBreak(), *pdf.sheet_story(sheet, ROOM)]
    return pdf.build(imprint, story, on_its_side=True)
