"""What the hall shows of a round's tables beside their scores: who sits there, and who calls."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from hall.calls.models import Call
from people.accounts.models import called
from records.prepared import prepared
from tournaments.rounds.models import LINES, Round, Table


class Calling(NamedTuple):
    """Since when a table calls; who goes there (an empty name: nobody yet), since when, and there since when.

    second: since when it asks for a second arbiter too, while nobody comes as such.
    """

    since: datetime
    owner: str
    taken: datetime | None = None
    put_off: datetime | None = None
    arrived: datetime | None = None
    second: datetime | None = None


def seated_names(round: Round) -> dict[int, tuple[str, str]]:
    """The names of both lines with their numbers, by table (primary key); line B is empty where line A rests."""
    found = {}
    for pk, *values in _seated(round=round.pk):
        a, b, a2, b2 = zip(values[::2], values[1::2], strict=True)
        found[pk] = _line(a, a2), _line(b, b2)
    return found


def calls_of(round: Round) -> dict[int, Calling]:
    """The open calls of the round, by table."""
    return {
        table: Calling(since, called(*owner) if owner[-1] else "", taken, put_off, arrived, None if comes else asked)
        for table, since, taken, put_off, arrived, asked, comes, *owner in _calls(round=round.pk)
    }


def _line(*entries: tuple[int | None, str | None]) -> str:
    return " + ".join(f"{number} {name}" for number, name in entries if number)


@prepared
def _seated(*, round: int) -> "QuerySet[Table, Any]":
    fields = [f"{line}__{field}" for line in LINES for field in ("number", "name")]
    return Table.objects.filter(round=round).order_by().values_list("pk", *fields)


@prepared
def _calls(*, round: int) -> "QuerySet[Call, Any]":
    when = ("opened_at", "taken_at", "put_off_until", "arrived_at", "second_asked_at")
    owner = ("owner__first_name", "owner__last_name", "owner__username")
    return Call.objects.open().filter(table__round=round).order_by().values_list("table", *when, "second", *owner)
