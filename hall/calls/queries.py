"""Calls as arbiters and tables see them: the queue, the state of a call, who may go.

Also how long calls took until the arrival and the decision, by round and by arbiter; and the arbiters' zones.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from hall.calls.models import Call, ZoneTable, is_forgotten, is_put_off, minutes_taken, whole_minutes
from hall.clock.models import ExtraTime
from pages.caches import Latest
from papers.sheets import Column, Kind, Sheet
from people.accounts.models import User
from people.names.order import by_name, name_key
from records.prepared_queries import prepared, prepared_records
from records.requests import PublicRequest, Request
from records.rights import MATRIX, Right, Role
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.live_pages import draw_once
from tournaments.setup.models import Membership, Tournament

WITH_PEOPLE = ("owner", "second", "opened_by")
# A second arbiter is of the same grade as the first, or a higher one (F.I.Bur., Irregolarità, Procedura).
GRADE = {Role.ARBITER: 1, Role.CHIEF_ARBITER: 2}


def is_of_grade(role: Role, first: Role) -> bool:
    """Whether somebody with this role may be second arbiter with a first one of that role; a director never may."""
    return GRADE.get(role, 0) >= max(GRADE.get(first, 0), 1)


def may_be_second(user: User, role: Role, call: Call) -> bool:
    """Whether the call asks for a second arbiter and this user may be it; call: as read in this module."""
    first: str | None = vars(call)["first_role"]  # the annotation
    is_other = call.owner_id is not None and call.owner_id != user.pk
    return call.wants_second and is_other and is_of_grade(role, Role(first) if first else Role.PUBLIC)


def has_taken_call(user: User, rights: Collection[Right], call: Call, right: Right = Right.ANSWER_CALLS) -> bool:
    """Whether the user may act on the call: they took it, they may take it, or they direct the calls."""
    is_theirs = call.owner_id is None or user.pk in (call.owner_id, call.second_id)
    return Right.DIRECT_CALLS in rights or (right in rights and is_theirs)


def minutes_given_since(call: Call) -> int:
    """The extra minutes that anybody gave the call's table since it called."""
    extras = ExtraTime.objects.filter(table=call.table_id, given_at__gte=call.opened_at)
    return sum(extras.values_list("minutes", flat=True))


def may_give_back(user: User, rights: Collection[Right], call: Call) -> bool:
    """Whether this person may give the table its lost minutes back: once, and while the round is played."""
    if call.minutes_back is not None or call.table.is_bye or call.table.round.state != Round.State.PLAYING:
        return False
    return Right.RUN_CLOCK in rights and has_taken_call(user, rights, call)


def waits_for(user: User, role: Role, call: Call) -> bool:
    """Whether the call waits for this user: nobody has taken it, or they may be its second arbiter."""
    return call.owner_id is None or may_be_second(user, role, call)


@dataclass(frozen=True)
class Waiting:
    """An open call in the queue. earlier: how often its table called before in this round.

    taken: whole minutes since somebody took it; None if nobody has, or if it is put off.
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
    def says(self) -> tuple[object, ...]:
        """The values that the queue shows of it: if they are equal, the row need not be drawn again."""
        call, table = self.call, self.call.table
        where = table.round.number, table.number, table.words_a, table.line_b_id and table.words_b
        state = call.reason, call.seat, call.renewals, call.second_asked_at, call.put_off_until, call.arrived_at
        goes = call.owner and str(call.owner), call.second and str(call.second)
        return (
            where,
            state,
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
    """The calls that wait and those that are taken; in each the user's zone first, then the oldest first."""

    waiting: list[Waiting]
    taken: list[Waiting]

    @property
    def count(self) -> int:
        return len(self.waiting) + len(self.taken)


def queue_of(
    tournament: Tournament, user: User, at: datetime, *, role: Role, calls: Iterable[Call] | None = None
) -> Queue:
    """The open calls of a tournament as this user sees them; two queries, however many there are.

    role: the user's in the tournament. calls: the `open_calls`, where they are at hand.
    """
    zone = zone_of(tournament, user)
    lines = [_waiting_call(call, user, zone, at) for call in (open_calls(tournament) if calls is None else calls)]
    lines.sort(
        key=lambda waiting: (waiting.is_put_off, not waiting.in_my_zone, waiting.call.opened_at, waiting.call.pk)
    )
    free = [waiting for waiting in lines if waits_for(user, role, waiting.call)]
    return Queue(free, [waiting for waiting in lines if waiting not in free])


