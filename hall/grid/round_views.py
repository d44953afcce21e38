"""Rounds: drawn up by hand, published, started, closed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST

from hall.grid.sent_fields import read_table_versions
from hall.grid.views import grid_page
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.refusals import INCOMPLETE, Refused
from records.requests import Request
from records.rights import Right
from tournaments.rounds.actions import close_round, create_round, publish_round, start_round
from tournaments.rounds.forms import RoundForm
from tournaments.rounds.models import Round
from tournaments.setup.access import get_tournament

# Of a reason, as elsewhere on the desk.
MOST_WRITTEN = 2000
STEPS: Mapping[str, tuple[Callable[..., Round], Promise]] = {
    Round.State.DRAFT.value: (publish_round, _lazy("Tavoli pubblicati: ora li vedono tutti.")),
    Round.State.PUBLISHED.value: (start_round, _lazy("Turno avviato: i punteggi si possono registrare.")),
    Round.State.PLAYING.value: (close_round, _lazy("Turno chiuso.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
def new_round(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    form = RoundForm(posted(request), tournament=tournament)
    if created := attempt(
        form, lambda data: create_round(by=Actor.of(request), tournament=tournament, pairings=form.pairings)
    ):
        messages.success(
            request, _("Turno %(number)d preparato: controllalo, poi pubblicalo.") % {"number": created.number}
        )
        if form.left_out:
            names = ", ".join(str(entry) for entry in form.left_out)
            messages.warning(request, _("Senza tavolo in questo turno: %(pairs)s.") % {"pairs": names})
        return redirect("round_grid", slug, created.number)
    return form_page(request, "hall/grid/new_round.html", form, tournament=tournament)


@require_POST
def advance(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    # The step is the one of the state that the form saw: a page left open never advances twice.
    seen = request.POST.get("state", "")
    if seen not in STEPS:
        return grid_page(request, found, refusal=[str(INCOMPLETE)], status=422)
    step, done = STEPS[seen]
    try:
        step(by=Actor.of(request), round=found, **_let_be(request, seen))
    except Refused as error:
        found.refresh_from_db(fields=["state"])
        return grid_page(request, found, refusal=error.messages, status=422)
    messages.success(request, str(done))
    return redirect("round_grid", slug, number)


def _let_be(request: Request, state: str) -> dict[str, Any]:
    """What whoever closes a round lets be unconfirmed, or whoever begins one lets play though flagged, and why."""
    reason = request.POST.get("reason", "")[:MOST_WRITTEN]
    if state == Round.State.PUBLISHED:
        return {"flagged": request.POST.get("flagged", ""), "reason": reason}
    if state != Round.State.PLAYING:
        return {}
    sent = read_table_versions(request.POST.get("unconfirmed", ""))
    return {"unconfirmed": sent or {}, "reason": reason}
