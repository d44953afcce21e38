"""Scores in force, results on a board, the score grid."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Q, QuerySet

from codes.victory_points import TableReading
from papers.sheets import figure
from records.prepared_queries import prepared, prepared_records
from tournaments.rounds.models import LINES, Board, Round, Table, TableQuerySet
from tournaments.scores.history_queries import DealPoints, add_points, room_at, terms_in_force
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import BoardsPlayed, boards_played
from tournaments.scores.words import explain_reading, explain_ruled, told_reading
from tournaments.scoring.match import Room, Worth
from tournaments.setup.models import Contest, Tournament


@dataclass(frozen=True)
class PlayedResult:
    """A result played on a board at a table: total points of the two lines; round: where several play the board."""

    table: int
    points_a: int
    points_b: int
    round: int | None = None

    @property
    def label(self) -> str:
        """Which result it is among those on its board, as records keep it: «3», or «2.3» at table 3 of round 2."""
        return str(self.table) if self.round is None else f"{self.round}.{self.table}"


class Figures(Protocol):
    """The figures of a score in force from which results are computed."""

    @property
    def points_a(self) -> int | None: ...
    @property
    def points_b(self) -> int | None: ...
    @property
    def is_void(self) -> bool: ...


class ScoredPoints(NamedTuple):
    """A score in force, read with its figures only: a page of a hall has hundreds."""

    points_a: int | None
    points_b: int | None
    is_void: bool


class ShownScore(NamedTuple):
    """A score in force as a grid shows it, without names: there are hundreds. given_by_id: who may not confirm it."""

    table_id: int
    board_id: int
    version: int
    kind: str
    points_a: int | None
    points_b: int | None
    accusa_a: int
    accusa_b: int
    state: str
    given_by_id: int
    reference: str

    @property
    def is_void(self) -> bool:
        return self.kind == BoardScore.Kind.VOID

    @property
    def is_unplayed(self) -> bool:
        return self.kind == BoardScore.Kind.UNPLAYED

    def get_kind_display(self) -> str:
        return str(BoardScore.Kind(self.kind).label)

    @property
    def is_decided(self) -> bool:
        return BoardScore.decides(self.kind, self.reference)

    @property
    def awaits_confirmation(self) -> bool:
        return BoardScore.awaits(self.kind, self.state, self.reference)


ScoreT = TypeVar("ScoreT", BoardScore, ShownScore)


@dataclass(frozen=True)
class BoardCell(Generic[ScoreT]):
    """A board at a table, with its score in force."""

    board: Board
    score: ScoreT | None

    @property
    def version(self) -> int:
        return self.score.version if self.score else 0

    @property
    def is_ruled(self) -> bool:
        """Whether a ruling decided this score."""
        return self.score is not None and self.score.kind != BoardScore.Kind.PLAYED

    @property
    def _scored(self) -> ScoreT | None:
        """The score, if it has points to show."""
        return None if self.score is None or self.score.is_unplayed else self.score

    @property
    def entered_a(self) -> str:
        """Line A's points as they are typed: deck points, and accusa after a plus."""
        return _points_as_typed(self._scored.points_a, self._scored.accusa_a) if self._scored else ""

    @property
    def entered_b(self) -> str:
        return _points_as_typed(self._scored.points_b, self._scored.accusa_b) if self._scored else ""


def _points_as_typed(points: int | None, accusa: int) -> str:
    if points is None:
        return ""
    return f"{points - accusa}+{accusa}" if accusa else figure(points)


@dataclass(frozen=True)
class TableResult:
    """The match points of a table over a round, and the VP once every board has a score.

    extra: the MP that penalties and bonuses add to line A's lead before the VP are read. read_as: the difference at
    which the scale was read, if the real one lies between two steps. table: the reading of the printed scale, where it
    is ambiguous. other_room: line A's lead in the other room of a match of teams, which counts for the VP. ruled: the
    points of deals that rulings gave or took, included in the match points.
    """

    mp_a: int
    mp_b: int
    vp_a: int | None
    vp_b: int | None
    extra: int = 0
    read_as: int | None = None
    table: TableReading | None = None
    other_room: int | None = None
    ruled: tuple[int, int] = (0, 0)

    @property
    def difference(self) -> int:
        return self.mp_a - self.mp_b

    @property
    def reading(self) -> str:
        """The difference that the VP come from, seen from line A, if it is another; and the reading of the scale."""
        if not self.is_complete:
            return ""
        words = explain_reading(self.difference, self.extra, self.read_as, other_room=self.other_room)
        return " ".join(filter(None, (explain_ruled(self.ruled), words, told_reading(self.table))))

    @property
    def mirrored(self) -> "TableResult":
        read_as = None if self.read_as is None else -self.read_as
        other_room = None if self.other_room is None else -self.other_room
        figures = (self.mp_b, self.mp_a, self.vp_b, self.vp_a, -self.extra, read_as, self.table, other_room)
        return TableResult(*figures, self.ruled[::-1])

    @property
    def is_complete(self) -> bool:
        return self.vp_a is not None


