"""The clock of a round as a page shows it in one line."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum

from hall.clock.models import ExtraTime, RoundClock
from records.prepared_queries import prepared, prepared_records
from tournaments.rounds.models import Round, Table


class ClockNow(NamedTuple):
    """A round's clock at a moment: the whole seconds left, negative after the end; whether it counts on."""

    clock: RoundClock
    left: int
    runs: bool


def clock_now(round_: Round, at: datetime) -> ClockNow | None:
    """The clock of a round being played, once it was started; one query."""
    if round_.state != Round.State.PLAYING:
        return None
    return next(
        (ClockNow(clock, clock.seconds_left(at), not clock.is_paused) for clock in _clock_of(round_pk=round_.pk)), None
    )


@prepared_records
def _clock_of(*, round_pk: int) -> QuerySet[RoundClock]:
    return RoundClock.objects.filter(round=round_pk)


def extra_minutes(round_: Round) -> dict[int, int]:
    """The minutes given to tables beyond the round's, by the number of the table; one query."""
    return dict(_extra(round_pk=round_.pk))


@prepared
def _extra(*, round_pk: int) -> "QuerySet[ExtraTime, Any]":
    tables = ExtraTime.objects.filter(table__round=round_pk).order_by("table__number").values_list("table__number")
    return tables.annotate(minutes=Sum("minutes"))


def extra_minutes_of(table: Table) -> int:
    """The minutes in more of one table."""
    return sum(ExtraTime.objects.filter(table=table).values_list("minutes", flat=True))
