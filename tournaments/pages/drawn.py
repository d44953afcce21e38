"""What pages that renew themselves show, drawn or read once for all who ask at the same version and minute."""

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import get_language

from tournaments.calls.models import Call
from tournaments.calls.queries import open_calls, queue_of, waits_for
from tournaments.pages.caches import Latest
from tournaments.pages.requests import PublicRequest, Request
from tournaments.setup.models import Tournament

Drawn = TypeVar("Drawn")

ASKED = "X-Live"
# So long a page holds though the version stands still.
MINUTE = 60
# Every arbiter asks every two seconds, and a call moves the page of all of them.
OPEN: Latest[list[Call]] = Latest(most=32)


def is_live(request: PublicRequest) -> bool:
    """Whether the request comes from a page that renews itself, not from somebody's hand."""
    return ASKED in request.headers


def this_minute(shift: int = 0) -> int:
    """The minute it is; shift: so many seconds earlier or later, or all pages would come at once."""
    return int((time.time() + shift) // MINUTE)


def drawn_once(
    kept: Latest[Drawn], request: PublicRequest, *, of: Hashable, version: int, draw: Callable[[], Drawn]
) -> Drawn:
    """What a page of the staff shows, made once for all of one task and language who renew it at a version and minute.

    of: which part of which page. Made anew for whoever opens the page by hand.
    """
    if not (is_live(request) and request.rights):
        return draw()
    which = of, request.role, get_language()
    return kept.get(which, (version, this_minute()), draw)


def queue_context(request: Request, tournament: Tournament) -> dict[str, Any]:
    """What the part with the queue shows, wherever it stands."""
    calls = _open(request, tournament)
    return {
        "tournament": tournament,
        "queue": queue_of(tournament, request.user, timezone.now(), role=request.role, calls=calls),
    }


def free_calls(request: Request, tournament: Tournament) -> Sequence[str]:
    """Names of the calls that wait for this person to go, for pages that only count them; as the queue names them."""
    return [one.waits_as for one in _open(request, tournament) if waits_for(request.user, request.role, one)]


def _open(request: PublicRequest, tournament: Tournament) -> list[Call]:
    of, version = tournament.pk, tournament.data_version
    return drawn_once(OPEN, request, of=of, version=version, draw=lambda: open_calls(tournament))
