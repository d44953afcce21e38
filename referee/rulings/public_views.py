"""What everybody may read of a ruling that moved figures: its order, its articles, its figures (docs/privacy.md)."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from records.requests import PublicRequest
from referee.cases.views import find_ruling
from referee.rulings.models import Ruling
from referee.rulings.public_queries import Figures, figures_of, measures_somebody, orders_in_public
from tournaments.setup.access import get_public_tournament
from tournaments.setup.shared_pages import shared


@login_not_required
@require_safe
@shared
def public_ruling(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    ruling = find_ruling(tournament, number)
    figures = figures_of(ruling)
    if not figures:
        raise Http404
    return render(request, "referee/rulings/public_ruling.html", _context(ruling, figures) | {"tournament": tournament})


def _context(ruling: Ruling, figures: Figures) -> dict[str, Any]:
    return {
        "ruling": ruling,
        "case": ruling.case,
        "figures": figures,
        "effects": [{"words": words} for words in orders_in_public(ruling)],
        # Which of the articles speaks of a measure nobody outside reads: then of none.
        "articles": [] if measures_somebody(ruling) else ruling.citations,
    }
