"""Scores in force, results on a board, the score grid, how far a round has come."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Adjustment, Board, BoardScore, MatchScore, Round, Table, Tournament
from tournaments.models.rounds import TableQuerySet
from tournaments.models.tournament import Contest
from tournaments.queries.boards import board_count, boards_played
from tournaments.scoring.victory_points import Scale, get_scale
from tournaments.wording import explain_reading, figure


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

    @classmethod
    def of(cls, score: BoardScore) -> "PlayedResult":
        """The result of a score whose table and round are at hand."""
        round = score.table.round.number if score.table.board_set_id else None
        return cls(score.table.number, score.points_a or 0, score.points_b or 0, round)


@dataclass(frozen=True)
class Cell:
    """A board at a table, with its score in force."""

    board: Board
    score: BoardScore | None

    @property
    def version(self) -> int:
        """What a form must send as the version it saw."""
        return self.score.version if self.score else 0

    @property
    def is_ruled(self) -> bool:
        """Whether a ruling decided what stands here."""
        return self.score is not None and self.score.kind != BoardScore.Kind.PLAYED

    @property
    def entered_a(self) -> str:
        """Line A's points as they are typed: deck points, and accusa after a plus."""
        return _typed(self.score.points_a, self.score.accusa_a) if self.score else ""

    @property
    def entered_b(self) -> str:
        """The same of line B."""
        return _typed(self.score.points_b, self.score.accusa_b) if self.score else ""


def _typed(points: int | None, accusa: int) -> str:
    if points is None:
        return ""
    return f"{points - accusa}+{accusa}" if accusa else figure(points)


@dataclass(frozen=True)
class TableResult:
    """The match points of a table over a round, and the VP once every board has a score.

    `extra` are the MP that penalties and bonuses add to line A's lead before the VP are read; `read_as` is the
    difference at which the scale was read where the real one lies between two of its steps. `other_room` is line A's
    lead in the other room of a match of teams, with which its VP are read.
    """

    mp_a: int
    mp_b: int
    vp_a: int | None
    vp_b: int | None
    extra: int = 0
    read_as: int | None = None
    other_room: int | None = None

    @property
    def difference(self) -> int:
        return self.mp_a - self.mp_b

    @property
    def reading(self) -> str:
        """From which difference the VP come, seen from line A, where it is not the one played; else nothing."""
        if not self.is_complete:
            return ""
        return explain_reading(self.difference, self.extra, self.read_as, other_room=self.other_room)

    @property
    def mirrored(self) -> "TableResult":
        """The same seen from line B."""
        read_as = None if self.read_as is None else -self.read_as
        other_room = None if self.other_room is None else -self.other_room
        return TableResult(self.mp_b, self.mp_a, self.vp_b, self.vp_a, -self.extra, read_as, other_room)

    @property
    def is_complete(self) -> bool:
        return self.vp_a is not None


@dataclass(frozen=True)
class GridRow:
    """A table of a round with its boards; fixed: the score of the whole match that takes their place."""

    table: Table
    cells: tuple[Cell, ...]
    result: TableResult
    fixed: MatchScore | None = None


def current_scores(scope: Round | Tournament) -> QuerySet[BoardScore]:
    """The scores in force of a round or of a whole tournament."""
    scores = BoardScore.objects.current().select_related("table", "board", "given_by", "confirmed_by")
    if isinstance(scope, Round):
        return scores.filter(table__round=scope)
    return scores.filter(table__round__tournament=scope)


def results_on_board(board: Board, excluding_table: Table | None) -> list[PlayedResult]:
    """The results in force played at the other tables on a board, by table (arbitral ones do not count).

    Of a board that goes round, in every round so far.
    """
    scores = BoardScore.objects.current().filter(board=board, kind=BoardScore.Kind.PLAYED)
    if excluding_table is not None:
        scores = scores.exclude(table=excluding_table)
    ordered = scores.select_related("table__round").order_by("table__round__number", "table__number")
    return [PlayedResult.of(score) for score in ordered]