@dataclass(frozen=True)
class GridRow(Generic[ScoreT]):
    """A table of a round with its boards. fixed: the score of the whole match that replaces them."""

    table: Table
    cells: tuple[BoardCell[ScoreT], ...]
    result: TableResult
    fixed: MatchScore | None = None


# With the names of who gave and confirmed each score, and without.
NamedRow = GridRow[BoardScore]
NamedCell = BoardCell[BoardScore]
ShownRow = GridRow[ShownScore]
ShownCell = BoardCell[ShownScore]


def current_scores(scope: Round | Tournament) -> QuerySet[BoardScore]:
    """The scores in force of a round or of a whole tournament."""
    scores = BoardScore.objects.current().select_related("table", "board", "given_by", "confirmed_by")
    if isinstance(scope, Round):
        return scores.filter(table__round=scope)
    return scores.filter(table__round__tournament=scope)


def results_on_board(board: Board, excluding_table: Table | None) -> list[PlayedResult]:
    """The results played at the other tables on a board, in force, by table; without arbitral scores.

    For a board that goes round, from every round so far.
    """
    left_out = excluding_table.pk if excluding_table else None
    return [result for table, result in results_on_boards([board.pk]).get(board.pk, ()) if table != left_out]


def unconfirmed_on_board(board: Board, excluding_table: Table) -> list[PlayedResult]:
    """Those of `results_on_board` that are unconfirmed; none if one hand is enough."""
    if excluding_table.round.tournament.one_hand:
        return []
    waiting = BoardScore.objects.current().filter(BoardScore.awaiting(), board=board)
    tables = set(waiting.exclude(table=excluding_table).values_list("table", flat=True))
    return [result for table, result in results_on_boards([board.pk]).get(board.pk, ()) if table in tables]


def results_on_boards(boards: Collection[int]) -> dict[int, list[tuple[int, PlayedResult]]]:
    """The same for many boards (primary keys), each result with its table's primary key; one query."""
    # Art. 81 compares with what was played at the other tables, not with what was ruled there.
    scores = BoardScore.objects.current().filter(board__in=boards, kind=BoardScore.Kind.PLAYED)
    at = ("table", "table__number", "table__round__number", "table__board_set")
    results: defaultdict[int, list[tuple[int, PlayedResult]]] = defaultdict(list)
    for board, table, number, round_, goes_round, a, b in scores.order_by(
        "table__round__number", "table__number"
    ).values_list("board", *at, "points_a", "points_b"):
        result = PlayedResult(number, a or 0, b or 0, round_ if goes_round else None)
        results[board].append((table, result))
    return results


def round_grid(round_: Round, *, only: Sequence[int] | None = None) -> tuple[NamedRow, ...]:
    """All tables of the round with their boards, in order, with players and with who gave and confirmed each score.

    The number of queries does not depend on the tables. only: the tables of a page (primary keys), if not all.
    """
    tables = list(with_other_rooms(round_, only).order_by("number").with_players(round_.tournament.contest))
    scores = BoardScore.objects.current().filter(table__in=tables).order_by()
    named = scores.select_related("given_by", "confirmed_by")
    in_force = {(score.table_id, score.board_id): score for score in named}
    return _rows_wanted(_rows(round_, tables, boards_played(round_), in_force), only)


def shown_grid(round_: Round, *, only: Sequence[int] | None = None) -> tuple[ShownRow, ...]:
    """The same without names, for the grid of the desk."""
    tables = _shown_tables(round_, only)
    return _rows_wanted(_rows(round_, tables, boards_played(round_), _shown_at(round_, tables)), only)


def _shown_tables(round_: Round, only: Sequence[int] | None) -> list[Table]:
    """The tables to read with their lines, in order."""
    if not only or round_.tournament.contest == Contest.TEAMS:
        return list(with_other_rooms(round_, only).order_by("number").select_related(*LINES))
    wanted = set(only)
    return [table for table in _neighbours(round_pk=round_.pk, first=min(only), last=max(only)) if table.pk in wanted]


@prepared_records
def _neighbours(*, round_pk: int, first: int, last: int) -> "QuerySet[Table]":
    """The tables from one primary key to another: those of a page are neighbours."""
    tables = Table.objects.filter(round=round_pk, pk__gte=first, pk__lte=last)
    return tables.order_by("number").select_related(*LINES)


def _rows_wanted(rows: tuple[GridRow[ScoreT], ...], only: Sequence[int] | None) -> tuple[GridRow[ScoreT], ...]:
    return tuple(row for row in rows if only is None or row.table.pk in only)


def table_row(table: Table, boards: BoardsPlayed) -> ShownRow:
    """The row of one table, read with its round and lines. boards: its boards, already read."""
    if table.round.tournament.contest == Contest.TEAMS:  # its match is played in another room too
        return shown_grid(table.round, only=[table.pk])[0]
    return _rows(table.round, [table], boards, _shown_at(table.round, [table]))[0]


