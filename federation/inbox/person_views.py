"""Who the players of a received tournament are here, and of which class it is."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.packages.models import ReceivedPackage
from federation.received.actions import choose_person, recognise_persons
from federation.received.forms import PersonForm
from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import PackedPerson, front_of, persons_in
from federation.seasons.actions import assign_received_class
from federation.seasons.forms import ClassForm
from federation.seasons.places import class_of_received
from federation.seasons.rows import class_titles, tables_of
from pages.views import attempt, form_page, posted
from people.offices.access import get_federation
from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import FederationRight

PER_PAGE = 50


@require_safe
def packed_persons(request: Request, code: str, pk: int) -> HttpResponse:
    """Everybody who plays in it: what the roster says, who they are here; those in doubt first."""
    return _page(request, _find(request, code, pk, FederationRight.VIEW_PACKAGES))


@require_POST
def choose_packed_person(request: Request, code: str, pk: int, number: int) -> HttpResponse:
    package = _find(request, code, pk, FederationRight.HOMOLOGATE)
    form = PersonForm(request.POST)
    by = Actor.of(request)
    if attempt(form, lambda data: choose_person(by=by, package=package, number=number, **data)):
        messages.success(request, _("Scelta registrata."))
        return redirect("packed_persons", code, pk)
    return _page(request, package, number, form)


@require_POST
def recognise(request: Request, code: str, pk: int) -> HttpResponse:
    """Look for the cards once more."""
    package = _find(request, code, pk, FederationRight.HOMOLOGATE)
    try:
        recognise_persons(by=Actor.of(request), package=package)
        messages.success(request, _("Tessere confrontate con l’albo e con i giocatori di qui."))
    except Refused as error:
        for words in error.messages:
            messages.error(request, words)
    return redirect("packed_persons", code, pk)


def _page(
    request: Request, package: ReceivedPackage, refused: int | None = None, typed: PersonForm | None = None
) -> HttpResponse:
    people = persons_in(package)
    order = sorted(people, key=lambda one: (one.number != refused, not one.is_doubt, not one.findings))
    page = Paginator(order, PER_PAGE).get_page(request.GET.get("page"))
    lines = [(one, typed if one.number == refused else _form(one)) for one in page.object_list]
    context = {
        "federation": package.federation,
        "package": package,
        "page": page,
        "lines": lines,
        "doubts": sum(one.is_doubt for one in people),
        "flagged": sum(bool(one.findings) for one in people),
    }
    return render(request, "federation/packed_persons.html", context, status=422 if typed else 200)


def _form(one: PackedPerson) -> PersonForm:
    return PersonForm(initial={"seen": one.version}, auto_id=f"id_{one.number}_%s")


def _find(request: Request, code: str, pk: int, right: FederationRight) -> ReceivedPackage:
    federation = get_federation(request, code, right)
    return get_object_or_404(ReceivedPackage.objects.select_related("federation", "key"), pk=pk, federation=federation)


@require_http_methods(["GET", "HEAD", "POST"])
def received_class(request: Request, code: str, pk: int) -> HttpResponse:
    """Of which class a received tournament is, and was."""
    right = FederationRight.MANAGE_SEASON if request.method == "POST" else FederationRight.VIEW_FEDERATION
    federation = get_federation(request, code, right)
    received = get_object_or_404(ReceivedTournament.objects.select_related("federation"), pk=pk, federation=federation)
    now = class_of_received(received)
    initial = {"class_id": now.class_id if now else "", "seen": now.version if now else 0}
    form = ClassForm(posted(request), federation=federation, none_too=True, initial=initial)
    by = Actor.of(request) if request.method == "POST" else None
    if by and attempt(form, lambda data: assign_received_class(by=by, received=received, **data)):
        messages.success(request, _("Classe registrata."))
        return redirect("tournament_classes", code)
    return form_page(request, "federation/tournament_class.html", form, **_class_page(received))


def _class_page(received: ReceivedTournament) -> dict[str, Any]:
    said = list(ReceivedClass.objects.filter(received=received).select_related("noted_by").order_by("-version"))
    return {
        "federation": received.federation,
        "tournament": received,
        "package": front_of(received),
        "said": said,
        "now": said[0] if said else None,
        "titles": class_titles(tables_of(received.federation)),
    }
