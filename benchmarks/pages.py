"""The pages that people wait for, through every middleware, against an empty view; with their queries."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

from benchmarks.common import Row, best_of_pairs
from config.urls import urlpatterns as real_urls
from tests import factories
from tournaments.models import Entry, Round, Tournament, User
from tournaments.permissions import Role

PAIRS, ROUNDS, DECK = 50, 4, 11
GOAL = "under 10 queries"


def empty(request: HttpRequest) -> HttpResponse:
    """The bare base: session, log-in, middleware, and nothing else."""
    return HttpResponse()


urlpatterns = [path("vuota/", empty), *real_urls]


def run() -> list[Row]:
    """The pages measured on a tournament of 25 tables and 50 pairs, seen by its chief arbiter."""
    call_command("migrate", verbosity=0)
    tournament, arbiter = played_tournament()
    slug = tournament.slug
    pages = {
        "table page": f"/tornei/{slug}/turni/{ROUNDS}/tavoli/1/",
        "standings page, 50 rows": f"/tornei/{slug}/classifica/",
        "score grid, 25 tables": f"/tornei/{slug}/direzione/turni/{ROUNDS}/",
        "tables of the round": f"/tornei/{slug}/turni/{ROUNDS}/",
    }
    with client_of(arbiter) as client:
        return [measured(client, name, address) for name, address in pages.items()]


@contextmanager
def client_of(user: User) -> Iterator[Client]:
    """A logged-in browser on the real URLs and the empty one."""
    with override_settings(ROOT_URLCONF="benchmarks.pages", ALLOWED_HOSTS=["testserver"]):
        client = Client()
        client.force_login(user)
        yield client


def measured(client: Client, name: str, address: str) -> Row:
    """One page, best of many, with its queries beyond those of the log-in."""
    queries, bare = queries_of(client, address), queries_of(client, "/vuota/")
    ours, base = best_of_pairs(lambda: client.get(address), lambda: client.get("/vuota/"), rounds=25)
    note = f"{queries} queries, {bare} of them for the session and the log-in"
    return Row(name, ours, base, "an empty view", f"{GOAL}: {queries}", note)


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
    if response.status_code != 200:
        raise RuntimeError(f"{address} answered {response.status_code}")
    return len(captured)


def played_tournament() -> tuple[Tournament, User]:
    """Four rounds of two boards, all scored by chance, the last one in play."""
    chance = Random(50)  # noqa: S311 the same tournament every time
    tournament = factories.make_tournament("prova-di-velocita")
    entries = factories.make_entries(tournament, PAIRS)
    arbiter = factories.make_user("arbitra")
    factories.give_role(arbiter, tournament, Role.CHIEF_ARBITER)
    for number in range(1, ROUNDS + 1):
        state = Round.State.PLAYING if number == ROUNDS else Round.State.CLOSED
        drawn = factories.make_round(tournament, number, _pairings(entries, number), state=state)
        for table in drawn.tables.all():
            for board in drawn.boards.all():
                points = chance.randint(0, DECK)
                factories.make_score(table, board, (points, DECK - points), arbiter)
    return tournament, arbiter


def _pairings(entries: list[Entry], number: int) -> list[tuple[Entry, Entry | None]]:
    half = len(entries) // 2
    mobile = entries[half:]
    return [(entries[place], mobile[(place + number) % half]) for place in range(half)]
