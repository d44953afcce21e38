"""Setting up: a new tournament, who does what."""

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
from tournaments.actions.setup import create_tournament, set_membership
from tournaments.forms import StaffForm, TournamentForm
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