def queue_version(tournament: Tournament, at: datetime) -> str:
    """The version of the queue: it changes with every line of the log and every minute."""
    return f"{tournament.data_version}-{int(at.timestamp()) // 60}"


def zone_of(tournament: Tournament, user: User) -> frozenset[int]:
    return frozenset(table for (table,) in _zone(tournament=tournament.pk, arbiter=user.pk))


def calls_at(table: Table) -> list[Call]:
    """All calls of a table, the latest first."""
    calls = Call.objects.filter(table=table).annotate(first_role=_first_role())
    return list(calls.select_related(*WITH_PEOPLE).order_by("-opened_at", "-pk"))


def open_call(table: Table) -> Call | None:
    """The table's open call, with the arbiters who took it."""
    return next(iter(_open_call(table=table.pk)), None)


@prepared_records
def _open_call(*, table: int) -> "QuerySet[Call]":
    return Call.objects.open().filter(table=table).select_related(*WITH_PEOPLE).order_by("pk")


def open_calls_by_tournament(user: int) -> dict[str, int]:
    """How many calls nobody has taken where the user answers them, by the tournament's slug; user: the primary key."""
    return dict(_open_by_tournament(user=user))


@prepared
def _open_by_tournament(*, user: int) -> "QuerySet[Call, Any]":
    mine = Membership.objects.filter(user=user, role__in=_who_answer()).order_by().values("tournament")
    calls = Call.objects.open().filter(table__round__tournament__in=mine, owner__isnull=True).order_by()
    return calls.values_list("table__round__tournament__slug").annotate(n=Count("pk"))


def who_may_go(tournament: Tournament) -> list[User]:
    """Everybody who answers calls there, by name."""
    tasks = Membership.objects.filter(tournament=tournament, role__in=_who_answer()).order_by()
    users = User.objects.filter(pk__in=tasks.values("user"), is_active=True)
    return list(users.order_by(*by_name("last_name", "first_name"), "pk"))


def _who_answer() -> list[str]:
    return [role.value for role in Role if Right.ANSWER_CALLS in MATRIX[role]]


@prepared
def _zone(*, tournament: int, arbiter: int) -> QuerySet[ZoneTable, Any]:
    return ZoneTable.objects.filter(tournament=tournament, arbiter=arbiter).values_list("table")


def open_calls(tournament: Tournament) -> list[Call]:
    """The open calls, each with its table, its arbiters, and the number of the table’s `earlier` calls."""
    return _open_calls(tournament=tournament.pk)


@prepared_records
def _open_calls(*, tournament: int) -> "QuerySet[Call]":
    before = Call.objects.filter(table=OuterRef("table"), closed_at__isnull=False).order_by().values("table")
    lines = (f"table__{line}" for line in LINES)
    return (
        Call.objects.open()
        .filter(table__round__tournament=tournament)
        .select_related("table__round", *lines, *WITH_PEOPLE)
        .annotate(
            earlier=Coalesce(Subquery(before.annotate(n=Count("pk")).values("n")), 0),
            first_role=_first_role(),
        )
    )


def _first_role() -> Subquery:
    """The role of the arbiter who took the call."""
    task = Membership.objects.filter(user=OuterRef("owner"), tournament=OuterRef("table__round__tournament"))
    return Subquery(task.filter(user__is_active=True).order_by("pk").values("role")[:1])


def _waiting_call(call: Call, user: User, zone: Collection[int], at: datetime) -> Waiting:
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
    """Whole minutes since the first tap."""
    return whole_minutes(call.opened_at, at)


@dataclass(frozen=True)
class Times:
    """Median and 90th percentile in whole seconds, and how many were measured; None without any."""

    measured: int
    median: int | None
    p90: int | None