def round_grid(round: Round, *, only: Sequence[int] | None = None) -> tuple[GridRow, ...]:
    """Every table of the round with every board, in order; as many queries however many they are.

    only: the tables wanted (primary keys), where a page does not show all of them.
    """
    tables = {table.pk: table for table in _read(round, only).with_players().order_by("number")}
    boards = boards_played(round)
    in_force = current_scores(round) if only is None else current_scores(round).filter(table__in=list(tables))
    scores = {(score.table_id, score.board_id): score for score in in_force}
    fixed = {one.table_id: one for one in fixed_scores(round)}
    cells = {
        table: tuple(Cell(board, scores.get((table.pk, board.pk))) for board in boards.at(table))
        for table in tables.values()
    }
    results = table_results(round.tournament, {table: [cell.score for cell in mine] for table, mine in cells.items()})
    return tuple(
        GridRow(table, mine, results[table.pk], fixed.get(table.pk))
        for table, mine in cells.items()
        if only is None or table.pk in only
    )


def _read(round: Round, only: Sequence[int] | None) -> TableQuerySet:
    """The tables to read: at a tournament of teams with their other rooms, without which a match has no VP."""
    tables = Table.objects.filter(round=round)
    if only is None:
        return tables
    wanted = tables.filter(pk__in=only)
    if round.tournament.contest != Contest.TEAMS:
        return wanted
    teams = list(wanted.values_list("line_a", flat=True))
    return tables.filter(Q(line_a__in=teams) | Q(line_b__in=teams))


def fixed_scores(round: Round) -> QuerySet[MatchScore]:
    """The scores in force that the code fixes for whole matches of the round."""
    return MatchScore.objects.current().filter(table__round=round).select_related("given_by")


def table_result(scores: Sequence[BoardScore | None], scale: Scale, *, extra: int = 0) -> TableResult:
    """The points of a table over the boards of a round (None: no score yet), and VP if none is missing."""
    counted = [(score.points_a or 0, score.points_b or 0) for score in scores if score and not score.is_void]
    mp_a, mp_b = sum(a for a, _b in counted), sum(b for _a, b in counted)
    if not scores or len(counted) < len(scores):
        return TableResult(mp_a, mp_b, None, None)
    award = scale.award(mp_a - mp_b + extra, boards=len(scores))
    return TableResult(mp_a, mp_b, award.vp_a, award.vp_b, extra, award.read_as)


def table_results(
    tournament: Tournament, played: Mapping[Table, Sequence[BoardScore | None]]
) -> dict[int, TableResult]:
    """The result of each table (given with its scores by board), by primary key.

    The two rooms of a match of teams have their VP together, once both are complete.
    """
    scale, extras = get_scale(tournament.vp_scale), match_extras(tournament)
    results = {
        table.pk: table_result(scores, scale, extra=extra_lead(table, extras)) for table, scores in played.items()
    }
    if tournament.contest != Contest.TEAMS:
        return results
    rooms = {(table.round_id, frozenset((table.line_a_id, table.line_b_id)), table.room): table for table in played}
    together = {}
    for (round, teams, room), table in rooms.items():
        other = rooms.get((round, teams, 3 - room))
        if other:
            seen = results[other.pk] if other.line_a_id == table.line_a_id else results[other.pk].mirrored
            boards = boards_read([len(played[table]), len(played[other])], scale)
            together[table.pk] = _with_other_room(results[table.pk], seen, scale, boards)
    return results | together


def _with_other_room(mine: TableResult, other: TableResult, scale: Scale, boards: int) -> TableResult:
    """The VP of the match, read from the leads of both rooms; none while one lacks a score."""
    if not (mine.is_complete and other.is_complete):
        return TableResult(mine.mp_a, mine.mp_b, None, None)
    award = scale.award(mine.difference + other.difference + mine.extra, boards=boards)
    return replace(mine, vp_a=award.vp_a, vp_b=award.vp_b, read_as=award.read_as, other_room=other.difference)


def match_extras(tournament: Tournament) -> Counter[tuple[int, int]]:
    """The MP that penalties and bonuses of a round add to a pair's match there, by round and pair.

    Only at a game that rectifies the match before reading its VP (docs/decisions/0009-mp-given-for-a-round.md).
    """
    extras: Counter[tuple[int, int]] = Counter()
    if tournament.rules.by_fives:
        in_force = Adjustment.objects.filter(entry__tournament=tournament, cancelled_at__isnull=True)
        given = in_force.filter(kind=Adjustment.Kind.MP, round__isnull=False)
        for round, entry, amount in given.values_list("round", "entry", "amount"):
            extras[round, entry] += amount
    return extras


