"""Tables of points and the classes of tournaments: the secretary's pages, and the direction's proposal."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation.actions.points import assign_class, load_table, propose_class
from federation.forms.seasons import ClassForm, TableForm
from federation.models import ReceivedClass, ReceivedTournament, TournamentClass
from federation.queries.classes import class_of, classes_of
from federation.queries.tables import class_titles, example_text, table_of, tables_of
from tournaments.access import get_federation, get_tournament
from tournaments.actions.base import Actor
from tournaments.models import Federation, Tournament
from tournaments.permissions import FederationRight, Right
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted

PER_PAGE = 50
MOST_RECEIVED = 200


@require_http_methods(["GET", "HEAD", "POST"])
def points_tables(request: Request, code: str) -> HttpResponse:
    """The tables that were loaded, and one more."""
    right = FederationRight.MANAGE_SEASON if request.method == "POST" else FederationRight.VIEW_FEDERATION
    federation = get_federation(request, code, right)
    form = TableForm(
        posted(request),
        request.FILES if request.method == "POST" else None,
        too_big=getattr(request, "upload_too_big", False),
    )
    if request.method == "POST" and (
        loaded := attempt(form, lambda data: load_table(by=Actor.of(request), federation=federation, **data))
    ):
        messages.success(request, _("Tabella caricata."))
        return redirect("points_table", code, loaded.edition)
    tables = tables_of(federation).select_related("loaded_by").defer("text")
    context = {"federation": federation, "tables": tables, "example": example_text()}
    return form_page(request, "federation/points_tables.html", form, **context)


@require_safe
def points_table(request: Request, code: str, edition: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    stored = get_object_or_404(tables_of(federation).select_related("loaded_by"), edition=edition)
    context = {"federation": federation, "stored": stored, "table": table_of(stored)}
    return render(request, "federation/points_table.html", context)


@require_safe
def tournament_classes(request: Request, code: str) -> HttpResponse:
    """The federation's tournaments with what is said of their class, the latest first."""
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    tournaments = Tournament.objects.filter(federation=federation).order_by("-starts_on", "-pk")
    page = Paginator(tournaments, PER_PAGE).get_page(request.GET.get("page"))
    classes = classes_of(list(page.object_list))
    lines = [(one, classes.get(one.pk)) for one in page.object_list]
    context = {"federation": federation, "page": page, "lines": lines, "received": _received(federation)}
    return render(request, "federation/tournament_classes.html", context)


def _received(federation: Federation) -> "list[tuple[ReceivedTournament, ReceivedClass | None]]":
    """The latest tournaments that came in packages, with their classes."""
    found = list(ReceivedTournament.objects.filter(federation=federation).order_by("-starts_on", "-pk")[:MOST_RECEIVED])
    versions = ReceivedClass.objects.filter(received__in=found).order_by("version")
    classes = {one.received_id: one for one in versions}
    return [(one, classes.get(one.pk)) for one in found]


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_class(request: Request, code: str, slug: str) -> HttpResponse:
    """Of which class a tournament is, and was: assigned with a version each time."""
    right = FederationRight.MANAGE_SEASON if request.method == "POST" else FederationRight.VIEW_FEDERATION
    federation = get_federation(request, code, right)
    tournament = get_object_or_404(Tournament.objects.select_related("federation"), federation=federation, slug=slug)
    form = _class_form(request, tournament, none_too=True)
    if request.method == "POST" and attempt(
        form, lambda data: assign_class(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Classe registrata."))
        return redirect("tournament_classes", code)
    return form_page(request, "federation/tournament_class.html", form, **_class_page(tournament))


@require_http_methods(["GET", "HEAD", "POST"])
def proposed_class(request: Request, slug: str) -> HttpResponse:
    """What the direction proposes, until the federation assigns it."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    form = _class_form(request, tournament, none_too=False)
    if request.method == "POST" and attempt(
        form, lambda data: propose_class(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Proposta registrata: decide la federazione."))
        return redirect("proposed_class", slug)
    return form_page(request, "federation/proposed_class.html", form, **_class_page(tournament))


def _class_form(request: Request, tournament: Tournament, *, none_too: bool) -> ClassForm:
    now = class_of(tournament)
    initial = {"class_id": now.class_id if now else "", "seen": now.version if now else 0}
    return ClassForm(posted(request), federation=tournament.federation, none_too=none_too, initial=initial)


def _class_page(tournament: Tournament) -> dict[str, Any]:
    versions = TournamentClass.objects.filter(tournament=tournament).select_related("noted_by").order_by("-version")
    titles = class_titles(tables_of(tournament.federation))
    said = list(versions)
    return {
        "federation": tournament.federation,
        "tournament": tournament,
        "said": said,
        "now": said[0] if said else None,
        "titles": titles,
    }
