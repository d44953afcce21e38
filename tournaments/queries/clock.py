"""The clock of a round as a page shows it in one line."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from tournaments.models import ExtraTime, Round, RoundClock, Table


class ClockNow(NamedTuple):
    """A round's clock at a moment: the whole seconds left, negative after the end; whether it counts on."""

    clock: RoundClock
    left: int
    runs: bool


def clock_now(round: Round, at: datetime) -> ClockNow | None:
    """The clock of a round being played, once it was started; one query."""
    if round.state != Round.State.PLAYING:
        return None
    clock = RoundClock.objects.filter(round=round).first()
    return ClockNow(clock, clock.seconds_left(at), not clock.is_paused) if clock else None


def extra_minutes(round: Round | None) -> dict[int, int]:
    """The minutes in more of a round's tables, by number, of those that were given some; one query."""
    minutes: Counter[int] = Counter()
    found = ExtraTime.objects.filter(table__round=round).order_by("table__number")
    for number, more in found.values_list("table__number", "minutes"):
        minutes[number] += more
    return dict(minutes)


def extra_minutes_of(table: Table) -> int:
    """The minutes in more of one table."""
    return sum(ExtraTime.objects.filter(table=table).values_list("minutes", flat=True))
