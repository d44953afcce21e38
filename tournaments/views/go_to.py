"""Where a number or a name leads: a page with a field, and the list alone for the field that opens everywhere."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.access import get_tournament
from tournaments.desk.finding import Finder
from tournaments.permissions import Right
from tournaments.requests import Request

ASKED = "X-Palette"
LONGEST = 80


@require_safe
def go_to(request: Request, slug: str) -> HttpResponse:
    """Tables, rounds and pairs by what is typed; palette.js is answered by the list alone."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    typed = request.GET.get("q", "")[:LONGEST]
    context = {"tournament": tournament, "typed": typed, "found": Finder(tournament, request.rights).find(typed)}
    template = "tournaments/_found.html" if ASKED in request.headers else "tournaments/go_to.html"
    response = render(request, template, context)
    patch_vary_headers(response, [ASKED])
    return response
