"""The score grid as the desk sees it: besides the scores, what the tables sent from their QR and what is missing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments import queries
from tournaments.actions.slips import OPEN, Sent, results_of, sent_from
from tournaments.hall.table_pages import TABLES_A_PAGE
from tournaments.models import Round, Table, TableSlip
from tournaments.scoring.board import Result
from tournaments.seats import Line

MOST_NAMED = 40


@dataclass(frozen=True)
class Said:
    """What a line says of a board: its letters and the points."""

    line: str
    result: Result


@dataclass(frozen=True)
class DeskCell(queries.Cell):
    """A board at a table, with what its players say of it while that is not what is recorded."""

    said: tuple[Said, ...] = ()


@dataclass(frozen=True)
class DeskRow(queries.GridRow):
    """A table of a round; sent: what its players sent and did not settle."""

    sent: Sent | None = None
    is_settled: bool = False


@dataclass(frozen=True)
class TableLink:
    """A table named beside the grid, and where its row is."""

    number: int
    href: str


def desk_grid(round: Round, only: Sequence[int]) -> tuple[DeskRow, ...]:
    """Tables of the round (primary keys) as the desk sees them; two queries more than the grid itself."""
    rows = queries.round_grid(round, only=only)
    sent = sent_from([row.table for row in rows])
    waited = set(queries.waited_for(Table.objects.filter(pk__in=only)).values_list("pk", flat=True))
    return tuple(_row(row, sent.get(row.table.pk), is_settled=row.table.pk not in waited) for row in rows)


def _row(row: queries.GridRow, sent: Sent | None, *, is_settled: bool) -> DeskRow:
    waits = sent if sent and sent.slip.state in OPEN and not is_settled else None
    cells = tuple(DeskCell(cell.board, cell.score, _said(row, cell, waits)) for cell in row.cells)
    return DeskRow(row.table, cells, row.result, row.fixed, waits, is_settled)


def _said(row: queries.GridRow, cell: queries.Cell, sent: Sent | None) -> tuple[Said, ...]:
    """What the lines say of the board, the last word first; nothing where it is what stands recorded."""
    if sent is None:
        return ()
    names = dict(zip(Line, row.table.seating.lines, strict=True))
    slips: Sequence[TableSlip] = [one for one in (sent.slip, sent.other) if one]
    said = [Said(names[Line(one.given_by_line)], results_of(one)[cell.board.number]) for one in slips]
    if len(said) == len(slips) and len({one.result for one in said}) == 1:
        said = said[:1]
    return tuple(one for one in said if not _is_recorded(cell, one.result))


def _is_recorded(cell: queries.Cell, result: Result) -> bool:
    score = cell.score
    return score is not None and (score.points_a, score.points_b) == (result.points_a, result.points_b)


def progress(round: Round) -> dict[str, object]:
    """How many scores are missing and to be confirmed, at which tables, and which tables dispute theirs.

    So many queries however many the tables are; of very many that are missing the first ones are named.
    """
    known = queries.progress_of(round)
    missing = queries.tables_without_scores(round)
    waited = queries.waited_for(Table.objects.filter(round=round))
    disputed = waited.filter(slips__state=TableSlip.State.DISPUTED).order_by("number").distinct()
    link = _links(round)
    return {
        "missing": known.missing,
        "unconfirmed": known.unconfirmed,
        "missing_tables": [link(number) for number in missing[:MOST_NAMED]],
        "more_missing": len(missing[MOST_NAMED:]),
        "disputed_tables": [link(number) for number in disputed.values_list("number", flat=True)],
    }


def _links(round: Round) -> Callable[[int], TableLink]:
    """What leads from the grid to a table's row, be it on another page."""
    numbers = list(Table.objects.filter(round=round).order_by("number").values_list("number", flat=True))
    pages = {number: place // TABLES_A_PAGE + 1 for place, number in enumerate(numbers)}
    only_one = len(numbers) <= TABLES_A_PAGE

    def link(number: int) -> TableLink:
        return TableLink(number, f"#row-{number}" if only_one else f"?page={pages[number]}#row-{number}")

    return link
