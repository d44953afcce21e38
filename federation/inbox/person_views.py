"""Who the players of a received tournament are here, and of which class it is."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST, require_safe

from federation.packages.models import ReceivedPackage
from federation.received.actions import choose_person, recognise_persons
from federation.received.forms import PersonForm
from federation.received.models import ReceivedClass, ReceivedTournament
from federation.received.queries import PackedPerson, front_of, persons_in
from federation.seasons.actions import assign_received_class
from federation.seasons.forms import ClassForm
from federation.seasons.places import class_of_received
from federation.seasons.rows import class_titles, tables_of
from pages.form_views import FormPage, PostedForm
from pages.views import attempt, posted
from people.offices.access import get_federation
from records.action import Actor
from records.requests import Request
from records.rights import FederationRight
from tournaments.setup.access import within

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
    return render(request, "federation/inbox/packed_persons.html", context, status=422 if typed else 200)


def _form(one: PackedPerson) -> PersonForm:
    return PersonForm(initial={"seen": one.version}, auto_id=f"id_{one.number}_%s")


def _find(request: Request, code: str, pk: int, right: FederationRight) -> ReceivedPackage:
    federation = get_federation(request, code, right)
    return get_object_or_404(ReceivedPackage.objects.select_related("federation", "key"), pk=pk, federation=federation)


def _class_form(request: Request, received: ReceivedTournament) -> ClassForm:
    now = class_of_received(received)
    initial = {"class_id": now.class_id if now else "", "seen": now.version if now else 0}
    return ClassForm(posted(request), federation=received.federation, none_too=True, initial=initial)


def _class_page(request: Request, received: ReceivedTournament) -> dict[str, Any]:
    said = list(ReceivedClass.objects.filter(received=received).select_related("noted_by").order_by("-version"))
    return {
        "tournament": received,
        "package": front_of(received),
        "said": said,
        "now": said[0] if said else None,
        "titles": class_titles(tables_of(received.federation)),
    }


# Look for the cards once more.
recognise = PostedForm(
    find=_find, right=FederationRight.HOMOLOGATE, of="package", act=recognise_persons,
    said=_lazy("Tessere confrontate con l’albo e con i giocatori di qui."),
    to=("packed_persons", "code", "pk"), page=("packed_persons", "code", "pk"),
)  # fmt: skip
# Of which class a received tournament is, and was.
received_class = FormPage(
    find=within(ReceivedTournament.objects.all()), right=FederationRight.MANAGE_SEASON,
    reads=FederationRight.VIEW_FEDERATION, of="received", form=_class_form, act=assign_received_class,
    said=_lazy("Classe registrata."), to=("tournament_classes", "code"),
    page="federation/inbox/tournament_class.html", shows=_class_page,
)  # fmt: skip
