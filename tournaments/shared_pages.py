"""Pages made once for everybody who has not logged in: a hall of phones asks for the same ones at the same moment.

A page is kept for a few seconds and only as long as nothing official has changed (the tournament's data version), so a
result or a pairing just published is never withheld. A phone that has the page already is told so in a few bytes.
"""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.version import engine_version

# Clocks on the page are at most so many seconds late.
SECONDS = 5
# Whoever has one of these sees more than others do.
PERSONAL = (settings.SESSION_COOKIE_NAME, "messages")

View = Callable[..., HttpResponse]


def shared(view: View) -> View:
    """Answer those who have not logged in with one page for all; the others, and what is not public, by the view."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        tag = _tag(request, slug)
        if not tag:
            return view(request, slug, *args, **kwargs)
        if f'"{tag}"' in parse_etags(request.headers.get("If-None-Match", "")):
            return _labelled(HttpResponseNotModified(), tag)
        kept = cache.get(tag)
        if kept is not None:
            return _labelled(HttpResponse(kept), tag)
        response = view(request, slug, *args, **kwargs)
        if response.status_code != HttpResponse.status_code:
            return response
        cache.set(tag, response.content, SECONDS)
        return _labelled(response, tag)

    return answer


def _tag(request: HttpRequest, slug: str) -> str:
    """What the page depends on, as one name; nothing when the page is this person's own."""
    if any(name in request.COOKIES for name in PERSONAL) or request.headers.get("HX-Request"):
        return ""
    version = Tournament.objects.filter(slug=slug, is_public=True).values_list("data_version", flat=True).first()
    if version is None:
        return ""
    now = int(time.time()) // SECONDS
    parts = (engine_version(), request.get_full_path(), get_language() or "", str(version), str(now))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _labelled(response: HttpResponse, tag: str) -> HttpResponse:
    """With its tag, to be asked for again each time: a browser must not show an old seat."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
