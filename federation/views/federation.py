"""A federation's own pages: what there is to do for its officers, who they are, what they did."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.actions.offices import end_office, give_office
from federation.forms.offices import OfficeForm
from federation.log_wording import called, named
from federation.views.waiting import Duties
from tournaments.access import get_federation, names_officers
from tournaments.actions.base import Actor
from tournaments.cells import local
from tournaments.federation_log import first_broken_line
from tournaments.models import Federation, FederationLine, FederationOffice
from tournaments.permissions import FederationRight
from tournaments.refusals import Refused
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted

PER_PAGE = 100


@require_safe
def federation_home(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    duties = Duties(federation, local(timezone.now()).date())
    context = {"federation": federation, "lines": duties.lines(request.federation_rights)}
    return render(request, "federation/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def offices(request: Request, code: str) -> HttpResponse:
    federation = _for_naming(request, code)
    form = OfficeForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: give_office(by=Actor.of(request), federation=federation, **data)
    ):
        messages.success(request, _("Incarico registrato."))
        return redirect("offices", code)
    return _offices_page(request, federation, form)


@require_POST
def end(request: Request, code: str, pk: int) -> HttpResponse:
    federation = _for_naming(request, code)
    given = get_object_or_404(FederationOffice.objects.select_related("federation"), pk=pk, federation=federation)
    try:
        end_office(by=Actor.of(request), given=given)
    except Refused as error:
        form = OfficeForm()
        return _offices_page(request, federation, form, refused=error.messages)
    messages.success(request, _("Incarico tolto."))
    return redirect("offices", code)


@require_safe
def federation_log(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    lines = FederationLine.objects.filter(federation=federation).select_related("actor").order_by("-sequence")
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    lines_told = [(one, called(one.action), named(one.object)) for one in page]
    context = {"federation": federation, "page": page, "lines": lines_told, "broken": first_broken_line(federation)}
    return render(request, "federation/log.html", context)


def _for_naming(request: Request, code: str) -> Federation:
    """The federation, for whoever administers, or for its officers, who only read."""
    if not names_officers(request.user):
        federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
        if request.method == "POST":
            raise PermissionDenied("add_federationoffice")
        return federation
    request.federation_rights = frozenset({FederationRight.VIEW_FEDERATION})
    return get_object_or_404(Federation, code=code)


def _offices_page(
    request: Request, federation: Federation, form: OfficeForm, *, refused: tuple[str, ...] = ()
) -> HttpResponse:
    held = FederationOffice.objects.filter(federation=federation).select_related("user")
    context = {"federation": federation, "held": held, "names": names_officers(request.user), "refused": refused}
    answer = form_page(request, "federation/offices.html", form, **context)
    answer.status_code = 422 if refused else answer.status_code
    return answer