@dataclass(frozen=True)
class CallFigures:
    """Figures of the calls of a round, of an arbiter, or of all. Withdrawn calls are counted, but have no decision."""

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
            for pk, name in sorted(owners.items(), key=lambda owner: name_key(owner[1]))
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


class Zone(NamedTuple):
    """The table numbers of one arbiter, in order; nobody's: arbiter is None."""

    arbiter: User | None
    tables: tuple[int, ...]


@dataclass(frozen=True)
class Zones:
    """The zones of all arbiters, and the tables of nobody. seen: the digest that the form of the zones carries."""

    zones: tuple[Zone, ...]
    nobody: Zone
    seen: str

    @property
    def has_tables(self) -> bool:
        """Whether there is any table to be given to somebody."""
        return any(zone.tables for zone in (*self.zones, self.nobody))


def walker_by_table(tournament: Tournament) -> dict[int, int]:
    """The arbiter (primary key) by table number, for tables in a zone."""
    return dict(ZoneTable.objects.filter(tournament=tournament).values_list("table", "arbiter"))


def walkers_digest(walked: Mapping[int, int]) -> str:
    """A digest of the zones: it changes if any table changes its arbiter."""
    return hashlib.sha256(repr(sorted(walked.items())).encode()).hexdigest()[:16]


def zones_of(tournament: Tournament, arbiters: Sequence[User]) -> Zones:
    """The zones of those arbiters, and the other tables of the hall as nobody's. Two queries."""
    mine = walker_by_table(tournament)
    most = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"] or 0
    zones = tuple(
        Zone(user, tuple(sorted(table for table, who in mine.items() if who == user.pk))) for user in arbiters
    )
    known = {table for zone in zones for table in zone.tables}
    nobody = Zone(None, tuple(number for number in range(1, most + 1) if number not in known))
    return Zones(zones, nobody, walkers_digest(mine))


# Every arbiter's page asks every two seconds, and each new call changes the pages of all of them.
DRAWN_CALLS: Latest[list[Call]] = Latest(most=32)


def queue_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """The context of the queue of calls, on whichever page it is."""
    calls = _drawn_calls(request, tournament)
    return {
        "tournament": tournament,
        "queue": queue_of(tournament, request.user, timezone.now(), role=request.role, calls=calls),
    }


def free_calls(request: Request, tournament: Tournament) -> Sequence[str]:
    """The calls that wait for this person to go, by the names that the queue gives them; for pages that count them."""
    return [call.waits_as for call in _drawn_calls(request, tournament) if waits_for(request.user, request.role, call)]


def _drawn_calls(request: PublicRequest, tournament: Tournament) -> list[Call]:
    of, version = tournament.pk, tournament.data_version
    return draw_once(DRAWN_CALLS, request, of=of, version=version, draw=lambda: open_calls(tournament))


def calls_sheet(tournament: Tournament) -> Sheet:
    """Times in whole seconds from the call; empty where none was measured."""
    figures = figures_of(tournament)
    found = [(_("Tutte"), figures.whole)] if not figures.is_empty else []
    found += [(_("Turno %(number)s") % {"number": one.label}, one) for one in figures.rounds]
    found += [(one.label, one) for one in figures.arbiters]
    words = _("Secondi dalla chiamata. Il 90 % è il valore entro il quale stanno nove chiamate su dieci.")
    return Sheet.of(
        _("Chiamate all’arbitro"),
        found,
        Column(_("Turno o arbitro"), Kind.TEXT, 30, lambda one: one[0]),
        Column(_("Chiamate"), Kind.INTEGER, 9, lambda one: one[1].calls),
        Column(_("Ritirate"), Kind.INTEGER, 9, lambda one: one[1].withdrawn),
        Column(_("Arrivo, mediana (s)"), Kind.INTEGER, 10, lambda one: one[1].arrival.median),
        Column(_("Arrivo, 90 % (s)"), Kind.INTEGER, 10, lambda one: one[1].arrival.p90),
        Column(_("Decisione, mediana (s)"), Kind.INTEGER, 10, lambda one: one[1].decision.median),
        Column(_("Decisione, 90 % (s)"), Kind.INTEGER, 10, lambda one: one[1].decision.p90),
        notes=(words,) if found else (),
    )
