"""Which boards each table plays (those of its round, or of its set where sets go round), and what came of them.

How far a tournament has come: which rounds are shown, begun, planned.

What is still waited for: the tables without all their scores, and the scores that nobody confirmed yet.
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

from records.prepared import prepared, prepared_records
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

    def at(self, table: Table) -> list[Board]:
        return self.of_set[table.board_set_id] if table.board_set_id else self.of_round[table.round_id]


def boards_played(scope: Round | Tournament) -> BoardsPlayed:
    """The boards of a round's tables, or of all tables of a tournament; one query."""
    if isinstance(scope, Tournament):
        return BoardsPlayed(Board.objects.filter(tournament=scope).order_by("number"))
    boards = _boards_of(round=scope.pk)
    for board in boards:
        board.tournament = scope.tournament
    return BoardsPlayed(boards)


@prepared_records
def scores_given(*, table: int, board: int) -> "QuerySet[BoardScore]":
    """Every version of the score of a board at a table, the first one first, each with who gave it."""
    return BoardScore.objects.filter(table=table, board=board).select_related("given_by").order_by("version")


@prepared_records
def _boards_of(*, round: int) -> "QuerySet[Board]":
    sets = Table.objects.filter(round=round, board_set__isnull=False).values("board_set")
    return Board.objects.filter(Q(round=round) | Q(board_set__in=sets)).order_by("number")


def boards_at(table: Table) -> BoardsPlayed:
    """The boards of one table, whose round is known with its tournament; one query."""
    boards = list(Board.objects.played_at(table).select_related(None))
    for board in boards:
        board.tournament = table.round.tournament
    return BoardsPlayed(boards)


def board_count() -> Case:
    """How many boards a table plays, to annotate tables with (None: not one)."""
    boards = Board.objects.order_by()
    of_round = boards.filter(round=OuterRef("round")).values("round")
    of_set = boards.filter(board_set=OuterRef("board_set")).values("board_set")
    in_round, in_set = (Subquery(one.annotate(count=Count("pk")).values("count")) for one in (of_round, of_set))
    return Case(When(board_set__isnull=True, then=in_round), default=in_set)


def first_open_round(tournament: Tournament) -> int:
    """The first round whose tables nobody has seen yet: who enters now can play from there."""
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
    """How many rounds the stages foresee, or there are if these are more; 0 while nobody has said."""
    planned = Stage.objects.filter(tournament=tournament).aggregate(total=Sum("rounds_planned"))["total"] or 0
    drawn = Round.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return max(int(planned), int(drawn))


def last_stage_begun(tournament: Tournament) -> int | None:
    """The primary key of the last stage with a round begun; None before the first."""
    begun = Round.objects.filter(tournament=tournament, state__in=Round.BEGUN).order_by("-stage__number")
    return begun.values_list("stage", flat=True).first()


