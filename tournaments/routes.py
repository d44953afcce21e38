"""Addresses of many things of one kind: asked of Django once for a list, not once for each of its lines."""

from collections.abc import Callable

from django.urls import reverse

from tournaments.numbers import MOST

# The largest that an address takes; the last one in it, so that it is found again even where a slug holds it too.
STAND_IN = MOST


def numbered(name: str, *before: str | int) -> Callable[[int], str]:
    """The address `name` by its last argument, a number; before: the arguments in front of it."""
    return _by_last(name, *before)


def named(name: str) -> Callable[[str], str]:
    """The address `name` by its only argument, a slug."""
    return _by_last(name)


def _by_last(name: str, *before: str | int) -> Callable[[str | int], str]:
    start, _last, end = reverse(name, args=[*before, STAND_IN]).rpartition(str(STAND_IN))
    return lambda last: f"{start}{last}{end}"
