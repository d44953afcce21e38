"""The clock of a round as a page shows it in one line."""

from datetime import datetime
from typing import NamedTuple

from tournaments.models import Round, RoundClock


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
