"""Setting up: a new tournament, its pairs, who does what."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused
from tournaments.actions.setup import create_tournament, enter_new_players, set_membership
from tournaments.forms import PairForm, StaffForm, TournamentForm, refuse
from tournaments.permissions import Right, Role


@permission_required("tournaments.add_tournament", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest) -> HttpResponse:
    """A new tournament; who creates it directs it."""
    proposed = {"starts_on": timezone.localdate(), "boards_per_round": 4, "lot_seed": uuid4().hex, "is_public": True}
    form = TournamentForm(request.POST or None, initial=proposed)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                created = create_tournament(by=Actor.of(request), **form.cleaned_data)
                return redirect("desk", created.slug)
            except Refused as error:
                refuse(form, error)
    return render(request, "tournaments/new_tournament.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs entered, and a new one."""
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    pairs = list(tournament.entries.prefetch_related("members__player"))
    form = PairForm(request.POST or None, initial={"number": max((one.number for one in pairs), default=0) + 1})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                data = form.cleaned_data
                enter_new_players(
                    by=Actor.of(request), tournament=tournament, number=data["number"], names=_names(data)
                )
                return redirect("entries", slug)
            except Refused as error:
                refuse(form, error)
    context = {"tournament": tournament, "pairs": pairs, "form": form}
    return render(request, "tournaments/entries.html", context, status=status)


def _names(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [(data[f"first_name_{place}"], data[f"last_name_{place}"]) for place in (1, 2)]


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who does what, and a new task."""
    right = Right.MANAGE_STAFF if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = StaffForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                role = Role(form.cleaned_data["role"])
                set_membership(by=Actor.of(request), tournament=tournament, user=form.cleaned_data["user"], role=role)
                messages.success(request, _("Incarico registrato."))
                return redirect("staff", slug)
            except Refused as error:
                refuse(form, error)
    memberships = tournament.memberships.select_related("user")
    context = {"tournament": tournament, "memberships": memberships, "form": form}
    return render(request, "tournaments/staff.html", context, status=status)
