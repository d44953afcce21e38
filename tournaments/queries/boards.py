"""Which boards each table plays (those of its round, or of its set where sets go round), and what came of them."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Case, Count, OuterRef, Q, QuerySet, Subquery, When

from tournaments.models import Board, BoardScore, Round, Table, Tournament
from tournaments.prepared import prepared_records


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
