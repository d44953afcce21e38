"""Whether a cache between us and the phones (Varnish, a network of caches) may keep a page, and for how long.

Only what `shared_pages` makes once for everybody may be kept, and only where the installation says for how long:
nobody may tell such a cache to forget a page, so everything on it may be late by as much.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Whoever has one of these sees more than others do.
PERSONAL = (settings.SESSION_COOKIE_NAME, f"{settings.COOKIE_PREFIX}messages")
# Kept but asked for again each time: a browser must not show an old seat.
ASK_AGAIN = "no-cache"
FOR_ONE_ALONE = "private, no-store"


def is_personal(request: HttpRequest) -> bool:
    """Whether the answer is for this reader alone: somebody with a session, or with a message waiting."""
    return any(name in request.COOKIES for name in PERSONAL)


def kept_outside() -> str:
    """The words that let a shared cache keep a page: so long fresh, as long again while it asks for the next.

    Browsers ask each time. Those that keep a page while they ask count how old it came (Age), so nobody sees one that
    is older than both times together.
    """
    seconds = settings.SHARED_CACHE_SECONDS
    if not seconds:
        return ASK_AGAIN
    return f"public, max-age=0, s-maxage={seconds}, stale-while-revalidate={seconds}"


class NothingPersonal:
    """The last word, outside of everything that sets a cookie: what is somebody's own is kept by no cache between."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_kept = "s-maxage" in response.headers.get("Cache-Control", "")
        if is_kept and (response.cookies or is_personal(request) or "Authorization" in request.headers):
            response.headers["Cache-Control"] = FOR_ONE_ALONE
        return response
