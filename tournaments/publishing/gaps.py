"""What a stage still lacks: tables without a result, as the standings leave them out, and scores nobody confirmed."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import ngettext

from tournaments.models import BoardScore, Round, Stage, Table, Tournament
from tournaments.prepared import prepared
from tournaments.queries.boards import board_count
from tournaments.queries.missing import Unconfirmed, waited_for
from tournaments.wording import scores_in_words


def gaps(stage: Stage) -> list[tuple[int | None, int, int]]:
    """Group (None: of no group), round and number of every table begun without a result, in one query.

    At burraco a match that a ruling took off the grid (all its boards void) waits for nothing more.
    """
    tables, by_fives = Table.objects.filter(round__stage=stage), stage.tournament.rules.by_fives
    waiting = _waiting(tables, by_fives).order_by("round__number", "number")
    return list(waiting.values_list("group__number", "round__number", "number"))


def unconfirmed_in_words(tournament: Tournament, scores: Iterable[Unconfirmed], *, with_round: bool) -> str:
    """Where the scores stand, deals as people call them."""
    places = ((one.round, one.table, tournament.deal_called(one.board)) for one in scores)
    return scores_in_words(places, with_round=with_round)


def not_confirmed(tournament: Tournament, scores: Sequence[Unconfirmed]) -> str:
    """The sentence that says how many there are and where, over several rounds."""
    words = ngettext(
        "Un punteggio non è confermato da una seconda persona: %(where)s.",
        "%(count)d punteggi non sono confermati da una seconda persona: %(where)s.",
        len(scores),
    )
    return words % {"count": len(scores), "where": unconfirmed_in_words(tournament, scores, with_round=True)}


def tables_waited_for(round: Round) -> int:
    return len(_waited_for(round.tournament.rules.by_fives, round=round.pk))


@prepared
def _waited_for(by_fives: bool, *, round: int) -> "QuerySet[Table, Any]":
    return _waiting(Table.objects.filter(round=round), by_fives).order_by().values_list("pk")


def _waiting(tables: "QuerySet[Table]", by_fives: bool) -> "QuerySet[Table]":
    is_void = Q(kind=BoardScore.Kind.VOID)
    scores = BoardScore.objects.current().filter(table=OuterRef("pk")).order_by().values("table")
    begun = waited_for(tables.filter(round__state__in=Round.BEGUN)).annotate(
        boards=Coalesce(board_count(), 0),
        scored=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=~is_void)).values("count")), 0),
        void=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=is_void)).values("count")), 0),
    )
    waiting = begun.filter(Q(boards=0) | Q(scored__lt=F("boards")))
    return waiting.exclude(boards__gt=0, void=F("boards")) if by_fives else waiting
