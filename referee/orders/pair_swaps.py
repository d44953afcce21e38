"""Lines that played at each other's tables (F.I.Bur. 2): which scores are missing there, and whose each one is.

The match stands as it was played: its deals are written at the table where they were played, whoever sat there. What
the lines earned is then theirs, and not of those who should have sat there: the score of both matches says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from codes.seats import Line
from referee.cases.persons import line_of, other_places
from referee.rulings.models import Ruling
from tournaments.rounds.models import Board, Table
from tournaments.scores.match_actions import Figures
from tournaments.scores.match_models import MatchScore
from tournaments.scores.queries import NamedRow, round_grid

# What a ruling says of a match that stands though a line sat at the wrong table.
STANDS = "partita-valida-fuori-posto"
KIND = "fuori-posto"


@dataclass(frozen=True)
class WaitingTable:
    """A table of the ruling, with the deals that have no score yet."""

    table: Table
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class Swapped:
    """What is open on such a ruling: tables that wait for scores; then the score of each match, as it will be given."""

    waiting: tuple[WaitingTable, ...] = ()
    scores: Mapping[Table, Figures] | None = None

    @property
    def is_open(self) -> bool:
        return bool(self.waiting or self.scores)


def swapped(ruling: Ruling) -> Swapped:
    """Of a ruling in force by which matches at the wrong tables stand; of any other nothing."""
    case = ruling.case
    if not case.elsewhere or not any(effect.get("inform") == STANDS for effect in ruling.effects):
        return Swapped()
    places = other_places(case)
    rows = {row.table.pk: row for row in round_grid(case.table.round, only=_tables(ruling))}
    waiting = tuple(WaitingTable(row.table, boards) for row in rows.values() if (boards := _missing(row)))
    lines = [(case.table, line_of(case.responsible)), *((place.table, line_of(place.responsible)) for place in places)]
    # With both lines of a table, or three tables, nobody has said who sat where.
    if waiting or len(lines) != len(Line):
        return Swapped(waiting)
    (mine, line), (theirs, other) = lines
    if line is None or other is None:
        return Swapped()
    exchange = _exchanged(rows[mine.pk], line, rows[theirs.pk], other)
    return Swapped(scores={table: score for table, score in exchange.items() if _differs(table, score, ruling)})


def _tables(ruling: Ruling) -> list[int]:
    return [ruling.case.table_id, *(place.table.pk for place in other_places(ruling.case))]


def _missing(row: NamedRow) -> tuple[Board, ...]:
    return tuple(cell.board for cell in row.cells if cell.score is None) if row.fixed is None else ()


def _exchanged(mine: NamedRow, line: Line, theirs: NamedRow, other: Line) -> dict[Table, Figures]:
    """Each line that was misplaced has what was made in the seats of the other one; both others keep their own."""
    if not (mine.result.is_complete and theirs.result.is_complete):
        return {}
    at_mine, at_theirs = _by_line(mine), _by_line(theirs)
    return {
        mine.table: _figures({**at_mine, line: at_theirs[other]}),
        theirs.table: _figures({**at_theirs, other: at_mine[line]}),
    }


def _by_line(row: NamedRow) -> dict[Line, tuple[int, int]]:
    """VP and net MP of the seats of each line, by the deals."""
    lead = row.result.difference
    return {Line.A: (row.result.vp_a or 0, lead), Line.B: (row.result.vp_b or 0, -lead)}


def _figures(by_line: Mapping[Line, tuple[int, int]]) -> Figures:
    (vp_a, mp_a), (vp_b, mp_b) = by_line[Line.A], by_line[Line.B]
    return Figures(vp_a=vp_a, vp_b=vp_b, mp_a=mp_a, mp_b=mp_b)


def _differs(table: Table, figures: Figures, ruling: Ruling) -> bool:
    """Whether the match has not this score yet; one that another ruling fixed is left to that one."""
    current = MatchScore.objects.current().filter(table=table).first()
    if current is None:
        return True
    current_figures = Figures(vp_a=current.vp_a, vp_b=current.vp_b, mp_a=current.mp_a, mp_b=current.mp_b)
    return current.reference == ruling.reference and current_figures != figures
