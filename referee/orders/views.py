"""Reservations and standing orders, closed from the page of their table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import Right
from referee.cases.models import Case
from referee.cases.views import find_table
from referee.home.views import show_table
from referee.orders.actions import end_order, invoke_reservation, lapse_reservation
from referee.orders.models import Reservation, StandingOrder
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament


@require_POST
def invoke(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.OPEN_CASE)
    found = _reservation(slug, pk)
    try:
        case = invoke_reservation(by=Actor.of(request), reservation=found, seat=request.POST.get("seat", ""))
    except Refused as error:
        return _refused(request, tournament, found.ruling.case, error)
    return redirect("case", tournament.slug, case.number)


@require_POST
def lapse(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RULE)
    found = _reservation(slug, pk)
    try:
        lapse_reservation(by=Actor.of(request), reservation=found)
    except Refused as error:
        return _refused(request, tournament, found.ruling.case, error)
    messages.success(request, _("La riserva è decaduta: la sanatoria è definitiva."))
    return _to_table(slug, found.ruling.case)


@require_POST
def end(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RULE)
    orders = StandingOrder.objects.select_related("ruling__tournament", "ruling__case__table__round")
    found = get_object_or_404(orders, ruling__tournament__slug=slug, pk=pk)
    try:
        end_order(by=Actor.of(request), order=found)
    except Refused as error:
        return _refused(request, tournament, found.ruling.case, error)
    messages.success(request, _("Ordine finito."))
    return _to_table(slug, found.ruling.case)


def _reservation(slug: str, pk: int) -> Reservation:
    # Within the tournament on which the right was asked: one of another is not found.
    reservations = Reservation.objects.select_related("ruling__tournament", "ruling__case__table__round")
    return get_object_or_404(reservations, ruling__tournament__slug=slug, pk=pk)


def _refused(request: Request, tournament: Tournament, case: Case, error: Refused) -> HttpResponse:
    table = find_table(tournament, case.table.round.number, case.table.number)
    return show_table(request, table, refusals=error.messages, status=422)


def _to_table(slug: str, case: Case) -> HttpResponse:
    return redirect("table", slug, case.table.round.number, case.table.number)
