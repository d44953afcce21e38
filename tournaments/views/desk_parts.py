"""The parts of the desk that live, drawn: for pages that renew themselves once for all who ask."""

from datetime import datetime
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournaments.desk.hall import hall_of
from tournaments.desk.tasks import Task
from tournaments.desk.todo import Todo
from tournaments.hall.keeping import Latest
from tournaments.models import Round, Tournament
from tournaments.requests import Request
from tournaments.views.live import drawn_once


class DeskParts(NamedTuple):
    """The tables of the round being played (None between rounds), what is to be done, the rounds; the next step."""

    playing: Round | None
    hall: SafeString
    todo: SafeString
    rounds: SafeString
    pairs: int
    next: Task | None


# In a hall everybody of the staff asks every five seconds, and a score moves the page of all of them.
KEPT: Latest[DeskParts] = Latest(most=32)


def desk_parts(request: Request, tournament: Tournament, now: datetime) -> DeskParts:
    """As they are now; for a page that renews itself as they were at this version and in this minute."""
    of, version = tournament.pk, tournament.data_version
    return drawn_once(KEPT, request, of=of, version=version, draw=lambda: _drawn(request, tournament, now))


def _drawn(request: Request, tournament: Tournament, now: datetime) -> DeskParts:
    todo = Todo(tournament, request.rights, now)
    context = {
        "tournament": tournament,
        "rights": request.rights,
        "todo": todo,
        "progress": todo.progress,
        "pairs": todo.expected,
    }
    playing, hall = todo.playing, SafeString()
    if playing:
        hall = render_to_string("tournaments/_hall.html", {"hall": hall_of(playing, request.rights, now)})
    return DeskParts(
        playing=playing,
        hall=hall,
        todo=render_to_string("tournaments/_todo.html", context),
        rounds=render_to_string("tournaments/_desk_rounds.html", context),
        pairs=todo.expected,
        next=todo.next,
    )