def waited_for(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Those of the tables whose boards must be scored: two lines, and no score fixed for the match in either room."""
    return tables.filter(line_b__isnull=False).exclude(fixed_in_a_room())


def fixed_in_a_room() -> Q:
    fixed = MatchScore.objects.current().filter(table__round=OuterRef("round"))
    there = fixed.filter(table__line_a=OuterRef("line_a"), table__line_b=OuterRef("line_b"))
    turned = fixed.filter(table__line_a=OuterRef("line_b"), table__line_b=OuterRef("line_a"))
    # Two questions: one with "or" in it would go through all tables for each of them.
    return Q(Exists(there)) | Q(Exists(turned))


@dataclass(frozen=True)
class TableProgress:
    """A table of a round: how many of its scores are missing and unconfirmed, and whether its lines disagree.

    is_waited: whether its boards must be scored (`waited_for`); nothing is missing where they need not.
    has_some: whether any of them has its score. bracket: as the table has it.
    """

    table: int
    number: int
    is_waited: bool
    missing: int
    unconfirmed: int
    is_disputed: bool
    has_some: bool
    bracket: int | None = None


def tables_progress(round: Round) -> tuple[TableProgress, ...]:
    """Every table of the round in order, byes too; three queries however many they are."""
    given = {table: (count, unconfirmed) for table, count, unconfirmed in _given(round=round.pk)}
    disputed = {table for (table,) in _disputed(round=round.pk)}
    asked, progress = not round.tournament.one_hand, []
    for pk, number, boards, is_waited, bracket in _tables(round=round.pk):
        waited = bool(is_waited)
        # A table that need not be scored lacks nothing.
        scored, unconfirmed = given.get(pk, (0, 0)) if waited else (boards, 0)
        waiting, is_disputed = unconfirmed if asked else 0, waited and pk in disputed
        found = TableProgress(pk, number, waited, boards - scored, waiting, is_disputed, pk in given, bracket)
        progress.append(found)
    return tuple(progress)


@prepared
def _tables(*, round: int) -> "QuerySet[Table, Any]":
    is_waited = ExpressionWrapper(Q(line_b__isnull=False) & ~fixed_in_a_room(), BooleanField())
    tables = Table.objects.filter(round=round).annotate(boards=Coalesce(board_count(), 0), is_waited=is_waited)
    return tables.order_by("number").values_list("pk", "number", "boards", "is_waited", "bracket")


@prepared
def _given(*, round: int) -> "QuerySet[BoardScore, Any]":
    in_force = BoardScore.objects.current().filter(table__round=round).order_by().values_list("table")
    return in_force.annotate(given=Count("pk"), unconfirmed=Count("pk", filter=BoardScore.awaiting()))


@prepared
def _disputed(*, round: int) -> "QuerySet[TableSlip, Any]":
    disputes = TableSlip.objects.filter(table__round=round, state=TableSlip.State.DISPUTED).order_by()
    return disputes.values_list("table")


class Unconfirmed(NamedTuple):
    """A score in force that nobody has confirmed: where it stands (all by number), and in which version."""

    round: int
    table: int
    board: int
    version: int


def unconfirmed_scores(scope: Round | Stage) -> list[Unconfirmed]:
    """What a second person has still to confirm, by round, table and board; nothing where one hand is enough."""
    tournament = scope.tournament
    if tournament.one_hand:
        return []
    found = _unconfirmed_in(stage=scope.pk) if isinstance(scope, Stage) else _unconfirmed_at(round=scope.pk)
    return [Unconfirmed(*one) for one in found]


@prepared
def _unconfirmed_in(*, stage: int) -> "QuerySet[BoardScore, Any]":
    return _unconfirmed(Table.objects.filter(round__stage=stage))


@prepared
def _unconfirmed_at(*, round: int) -> "QuerySet[BoardScore, Any]":
    return _unconfirmed(Table.objects.filter(round=round))


def _unconfirmed(tables: QuerySet[Table]) -> "QuerySet[BoardScore, Any]":
    waiting = BoardScore.objects.current().filter(BoardScore.awaiting(), table__in=waited_for(tables))
    places = ("table__round__number", "table__number", "board__number")
    return waiting.order_by(*places).values_list(*places, "version")


@dataclass(frozen=True)
class RoundProgress:
    """A round and how much of it is still to come in."""

    round: Round
    tables: int
    missing: int
    unconfirmed: int


def round_progress(tournament: Tournament) -> tuple[RoundProgress, ...]:
    """Every round with its missing and unconfirmed scores; five queries however many they are."""
    # Most often no score is fixed, and then no table need be asked for one.
    with_fixed = bool(_fixed(1, tournament=tournament.pk))
    tables, waited = Counter[int](dict(_seated(tournament=tournament.pk))), Counter[int]()
    # Tables that play as many boards are counted together: there are hundreds of tables, and few counts of boards.
    for round, each, count in _boards(with_fixed, tournament=tournament.pk):
        waited[round] += (each or 0) * count
    counts = _scored(with_fixed, tournament=tournament.pk)
    scored = {round: (given, unconfirmed) for round, given, unconfirmed in counts}

    def progress_of(round: Round) -> RoundProgress:
        given, unconfirmed = scored.get(round.pk, (0, 0))
        waiting = 0 if tournament.one_hand else unconfirmed
        return RoundProgress(round, tables[round.pk], waited[round.pk] - given, waiting)

    rounds = _rounds_of(tournament=tournament.pk)
    for one in rounds:
        one.tournament = tournament
    return tuple(map(progress_of, rounds))


@prepared_records
def _rounds_of(*, tournament: int) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament)


@prepared
def _fixed(most: int, *, tournament: int) -> "QuerySet[MatchScore, Any]":
    return MatchScore.objects.current().filter(table__round__tournament=tournament).order_by().values_list("pk")[:most]


@prepared
def _seated(*, tournament: int) -> "QuerySet[Table, Any]":
    return _waiting(False, tournament).values_list("round").annotate(count=Count("pk"))


@prepared
def _boards(with_fixed: bool, *, tournament: int) -> "QuerySet[Table, Any]":
    waiting = _waiting(with_fixed, tournament).annotate(boards=board_count())
    return waiting.values_list("round", "boards").annotate(count=Count("pk"))


@prepared
def _scored(with_fixed: bool, *, tournament: int) -> "QuerySet[BoardScore, Any]":
    in_force = BoardScore.objects.current().filter(table__in=_waiting(with_fixed, tournament)).order_by()
    return in_force.values_list("table__round").annotate(
        given=Count("pk"), unconfirmed=Count("pk", filter=BoardScore.awaiting())
    )


def _waiting(with_fixed: bool, tournament: int) -> QuerySet[Table]:
    """The tables whose boards must be scored; with_fixed: some score is fixed for a match, so that all are asked."""
    seated = Table.objects.filter(round__tournament=tournament, line_b__isnull=False).order_by()
    return waited_for(seated) if with_fixed else seated
