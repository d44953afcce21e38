"""The arbiter's first screen and the page of a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee import queries
from referee.views.places import find_table
from tournaments.access import get_tournament
from tournaments.permissions import Right


@require_safe
def arbiter_home(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the round, the drafts to resume, everything that waits."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    return render(
        request, "referee/arbiter_home.html", {"tournament": tournament, "home": queries.arbiter_home(tournament)}
    )


@require_safe
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table: who sits there, its boards, what binds its players, its cases."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    found = find_table(tournament, number, table)
    context = {
        "tournament": tournament,
        "table": found,
        "round": found.round,
        "players": found.players,
        "page": queries.table_page(tournament, found),
        "can_open": Right.OPEN_CASE in request.rights and not found.is_bye,  # type: ignore[attr-defined]
        "can_rule": Right.RULE in request.rights,  # type: ignore[attr-defined]
    }
    return render(request, "referee/table.html", context)
