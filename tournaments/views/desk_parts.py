"""The parts of the desk that live, drawn: for pages that renew themselves once for all who ask."""

from datetime import datetime
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.desk.hall import hall_of
from tournaments.desk.tasks import Task
from tournaments.desk.todo import Todo
from tournaments.hall.keeping import Latest
from tournaments.models import Round, Tournament
from tournaments.permissions import Right
from tournaments.queries.hearings import Hearing
from tournaments.requests import Request
from tournaments.views.drawn import drawn_once


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
    return drawn_once(KEPT, request, of=of, version=version, draw=lambda: _drawn(request, tournament, now))


def _drawn(request: Request, tournament: Tournament, now: datetime) -> DeskParts:
    todo = Todo(tournament, request.rights, now)
    playing, hall = todo.playing, SafeString()
    if playing:
        found = hall_of(playing, request.rights, now)
        hall = kept_part(request, "tournaments/_hall.html", (playing.pk, found.tiles), {"hall": found})
    phases = todo.phases
    return DeskParts(
        playing=playing,
        is_seated=any(one.round.state in (Round.State.PUBLISHED, Round.State.PLAYING) for one in todo.progress),
        hall=hall,
        todo=kept_part(request, "tournaments/_todo.html", (tournament.pk, phases), {"phases": phases}),
        rounds=_rounds(request, tournament, todo),
        pairs=todo.expected,
        next=todo.next,
        heard=todo.heard,
    )


def _rounds(request: Request, tournament: Tournament, todo: Todo) -> SafeString:
    rounds = [(one.round.number, one.round.state, one.tables, one.missing, one.unconfirmed) for one in todo.progress]
    prepares = Right.MANAGE_ROUNDS in request.rights and todo.expected > 1 and not tournament.has_ended
    context = {"tournament": tournament, "progress": todo.progress, "prepares": prepares}
    return kept_part(request, "tournaments/_desk_rounds.html", (tournament.slug, rounds, prepares), context)


def desk_ways(request: Request, tournament: Tournament, *, pairs: int, staff: int) -> SafeString:
    """The ways to all other pages of the tournament, for whoever opens the desk."""
    code = tournament.rulebook, str(tournament.edition), tournament.members_per_entry
    # The next one is made of it: while it is played nobody looks for that here.
    is_over = tournament.has_ended and Right.MANAGE_ROUNDS in request.rights
    is_copied = is_over and request.user.has_perm("tournaments.add_tournament")
    says = tournament.slug, *code, request.rights, pairs, staff, is_copied
    context = {"tournament": tournament, "rights": request.rights, "pairs": pairs, "staff": staff}
    return kept_part(request, "tournaments/_desk_ways.html", says, context | {"is_copied": is_copied})


def kept_part(request: Request, template: str, says: tuple[Any, ...], context: dict[str, Any]) -> SafeString:
    """The part as it was drawn when it last said the same.

    says: values alone, all that the drawing depends on besides the language; first which tournament or round it is of.
    """
    which = template, says[0], request.role, get_language()
    return PARTS.get(which, says, lambda: render_to_string(template, context))
