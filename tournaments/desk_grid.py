"""The score grid as the desk sees it: besides the scores, what the tables sent from their QR and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments import queries
from tournaments.actions.slips import OPEN, Sent, results_of, sent_from
from tournaments.models import Round, TableSlip
from tournaments.scoring.board import Result
from tournaments.seats import Line


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

    @property
    def is_missing(self) -> bool:
        """Whether a score is still waited for here."""
        return not self.is_settled and any(cell.score is None for cell in self.cells)


def desk_grid(round: Round) -> tuple[DeskRow, ...]:
    """Every table of the round as the desk sees it; one query more than the grid itself."""
    rows = queries.round_grid(round)
    sent = sent_from([row.table for row in rows])
    # A match of teams takes two tables: what is fixed in one room settles both.
    fixed = {row.table.line_a_id for row in rows if row.fixed}
    return tuple(
        _row(row, sent.get(row.table.pk), is_settled=row.table.is_bye or row.table.line_a_id in fixed) for row in rows
    )


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


def progress(rows: Sequence[DeskRow]) -> dict[str, object]:
    """How many scores are missing and to be confirmed, at which tables, and which tables dispute theirs."""
    counted = [row for row in rows if not row.is_settled]
    scores = [cell.score for row in counted for cell in row.cells]
    return {
        "missing": scores.count(None),
        "unconfirmed": sum(1 for score in scores if score and score.state == score.State.GIVEN and not score.is_void),
        "missing_tables": [row.table.number for row in counted if row.is_missing],
        "disputed_tables": [row.table.number for row in counted if row.sent and row.sent.is_disputed],
    }
