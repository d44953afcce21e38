"""When a backup is due, and which are kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

EVERY = timedelta(minutes=5)
ALL_OF = timedelta(hours=1)
HOURLY_FOR = timedelta(days=1)


@dataclass(frozen=True)
class Written:
    """What the logs tell since the last backup: whether anything was written, and whether a round was closed."""

    anything: bool
    round_closed: bool


def is_due(last: datetime | None, written: Written, now: datetime) -> bool:
    """After a closed round at once; while somebody plays, which is when something is written, every five minutes."""
    if not written.anything:
        return False
    # A clock that was put back must not keep backups from being made.
    return written.round_closed or last is None or not last <= now < last + EVERY


def kept(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """Of the backups those to keep: all of the last hour, the last of each hour for a day, the last of each day."""
    in_order = sorted(times)
    # The later one takes the place of the earlier.
    last_of_hour = {(at.date(), at.hour): at for at in in_order}
    last_of_day = {at.date(): at for at in in_order}

    def is_kept(at: datetime) -> bool:
        age = now - at
        hourly = age < HOURLY_FOR and at == last_of_hour[at.date(), at.hour]
        return age < ALL_OF or hourly or at == last_of_day[at.date()]

    return {at for at in in_order if is_kept(at)}
