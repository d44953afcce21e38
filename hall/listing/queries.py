"""The tournaments that a visitor may see, as one looks for them: one's own, then what is on, to come and past.

What a line tells besides (game, round, how many play) is asked for the lines of a page alone.
"""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from hall.calls.queries import open_calls_by_tournament
from people.accounts.models import User
from people.players.queries import matching_places, words_of
from records.prepared_queries import Slices, prepared
from records.requests import address_named
from records.rights import ROLE_NAMES, Role
from tournaments.entries.models import Entry
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round
from tournaments.setup.games import GameId
from tournaments.setup.models import Contest, Ending, Membership, Tournament

# A tournament that nobody has ended counts as on for so many days: long enough for one over two weekends.
DAYS_ON = 9


class ListHeading(models.IntegerChoices):
    """Under which heading a tournament stands, in this order; one's own stay on top until they are ended."""

    MINE_ON = 0, _("I miei, adesso")
    MINE_COMING = 1, _("I miei, prossimi")
    ON = 2, pgettext_lazy("tornei", "In corso")
    COMING = 3, _("In programma")
    PAST = 4, _("Passati")


class ListedTournament(NamedTuple):
    """A line of the list: what a visitor is told of a tournament before opening it; task: the visitor's own there."""

    href: str
    name: str
    place: str
    starts_on: str
    ending: str
    heading: int
    task: str
    facts: str
    # Where to find one's seat, once there are tables.
    seat: str
    # The tables that call, in words, for whoever goes there; and where they stand.
    calls: str = ""
    queue: str = ""


class Facts(NamedTuple):
    """What a line tells of a tournament; round, state: the last one that everybody sees (0 and nothing before it)."""

    game: str
    contest: str
    round: int
    state: str
    planned: int
    entries: int

    @property
    def words(self) -> str:
        """Game, round and how many play, as a person says them."""
        parts = [str(GameId(self.game).label), self._state(), self._entries()]
        return " · ".join(filter(None, parts))

    def _state(self) -> str:
        if not self.round:
            return ""
        of = {"number": self.round, "of": max(self.planned, self.round)}
        if self.state == Round.State.PLAYING:
            return gettext("turno %(number)d di %(of)d in corso") % of
        if self.state == Round.State.CLOSED:
            return ngettext("giocato %(number)d turno di %(of)d", "giocati %(number)d turni di %(of)d", self.round) % of
        return gettext("turno %(number)d di %(of)d sta per cominciare") % of

    def _entries(self) -> str:
        if not self.entries:
            return ""
        if self.contest == Contest.PAIRS:
            return ngettext("%(n)d coppia", "%(n)d coppie", self.entries) % {"n": self.entries}
        if self.contest == Contest.TEAMS:
            return ngettext("%(n)d squadra", "%(n)d squadre", self.entries) % {"n": self.entries}
        return ngettext("%(n)d giocatore", "%(n)d giocatori", self.entries) % {"n": self.entries}


FIELDS = ("slug", "name", "place", "starts_on", "ending", "heading", "role")


def visible_to(user: User | AnonymousUser, today: date) -> Slices[ListedTournament]:
    """The tournaments that a visitor may see, in order."""
    who = {"user": _number_of(user), "today": today, "since": _since(today)}
    return Slices(
        lambda: _count(user=who["user"])[0][0],
        lambda start, stop: lines_of(_page(start, stop, **who), _facts_of(_facts(start, stop, **who))),
    )


def tournaments_called(typed: str, user: User | AnonymousUser, today: date) -> list[ListedTournament]:
    """Those of them whose name, place or federation the words typed may mean, the nearest first."""
    in_order = _in_order(user=_number_of(user), today=today, since=_since(today))
    rows = list(in_order.values_list(*FIELDS, "federation__name"))
    places = words_of([" ".join((name, place, federation)) for _slug, name, place, *_rest, federation in rows])
    wanted = [rows[place][:-1] for place in matching_places(typed, places)]
    return lines_of(wanted, _facts_of(_with_facts(Tournament.objects.filter(slug__in=[line[0] for line in wanted]))))


def _number_of(user: User | AnonymousUser) -> int:
    # 0 is nobody's: whoever has no account has no task.
    return (user.pk or 0) if user.is_active else 0


def _since(today: date) -> date:
    return today - timedelta(days=DAYS_ON)


@prepared
def _count(*, user: int) -> "QuerySet[Tournament, Any]":
    # One line that counts all: without an order, and in no groups.
    visible = _visible_to(user).order_by().values(all=Value(1))
    return visible.annotate(count=Count("pk")).values_list("count")


@prepared
def _page(start: int, stop: int, *, user: int, today: date, since: date) -> "QuerySet[Tournament, Any]":
    return _in_order(user=user, today=today, since=since)[start:stop]


