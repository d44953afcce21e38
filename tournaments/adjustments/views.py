"""Penalties and awards: given with a reason, cancelled with a reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods

from pages.form_views import FormPage
from pages.forms import DecisionForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.adjustments.actions import cancel_adjustment, give_adjustment
from tournaments.adjustments.forms import AdjustmentForm
from tournaments.adjustments.queries import entries_with_warnings
from tournaments.own_club.queries import members_of, notices_by_record, ties_by_entry, ties_in_words
from tournaments.scores.models import Adjustment
from tournaments.setup.access import get_tournament, within


@require_http_methods(["GET", "HEAD", "POST"])
def adjustments(request: Request, slug: str) -> HttpResponse:
    right = Right.GIVE_ADJUSTMENT if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    tied = ties_by_entry(request.user, tournament) if Right.GIVE_ADJUSTMENT in request.rights else {}
    form = AdjustmentForm(posted(request), tournament=tournament, tied=tied)
    if attempt(form, lambda data: give_adjustment(by=Actor.of(request), **data)):
        messages.success(request, _("Registrato: la classifica ne tiene già conto."))
        return redirect("adjustments", slug)
    given = Adjustment.objects.filter(entry__tournament=tournament).order_by("-given_at", "-pk")
    related = list(given.select_related("entry", "round", "given_by", "cancelled_by"))
    told = notices_by_record(tournament, [one.key for one in related])
    entry = form.cleaned_data.get("entry") if form.is_bound else None
    context = {
        "tournament": tournament,
        "adjustments": [(one, told.get(one.key, ())) for one in related],
        "warned": entries_with_warnings(tournament),
        "tied": sorted(set(tied.values())),
        "own_club": tied.get(entry.pk, "") if entry else "",
    }
    return form_page(request, "tournaments/adjustments/adjustments.html", form, **context)


def _cancelled(request: Request, adjustment: Adjustment) -> dict[str, Any]:
    tournament = adjustment.entry.tournament
    own_club = ties_in_words(request.user, tournament, members_of([adjustment.entry_id]))
    return {"tournament": tournament, "own_club": own_club}


_related = Adjustment.objects.select_related("entry__tournament", "round", "given_by", "cancelled_by")
cancel = FormPage(
    find=within(_related, by="entry__tournament"), right=Right.CANCEL_ADJUSTMENT, of="adjustment",
    form=DecisionForm, act=cancel_adjustment, said=_lazy("Annullata: la classifica è stata ricalcolata."),
    to=("adjustments", "slug"), page="tournaments/adjustments/cancel_adjustment.html", shows=_cancelled,
)  # fmt: skip
