"""The tournaments that a visitor may see, as one looks for them: one's own, then what is on, to come and past."""

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Ending, Membership, Tournament, User
from tournaments.people.search import matching, words_of
from tournaments.permissions import ROLE_NAMES, Role
from tournaments.queries.prepared import Slices, prepared
from tournaments.routes import named

# A tournament that nobody has ended counts as on for so many days: long enough for one over two weekends.
DAYS_ON = 9


class ListHeading(models.IntegerChoices):
    """Under which heading a tournament stands, in this order; one's own stay on top until they are ended."""

    MINE = 0, _("I miei")
    ON = 1, pgettext_lazy("tornei", "In corso")
    COMING = 2, _("In programma")
    PAST = 3, _("Passati")


class ListedTournament(NamedTuple):
    """A line of the list: what a visitor is told of a tournament before opening it; task: the visitor's own there."""

    href: str
    name: str
    place: str
    starts_on: str
    ending: str
    heading: int
    task: str


FIELDS = ("slug", "name", "place", "starts_on", "ending", "heading", "role")


def visible_to(user: User | AnonymousUser, today: date) -> Slices[ListedTournament]:
    """The tournaments that a visitor may see, in order."""
    mine = _number_of(user)
    return Slices(
        lambda: _count(user=mine)[0][0],
        lambda start, stop: lines_of(_page(start, stop, user=mine, today=today, since=_since(today))),
    )


def called(typed: str, user: User | AnonymousUser, today: date) -> list[ListedTournament]:
    """Those of them whose name, place or federation the words typed may mean, the nearest first."""
    in_order = _in_order(user=_number_of(user), today=today, since=_since(today))
    found = list(in_order.values_list(*FIELDS, "federation__name"))
    places = words_of([" ".join((name, place, federation)) for _slug, name, place, *_rest, federation in found])
    return lines_of(found[place][:-1] for place in matching(typed, places))


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
        When(pk__in=_tasks_of(user), ending="", then=ListHeading.MINE.value),
        When(starts_on=today, then=ListHeading.ON.value),
        When(~still, then=ListHeading.PAST.value),
        When(starts_on__lt=today, then=ListHeading.ON.value),
        default=ListHeading.COMING.value,
    )
    role = Membership.objects.filter(user=user, tournament=OuterRef("pk")).order_by().values("role")
    found = _visible_to(user).annotate(
        heading=heading, next=Case(When(still, then=F("starts_on"))), role=Subquery(role[:1])
    )
    in_order = found.order_by("heading", F("next").asc(nulls_last=True), "-starts_on", "slug")
    return in_order.values_list(*FIELDS)


def _visible_to(user: int) -> "QuerySet[Tournament]":
    return Tournament.objects.filter(Q(is_public=True) | Q(pk__in=_tasks_of(user)))


def _tasks_of(user: int) -> "QuerySet[Membership, Any]":
    return Membership.objects.filter(user=user).order_by().values("tournament")


def lines_of(rows: Iterable[Any]) -> list[ListedTournament]:
    """The rows in words; a day, a task, the way to a tournament are worked out once for all."""
    address, on, task = named("tournament"), cache(partial(date_format, format="j F Y")), cache(_task)
    return [
        ListedTournament(
            address(slug), name, place, on(starts_on), str(Ending(ending).label) if ending else "", heading, task(role)
        )
        for slug, name, place, starts_on, ending, heading, role in rows
    ]


def _task(role: str | None) -> str:
    return str(ROLE_NAMES[Role(role)]) if role else ""


def under_headings(lines: Iterable[ListedTournament]) -> list[tuple[Promise | str, list[ListedTournament]]]:
    return [(ListHeading(heading).label, list(group)) for heading, group in groupby(lines, lambda one: one.heading)]
