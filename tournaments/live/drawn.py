"""What pages that renew themselves show, drawn or read once for all who ask at the same version and minute."""

import time
from collections.abc import Callable, Hashable
from typing import TypeVar

from django.utils.translation import get_language

from pages.caches import Latest
from records.requests import PublicRequest

Drawn = TypeVar("Drawn")

ASKED = "X-Live"
# So long a page holds though the version stands still.
MINUTE = 60


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