def _in_order(*, user: int, today: date, since: date) -> "QuerySet[Tournament, Any]":
    """What comes next first, the past last; since: the first day of those still on that nobody has ended."""
    still = Q(ending="", starts_on__gt=since)
    heading = Case(
        When(~Q(ending=""), then=ListHeading.PAST.value),
        When(pk__in=_tasks_of(user), starts_on__lte=today, then=ListHeading.MINE_ON.value),
        When(pk__in=_tasks_of(user), then=ListHeading.MINE_COMING.value),
        When(~still, then=ListHeading.PAST.value),
        When(starts_on__lte=today, then=ListHeading.ON.value),
        default=ListHeading.COMING.value,
    )
    role = Membership.objects.filter(user=user, tournament=OuterRef("pk")).order_by().values("role")
    tournaments = _visible_to(user).annotate(
        heading=heading, next=Case(When(still, then=F("starts_on"))), role=Subquery(role[:1])
    )
    in_order = tournaments.order_by("heading", F("next").asc(nulls_last=True), "-starts_on", "slug")
    return in_order.values_list(*FIELDS)


@prepared
def _facts(start: int, stop: int, *, user: int, today: date, since: date) -> "QuerySet[Tournament, Any]":
    page = _in_order(user=user, today=today, since=since).values("pk")[start:stop]
    return _with_facts(Tournament.objects.filter(pk__in=page))


def _with_facts(tournaments: "QuerySet[Tournament]") -> "QuerySet[Tournament, Any]":
    """Slug, game, contest; the last round that everybody sees and its state; rounds planned; who is entered."""
    shown = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DRAFT).order_by("-number")
    stages = Stage.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    entered = Entry.objects.filter(tournament=OuterRef("pk")).exclude(state=Entry.State.WITHDRAWN)
    counted = entered.order_by().values("tournament").annotate(n=Count("pk")).values("n")
    facts = tournaments.order_by().annotate(
        last=Subquery(shown.values("number")[:1]),
        last_state=Subquery(shown.values("state")[:1]),
        planned=Subquery(stages.annotate(n=Sum("rounds_planned")).values("n")),
        entered=Subquery(counted),
    )
    return facts.values_list("slug", "game", "contest", "last", "last_state", "planned", "entered")


def _facts_of(rows: Iterable[Any]) -> dict[str, Facts]:
    return {
        slug: Facts(game, contest, last or 0, state or "", planned or 0, entered or 0)
        for slug, game, contest, last, state, planned, entered in rows
    }


def _visible_to(user: int) -> "QuerySet[Tournament]":
    return Tournament.objects.filter(Q(is_public=True) | Q(pk__in=_tasks_of(user)))


def _tasks_of(user: int) -> "QuerySet[Membership, Any]":
    return Membership.objects.filter(user=user).order_by().values("tournament")


def lines_of(rows: Iterable[Any], facts: Mapping[str, Facts]) -> list[ListedTournament]:
    """The rows in words; a day, a task, the way to a tournament are worked out once for all."""
    address, seat = address_named("tournament"), address_named("seat")
    on, task = cache(partial(date_format, format="j F Y")), cache(_task)
    return [
        ListedTournament(
            href=address(slug),
            name=name,
            place=place,
            starts_on=on(starts_on),
            ending=str(Ending(ending).label) if ending else "",
            heading=heading,
            task=task(role),
            facts=facts[slug].words,
            seat=seat(slug) if facts[slug].round and heading != ListHeading.PAST else "",
        )
        for slug, name, place, starts_on, ending, heading, role in rows
    ]


def _task(role: str | None) -> str:
    return str(ROLE_NAMES[Role(role)]) if role else ""


def with_calls(lines: Iterable[ListedTournament], user: User | AnonymousUser) -> list[ListedTournament]:
    """The lines, with the calls that are open where the user answers them; one query."""
    open_ = open_calls_by_tournament(_number_of(user)) if user.is_authenticated else {}
    address, queue = address_named("tournament"), address_named("calls")
    queues = {address(slug): (_calls(count), queue(slug)) for slug, count in open_.items()}

    def with_queue(line: ListedTournament) -> ListedTournament:
        calls, where = queues.get(line.href, ("", ""))
        return line._replace(calls=calls, queue=where)

    return list(map(with_queue, lines))


def _calls(count: int) -> str:
    return ngettext("%(n)d chiamata aperta", "%(n)d chiamate aperte", count) % {"n": count}


def under_headings(lines: Iterable[ListedTournament]) -> list[tuple[Promise | str, list[ListedTournament]]]:
    return [(ListHeading(heading).label, list(group)) for heading, group in groupby(lines, lambda line: line.heading)]
