"""The boards of each table (of its round, or of its set where sets go round) and their scores.

Also how far a tournament is (rounds shown, begun, planned), and what is missing: scores and confirmations.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    ExpressionWrapper,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)
from django.db.models.functions import Coalesce

from records.prepared_queries import prepared, prepared_records
from tournaments.boards.models import Board
from tournaments.match_scores.models import MatchScore, TableSlip
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament
from tournaments.stages.models import Stage


class BoardsPlayed:
    """Boards by the table that plays them, in order of number."""

    def __init__(self, boards: Iterable[Board]) -> None:
        self.of_round: defaultdict[int | None, list[Board]] = defaultdict(list)
        self.of_set: defaultdict[int | None, list[Board]] = defaultdict(list)
        for board in boards:
            if board.board_set_id:
                self.of_set[board.board_set_id].append(board)
            else:
                self.of_round[board.round_id].append(board)

    def of_table(self, table: Table) -> list[Board]:
        return self.of_set[table.board_set_id] if table.board_set_id else self.of_round[table.round_id]


def boards_played(scope: Round | Tournament) -> BoardsPlayed:
    """The boards of a round's tables, or of all tables of a tournament; one query."""
    if isinstance(scope, Tournament):
        return BoardsPlayed(Board.objects.filter(tournament=scope).order_by("number"))
    boards = _boards_of(round_pk=scope.pk)
    for board in boards:
        board.tournament = scope.tournament
    return BoardsPlayed(boards)


@prepared_records
def scores_given(*, table: int, board: int) -> "QuerySet[BoardScore]":
    """All versions of the score of a board at a table, the oldest first, each with who gave it."""
    return BoardScore.objects.filter(table=table, board=board).select_related("given_by").order_by("version")


@prepared_records
def _boards_of(*, round_pk: int) -> "QuerySet[Board]":
    sets = Table.objects.filter(round=round_pk, board_set__isnull=False).values("board_set")
    return Board.objects.filter(Q(round=round_pk) | Q(board_set__in=sets)).order_by("number")


def boards_at(table: Table) -> BoardsPlayed:
    """The boards of one table, whose round is known with its tournament; one query."""
    boards = list(Board.objects.played_at(table).select_related(None))
    for board in boards:
        board.tournament = table.round.tournament
    return BoardsPlayed(boards)


def board_count() -> Case:
    """An annotation for tables: how many boards each plays (None: none)."""
    boards = Board.objects.order_by()
    of_round = boards.filter(round=OuterRef("round")).values("round")
    of_set = boards.filter(board_set=OuterRef("board_set")).values("board_set")
    in_round, in_set = (Subquery(boards.annotate(count=Count("pk")).values("count")) for boards in (of_round, of_set))
    return Case(When(board_set__isnull=True, then=in_round), default=in_set)


def first_open_round(tournament: Tournament) -> int:
    """The first round whose tables are not yet public: an entry made now can play from it."""
    return last_shown_round(tournament) + 1


def last_shown_round(tournament: Tournament) -> int:
    """The last round published; 0 before the first."""
    shown = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT)
    return int(shown.aggregate(last=Max("number"))["last"] or 0)


def last_begun_round(tournament: Tournament) -> int:
    """The last round whose play has begun; 0 before the first."""
    begun = Round.objects.filter(tournament=tournament, state__in=Round.BEGUN)
    return int(begun.aggregate(last=Max("number"))["last"] or 0)


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds the stages plan, or how many there are, if more; 0: nobody has said."""
    planned = Stage.objects.filter(tournament=tournament).aggregate(total=Sum("rounds_planned"))["total"] or 0
    last_drawn = Round.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return max(int(planned), int(last_drawn))


def last_stage_begun(tournament: Tournament) -> int | None:
    """The primary key of the last stage with a round begun; None before the first."""
    begun = Round.objects.filter(tournament=tournament, state__in=Round.BEGUN).order_by("-stage__number")
    return begun.values_list("stage", flat=True).first()


def waited_for(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables whose boards must be scored: two lines, and no fixed score for the match in either room."""
    return tables.filter(line_b__isnull=False).exclude(fixed_in_a_room())


def fixed_in_a_room() -> Q:
    fixed = MatchScore.objects.current().filter(table__round=OuterRef("round"))
    there = fixed.filter(table__line_a=OuterRef("line_a"), table__line_b=OuterRef("line_b"))
    turned = fixed.filter(table__line_a=OuterRef("line_b"), table__line_b=OuterRef("line_a"))
    # Two subqueries: one with "or" would scan all tables for each table.
    return Q(Exists(there)) | Q(Exists(turned))


@dataclass(frozen=True)
class TableProgress:
    """A table of a round: how many of its scores are missing and unconfirmed, and whether its lines disagree.

    is_waited: whether its boards must be scored (`waited_for`); else none is missing.
    has_some: whether any board has a score. bracket: the table's.
    """

    table: int
    number: int
    is_waited: bool
    missing: int
    unconfirmed: int
    is_disputed: bool
    has_some: bool
    bracket: int | None = None


def tables_progress(round_: Round) -> tuple[TableProgress, ...]:
    """All tables of the round in order, with byes; three queries."""
    counts = {table: (count, unconfirmed) for table, count, unconfirmed in _score_counts(round_pk=round_.pk)}
    disputed = {table for (table,) in _disputed_slips(round_pk=round_.pk)}
    must_confirm, progress = not round_.tournament.one_hand, []
    for pk, number, boards, is_waited, bracket in _tables(round_pk=round_.pk):
        waited = bool(is_waited)
        # A table that need not be scored lacks nothing.
        scored, unconfirmed = counts.get(pk, (0, 0)) if waited else (boards, 0)
        waiting, is_disputed = unconfirmed if must_confirm else 0, waited and pk in disputed
        table_progress = TableProgress(pk, number, waited, boards - scored, waiting, is_disputed, pk in counts, bracket)
        progress.append(table_progress)
    return tuple(progress)


