"""For pages of no tournament: that the server answers; and what waits in the device, for every desk of its owner."""

import time

from django.http import HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from records.requests import Request
from tournaments.setup.live_pages import VARY, is_live, note_device


@require_safe
def connected(request: Request) -> HttpResponse:
    """Nothing but whose page it is: 304 to whoever has been told; opened by hand it leads home."""
    if not is_live(request):
        return redirect("home")
    note_device(request.user.pk, request.headers, at=time.time())
    tag = f'W/"here-{request.user.pk}"'
    is_told = request.headers.get("If-None-Match") == tag
    response = HttpResponseNotModified() if is_told else render(request, "connected.html")
    response.headers["ETag"], response.headers["Cache-Control"] = tag, "private, no-store"
    patch_vary_headers(response, VARY)
    return response
