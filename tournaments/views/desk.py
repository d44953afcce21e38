"""The director's desk: where the tournament stands and what to do next; the log."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.access import get_tournament
from tournaments.desk.todo import Todo
from tournaments.hall.devices import devices_to_look_at
from tournaments.log import verify_log
from tournaments.log_wording import told
from tournaments.models import LogEntry
from tournaments.permissions import Right
from tournaments.requests import Request
from tournaments.views.live import is_live, render_live

LOG_LINES_PER_PAGE = 50


@require_safe
def desk(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    todo = Todo(tournament, request.rights, timezone.now())
    context = {
        "tournament": tournament,
        "todo": todo,
        "progress": todo.progress,
        "pairs": todo.expected,
        "staff": tournament.memberships.count(),
        "next": todo.next,
        "devices": devices_to_look_at(tournament),
    }
    return render_live(request, "tournaments/desk.html", context)


@require_safe
def linked(request: Request, slug: str) -> HttpResponse:
    """For pages of the staff that do not renew themselves: whether the server answers, and nothing else."""
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