@prepared
def _tables(*, round_pk: int) -> "QuerySet[Table, Any]":
    is_waited = ExpressionWrapper(Q(line_b__isnull=False) & ~fixed_in_a_room(), BooleanField())
    tables = Table.objects.filter(round=round_pk).annotate(boards=Coalesce(board_count(), 0), is_waited=is_waited)
    return tables.order_by("number").values_list("pk", "number", "boards", "is_waited", "bracket")


@prepared
def _score_counts(*, round_pk: int) -> "QuerySet[BoardScore, Any]":
    in_force = BoardScore.objects.current().filter(table__round=round_pk).order_by().values_list("table")
    return in_force.annotate(given=Count("pk"), unconfirmed=Count("pk", filter=BoardScore.awaiting()))


@prepared
def _disputed_slips(*, round_pk: int) -> "QuerySet[TableSlip, Any]":
    disputes = TableSlip.objects.filter(table__round=round_pk, state=TableSlip.State.DISPUTED).order_by()
    return disputes.values_list("table")


class UnconfirmedScore(NamedTuple):
    """A score in force that nobody has confirmed: round, table and board by number, and its version."""

    round: int
    table: int
    board: int
    version: int


def unconfirmed_scores(scope: Round | Stage) -> list[UnconfirmedScore]:
    """The scores that a second person must still confirm, by round, table and board; none if one hand is enough."""
    tournament = scope.tournament
    if tournament.one_hand:
        return []
    rows = _unconfirmed_in(stage=scope.pk) if isinstance(scope, Stage) else _unconfirmed_at(round_pk=scope.pk)
    return [UnconfirmedScore(*row) for row in rows]


@prepared
def _unconfirmed_in(*, stage: int) -> "QuerySet[BoardScore, Any]":
    return _unconfirmed_rows(Table.objects.filter(round__stage=stage))


@prepared
def _unconfirmed_at(*, round_pk: int) -> "QuerySet[BoardScore, Any]":
    return _unconfirmed_rows(Table.objects.filter(round=round_pk))


def _unconfirmed_rows(tables: QuerySet[Table]) -> "QuerySet[BoardScore, Any]":
    waiting = BoardScore.objects.current().filter(BoardScore.awaiting(), table__in=waited_for(tables))
    places = ("table__round__number", "table__number", "board__number")
    return waiting.order_by(*places).values_list(*places, "version")


@dataclass(frozen=True)
class RoundProgress:
    """A round, and how many of its scores are missing or unconfirmed."""

    round: Round
    tables: int
    missing: int
    unconfirmed: int


def round_progress(tournament: Tournament) -> tuple[RoundProgress, ...]:
    """All rounds with their missing and unconfirmed scores; five queries."""
    # Mostly no match has a fixed score, and then the tables need not be asked.
    with_fixed = bool(_match_scores(1, tournament=tournament.pk))
    tables, waited = Counter[int](dict(_seated_tables(tournament=tournament.pk))), Counter[int]()
    # Tables with the same number of boards are counted together: there are hundreds of tables and few such numbers.
    for round_pk, each, count in _boards(with_fixed, tournament=tournament.pk):
        waited[round_pk] += (each or 0) * count
    counts = _score_counts_by_round(with_fixed, tournament=tournament.pk)
    scored = {round_: (count, unconfirmed) for round_, count, unconfirmed in counts}

    def progress_of(round_: Round) -> RoundProgress:
        count, unconfirmed = scored.get(round_.pk, (0, 0))
        waiting = 0 if tournament.one_hand else unconfirmed
        return RoundProgress(round_, tables[round_.pk], waited[round_.pk] - count, waiting)

    rounds = _rounds_of(tournament=tournament.pk)
    for round_ in rounds:
        round_.tournament = tournament
    return tuple(map(progress_of, rounds))


@prepared_records
def _rounds_of(*, tournament: int) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament)


@prepared
def _match_scores(most: int, *, tournament: int) -> "QuerySet[MatchScore, Any]":
    return MatchScore.objects.current().filter(table__round__tournament=tournament).order_by().values_list("pk")[:most]


@prepared
def _seated_tables(*, tournament: int) -> "QuerySet[Table, Any]":
    return _tables_to_score(False, tournament).values_list("round").annotate(count=Count("pk"))


@prepared
def _boards(with_fixed: bool, *, tournament: int) -> "QuerySet[Table, Any]":
    waiting = _tables_to_score(with_fixed, tournament).annotate(boards=board_count())
    return waiting.values_list("round", "boards").annotate(count=Count("pk"))


@prepared
def _score_counts_by_round(with_fixed: bool, *, tournament: int) -> "QuerySet[BoardScore, Any]":
    in_force = BoardScore.objects.current().filter(table__in=_tables_to_score(with_fixed, tournament)).order_by()
    return in_force.values_list("table__round").annotate(
        given=Count("pk"), unconfirmed=Count("pk", filter=BoardScore.awaiting())
    )


def _tables_to_score(with_fixed: bool, tournament: int) -> QuerySet[Table]:
    """The tables whose boards must be scored. with_fixed: whether any match has a fixed score."""
    seated = Table.objects.filter(round__tournament=tournament, line_b__isnull=False).order_by()
    return waited_for(seated) if with_fixed else seated
