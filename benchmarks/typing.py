"""Fifty-two scores typed into the grid in a browser: how far saving stays behind typing.

It needs a browser, so that it is no piece of `make bench`: `make bench ARGS=typing`.
"""

import os
from collections.abc import Iterator
from random import Random
from time import perf_counter

from django.core.management import call_command
from django.db import connection
from playwright.sync_api import Page, sync_playwright

from benchmarks.common import Goal, Row
from benchmarks.hall import hall
from benchmarks.http import PASSWORD, served
from people.accounts.models import User
from records.rights import Role
from tests.browser.conftest import FLAGS
from tests.factories import give_role
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

TABLES, BOARDS, ROUND = 26, 2, 2
A_KEY = 75  # milliseconds between two keys of a quick hand: ten seconds for all of them
SLOW = 120_000
UNSAVED = "#grid [data-unsaved]"


def run() -> Iterator[Row]:
    """At a quick hand's pace, and as fast as the browser takes keys: saving keeps up with both."""
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's loop runs in this thread
    call_command("migrate", verbosity=0)
    for name, pace in (("by a quick hand", A_KEY), ("without a pause", 0)):
        tournament = hall(f"battuta-{pace}", 2 * TABLES, ROUND, boards=BOARDS, still_playing=TABLES)[0]
        scorer = User.objects.create_user(f"sala-conti-{pace}", password=PASSWORD)
        give_role(scorer, tournament, Role.SCORER)
        connection.close()
        with served() as (port, _server):
            yield typed(f"52 scores typed {name}", f"http://127.0.0.1:{port}", tournament, scorer, pace)


def typed(name: str, url: str, tournament: Tournament, scorer: User, pace: int) -> Row:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        page = browser.new_page(base_url=url, locale="it-IT")
        sign_in(page, scorer)
        page.goto(f"/tornei/{tournament.slug}/direzione/turni/{ROUND}/")
        page.locator(".cell > input").first.focus()
        start = perf_counter()
        for mine in figures():
            page.keyboard.type(str(mine), delay=pace)
            page.keyboard.press("Enter", delay=pace)
        typing = perf_counter() - start
        page.locator("#unsaved:empty").wait_for(state="attached", timeout=SLOW)
        page.locator(UNSAVED).first.wait_for(state="detached", timeout=SLOW)
        saving = perf_counter() - start
        browser.close()
    found = BoardScore.objects.current().filter(table__round__tournament=tournament, table__round__number=ROUND)
    if list(found.order_by("table__number", "board__number").values_list("points_a", flat=True)) != figures():
        raise RuntimeError("what was typed is not what is recorded")
    note = f"the last one saved {max(saving - typing, 0):.2f} s after its key"
    return Row(name, saving, typing, "typing them", goal=Goal(ratio=1.1), note=note)


def sign_in(page: Page, scorer: User) -> None:
    page.goto("/accesso/")
    page.locator("[name=username]").fill(scorer.username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda address: "/accesso/" not in address)


def figures() -> list[int]:
    """Never eleven, which is asked twice."""
    chance = Random(TABLES)  # noqa: S311
    return [chance.randint(1, 10) for _ in range(TABLES * BOARDS)]
