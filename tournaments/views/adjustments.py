"""Penalties and awards: given with a reason, cancelled with a reason."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import get_tournament
from tournaments.actions.adjustments import cancel_adjustment, give_adjustment
from tournaments.actions.base import Actor, Refused
from tournaments.forms import AdjustmentForm, ReasonForm, refuse
from tournaments.models import Adjustment
from tournaments.permissions import Right


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties and awards of the tournament, and a new one."""
    right = Right.GIVE_ADJUSTMENT if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = AdjustmentForm(request.POST or None, tournament=tournament)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                given = form.cleaned_data | {"amount": form.cleaned_data["amount"] or 0}
                give_adjustment(by=Actor.of(request), **given)
                messages.success(request, _("Registrato: la classifica ne tiene già conto."))
                return redirect("adjustments", slug)
            except Refused as error:
                refuse(form, error)
    given_so_far = Adjustment.objects.filter(entry__tournament=tournament)
    related = given_so_far.select_related("entry", "round", "given_by", "cancelled_by").order_by("-given_at", "-pk")
    context = {"tournament": tournament, "form": form, "adjustments": related}
    return render(request, "tournaments/adjustments.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancels one, with the reason."""
    tournament = get_tournament(request, slug, Right.CANCEL_ADJUSTMENT)
    adjustment = get_object_or_404(Adjustment.objects.select_related("entry"), entry__tournament=tournament, pk=pk)
    form = ReasonForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                cancel_adjustment(by=Actor.of(request), adjustment=adjustment, reason=form.cleaned_data["reason"])
                messages.success(request, _("Annullata: la classifica è stata ricalcolata."))
                return redirect("adjustments", slug)
            except Refused as error:
                refuse(form, error)
    context = {"tournament": tournament, "adjustment": adjustment, "form": form}
    return render(request, "tournaments/cancel_adjustment.html", context, status=status)
