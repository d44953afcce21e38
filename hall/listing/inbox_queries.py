"""What waits for somebody in all their tournaments and offices together, as their first page lists it.

Applications above add what of theirs waits (`SOURCES`); each asks once for all tournaments.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from people.accounts.models import User
from records.prepared_queries import prepared
from records.rights import MATRIX, Right
from tournaments.appeals.hearing_queries import hearings
from tournaments.appeals.models import Appeal
from tournaments.rounds.models import Round
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Membership, Tournament


class Waiting(NamedTuple):
    """So many things of one kind that wait for somebody, in words, where they are seen to, and of what they are."""

    symbol: str
    words: str
    href: str
    of: str
    how_many: int = 1


SOURCES: list[Callable[[User], Iterable[Waiting]]] = []


def inbox_of(user: User | AnonymousUser) -> list[Waiting]:
    """Everything, what was added first on top; nothing for whoever has not signed in."""
    if not isinstance(user, User) or not user.is_active:
        return []
    return [waiting for source in (*SOURCES, _appeals, _disputed, _unconfirmed) for waiting in source(user)]


def inbox_in(user: User | AnonymousUser, tournament: Tournament) -> list[Waiting]:
    """What of it is the tournament's."""
    here = reverse("tournament", args=[tournament.slug])
    return [waiting for waiting in inbox_of(user) if waiting.href.startswith(here)]


def tournaments_where(user: int, right: Right) -> "QuerySet[Membership, Any]":
    """The tournaments in which the user has the right, to be asked within another question."""
    roles = [role.value for role, rights in MATRIX.items() if right in rights]
    return Membership.objects.filter(user=user, role__in=roles).order_by().values("tournament")


def _appeals(user: User) -> Iterator[Waiting]:
    for tournament in _appealed(user.pk):
        if count := sum(1 for one in hearings(tournament) if user.pk in one.judges):
            words = ngettext("%(n)d reclamo da decidere", "%(n)d reclami da decidere", count) % {"n": count}
            yield Waiting("scale", words, reverse("appeals", args=[tournament.slug]), tournament.name, count)


def _appealed(user: int) -> QuerySet[Tournament]:
    heard = Appeal.objects.filter(tournament=OuterRef("pk"), state=Appeal.State.OPEN)
    mine = Tournament.objects.filter(pk__in=tournaments_where(user, Right.RECEIVE_APPEAL), ending="")
    return mine.filter(Exists(heard)).order_by("-starts_on", "slug")


def _disputed(user: User) -> Iterator[Waiting]:
    for slug, name, number, count in _disputes(user=user.pk):
        words = ngettext("%(n)d risultato contestato", "%(n)d risultati contestati", count) % {"n": count}
        yield Waiting("triangle-alert", words, reverse("round_grid", args=[slug, number]), name, count)


def _unconfirmed(user: User) -> Iterator[Waiting]:
    for slug, name, number, count in _scores(user=user.pk):
        words = ngettext("%(n)d punteggio da confermare", "%(n)d punteggi da confermare", count) % {"n": count}
        yield Waiting("clipboard-check", words, reverse("round_grid", args=[slug, number]), name, count)


ROUND = ("table__round__tournament__slug", "table__round__tournament__name", "table__round__number")


@prepared
def _disputes(*, user: int) -> "QuerySet[TableSlip, Any]":
    mine = tournaments_where(user, Right.GIVE_SCORE)
    slips = TableSlip.objects.filter(state=TableSlip.State.DISPUTED, table__round__tournament__in=mine)
    slips = slips.filter(table__round__state=Round.State.PLAYING).order_by(*ROUND)
    return slips.values_list(*ROUND).annotate(n=Count("table", distinct=True))


@prepared
def _scores(*, user: int) -> "QuerySet[BoardScore, Any]":
    """The scores of rounds in play that the user may confirm, where one hand is not enough."""
    mine = tournaments_where(user, Right.CONFIRM_SCORE)
    scores = BoardScore.objects.current().filter(BoardScore.awaiting(), table__round__tournament__in=mine)
    scores = scores.filter(table__round__state=Round.State.PLAYING).exclude(table__round__tournament__one_hand=True)
    return scores.exclude(given_by=user).order_by(*ROUND).values_list(*ROUND).annotate(n=Count("pk"))
