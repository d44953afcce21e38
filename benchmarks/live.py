"""Pages that renew themselves: asked with the mark of what the browser has, and without it, at 200 tables."""

from collections.abc import Iterator

from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from benchmarks.common import Goal, Row
from benchmarks.hall import hall
from benchmarks.pages import LAST, with_arbiter, with_cases
from benchmarks.visits import client_of, measured, page

ASKED = {"X-Live": "1"}


def run() -> Iterator[Row]:
    call_command("migrate", verbosity=0)
    tournament, director = hall("viva", 400, LAST, boards=4)
    with_cases(tournament)
    here = f"/tornei/{tournament.slug}/"
    pages = {
        "arbiter's home": (with_arbiter(tournament)[1], f"{here}arbitraggio/"),
        "desk": (director, f"{here}direzione/"),
        "tables": (director, f"{here}turni/{LAST}/"),
        "clock": (director, f"{here}direzione/turni/{LAST}/orologio/"),
        "standings": (director, f"{here}classifica/"),
    }
    for name, (user, address) in pages.items():
        with client_of(user) as client:
            yield unchanged(client, f"{name}, unchanged (304)", address)
            client.defaults["HTTP_X_LIVE"] = "1"
            yield page(client, f"{name}, its living part, 200 tables", address, Goal(ratio=15))


def unchanged(client: Client, name: str, address: str) -> Row:
    """As long as the page is the same: asked with its mark, which is taken anew when a minute is over."""
    tag = ""

    def ask() -> HttpResponse:
        nonlocal tag
        answer = client.get(address, headers={**ASKED, "If-None-Match": tag})
        tag = answer.headers["ETag"]
        return HttpResponse() if answer.status_code == 304 else answer

    def again() -> Iterator[object]:
        while True:
            yield ask

    ask()
    return measured(client, name, again(), Goal(ratio=1.5, statements=1), rounds=25)
