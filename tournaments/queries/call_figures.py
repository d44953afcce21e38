"""How long calls took: how many, and from the call to the arrival and to the decision; by round and by arbiter."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Call, Tournament


@dataclass(frozen=True)
class Times:
    """Median and 90th percentile of whole seconds, of that many measured; none where none was."""

    measured: int
    median: int | None
    p90: int | None


@dataclass(frozen=True)
class CallFigures:
    """The calls of a round or of an arbiter, or all: withdrawn ones are counted and never measured to a decision."""

    label: str
    calls: int
    withdrawn: int
    arrival: Times
    decision: Times


@dataclass(frozen=True)
class AllFigures:
    whole: CallFigures
    rounds: list[CallFigures]
    arbiters: list[CallFigures]

    @property
    def is_empty(self) -> bool:
        return self.whole.calls == 0


def nearest_rank(values: Sequence[int], percent: int) -> int | None:
    """The percentile by nearest rank: the smallest value with at least that share of all values at or below it.

    In order, that is the value at the rank ⌈percent · n / 100⌉; of ten values the 90th percentile is the ninth and the
    median the fifth. It is always one that was measured: nothing is put between two. None of no values.
    """
    if not values:
        return None
    rank = max(1, -(-percent * len(values) // 100))
    return sorted(values)[rank - 1]


def figures_of(tournament: Tournament) -> AllFigures:
    """Of all calls of the tournament; one query."""
    calls = list(Call.objects.of(tournament).select_related("table__round", "owner").order_by("opened_at", "pk"))
    rounds = sorted({call.table.round.number for call in calls})
    owners = {call.owner_id: str(call.owner) for call in calls if call.owner_id}
    return AllFigures(
        whole=_figures("", calls),
        rounds=[_figures(str(n), [call for call in calls if call.table.round.number == n]) for n in rounds],
        arbiters=[
            _figures(name, [call for call in calls if call.owner_id == pk])
            for pk, name in sorted(owners.items(), key=lambda one: one[1])
        ],
    )


def _figures(label: str, calls: Sequence[Call]) -> CallFigures:
    answered = [call for call in calls if call.outcome in Call.ANSWERS]
    return CallFigures(
        label=label,
        calls=len(calls),
        withdrawn=sum(call.outcome == Call.Outcome.WITHDRAWN for call in calls),
        arrival=_times((call.opened_at, call.arrived_at) for call in calls),
        decision=_times((call.opened_at, call.closed_at) for call in answered),
    )


def _times(spans: Iterable[tuple[datetime, datetime | None]]) -> Times:
    seconds = [(end - start) // timedelta(seconds=1) for start, end in spans if end is not None]
    return Times(len(seconds), nearest_rank(seconds, 50), nearest_rank(seconds, 90))
