"""Several people who act at the same moment, each with a connection of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.core.exceptions import PermissionDenied
from django.db import connection

from records.requests import Refused


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each came to, its refusal if it was refused; SQLite in memory lets one come after the other."""
    return [one for (one,) in in_turns(*([act] for act in acts))]


def in_turns(*people: list[Callable[[], object]]) -> list[list[object]]:
    """The same of people who do several things, all together at each of them; they do equally many."""
    together = len(people) if connection.features.has_select_for_update else 1
    ready = Barrier(together)

    def act(mine: list[Callable[[], object]]) -> list[object]:
        try:
            return [_came_to(one, ready) for one in mine]
        finally:
            connection.close()

    with ThreadPoolExecutor(together) as pool:
        return list(pool.map(act, people))


def _came_to(act: Callable[[], object], ready: Barrier) -> object:
    ready.wait()
    try:
        return act()
    except (Refused, PermissionDenied) as refusal:
        return refusal
