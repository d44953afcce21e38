"""Pages that renew themselves: asked with the mark of what the browser has, and without it, at 200 tables."""

from collections.abc import Callable, Iterator

from django.core.management import call_command
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from benchmarks.common import Goal, Row
from benchmarks.hall import AT, hall
from benchmarks.pages import LAST, with_arbiter, with_cases
from benchmarks.visits import Ask, client_of, measured, page
from hall.calls.actions import call_arbiter, take_call
from people.accounts.models import User
from tests.factories import acting
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament

CALLS = 20
ASKED = {"X-Live": "1"}


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    tournament, director = hall("viva", 400, LAST, boards=4)
    with_cases(tournament)
    with_calls(tournament, director)
    here = f"/tornei/{tournament.slug}/"
    pages = {
        "arbiter's home": (with_arbiter(tournament)[1], f"{here}arbitraggio/"),
        "queue of 20 calls": (director, f"{here}chiamate/"),
        "cockpit": (director, f"{here}direzione/"),
        "grid": (director, f"{here}direzione/turni/{LAST}/"),
        "tables": (director, f"{here}turni/{LAST}/"),
        "clock": (director, f"{here}direzione/turni/{LAST}/orologio/"),
        "standings": (director, f"{here}classifica/"),
    }
    for name, (user, address) in pages.items():
        with client_of(user) as client:
            yield unchanged(client, f"{name}, unchanged (304)", address)
            client.defaults["HTTP_X_LIVE"] = "1"
            goal = Goal(ratio=15)
            yield page(client, f"{name}, its living part, 200 tables", address, goal)
            yield page(client, f"{name}, for the first after a change", address, goal, before=moved(tournament))


def moved(tournament: Tournament) -> Callable[[], object]:
    """Something in the tournament changed: the others are sent, or told of, what the first who asks made."""
    found = Tournament.objects.filter(pk=tournament.pk)
    return lambda: found.update(data_version=F("data_version") + 1)


def with_calls(tournament: Tournament, by: User) -> None:
    """Twenty tables call; an arbiter goes to every fourth of them."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=LAST).order_by("number")
    for place, table in enumerate(tables[:CALLS]):
        call = call_arbiter(by=acting(by, at=AT), table=table)
        if place % 4 == 0:
            take_call(by=acting(by, at=AT), call=call)


def unchanged(client: Client, name: str, address: str) -> Row:
    """As long as the page is the same: asked with its mark, which is taken anew when a minute is over."""
    tag = ""

    def ask() -> object:
        nonlocal tag
        answer = client.get(address, headers={**ASKED, "If-None-Match": tag})
        tag = answer.headers["ETag"]
        return HttpResponse() if answer.status_code == 304 else answer

    def again() -> Iterator[Ask]:
        while True:
            yield ask

    ask()
    return measured(client, name, again(), Goal(ratio=1.5, statements=1), rounds=25)
