"""Under which rules a tournament is played, for everybody: code, formula, points, ties."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from codes.victory_points import get_scale
from tournaments.access import get_public_tournament
from tournaments.hall.shared_pages import shared
from tournaments.models import Tournament
from tournaments.queries.terms import table_readings
from tournaments.requests import PublicRequest


@dataclass(frozen=True)
class Row:
    """A row of the table of victory points: the differences from first to last (none: and more)."""

    first: int
    last: int | None
    winner: int
    loser: int


@login_not_required
@require_safe
@shared
def regulations(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    scale = get_scale(tournament.vp_scale)
    language = get_language() or "it"
    context = {
        "tournament": tournament,
        "stages": tournament.stages.order_by("number"),
        "rows": scale_rows(tournament),
        "table_readings": table_readings(tournament),
        "scale_title": scale.title.in_(language),
        "scale_source": scale.source.in_(language),
        "match_text": tournament.online_match.text.in_(language) if tournament.online_match else "",
    }
    return render(request, "tournaments/regulations.html", context)


def scale_rows(tournament: Tournament) -> list[Row]:
    """The table that the tournament's rounds are scored by, from equality to the widest win."""
    scale = get_scale(tournament.vp_scale)
    bands = scale.table_of(tournament.boards_per_round)
    return [Row(band.first, band.last, band.vp, scale.total - band.vp) for band in bands]
