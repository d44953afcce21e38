"""Pages and forms asked for through every middleware, against an empty view; with their statements and bytes."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

from benchmarks.common import Goal, Row, seconds, without_collector
from config.urls import urlpatterns as real_urls
from people.accounts.models import User

EMPTY = "/vuota/"
HTMX = {"HX-Request": "true"}

Ask = Callable[[], Any]


@login_not_required
def empty(request: HttpRequest) -> HttpResponse:
    """The bare base: session, log-in, middleware, and nothing else."""
    return HttpResponse()


urlpatterns = [path(EMPTY.strip("/") + "/", empty), *real_urls]


@contextmanager
def client_of(user: User | None) -> Iterator[Client]:
    """A browser on the real addresses and the empty one, logged in unless it is anybody's."""
    with override_settings(ROOT_URLCONF="benchmarks.visits", ALLOWED_HOSTS=["testserver"]):
        # As every browser does: a page that is kept is kept packed, and sent so.
        client = Client(headers={"accept-encoding": "gzip"})
        if user:
            client.force_login(user)
        yield client


def page(client: Client, name: str, address: str, goal: Goal, *, rounds: int = 9, before: Ask | None = None) -> Row:
    """A page, the best of many; asked for once before, so that what is kept is there.

    before: done ahead of each time, and not counted.
    """
    return measured(client, name, _again(lambda: client.get(address), before), goal, rounds=rounds)


def _again(ask: Ask, before: Ask | None) -> Iterator[Ask]:
    while True:
        if before:
            before()
        yield ask


def measured(client: Client, name: str, asks: Iterable[Ask], goal: Goal, *, rounds: int = 9, warm: bool = True) -> Row:
    """Requests of one kind, the best of many, with the statements and bytes of one of them.

    asks: one after the other; what they do between one and the next is not counted.
    rounds: 0 where one takes many seconds: the one whose statements are counted is then the one that is timed.
    warm: whether one goes ahead of those that are looked at.
    """
    asked = iter(asks)
    if warm:
        checked(next(asked)())
    with CaptureQueriesContext(connection) as captured:
        start = perf_counter()
        answer = checked(next(asked)())
        alone = perf_counter() - start
        statements = len(captured)  # read now: the next request empties the list
    body = len(answer.getvalue())
    with without_collector():
        both = [(seconds(next(asked)), seconds(lambda: client.get(EMPTY))) for _ in range(rounds)]
        both = both or [(alone, seconds(lambda: client.get(EMPTY)))]
    return Row(
        name=name,
        ours_seconds=min(ours for ours, _base in both),
        base_seconds=min(base for _ours, base in both),
        statements=statements,
        size=body,
        goal=goal,
    )


def checked(answer: HttpResponse) -> HttpResponse:
    """The answer, if it is what was asked for."""
    if answer.status_code not in (200, 302):
        raise RuntimeError(f"{answer.status_code}: {answer.content.decode()[:500]}")
    return answer