def extra_lead(table: Table, extras: Mapping[tuple[int, int], int]) -> int:
    """By how many MP penalties and bonuses of the round move line A's lead at a table.

    Those of a single player who has a partner for the round are the player's alone.
    """
    if table.line_a2_id or table.line_b2_id:
        return 0
    mine = extras.get((table.round_id, table.line_a_id), 0)
    return mine - (extras.get((table.round_id, table.line_b_id), 0) if table.line_b_id else 0)


def boards_read(rooms: Sequence[int], scale: Scale) -> int:
    """At how many boards the scale is read for a match, given those of its rooms: all, or one room's where it must."""
    every = sum(rooms)
    return every if scale.has_table_for(every) else max(rooms)


def has_fixed_score(scores: Sequence[BoardScore | None]) -> bool:
    """Whether a ruling took the whole match off the grid, for a score that the code fixes (F.I.Bur. 19, 39, 40)."""
    return bool(scores) and all(score is not None and score.is_void for score in scores)


def waited_for(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those of the tables whose boards must be scored: two lines, and no score fixed for the match in either room."""
    return tables.filter(line_b__isnull=False).exclude(fixed_in_a_room())


def fixed_in_a_room() -> Q:
    """Whether a score was fixed for the match of a table, in its own room or in the other."""
    fixed = MatchScore.objects.current().filter(table__round=OuterRef("round"))
    there = fixed.filter(table__line_a=OuterRef("line_a"), table__line_b=OuterRef("line_b"))
    turned = fixed.filter(table__line_a=OuterRef("line_b"), table__line_b=OuterRef("line_a"))
    # Two questions: one with "or" in it would go through all tables for each of them.
    return Q(Exists(there)) | Q(Exists(turned))


def tables_without_scores(round: Round) -> list[int]:
    """The numbers of the tables where a board still waits for its score, in order; one query."""
    given = BoardScore.objects.current().filter(table=OuterRef("pk")).order_by().values("table")
    tables = waited_for(Table.objects.filter(round=round)).annotate(
        boards=Coalesce(board_count(), 0),
        given=Coalesce(Subquery(given.annotate(count=Count("pk")).values("count")), 0),
    )
    return list(tables.filter(given__lt=F("boards")).order_by("number").values_list("number", flat=True))


@dataclass(frozen=True)
class RoundProgress:
    """A round and how much of it is still to come in."""

    round: Round
    tables: int
    missing: int
    unconfirmed: int


def round_progress(tournament: Tournament) -> tuple[RoundProgress, ...]:
    """Every round with its missing and unconfirmed scores; four queries however many they are."""
    return _progress(list(tournament.rounds.all()))


def progress_of(round: Round) -> RoundProgress:
    """One round with its missing and unconfirmed scores; three queries."""
    return _progress([round])[0]


def _progress(rounds: Sequence[Round]) -> tuple[RoundProgress, ...]:
    seated = Table.objects.filter(round__in=rounds, line_b__isnull=False).order_by()
    tables, waited = Counter(seated.values_list("round", flat=True)), Counter[int]()
    for number, count in waited_for(seated).annotate(boards=board_count()).values_list("round", "boards"):
        waited[number] += count or 0
    in_force = BoardScore.objects.current().filter(table__in=waited_for(seated)).order_by()
    unconfirmed_ones = Q(state=BoardScore.State.GIVEN) & ~Q(kind=BoardScore.Kind.VOID)
    counts = in_force.values("table__round").annotate(
        given=Count("pk"), unconfirmed=Count("pk", filter=unconfirmed_ones)
    )
    given, unconfirmed = Counter[int](), Counter[int]()
    for row in counts:
        given[row["table__round"]], unconfirmed[row["table__round"]] = row["given"], row["unconfirmed"]
    return tuple(
        RoundProgress(
            round=one,
            tables=tables[one.pk],
            missing=waited[one.pk] - given[one.pk],
            unconfirmed=unconfirmed[one.pk],
        )
        for one in rounds
    )
