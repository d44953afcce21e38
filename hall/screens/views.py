"""The big screen of the hall: tables, clock and standings in turn, by itself, without log-in."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from codes.round_figures import round_figures
from hall.clock.models import RoundClock
from hall.clock.queries import extra_minutes
from hall.screens.queries import panel_at
from pages.fields import number_in
from records.requests import PublicRequest
from tournaments.rounds.models import Round
from tournaments.setup.access import get_public_tournament, rounds_of
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared_now

MOST_TURNS = 999_999  # no screen is left on so long


@login_not_required
@require_safe
@shared_now
def screen(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    return render(request, "hall/screens/screen.html", _context(tournament, request.GET.get("n", "")))


@login_not_required
@require_safe
@shared_now
def screen_panel(request: PublicRequest, slug: str) -> HttpResponse:
    """The next panel alone; the page asks for one after the other."""
    tournament = get_public_tournament(request, slug)
    return render(request, "hall/screens/_screen_panel.html", _context(tournament, request.GET.get("n", "")))


def _context(tournament: Tournament, turn: str) -> dict[str, Any]:
    shown = next((one for one in reversed(rounds_of(tournament)) if one.is_public), None)
    told = round_figures(tournament.rulebook).time_left_told
    clock = RoundClock.objects.filter(round=shown).first() if shown and told else None
    panel, following = panel_at(tournament, shown, clock, number_in(turn, most=MOST_TURNS) or 0)
    return {
        "tournament": tournament,
        "round": shown,
        "panel": panel,
        "next": following,
        "clock": clock,
        "left": clock.seconds_left(timezone.now()) if clock else 0,
        "runs": bool(clock and shown and shown.state == Round.State.PLAYING),
        "extras": sorted(extra_minutes(shown).items()) if shown and panel.kind == "clock" else (),
    }
