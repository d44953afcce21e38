"""The page of what somebody may not do, and the operator's line of it."""

import logging

from django.http import HttpRequest, HttpResponse
from django.views.defaults import permission_denied

from config.log_lines import route
from records.requests import address_of

doors = logging.getLogger("referee.doors")


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Note who asked for what their task does not reach; the page is Django's way, by our template."""
    user_id, request_line = getattr(request.user, "pk", None), f"{request.method} {route(request)}"
    doors.warning("not allowed: account %s from %s, %s", user_id, address_of(request), request_line)
    return permission_denied(request, exception)
