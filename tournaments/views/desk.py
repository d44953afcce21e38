"""The director's desk: where the tournament stands and what to do next; the log."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access import get_tournament
from tournaments.hall.devices import by_person, devices_to_look_at
from tournaments.log import verify_log
from tournaments.log_wording import told
from tournaments.models import LogEntry
from tournaments.permissions import Right
from tournaments.queries.clock import clock_now
from tournaments.requests import Request
from tournaments.views.desk_parts import desk_parts, desk_ways
from tournaments.views.drawn import is_live, queue_context
from tournaments.views.live import render_live

LOG_LINES_PER_PAGE = 50


@require_safe
def desk(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    now = timezone.now()
    parts = desk_parts(request, tournament, now)
    context: dict[str, Any] = {
        "tournament": tournament,
        "parts": parts,
        "judging": [one for one in parts.heard if request.user.pk in one.judges],
        "clock": clock_now(parts.playing, now) if parts.playing else None,
        "persons": by_person(devices_to_look_at(tournament, at=now.timestamp())),
    }
    if Right.ANSWER_CALLS in request.rights:
        context |= queue_context(request, tournament)
        # Tables call from the publication of their round on, and a call may outlive its round.
        context["shows_queue"] = parts.is_seated or context["queue"].count
    if not is_live(request):  # what does not live is not sent again
        staff = tournament.memberships.count()
        context["ways"] = desk_ways(request, tournament, pairs=parts.pairs, staff=staff)
    return render_live(request, "tournaments/desk.html", context)


@require_safe
def linked(request: Request, slug: str) -> HttpResponse:
    """For pages of the staff that do not renew themselves: that the server answers, and which calls nobody took yet."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    if not is_live(request):
        return redirect("desk", slug)
    return render_live(request, "tournaments/linked.html", {"tournament": tournament})


@require_safe
def log(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    lines = LogEntry.objects.filter(tournament=tournament).select_related("actor").order_by("-sequence")
    page = Paginator(lines, LOG_LINES_PER_PAGE).get_page(request.GET.get("page"))
    told_lines = [(line, told(line, tournament)) for line in page]
    context = {"tournament": tournament, "page": page, "lines": told_lines, "verification": verify_log(tournament)}
    return render(request, "tournaments/log.html", context)
