"""Each request has a number: in the answer's header, in every line of the log meanwhile, and on the page of an error.

Whoever calls the operator reads it out, so ours are short and of letters that no ear confuses.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

HEADER = "X-Request-ID"
OUTSIDE = "-"  # of what happens between requests: the start, backups
# Crockford's: no I, L, O or U. Eight of them are one in 10¹².
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{6,62}[A-Za-z0-9]")

_current: ContextVar[str] = ContextVar("request_number", default=OUTSIDE)


def current() -> str:
    """The number of the request that is being answered."""
    return _current.get()


def number_of(request: HttpRequest) -> str:
    """The one that our own proxy gave it, so that both logs agree; from anybody else it could be anything."""
    number = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
    return number if WELL_FORMED.fullmatch(number) else new_number()


def new_number() -> str:
    """A new number, in two halves as one says it: 7KQ4-M2XR."""
    letters = "".join(secrets.choice(LETTERS) for _each in range(8))
    return f"{letters[:4]}-{letters[4:]}"


@contextmanager
def numbered(request: HttpRequest) -> Iterator[str]:
    """The number of a request, which all that happens inside bears."""
    number = number_of(request)
    before = _current.set(number)
    try:
        yield number
    finally:
        _current.reset(before)
