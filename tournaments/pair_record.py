"""The proof of a line of the standings: encounter by encounter, board by board, adjustment by adjustment."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Adjustment, Board, BoardScore, Entry, Round, Table
from tournaments.queries import (
    StandingRow,
    TableResult,
    current_scores,
    extra_lead,
    match_extras,
    standings,
    table_result,
)
from tournaments.scoring.victory_points import get_scale
from tournaments.seats import Line


@dataclass(frozen=True)
class BoardRecord:
    """What the pair and its opponents scored on a board; None while there is no score, or it is void."""

    board: Board
    score: BoardScore | None
    points: int | None
    points_against: int | None


@dataclass(frozen=True)
class EncounterRecord:
    """A round of the pair: where it sat, against whom, with which result (VP once every board has its score)."""

    table: Table
    line: Line
    opponent: Entry | None
    boards: tuple[BoardRecord, ...]
    mp_for: int
    mp_against: int
    vp: int | None
    # From which difference the VP come, seen from the pair, where it is not the one played.
    reading: str = ""

    @property
    def difference(self) -> int:
        return self.mp_for - self.mp_against

    @property
    def counts(self) -> bool:
        """Whether the standings hold it."""
        return self.vp is not None


@dataclass(frozen=True)
class PairRecord:
    """Everything that makes a pair's line in the standings."""

    row: StandingRow
    encounters: tuple[EncounterRecord, ...]
    adjustments: tuple[Adjustment, ...]

    @property
    def counted(self) -> tuple[EncounterRecord, ...]:
        return tuple(one for one in self.encounters if one.counts)

    @property
    def vp_played(self) -> int:
        return sum(one.vp or 0 for one in self.counted)

    @property
    def mp_played(self) -> int:
        return sum(one.difference for one in self.counted)


def pair_record(entry: Entry) -> PairRecord:
    """The pair's line with all it comes from, drafts left out; ten queries however many rounds there are."""
    row = next(one for one in standings(entry.tournament).rows if one.entry == entry)
    scale, extras = get_scale(entry.tournament.vp_scale), match_extras(entry.tournament)
    boards: defaultdict[int, list[Board]] = defaultdict(list)
    for board in Board.objects.filter(tournament=entry.tournament).order_by("number"):
        boards[board.round_id].append(board)
    mine = Table.objects.filter(Q(line_a=entry) | Q(line_b=entry)).exclude(round__state=Round.State.DRAFT)
    scores = {
        (score.table_id, score.board_id): score
        for score in current_scores(entry.tournament).filter(table__in=mine.values("pk"))
    }
    tables = mine.select_related("round", "line_a", "line_b").order_by("round__number")
    encounters = []
    for table in tables:
        played = [(board, scores.get((table.pk, board.pk))) for board in boards[table.round_id]]
        result = table_result([score for _board, score in played], scale, extra=extra_lead(table, extras))
        encounters.append(_encounter(entry, table, played, result))
    adjustments = Adjustment.objects.filter(entry=entry).select_related("round")
    return PairRecord(row=row, encounters=tuple(encounters), adjustments=tuple(adjustments))


def _encounter(
    entry: Entry, table: Table, boards: list[tuple[Board, BoardScore | None]], result: TableResult
) -> EncounterRecord:
    line = Line.A if table.line_a_id == entry.pk else Line.B
    mine, theirs = (result.mp_a, result.mp_b) if line == Line.A else (result.mp_b, result.mp_a)
    return EncounterRecord(
        table=table,
        line=line,
        opponent=table.line_b if line == Line.A else table.line_a,
        boards=tuple(_board(board, score, line) for board, score in boards),
        mp_for=mine,
        mp_against=theirs,
        vp=result.vp_a if line == Line.A else result.vp_b,
        reading=result.reading if line == Line.A else result.mirrored.reading,
    )


def _board(board: Board, score: BoardScore | None, line: Line) -> BoardRecord:
    points = (score.points_a, score.points_b) if score else (None, None)
    mine, theirs = points if line == Line.A else reversed(points)
    return BoardRecord(board, score, mine, theirs)
