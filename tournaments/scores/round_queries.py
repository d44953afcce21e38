"""The boards of each table (of its round, or of its set where sets go round), their scores, and what its players
sent.

Also how far a tournament is: rounds shown, begun, planned.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import (
    Case,
    Count,
    Exists,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)

from codes.seats import Result
from records.prepared_queries import prepared_records
from tournaments.planning.models import Stage
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


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


OPEN = (TableSlip.State.PROPOSED, TableSlip.State.DISPUTED)


@dataclass(frozen=True)
class SentSlips:
    """What a table sent: the slip that stands, and in a dispute what the other line said last."""

    slip: TableSlip
    other: TableSlip | None

    @property
    def is_disputed(self) -> bool:
        return self.slip.state == TableSlip.State.DISPUTED

    @property
    def figures(self) -> dict[int, Result]:
        """What stands, by board number."""
        return results_of(self.slip)

    @property
    def differing(self) -> list[int]:
        """The numbers of the boards of which the two lines of a dispute say different things."""
        ours, theirs = self.figures, self.other_figures
        return [number for number in sorted(ours | theirs) if self.other and ours.get(number) != theirs.get(number)]

    @property
    def other_figures(self) -> dict[int, Result]:
        """What the other line of a dispute says; nothing where there is none."""
        return results_of(self.other) if self.other else {}


def results_of(slip: TableSlip) -> dict[int, Result]:
    """The figures of a slip by board number."""
    return {
        number: Result(points_a=a, points_b=b, accusa_a=accusa_a, accusa_b=accusa_b)
        for number, a, b, accusa_a, accusa_b in sorted(slip.points)
    }


def slips_sent_from(tables: Iterable[Table]) -> dict[int, SentSlips]:
    """What stands of every table that sent something, by table; one query."""
    slips: dict[int, list[TableSlip]] = {table.pk: [] for table in tables}
    if not slips:
        return {}
    for slip in _slips(first=min(slips), last=max(slips)):
        if slip.table_id in slips:
            slips[slip.table_id].append(slip)
    return {table: sent for table, of_table in slips.items() if (sent := _sent_slips(of_table))}


@prepared_records
def _slips(*, first: int, last: int) -> "QuerySet[TableSlip]":
    """Of the tables between those two primary keys: a page's are neighbours."""
    return TableSlip.objects.filter(table__gte=first, table__lte=last).order_by("version")


def _sent_slips(slips: Sequence[TableSlip]) -> SentSlips | None:
    current = next((slip for slip in slips if slip.state != TableSlip.State.SUPERSEDED), None)
    if current is None:
        return None
    others = [slip for slip in slips if slip.given_by_line != current.given_by_line]
    return SentSlips(current, others[-1] if others and current.state == TableSlip.State.DISPUTED else None)
