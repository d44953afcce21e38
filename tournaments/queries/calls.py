"""Calls as arbiters and tables see them: the queue, what a table is told, who may go."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Call, Membership, Table, Tournament, User, ZoneTable
from tournaments.models.calls import is_forgotten, is_put_off, minutes_taken, whole_minutes
from tournaments.models.rounds import LINES
from tournaments.permissions import MATRIX, Right, Role
from tournaments.prepared import prepared, prepared_records

WITH_PEOPLE = ("owner", "second", "opened_by")


@dataclass(frozen=True)
class Waiting:
    """An open call in the queue; earlier: how often its table called before in this round.

    taken: whole minutes since somebody took it; None while nobody has, and while it is put off.
    """

    call: Call
    minutes: int
    earlier: int
    in_my_zone: bool
    is_mine: bool
    is_put_off: bool
    taken: int | None = None

    @property
    def is_forgotten(self) -> bool:
        return is_forgotten(self.taken)

    @property
    def wants_second(self) -> bool:
        return self.call.second_asked_at is not None and self.call.second_id is None

    @property
    def says(self) -> tuple[object, ...]:
        """All that the queue tells of it, as values: what says the same is drawn once."""
        call, table = self.call, self.call.table
        where = table.round.number, table.number, table.words_a, table.line_b_id and table.words_b
        asked = call.reason, call.seat, call.renewals, call.second_asked_at, call.put_off_until, call.arrived_at
        goes = call.owner and str(call.owner), call.second and str(call.second)
        return (
            where,
            asked,
            goes,
            self.minutes,
            self.earlier,
            self.taken,
            self.in_my_zone,
            self.is_mine,
            self.is_put_off,
        )


@dataclass(frozen=True)
class Queue:
    """What waits for somebody to go, and where somebody goes already; each with the own zone first, oldest first."""

    waiting: list[Waiting]
    taken: list[Waiting]

    @property
    def count(self) -> int:
        return len(self.waiting) + len(self.taken)


def queue_of(tournament: Tournament, user: User, at: datetime, calls: Iterable[Call] | None = None) -> Queue:
    """The open calls of a tournament as this user sees them; two queries, however many there are.

    calls: the `open_calls`, where they are at hand.
    """
    zone = zone_of(tournament, user)
    lines = [_waiting(call, user, zone, at) for call in (open_calls(tournament) if calls is None else calls)]
    lines.sort(key=lambda one: (one.is_put_off, not one.in_my_zone, one.call.opened_at, one.call.pk))
    free = [one for one in lines if one.call.owner_id is None or one.wants_second]
    return Queue(free, [one for one in lines if one not in free])


def queue_version(tournament: Tournament, at: datetime) -> str:
    """What the queue was drawn at: it changes with any line of the log, and with the minutes it shows."""
    return f"{tournament.data_version}-{int(at.timestamp()) // 60}"


def zone_of(tournament: Tournament, user: User) -> frozenset[int]:
    return frozenset(table for (table,) in _zone(tournament=tournament.pk, arbiter=user.pk))


def calls_at(table: Table) -> list[Call]:
    """All calls of a table, the latest first."""
    return list(Call.objects.filter(table=table).select_related(*WITH_PEOPLE).order_by("-opened_at", "-pk"))


def open_call(table: Table) -> Call | None:
    """The table's open call with who goes."""
    return Call.objects.open().filter(table=table).select_related(*WITH_PEOPLE).first()


def open_calls_by_tournament(user: int) -> dict[str, int]:
    """How many calls are open where the user answers them, by the tournament's slug; user: the primary key."""
    mine = Membership.objects.filter(user=user, role__in=_who_answer()).order_by().values("tournament")
    found = Call.objects.open().filter(table__round__tournament__in=mine).order_by()
    return dict(found.values_list("table__round__tournament__slug").annotate(n=Count("pk")))


def who_may_go(tournament: Tournament) -> list[User]:
    """Everybody who answers calls there, by name."""
    tasks = Membership.objects.filter(tournament=tournament, role__in=_who_answer()).order_by()
    found = User.objects.filter(pk__in=tasks.values("user"), is_active=True)
    return list(found.order_by("last_name", "first_name", "pk"))


def _who_answer() -> list[str]:
    return [role.value for role in Role if Right.ANSWER_CALLS in MATRIX[role]]


@prepared
def _zone(*, tournament: int, arbiter: int) -> QuerySet[ZoneTable, Any]:
    return ZoneTable.objects.filter(tournament=tournament, arbiter=arbiter).values_list("table")


def open_calls(tournament: Tournament) -> list[Call]:
    """The calls that nobody closed, each with its table, who goes, and its table’s `earlier` calls."""
    return _open_calls(tournament=tournament.pk)


@prepared_records
def _open_calls(*, tournament: int) -> "QuerySet[Call]":
    before = Call.objects.filter(table=OuterRef("table"), closed_at__isnull=False).order_by().values("table")
    lines = (f"table__{line}" for line in LINES)
    return (
        Call.objects.open()
        .filter(table__round__tournament=tournament)
        .select_related("table__round", *lines, *WITH_PEOPLE)
        .annotate(earlier=Coalesce(Subquery(before.annotate(n=Count("pk")).values("n")), 0))
    )


def _waiting(call: Call, user: User, zone: Collection[int], at: datetime) -> Waiting:
    return Waiting(
        call=call,
        minutes=minutes_waited(call, at),
        earlier=vars(call)["earlier"],
        in_my_zone=call.table.number in zone,
        is_mine=user.pk in (call.owner_id, call.second_id),
        is_put_off=is_put_off(call.put_off_until, at),
        taken=minutes_taken(call.taken_at, call.put_off_until, at),
    )


def minutes_waited(call: Call, at: datetime) -> int:
    """Whole minutes since the first tap; none in the first one."""
    return whole_minutes(call.opened_at, at)
