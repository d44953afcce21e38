"""Pages that renew themselves are drawn once for everybody who asks at the same version and in the same minute."""

import time
from collections.abc import Callable, Hashable
from typing import TypeVar

from django.utils.translation import get_language

from pages.caches import Latest
from records.requests import PublicRequest

Drawing = TypeVar("Drawing")

LIVE_HEADER = "X-Live"
# A page is drawn anew after so many seconds, even if the version is the same.
MINUTE = 60


def is_live(request: PublicRequest) -> bool:
    """Whether a page sent the request to renew itself; else a person opened it."""
    return LIVE_HEADER in request.headers


def this_minute(shift: int = 0) -> int:
    """The current minute. shift: seconds by which pages differ, so that they are not all drawn at once."""
    return int((time.time() + shift) // MINUTE)


def draw_once(
    latest: Latest[Drawing], request: PublicRequest, *, of: Hashable, version: int, draw: Callable[[], Drawing]
) -> Drawing:
    """Draw a page of the staff once for all who renew it with the same task, language, version and minute.

    of: which part of which page. Whoever opens the page by hand gets it drawn anew.
    """
    if not (is_live(request) and request.rights):
        return draw()
    which = of, request.role, get_language()
    return latest.get(which, (version, this_minute()), draw)
