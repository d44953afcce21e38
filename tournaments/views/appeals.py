"""Appeals: received from the page of what they are against, heard by a panel, decided or withdrawn."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import get_tournament
from tournaments.actions.appeals import (
    DEPOSITS,
    decide_appeal,
    file_appeal,
    name_judge,
    note_on_appeal,
    release_judge,
    settle_deposit,
    withdraw_appeal,
)
from tournaments.actions.base import Actor
from tournaments.forms.appeals import AppealDecisionForm, AppealForm, DepositForm, JudgeForm, NoteForm, ReleaseForm
from tournaments.forms.scores import ReasonForm
from tournaments.models import Appeal, Membership, Publication, Tournament, User
from tournaments.permissions import MATRIX, Right, Role
from tournaments.queries.appeals import barred, grievance, members_heard, panel_of
from tournaments.queries.own_club import of_own_club, told_of
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def appeals(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL if request.method == "POST" else Right.VIEW_DESK)
    key = request.POST.get("against", "") if request.method == "POST" else request.GET.get("contro", "")
    found, now = grievance(tournament, key), timezone.now()
    late = found is not None and found.due_at is not None and now > found.due_at
    form = AppealForm(posted(request), tournament=tournament, found=found, late=late, initial={"against": key})
    if request.method == "POST":
        filed = attempt(form, lambda data: file_appeal(by=Actor.of(request), **data))
        if filed:
            messages.success(request, _("Reclamo ricevuto: finché è in esame nessuna classifica diventa definitiva."))
            return redirect("appeals", slug)
    received = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    context = {
        "tournament": tournament,
        "appeals": received.order_by("-number"),
        "found": found,
        "late": late,
        "published": Publication.objects.filter(tournament=tournament).defer("rows").order_by("-number"),
    }
    return form_page(request, "tournaments/appeals.html", form, **context)


@require_http_methods(["GET", "HEAD"])
def appeal(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return _page(request, _find(tournament, number))


@require_POST
def decide(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = AppealDecisionForm(posted(request), kind=found.kind)
    if attempt(form, lambda data: decide_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Decisione registrata."))
        return redirect("appeal", slug, number)
    # Read again: somebody else may have closed it while this one wrote.
    return _page(request, _find(found.tournament, number), decision=form)


@require_POST
def withdraw(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = ReasonForm(posted(request))
    if attempt(form, lambda data: withdraw_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Reclamo ritirato."))
        return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), withdrawal=form)


@require_POST
def judge(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.NAME_PANEL), number)
    form = JudgeForm(posted(request), candidates=_staff(found.tournament), called=_called(found))
    if attempt(form, lambda data: name_judge(by=Actor.of(request), appeal=found, **data)):
        return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), judging=form)


@require_POST
def release(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.NAME_PANEL), number)
    form = ReleaseForm(posted(request))
    if form.is_valid():
        leaving = get_object_or_404(found.judges, pk=form.cleaned_data["judge"])
        given = form.cleaned_data["reason"]
        if attempt(form, lambda _data: release_judge(by=Actor.of(request), judge=leaving, reason=given)):
            return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), releasing=form)


@require_POST
def note(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = NoteForm(posted(request))
    if attempt(form, lambda data: note_on_appeal(by=Actor.of(request), appeal=found, **data)):
        return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), noting=form)


@require_POST
def deposit(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = DepositForm(posted(request))
    if attempt(form, lambda data: settle_deposit(by=Actor.of(request), appeal=found, **data)):
        return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), depositing=form)


def _find(tournament: Tournament, number: int) -> Appeal:
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    return get_object_or_404(related, tournament=tournament, number=number)


def _staff(tournament: Tournament) -> dict[User, Role]:
    """Who may sit on a panel, before it is asked who is barred, with the task of each."""
    roles = [role.value for role in Role if Right.RECEIVE_APPEAL in MATRIX[role]]
    members = Membership.objects.filter(tournament=tournament, role__in=roles, user__is_active=True)
    return {one.user: Role(one.role) for one in members.select_related("user")}


def _address_of(found: Appeal) -> str:
    """The page of what the appeal is against; none of standings, whose page shows the latest."""
    slug, (kind, *numbers) = found.tournament.slug, (found.record or "").split(":")
    if kind == "ruling":
        return reverse("ruling_version", args=[slug, *numbers])
    return reverse("table", args=[slug, *numbers[:2]]) if kind in {"score", "match"} else ""


def _called(appeal: Appeal) -> Callable[[User], str]:
    """How who may sit is offered: by name, and with whom of the own club the appeal concerns."""
    heard = members_heard(appeal)

    def words(user: User) -> str:
        own = of_own_club(user, appeal.tournament, heard)
        return _("%(name)s (stesso circolo: %(who)s)") % {"name": user, "who": own} if own else str(user)

    return words


def _page(request: Request, found: Appeal, **bound: forms.Form) -> HttpResponse:
    """The appeal with all its forms; bound: those that were sent, and refused."""
    context = page_context(request, found) | bound
    return form_page(request, "tournaments/appeal.html", next(iter(bound.values()), context["decision"]), **context)


def page_context(request: Request, found: Appeal) -> dict[str, Any]:
    """What the page of an appeal shows, its forms blank."""
    staff, heard = _staff(found.tournament) if found.is_open else {}, members_heard(found)
    reasons = [(user, barred(found, user)) for user in staff]
    panel = list(panel_of(found))
    mine = next((why for user, why in reasons if user == request.user), "")
    on_panel = any(one.user_id == request.user.pk for one in panel)
    decides = found.is_open and not mine and (on_panel if panel else Right.DECIDE_APPEAL in request.rights)
    heads = [user for user, why in reasons if not why and Right.DECIDE_APPEAL in MATRIX[staff[user]]]
    free = [user for user, why in reasons if not why and user.pk not in {one.user_id for one in panel}]
    return {
        "tournament": found.tournament,
        "appeal": found,
        "panel": panel,
        "headless": found.is_open and not panel and not heads,
        "address": _address_of(found),
        "judges": found.judges.select_related("user", "named_by"),
        "notes": found.notes.select_related("written_by"),
        "barred": [(user, why) for user, why in reasons if why],
        "free": free,
        "mine": mine,
        "decides": decides,
        "own_club": of_own_club(request.user, found.tournament, heard) if decides else "",
        "told": told_of(found.tournament, f"appeal:{found.number}"),
        "deposits": _next_of_deposit(found),
        "late": found.is_late(found.filed_at),
        "changes_ruling": found.kind == "ruling" and decides and Right.RULE in request.rights,
        "decision": AppealDecisionForm(kind=found.kind),
        "withdrawal": ReasonForm(auto_id="w_%s"),
        "judging": JudgeForm(candidates=free, called=_called(found), auto_id="j_%s"),
        "noting": NoteForm(auto_id="n_%s"),
        "releasing": ReleaseForm(auto_id="r_%s"),
    }


def _next_of_deposit(found: Appeal) -> list[tuple[str, str]]:
    """What may be done with the deposit now, each with its words."""
    after = [one for one in DEPOSITS.get(found.deposit, ()) if one == Appeal.Deposit.RECEIVED or not found.is_open]
    words = {"received": _("Ricevuto"), "returned": _("Restituito"), "forfeited": _("Trattenuto")}
    return [(str(one), words[str(one)]) for one in after]
