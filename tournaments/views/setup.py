"""Setting up: a new tournament, its pairs, who does what."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.actions.entries import enter_new_players
from tournaments.actions.setup import create_tournament, set_membership
from tournaments.forms import PairForm, StaffForm, TournamentForm
from tournaments.permissions import Right
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("tournaments.add_tournament", raise_exception=True)
def new_tournament(request: HttpRequest) -> HttpResponse:
    """A new tournament; who creates it directs it."""
    proposed = {"starts_on": timezone.localdate(), "boards_per_round": 4, "lot_seed": uuid4().hex, "is_public": True}
    form = TournamentForm(posted(request), initial=proposed)
    if request.method == "POST":
        created = attempt(form, lambda data: create_tournament(by=Actor.of(request), **data))
        if created:
            messages.success(request, _("Torneo creato: ora iscrivi le coppie."))
            return redirect("desk", created.slug)
    return form_page(request, "tournaments/new_tournament.html", form)


@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs entered, and a new one."""
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    pairs = list(tournament.entries.prefetch_related("members__player"))
    number = max((one.number for one in pairs), default=0) + 1
    form = PairForm(posted(request), seating=tournament.seating, initial={"number": number})
    if request.method == "POST":
        entered = attempt(
            form, lambda data: enter_new_players(by=Actor.of(request), tournament=tournament, **form.pair)
        )
        if entered:
            messages.success(request, _("Iscritta la coppia %(pair)s.") % {"pair": entered})
            return redirect("entries", slug)
    return form_page(request, "tournaments/entries.html", form, tournament=tournament, pairs=pairs)


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who does what, and a new task."""
    right = Right.MANAGE_STAFF if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = StaffForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: set_membership(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Incarico registrato."))
        return redirect("staff", slug)
    memberships = tournament.memberships.select_related("user")
    return form_page(request, "tournaments/staff.html", form, tournament=tournament, memberships=memberships)
