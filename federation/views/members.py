"""The members of a federation: the list, one of them with their history, suspensions, doubles, the file to take."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.actions.suspensions import lift_suspension, suspend_member
from federation.exports.roster import roster_csv, roster_xlsx
from federation.forms.roster import LiftForm, SuspensionForm
from federation.queries.members import MemberList, history_of
from federation.queries.roster import alike, merges_ever, players_of
from tournaments.access import get_federation, rights_anywhere
from tournaments.actions.base import Actor
from tournaments.cells import local
from tournaments.exports.download import download
from tournaments.models import Federation, Member, Suspension
from tournaments.permissions import FederationRight, Right
from tournaments.requests import Request
from tournaments.views.common import attempt

PER_PAGE = 100


@require_safe
def members(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_MEMBERS)
    today = local(timezone.now()).date()
    known = MemberList(federation, today, text=request.GET.get("cerca", ""), which=request.GET.get("chi", ""))
    page = Paginator(known.found, PER_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "list": known, "page": page, "lines": known.lines(page)}
    return render(request, "federation/members.html", context)


@require_safe
def member(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_MEMBERS)
    return _member_page(request, federation, _find(federation, pk))


@require_POST
def suspend(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    found = _find(federation, pk)
    form = SuspensionForm(request.POST)
    if attempt(form, lambda data: suspend_member(by=Actor.of(request), member=found, **data)):
        messages.success(request, _("Sospensione registrata."))
        return redirect("member", code, pk)
    return _member_page(request, federation, found, suspending=form)


@require_POST
def lift(request: Request, code: str, pk: int) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    related = Suspension.objects.select_related("member__federation")
    given = get_object_or_404(related, pk=pk, member__federation=federation)
    form = LiftForm(request.POST, prefix="l")
    if attempt(form, lambda data: lift_suspension(by=Actor.of(request), suspension=given, **data)):
        messages.success(request, _("Sospensione tolta."))
        return redirect("member", code, given.member_id)
    return _member_page(request, federation, given.member, lifting=form, lifted=given.pk)


@require_safe
def doubles(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    return render(request, "federation/doubles.html", {"federation": federation, "groups": alike(federation)})


@require_safe
def export_roster(request: Request, code: str, *, kind: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.MANAGE_MEMBERS)
    title = _("Tesserati %(federation)s") % {"federation": federation.code}
    content = roster_csv(federation) if kind == "csv" else roster_xlsx(federation, at=timezone.now())
    return download(content, title, kind)


def _find(federation: Federation, pk: int) -> Member:
    found = get_object_or_404(Member, federation=federation, pk=pk)
    found.federation = federation
    return found


def _member_page(request: Request, federation: Federation, found: Member, **forms: Any) -> HttpResponse:
    today = local(timezone.now()).date()
    players = players_of(found)
    suspensions = [(one, one.covers(today, today)) for one in _suspensions(found)]
    context = {
        "federation": federation,
        "member": found,
        "is_expired": found.is_expired(today),
        "is_early": found.valid_from is not None and found.valid_from > today,
        "suspensions": suspensions,
        "is_suspended": any(is_now for _one, is_now in suspensions),
        "history": history_of(found),
        "players": players,
        "merges": merges_ever(players) if players else [],
        "merges_players": Right.MANAGE_ENTRIES in rights_anywhere(request.user),
        "suspending": SuspensionForm(initial={"starts_on": today}),
        "lifting": LiftForm(prefix="l"),
    }
    return render(request, "federation/member.html", context | forms, status=422 if forms else 200)


def _suspensions(found: Member) -> list[Suspension]:
    return list(found.suspensions.select_related("set_by", "lifted_by").order_by("-starts_on", "-pk"))
