"""The arbiter's first screen and the page of a table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee import queries
from referee.views.places import find_table
from tournaments.access import get_tournament
from tournaments.models import Table
from tournaments.permissions import Right


@require_safe
def arbiter_home(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the round, the drafts to resume, everything that waits."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    context = {"tournament": tournament, "home": queries.arbiter_home(tournament)}
    return render(request, "referee/arbiter_home.html", context)


@require_safe
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table: who sits there, its boards, what binds its players, its cases."""
    tournament = get_tournament(request, slug, Right.VIEW_CASES)
    return show_table(request, find_table(tournament, number, table))


def show_table(request: HttpRequest, table: Table, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page of a table, also after something there was refused."""
    tournament, rights = table.round.tournament, request.rights  # type: ignore[attr-defined]
    context = {
        "tournament": tournament,
        "table": table,
        "round": table.round,
        "players": table.players,
        "page": queries.table_page(tournament, table),
        "can_open": Right.OPEN_CASE in rights and not table.is_bye,
        "can_rule": Right.RULE in rights,
    }
    return render(request, "referee/table.html", context | more, status=status)
