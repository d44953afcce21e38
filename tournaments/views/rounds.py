"""Rounds: drawn up by hand, published, started, closed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import get_tournament
from tournaments.actions.base import Actor, Refused
from tournaments.actions.rounds import close_round, create_round, publish_round, start_round
from tournaments.forms import RoundForm, refuse
from tournaments.models import Round
from tournaments.permissions import Right

STEPS = {Round.State.DRAFT: publish_round, Round.State.PUBLISHED: start_round, Round.State.PLAYING: close_round}


@require_http_methods(["GET", "HEAD", "POST"])
def new_round(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the next round, chosen by hand."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    form = RoundForm(request.POST or None, tournament=tournament)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                created = create_round(by=Actor.of(request), tournament=tournament, pairings=form.pairings)
                return redirect("round_grid", slug, created.number)
            except Refused as error:
                refuse(form, error)
    return render(request, "tournaments/new_round.html", {"tournament": tournament, "form": form}, status=status)


@require_POST
def advance(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The next state of a round: draft, published, playing, closed."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    # The form says which state it saw: a second tap must not advance twice.
    step = STEPS.get(Round.State(found.state)) if request.POST.get("state") == found.state else None
    try:
        if step is None:
            raise Refused(_("Nel frattempo il turno è andato avanti: guarda il suo stato di adesso."))
        step(by=Actor.of(request), round=found)
    except Refused as error:
        for message in error.messages:
            messages.error(request, message)
    return redirect("round_grid", slug, number)
