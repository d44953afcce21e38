"""For the tables of a round: who sits there, and which of them calls an arbiter."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from hall.calls.models import Call
from people.accounts.models import called
from records.prepared_queries import prepared
from tournaments.rounds.models import LINES, Round, Table


class Calling(NamedTuple):
    """Since when a table calls; who goes there (an empty name: nobody yet), since when, and since when they are there.

    second: since when the table asks for a second arbiter, as long as none comes.
    """

    since: datetime
    owner: str
    taken: datetime | None = None
    put_off: datetime | None = None
    arrived: datetime | None = None
    second: datetime | None = None


def seated_names(round_: Round) -> dict[int, tuple[str, str]]:
    """By table (primary key), the names and numbers of both lines; line B is empty if line A rests."""
    callings = {}
    for pk, *values in _seated_tables(round_pk=round_.pk):
        a, b, a2, b2 = zip(values[::2], values[1::2], strict=True)
        callings[pk] = _line(a, a2), _line(b, b2)
    return callings


def calls_of(round_: Round) -> dict[int, Calling]:
    """The open calls of the round, by table."""
    return {
        table: Calling(
            since, called(*owner) if owner[-1] else "", taken, put_off, arrived, None if comes else second_asked
        )
        for table, since, taken, put_off, arrived, second_asked, comes, *owner in _calls(round_pk=round_.pk)
    }


def _line(*entries: tuple[int | None, str | None]) -> str:
    return " + ".join(f"{number} {name}" for number, name in entries if number)


@prepared
def _seated_tables(*, round_pk: int) -> "QuerySet[Table, Any]":
    fields = [f"{line}__{field}" for line in LINES for field in ("number", "name")]
    return Table.objects.filter(round=round_pk).order_by().values_list("pk", *fields)


@prepared
def _calls(*, round_pk: int) -> "QuerySet[Call, Any]":
    when = ("opened_at", "taken_at", "put_off_until", "arrived_at", "second_asked_at")
    owner = ("owner__first_name", "owner__last_name", "owner__username")
    return Call.objects.open().filter(table__round=round_pk).order_by().values_list("table", *when, "second", *owner)
