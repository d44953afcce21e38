"""What of the arbiters' work waits for somebody in all their tournaments: told on their first page."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import ngettext

from hall.listing.inbox_queries import Waiting, tournaments_where
from people.accounts.models import User
from records.prepared_queries import prepared
from records.rights import Right
from referee.cases.models import Case
from referee.consultations.models import Opinion
from referee.orders.models import StandingOrder
from referee.proposals.models import ProposedRuling

Words = Callable[[int], str]


def waiting_for(user: User) -> Iterator[Waiting]:
    """Proposals, those that came back, what one began, what one is asked, choices that players have still to make."""
    drafts = list(_drafts(user=user.pk))
    for symbol, words, rows in (
        ("gavel", _to_confirm, _proposals(user=user.pk)),
        ("undo-2", _returned, [(slug, name, back) for slug, name, back, _begun_there in drafts]),
        ("pencil", _begun, [(slug, name, begun) for slug, name, _back, begun in drafts]),
        ("message-circle-question-mark", _asked, _opinions(user=user.pk)),
        ("hourglass", _chosen, _choices(user=user.pk)),
        ("hourglass", _left, _choices_left(user=user.pk)),
    ):
        for slug, name, count in rows:
            if count:
                yield Waiting(symbol, words(count), reverse("arbiter_home", args=[slug]), name, count)


def _to_confirm(n: int) -> str:
    return ngettext("%(n)d provvedimento da confermare", "%(n)d provvedimenti da confermare", n) % {"n": n}


def _returned(n: int) -> str:
    return ngettext("%(n)d proposta rimandata a te", "%(n)d proposte rimandate a te", n) % {"n": n}


def _begun(n: int) -> str:
    return ngettext("%(n)d anomalia da finire", "%(n)d anomalie da finire", n) % {"n": n}


def _asked(n: int) -> str:
    return ngettext("%(n)d parere chiesto a te", "%(n)d pareri chiesti a te", n) % {"n": n}


def _chosen(n: int) -> str:
    return ngettext("%(n)d scelta attesa dai giocatori", "%(n)d scelte attese dai giocatori", n) % {"n": n}


def _left(n: int) -> str:
    return ngettext("%(n)d facoltà da esercitare al tavolo", "%(n)d facoltà da esercitare al tavolo", n) % {"n": n}


TOURNAMENT = ("tournament__slug", "tournament__name")


def _counted(records: QuerySet[Any], *, of: str = "") -> QuerySet[Any, Any]:
    names = [f"{of}{name}" for name in TOURNAMENT]
    rows: QuerySet[Any, Any] = records.filter(**{f"{of}tournament__ending": ""}).order_by(*names).values_list(*names)
    counted: QuerySet[Any, Any] = rows.annotate(n=Count("pk"))
    return counted


@prepared
def _proposals(*, user: int) -> "QuerySet[ProposedRuling, Any]":
    mine = tournaments_where(user, Right.CONFIRM_RULING)
    waiting = ProposedRuling.objects.filter(state=ProposedRuling.State.WAITING, tournament__in=mine)
    return _counted(waiting.exclude(proposed_by=user))


@prepared
def _drafts(*, user: int) -> "QuerySet[Case, Any]":
    """Of what the user opened and has not decided: how much came back, and how much waits for nobody else."""
    mine = tournaments_where(user, Right.OPEN_CASE)
    drafts = Case.objects.filter(state=Case.State.DRAFT, opened_by=user, tournament__in=mine, tournament__ending="")
    asked = ProposedRuling.objects.filter(state=ProposedRuling.State.WAITING, case=OuterRef("pk"))
    begun = Q(returned=None, waits={}) & ~Q(Exists(asked))
    rows = drafts.order_by(*TOURNAMENT).values_list(*TOURNAMENT)
    return rows.annotate(back=Count("pk", filter=Q(returned__isnull=False)), begun=Count("pk", filter=begun))


@prepared
def _opinions(*, user: int) -> "QuerySet[Opinion, Any]":
    asked = Opinion.objects.filter(user=user, answer="", consultation__case__state=Case.State.DRAFT)
    mine = tournaments_where(user, Right.VIEW_CASES)
    return _counted(asked.filter(consultation__tournament__in=mine), of="consultation__")


@prepared
def _choices(*, user: int) -> "QuerySet[Case, Any]":
    mine = tournaments_where(user, Right.RULE)
    return _counted(Case.objects.filter(state=Case.State.DRAFT, tournament__in=mine).exclude(waits={}))


@prepared
def _choices_left(*, user: int) -> "QuerySet[StandingOrder, Any]":
    """What rulings leave to somebody's choice, until it has its outcome."""
    left = StandingOrder.objects.filter(verb=StandingOrder.Verb.CHOOSE, state=StandingOrder.State.ACTIVE)
    return _counted(left.filter(ruling__tournament__in=tournaments_where(user, Right.RULE)), of="ruling__")
