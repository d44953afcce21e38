"""Hundreds of score sheets in one file, against bare reportlab drawing the same texts and lines page by page."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from benchmarks.common import Goal, Row, best_of_pairs
from hall.score_sheets.exports import RoundSheet, SheetBoard, SheetPair, SheetScore, SheetTotals, TableSheet
from hall.score_sheets.layout import draw_table, score_sheets
from hall.score_sheets.shared_sheet import draw_shared
from papers.pdf import canvas_settings, page_label
from papers.sheets import Imprint

SHEETS, BOARDS = 500, 8
GOAL = Goal(ratio=1.5)
ROUNDS = 2
IMPRINT = Imprint("Segnapunti del turno 1", "Torneo di prova", datetime(2026, 11, 14, 12, tzinfo=UTC))

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


class Recorder:
    """A canvas that draws nothing and remembers every call, so that it can be made again on a bare one."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._code: list[str] = []  # ready-made drawings (QR, suits) are not part of the base

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **kwargs: self.calls.append((name, args, kwargs))


def run() -> Iterator[Row]:
    """One row blank, one filled in; every sheet with its own names and its own QR, in every run anew."""
    yield measured(filled=False)
    yield measured(filled=True)


def measured(*, filled: bool) -> Row:
    shared, runs = round_of(filled=filled), count()
    pages = [bare_page(shared, table, number) for number, table in enumerate(tables(next(runs)), 1)]
    static = bare_shared(shared)
    ours, base = best_of_pairs(
        lambda: score_sheets(shared, tables(next(runs)), IMPRINT), lambda: replay(static, pages), rounds=ROUNDS
    )
    return Row(
        name=f"{SHEETS} score sheets, {'filled in' if filled else 'blank'}",
        ours_seconds=ours,
        base_seconds=base,
        base_name="bare reportlab, same texts and lines",
        goal=GOAL,
        note=f"{BOARDS} boards each; ours also measures the names and draws a QR code on each, the base does not",
    )


def round_of(*, filled: bool) -> RoundSheet:
    boards = tuple(SheetBoard(n, "NOSE"[(n - 1) % 4], "NOSE"[n % 4]) for n in range(1, BOARDS + 1))
    return RoundSheet("Torneo di prova", "Bari, 14 novembre 2026", 1, boards, with_accusa=True, filled=filled)


def tables(run: int) -> list[TableSheet]:
    """The tables of one run: names and addresses that no cache has seen before."""
    score = SheetScore((8, 6), (8, 3), (0, 3), "giocato · v1 · confermato da Sara Moro, 12:30")
    return [
        TableSheet(
            number=number,
            url=f"http://192.168.1.10:8000/tornei/torneo-di-prova/turni/{run}/tavoli/{number}/",
            line_a=pair(2 * number - 1, f"{run}-{number}"),
            line_b=pair(2 * number, f"{run}-{number}"),
            scores=(score,) * BOARDS,
            totals=SheetTotals((64, 48), (15, 5)),
        )
        for number in range(1, SHEETS + 1)
    ]


def pair(number: int, mark: str) -> SheetPair:
    """A pair whose names bear a mark."""
    return SheetPair(number, f"Conti – D’Amico {mark}", (f"Anna Conti {mark}", f"Nicolò D’Amico {mark}"))


def bare_shared(shared: RoundSheet) -> list[Call]:
    """What every page shows, as calls on a canvas."""
    recorder = Recorder()
    draw_shared(recorder, shared, IMPRINT)
    return recorder.calls


def bare_page(shared: RoundSheet, table: TableSheet, number: int) -> list[Call]:
    """What one page adds, as calls on a canvas."""
    recorder = Recorder()
    draw_table(recorder, shared, table, page_label(number, SHEETS))
    return recorder.calls


def replay(static: list[Call], pages: list[list[Call]]) -> bytes:
    """The same texts and lines drawn straight on every page."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(595, 842), **canvas_settings(IMPRINT))
    for page in pages:
        for name, args, kwargs in static + page:
            getattr(canvas, name)(*args, **kwargs)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
