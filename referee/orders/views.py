"""Reservations and standing orders, closed from the page of their table."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from pages.views import PostedForm
from records.requests import Request
from records.rights import Right
from referee.cases.views import find_table
from referee.home.views import show_table
from referee.orders.actions import end_order, invoke_reservation, lapse_reservation
from referee.orders.models import Reservation, StandingOrder
from tournaments.setup.access import within


def _refused(request: Request, found: Reservation | StandingOrder, refusals: Sequence[str]) -> HttpResponse:
    table = found.ruling.case.table
    shown = find_table(found.ruling.tournament, table.round.number, table.number)
    return show_table(request, shown, refusals=refusals, status=422)


def _to_table(request: Request, found: Reservation | StandingOrder, closed: Model) -> HttpResponse:
    table = found.ruling.case.table
    return redirect("table", found.ruling.tournament.slug, table.round.number, table.number)


# Within the tournament on which the right was asked: one of another is not found.
_related = ("ruling__tournament", "ruling__case__table__round")
_reservation = within(Reservation.objects.select_related(*_related), by="ruling__tournament")
_closed = partial(PostedForm[Any, Any], page=_refused, name="refusals")

invoke = _closed(
    find=_reservation, right=Right.OPEN_CASE, of="reservation", sent=("seat",), act=invoke_reservation,
    to=lambda request, found, case: redirect("case", found.ruling.tournament.slug, case.number),
)  # fmt: skip
lapse = _closed(
    find=_reservation, right=Right.RULE, of="reservation", act=lapse_reservation, to=_to_table,
    said=_lazy("La riserva è decaduta: la sanatoria è definitiva."),
)  # fmt: skip
end = _closed(
    find=within(StandingOrder.objects.select_related(*_related), by="ruling__tournament"),
    right=Right.RULE, of="order", sent=("outcome",), act=end_order, to=_to_table,
    said=lambda order: _("%(what)s: %(state)s.") % {"what": order.get_verb_display(), "state": order.state_words},
)  # fmt: skip
