"""Penalties and awards: given with a reason, cancelled with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.forms import DecisionForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.adjustments.actions import cancel_adjustment, give_adjustment
from tournaments.adjustments.forms import AdjustmentForm
from tournaments.adjustments.queries import warned
from tournaments.own_club.queries import members_of, told_about, told_by_entry, told_to
from tournaments.scores.models import Adjustment
from tournaments.setup.access import get_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: Request, slug: str) -> HttpResponse:
    right = Right.GIVE_ADJUSTMENT if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    tied = told_by_entry(request.user, tournament) if Right.GIVE_ADJUSTMENT in request.rights else {}
    form = AdjustmentForm(posted(request), tournament=tournament, tied=tied)
    if request.method == "POST" and attempt(form, lambda data: give_adjustment(by=Actor.of(request), **data)):
        messages.success(request, _("Registrato: la classifica ne tiene già conto."))
        return redirect("adjustments", slug)
    given = Adjustment.objects.filter(entry__tournament=tournament).order_by("-given_at", "-pk")
    related = list(given.select_related("entry", "round", "given_by", "cancelled_by"))
    told = told_about(tournament, [one.key for one in related])
    entry = form.cleaned_data.get("entry") if form.is_bound else None
    context = {
        "tournament": tournament,
        "adjustments": [(one, told.get(one.key, ())) for one in related],
        "warned": warned(tournament),
        "tied": sorted(set(tied.values())),
        "own_club": tied.get(entry.pk, "") if entry else "",
    }
    return form_page(request, "tournaments/adjustments.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: Request, slug: str, pk: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CANCEL_ADJUSTMENT)
    related = Adjustment.objects.select_related("entry__tournament", "round", "given_by", "cancelled_by")
    found = get_object_or_404(related, entry__tournament=tournament, pk=pk)
    form = DecisionForm(posted(request))
    if request.method == "POST" and attempt(
        form, lambda data: cancel_adjustment(by=Actor.of(request), adjustment=found, **data)
    ):
        messages.success(request, _("Annullata: la classifica è stata ricalcolata."))
        return redirect("adjustments", slug)
    own_club = told_to(request.user, tournament, members_of([found.entry_id]))
    context = {"tournament": tournament, "adjustment": found, "own_club": own_club}
    return form_page(request, "tournaments/cancel_adjustment.html", form, **context)
