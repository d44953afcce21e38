"""What is missing in a round: scores and confirmations."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Count,
    ExpressionWrapper,
    Q,
    QuerySet,
)
from django.db.models.functions import Coalesce
from django.utils.translation import ngettext

from records.prepared_queries import prepared, prepared_records
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.scores.round_queries import board_count, fixed_in_a_room, waited_for
from tournaments.scores.words import scores_in_words
from tournaments.setup.models import Tournament


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
    key = round_.pk
    given, disputes, tables = _score_counts(round_pk=key), _disputed_slips(round_pk=key), _tables(round_pk=key)
    counts = {table: (count, unconfirmed) for table, count, unconfirmed in given}
    disputed = {table for (table,) in disputes}
    must_confirm, progress = not round_.tournament.one_hand, []
    for pk, number, boards, is_waited, bracket in tables:
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


def unconfirmed_in_words(
    tournament: Tournament, scores: Iterable[UnconfirmedScore], *, with_round: bool, of_tables: int = 0
) -> str:
    """The places of the scores in words, with the numbers by which people call the deals."""
    places = ((score.round, score.table, tournament.deal_called(score.board)) for score in scores)
    return scores_in_words(places, with_round=with_round, of_tables=of_tables)


def not_confirmed(tournament: Tournament, scores: Sequence[UnconfirmedScore]) -> str:
    """The sentence that says how many scores of several rounds are unconfirmed, and where."""
    words = ngettext(
        "Un punteggio non è confermato da una seconda persona: %(where)s.",
        "%(count)d punteggi non sono confermati da una seconda persona: %(where)s.",
        len(scores),
    )
    return words % {"count": len(scores), "where": unconfirmed_in_words(tournament, scores, with_round=True)}
