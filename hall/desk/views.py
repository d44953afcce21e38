"""The parts of the desk that live, drawn: for pages that renew themselves once for all who ask.

The director's desk: where the tournament stands and what to do next; the log.

Where a number or a name leads: a page with a field, and the list alone for the field that opens everywhere.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from hall.calls.queries import queue_context
from hall.clock.queries import clock_now
from hall.desk.acts import Doer
from hall.desk.menu import menu
from hall.desk.queries import Finder
from hall.desk.stages import Task
from hall.desk.tasks import Todo
from hall.desk.tiles import hall_of
from hall.desk.ways import Here
from pages.caches import Latest
from records.log import verify_log
from records.models import LogEntry
from records.requests import Request
from records.rights import Right
from tournaments.appeals.hearing_queries import Hearing
from tournaments.rounds.models import Round
from tournaments.setup.access import get_tournament
from tournaments.setup.live_pages import by_person, devices_to_look_at, draw_once, is_live, render_live
from tournaments.setup.models import Tournament
from tournaments.staff.log_words import words_of_line


class DeskParts(NamedTuple):
    """The tables of the round being played (None between rounds), what is to be done, the rounds; the next step.

    is_seated: whether some round is published or being played, so that its tables may call.
    """

    playing: Round | None
    is_seated: bool
    hall: SafeString
    todo: SafeString
    rounds: SafeString
    pairs: int
    next: Task | None
    heard: list[Hearing]


# In a hall everybody of the staff asks every five seconds, and a score moves the page of all of them.
KEPT: Latest[DeskParts] = Latest(most=32)
# A part as it was drawn when it last said the same; of each so many as there are halls and tasks in them.
PARTS: Latest[SafeString] = Latest(most=256)


def desk_parts(request: Request, tournament: Tournament, now: datetime) -> DeskParts:
    """As they are now; for a page that renews itself as they were at this version and in this minute."""
    of, version = tournament.pk, tournament.data_version
    return draw_once(KEPT, request, of=of, version=version, draw=lambda: _drawn(request, tournament, now))


def _drawn(request: Request, tournament: Tournament, now: datetime) -> DeskParts:
    todo = Todo(tournament, request.rights, now)
    playing, hall = todo.playing, SafeString()
    if playing:
        found = hall_of(playing, request.rights, now)
        hall = kept_part(request, "hall/desk/_hall.html", (playing.pk, found.tiles), {"hall": found})
    phases = todo.phases
    return DeskParts(
        playing=playing,
        is_seated=any(one.round.state in (Round.State.PUBLISHED, Round.State.PLAYING) for one in todo.progress),
        hall=hall,
        todo=kept_part(request, "hall/desk/_todo.html", (tournament.pk, phases), {"phases": phases}),
        rounds=_rounds(request, tournament, todo),
        pairs=todo.expected,
        next=todo.next,
        heard=todo.heard,
    )


def _rounds(request: Request, tournament: Tournament, todo: Todo) -> SafeString:
    rounds = [(one.round.number, one.round.state, one.tables, one.missing, one.unconfirmed) for one in todo.progress]
    prepares = Right.MANAGE_ROUNDS in request.rights and todo.expected > 1 and not tournament.has_ended
    # All that was planned is drawn: the next stage begins elsewhere, and a further round is planned first.
    prepares = prepares and (todo.current is None or todo.current.drawn < todo.current.stage.rounds_planned)
    # A draft is published first; where the standings pair, the rounds played are closed first.
    unfinished = {one.round.state for one in todo.progress} - {Round.State.CLOSED}
    by_standings = todo.current is not None and todo.current.stage.traits.by_standings
    prepares = prepares and Round.State.DRAFT not in unfinished and not (by_standings and unfinished)
    context = {"tournament": tournament, "progress": todo.progress, "prepares": prepares}
    return kept_part(request, "hall/desk/_desk_rounds.html", (tournament.slug, rounds, prepares), context)


def desk_ways(request: Request, tournament: Tournament, *, pairs: int, staff: int) -> SafeString:
    """The ways to all other pages of the tournament, for whoever opens the desk."""
    shown = menu(Here(tournament, request.rights, pairs, staff, _copies(request, tournament)))
    return kept_part(request, "hall/desk/_desk_ways.html", (tournament.slug, shown), {"menu": shown})


def _copies(request: Request, tournament: Tournament) -> bool:
    # The next one is made of it: while it is played nobody looks for that.
    is_over = tournament.has_ended and not tournament.is_practice and Right.MANAGE_ROUNDS in request.rights
    return is_over and request.user.has_perm("tournaments.add_tournament")


def kept_part(request: Request, template: str, says: tuple[Any, ...], context: dict[str, Any]) -> SafeString:
    """The part as it was drawn when it last said the same.

    says: values alone, all that the drawing depends on besides the language; first which tournament or round it is of.
    """
    which = template, says[0], request.role, get_language()
    return PARTS.get(which, says, lambda: render_to_string(template, context))


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
    return render_live(request, "hall/desk/desk.html", context)


@require_safe
def linked(request: Request, slug: str) -> HttpResponse:
    """For pages of the staff that do not renew themselves: that the server answers, and which calls nobody took yet."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    if not is_live(request):
        return redirect("desk", slug)
    return render_live(request, "hall/desk/linked.html", {"tournament": tournament})


@require_safe
def log(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    lines = LogEntry.objects.filter(tournament=tournament).select_related("actor").order_by("-sequence")
    page = Paginator(lines, LOG_LINES_PER_PAGE).get_page(request.GET.get("page"))
    told_lines = [(line, words_of_line(line, tournament)) for line in page]
    context = {"tournament": tournament, "page": page, "lines": told_lines, "verification": verify_log(tournament)}
    return render(request, "hall/desk/log.html", context)


@require_safe
def my_acts(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    acts = list(Doer(request.user, tournament, request.rights, timezone.now()).acts)
    return render(request, "hall/desk/my_acts.html", {"tournament": tournament, "acts": acts})


ASKED = "X-Palette"
LONGEST = 80


@require_safe
def go_to(request: Request, slug: str) -> HttpResponse:
    """Pages, actions, tables, rounds and pairs by what is typed; palette.js is answered by the list alone."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    typed = request.GET.get("q", "")[:LONGEST]
    finder = Finder(tournament, request.rights, copies=_copies(request, tournament))
    context = {"tournament": tournament, "typed": typed, "found": finder.find(typed)}
    template = "hall/desk/_found.html" if ASKED in request.headers else "hall/desk/go_to.html"
    response = render(request, template, context)
    patch_vary_headers(response, [ASKED])
    return response