def _rows(
    round_: Round, tables: Sequence[Table], boards: BoardsPlayed, scores: Mapping[tuple[int, int], ScoreT]
) -> tuple[GridRow[ScoreT], ...]:
    """scores: those in force, by table and board."""
    for table in tables:
        table.round = round_
    cells = {
        table: tuple(BoardCell(board, scores.get((table.pk, board.pk))) for board in boards.of_table(table))
        for table in tables
    }
    fixed = fixed_scores(round_)
    results = table_results(round_.tournament, {table: [cell.score for cell in mine] for table, mine in cells.items()})
    return tuple(GridRow(table, mine, results[table.pk], fixed.get(table.pk)) for table, mine in cells.items())


def _shown_at(round_: Round, tables: Sequence[Table]) -> dict[tuple[int, int], ShownScore]:
    """The scores in force at the tables, by table and board."""
    keys = [table.pk for table in tables]
    if not keys:
        return {}
    scores = map(ShownScore._make, _scores_between(round_pk=round_.pk, first=min(keys), last=max(keys)))
    return {(shown_score.table_id, shown_score.board_id): shown_score for shown_score in scores}


@prepared
def _scores_between(*, round_pk: int, first: int, last: int) -> "QuerySet[BoardScore, Any]":
    """The scores of the tables from one primary key to another; for one row both are the same."""
    at = BoardScore.objects.current().filter(table__round=round_pk, table__gte=first, table__lte=last)
    return at.order_by().values_list(*ShownScore._fields)


def with_other_rooms(round_: Round, only: Collection[int] | None) -> TableQuerySet:
    """The tables to read: for teams with their other rooms, because the VP of a match need both."""
    tables = Table.objects.filter(round=round_)
    if only is None:
        return tables
    wanted = tables.filter(pk__in=only)
    if round_.tournament.contest != Contest.TEAMS:
        return wanted
    teams = list(wanted.values_list("line_a", flat=True))
    return tables.filter(Q(line_a__in=teams) | Q(line_b__in=teams))


def fixed_scores(round_: Round) -> dict[int, MatchScore]:
    """The scores in force that the code fixes for whole matches of the round, by table."""
    return {match_score.table_id: match_score for match_score in _match_scores(round_pk=round_.pk)}


@prepared_records
def _match_scores(*, round_pk: int) -> "QuerySet[MatchScore]":
    return MatchScore.objects.current().filter(table__round=round_pk).select_related("given_by").order_by("table_id")


def figures_in_force(tables: Collection[Table]) -> dict[tuple[int, int], ScoredPoints]:
    """The figures of every score in force at the tables, by table and board (primary keys); one query."""
    scores = BoardScore.objects.current().filter(table__in=tables).order_by()
    return {
        (table, board): ScoredPoints(a, b, kind == BoardScore.Kind.VOID)
        for table, board, kind, a, b in scores.values_list("table", "board", "kind", "points_a", "points_b")
    }


def table_results(tournament: Tournament, played: Mapping[Table, Sequence[Figures | None]]) -> dict[int, TableResult]:
    """The result of each table (given with its scores by board, None: no score yet), by primary key.

    The two rooms of a match of teams have their VP together, once both are complete.
    """
    terms, points = terms_in_force(tournament)
    if tournament.contest != Contest.TEAMS:
        alone = {table.pk: _room(tournament, table, scores, points) for table, scores in played.items()}
        return {table: _result(room, terms.worth([room]), ruled=ruled) for table, (room, ruled) in alone.items()}
    rooms = {(table.round_id, frozenset((table.line_a_id, table.line_b_id)), table.room): table for table in played}
    results = {}
    for (round_, teams, number), table in rooms.items():
        # The rooms are 1 and 2: 3 minus the number of one is the other.
        (room, ruled), other = _room(tournament, table, played[table], points), rooms.get((round_, teams, 3 - number))
        if other is None:
            results[table.pk] = _result(room, terms.worth([room]), ruled=ruled)
        else:
            there, _ruled = _room(tournament, other, played[other], points)
            second_room = there if there.a == room.a else there.mirrored
            results[table.pk] = _result(
                room, terms.worth([room, second_room]), other_room=second_room.lead, ruled=ruled
            )
    return results


def _room(
    tournament: Tournament, table: Table, scores: Sequence[Figures | None], extra: DealPoints
) -> tuple[Room, tuple[int, int]]:
    """The table as a room, and the points that rulings gave its lines; those of teams count in their first room."""
    in_force = [score for score in scores if score and not score.is_void]
    counted = [tournament.counted(score.points_a or 0, score.points_b or 0) for score in in_force]
    points = sum(a for a, _b in counted), sum(b for _a, b in counted)
    room = room_at(table, boards=len(scores), scored=len(counted), points=points)
    return room, add_points(room, extra) if table.room == 1 else (0, 0)


def _result(room: Room, worth: Worth, *, ruled: tuple[int, int], other_room: int | None = None) -> TableResult:
    if worth.vp_a is None:
        return TableResult(room.points_a, room.points_b, None, None, ruled=ruled)
    return TableResult(room.points_a, room.points_b, *worth, other_room, ruled)
