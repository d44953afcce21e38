"""What is answered instead of a page: it is not there, it is not for them, or an error came between.

An error that was nobody's is 503 in words while the database is away or the disk full, else 500. The outbox of a page
(static/js/keep.js) keeps what was sent and sends it again after 503, so nothing typed is lost.
"""

import errno
import logging
import sys
from collections.abc import Iterator
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found, permission_denied

from config import request_number
from config.log_lines import route
from records.requests import address_of


def not_found(request: HttpRequest, exception: Exception, *args: Any, **kwargs: Any) -> HttpResponse:
    if request.path.startswith("/api/"):
        return JsonResponse({"messages": [_("Qui non c’è niente, o non è per te.")]}, status=404)
    return page_not_found(request, exception)


doors = logging.getLogger("referee.doors")


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Note who asked for what their task does not reach; the page is Django's way, by our template."""
    user_id, request_line = getattr(request.user, "pk", None), f"{request.method} {route(request)}"
    doors.warning("not allowed: account %s from %s, %s", user_id, address_of(request), request_line)
    return permission_denied(request, exception)


# Seconds after which to ask again: as often as the outbox does.
RETRY_AFTER = "5"
# SQLite's codes, without what they add in their upper bytes: busy, locked, out of memory, read-only, I/O error, full,
# cannot be opened, lost in the locking. A statement that is wrong has another one: that is our own fault.
SQLITE_AWAY = frozenset({5, 6, 7, 8, 10, 13, 14, 15})
# PostgreSQL's classes: connection, transaction to be tried again, resources (disk, memory, connections), lock or
# operator (it is being stopped), the system's own.
POSTGRES_AWAY = ("08", "40", "53", "55", "57", "58")
# A standby that took over a moment ago still only reads.
POSTGRES_READS_ONLY = "25006"
DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG, errno.EMFILE, errno.ENFILE})


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, called while the error is being handled; Django logs it after this.

    The page says the request's number, by which the operator finds the error in the log; nothing is asked of the
    database, nor of the request but its language.
    """
    error = sys.exc_info()[1]
    away = error is not None and any(is_away(cause) for cause in causes(error))
    context = {"request_number": request_number.current()}
    with override(get_language_from_request(request)):
        page = render_to_string("503.html" if away else "500.html", context)
    response = HttpResponse(page, status=503 if away else 500)
    if away:
        response["Retry-After"] = RETRY_AFTER
        response["Cache-Control"] = "no-store"
    return response


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and what it was raised from or amid: Django wraps the driver's, and a rollback may fail as well."""
    causes_so_far: list[BaseException] = []
    waiting = [error]
    while waiting:
        error_ = waiting.pop(0)
        if error_ not in causes_so_far:
            causes_so_far.append(error_)
            waiting += [other for other in (error_.__cause__, error_.__context__) if other]
            yield error_


def is_away(error: BaseException) -> bool:
    """Whether it says that what we write to is not to be had now, and the same request may well succeed later."""
    if isinstance(error, OSError) and error.errno in DISK:
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    driver = error.__cause__
    code = getattr(driver, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in SQLITE_AWAY
    state = getattr(driver, "sqlstate", None)
    # Without a state there was no server to give one.
    return state is None or state == POSTGRES_READS_ONLY or state.startswith(POSTGRES_AWAY)
