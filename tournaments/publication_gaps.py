"""The tables of a stage whose match has no result yet, as the standings leave them out."""

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import BoardScore, MatchScore, Round, Stage, Table
from tournaments.queries.boards import board_count

BEGUN = (Round.State.PLAYING, Round.State.CLOSED)


def gaps(stage: Stage) -> list[tuple[int | None, int, int]]:
    """Group (None: of no group), round and number of every table begun without a result, in one query.

    At burraco a match that a ruling took off the grid (all its boards void) waits for nothing more.
    """
    is_void = Q(kind=BoardScore.Kind.VOID)
    scores = BoardScore.objects.current().filter(table=OuterRef("pk")).order_by().values("table")
    tables = Table.objects.filter(round__stage=stage, round__state__in=BEGUN, line_b__isnull=False).annotate(
        boards=Coalesce(board_count(), 0),
        scored=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=~is_void)).values("count")), 0),
        void=Coalesce(Subquery(scores.annotate(count=Count("pk", filter=is_void)).values("count")), 0),
    )
    waiting = tables.filter(Q(boards=0) | Q(scored__lt=F("boards"))).exclude(Exists(_fixed()))
    if stage.tournament.rules.by_fives:
        waiting = waiting.exclude(boards__gt=0, void=F("boards"))
    rows = waiting.order_by("round__number", "number")
    return list(rows.values_list("group__number", "round__number", "number"))


def _fixed() -> QuerySet[MatchScore]:
    """The score fixed for the match of a table, be it in its other room."""
    there = Q(table__line_a=OuterRef("line_a"), table__line_b=OuterRef("line_b"))
    turned = Q(table__line_a=OuterRef("line_b"), table__line_b=OuterRef("line_a"))
    return MatchScore.objects.current().filter(there | turned, table__round=OuterRef("round"))
