"""The pages that people wait for, through every middleware, against an empty view; with their queries."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.contrib.auth.decorators import login_not_required
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

from benchmarks.common import Row, best_of_pairs
from benchmarks.hall import AT, hall
from config.urls import urlpatterns as real_urls
from tests import factories
from tournaments.actions.publications import publish_provisional
from tournaments.models import Entry, Round, Tournament, User
from tournaments.permissions import Role
from tournaments.publishing.state import StageStandings

PAIRS, ROUNDS, DECK = 50, 4, 11
GOAL = "under 10 queries"
GROWS_NOT = "as many queries as for six pairs"
ONE = "one query"


@login_not_required
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
        rows = [measured(client, name, address) for name, address in pages.items()]
    return rows + of_the_director(*published_hall("sala", 400, ROUNDS)) + of_a_phone(*published_hall("grande", 3000, 2))


def of_the_director(tournament: Tournament, director: User) -> list[Row]:
    """The pages of 200 tables, a hundred at a time."""
    here = f"/tornei/{tournament.slug}/"
    pages = {
        "tables of the round, 200 tables": here,
        "score grid, 200 tables": f"{here}direzione/turni/{ROUNDS}/",
        "desk, 200 tables": f"{here}direzione/",
        "entries, 400 pairs": f"{here}direzione/coppie/",
        "proof of the pairing, 200 tables": f"{here}turni/{ROUNDS}/abbinamento/",
        "seat by name, 400 pairs": f"{here}posto/?q=anna",
    }
    with client_of(director) as client:
        return [measured(client, name, address, GROWS_NOT, rounds=5) for name, address in pages.items()]


def of_a_phone(tournament: Tournament, director: User) -> list[Row]:
    """The pages of 3,000 pairs: made for one person, then kept for everybody."""
    here = f"/tornei/{tournament.slug}/"
    standings = {
        "standings published, 3,000 rows, page 1": f"{here}classifica/",
        "standings of the moment, 3,000 rows, page 1": f"{here}classifica/?adesso",
        "tables of the round, 1,500 tables, page 1": here,
        "seat by name, 3,000 pairs": f"{here}posto/?q=anna",
        "seat by number, 3,000 pairs": f"{here}posto/?q=17",
    }
    with client_of(director) as client:
        rows = [measured(client, name, address, GROWS_NOT, rounds=3) for name, address in standings.items()]
    with client_of(None) as phone:
        kept = {f"{name}, kept": address for name, address in standings.items()}
        return rows + [measured(phone, name, address, ONE, rounds=25) for name, address in kept.items()]


@contextmanager
def client_of(user: User | None) -> Iterator[Client]:
    """A browser on the real URLs and the empty one, logged in unless it is anybody's."""
    with override_settings(ROOT_URLCONF="benchmarks.pages", ALLOWED_HOSTS=["testserver"]):
        client = Client()
        if user:
            client.force_login(user)
        yield client


def measured(client: Client, name: str, address: str, goal: str = GOAL, *, rounds: int = 25) -> Row:
    """One page, best of many, with its queries beyond those of the log-in; asked for once before."""
    client.get(address)
    queries, bare = queries_of(client, address), queries_of(client, "/vuota/")
    ours, base = best_of_pairs(lambda: client.get(address), lambda: client.get("/vuota/"), rounds=rounds)
    note = f"{queries} queries, {bare} of them for the session and the log-in"
    return Row(name, ours, base, "an empty view", f"{goal}: {queries}", note)


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
    if response.status_code != 200:
        raise RuntimeError(f"{address} answered {response.status_code}")
    return len(captured)


def published_hall(slug: str, pairs: int, rounds: int) -> tuple[Tournament, User]:
    """So many rounds of so many pairs, their standings published once, with the director."""
    tournament, director = hall(slug, pairs, rounds)
    stage = tournament.stages.get()
    publish_provisional(
        by=factories.acting(director, key=f"esposta-{slug}", at=AT),
        stage=stage,
        data_version=tournament.data_version,
        figures=StageStandings(stage, AT).snapshot.figures,
        reason="Prova di velocità",
        incomplete=True,
    )
    return tournament, director


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
