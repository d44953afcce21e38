"""No page calls saved what is not: the network cut, the server away, another network, at any moment."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Console
from tests.browser.while_writing import patiently
from tests.thorough import THOROUGH
from tournaments.models import BoardScore, User

GRID = "/tornei/coppa-levante/direzione/turni/1/"
POINTS = 200 if THOROUGH else 3
FAULTS = 3  # at each of them, before the network is well again
PORTAL = "<!doctype html><title>Wifi</title><main><h1>Benvenuti nella rete della sala</h1></main>"
FIGURES = {(1, 1): "7", (1, 2): "10", (2, 1): "8", (2, 2): "1"}


class BadNetwork:
    """Of the first requests that record something each one meets a fault; said: what the page was seen to claim."""

    def __init__(self, seed: int) -> None:
        self.chance, self.left = Random(seed), FAULTS  # noqa: S311 — the same every time

    def __call__(self, route: Route) -> None:
        if route.request.method != "POST" or not self.left:
            route.continue_()
            return
        self.left -= 1
        fault = self.chance.choice(["before", "after", "away", "portal"])
        if fault == "after":
            route.fetch()  # recorded, and the answer lost
        if fault in {"before", "after"}:
            route.abort()
        else:
            route.fulfill(status=503 if fault == "away" else 200, content_type="text/html", body=PORTAL)


def claimed(page: Page) -> set[int]:
    """The tables that the page calls saved."""
    rows = page.locator("tr[id^=row-]:has(.row-kept[data-kept=saved])")
    return {int(one.removeprefix("row-")) for one in rows.evaluate_all("(all) => all.map((one) => one.id)")}


def recorded() -> set[tuple[int, int]]:
    found = BoardScore.objects.current().values_list("table__number", "board__number")
    return patiently(lambda: set(found.all()))


@pytest.mark.parametrize("seed", range(POINTS))
def test_what_a_row_calls_saved_is_recorded_wherever_the_network_fails(
    open_page: Callable[..., Page], sara: User, table: object, console: Console, seed: int
) -> None:
    console.expect("net::ERR_FAILED|status of 503|htmx:")
    page = open_page("laptop", user=sara)
    page.goto(GRID)
    page.route("**/smazzate/**", BadNetwork(seed))
    for (number, board), text in FIGURES.items():
        page.get_by_label(f"Tavolo {number}, smazzata {board}, punti N-S").fill(text)
        page.keyboard.press("Enter")
    while claimed(page) != {1, 2}:
        said = claimed(page)
        assert {place for place in FIGURES if place[0] in said} <= recorded()
        page.evaluate("document.querySelector('[data-retry]').click()")  # not five seconds later
        page.wait_for_timeout(50)
    expect(page.locator("#unsaved")).to_have_text("")
    assert recorded() == set(FIGURES)
    assert BoardScore.objects.count() == len(FIGURES)


def test_a_network_with_a_door_of_its_own_is_no_receipt(
    open_page: Callable[..., Page], sara: User, table: object
) -> None:
    page = open_page("laptop", user=sara)
    page.goto(GRID)
    page.route("**/smazzate/**", lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL))
    field = page.get_by_label("Tavolo 1, smazzata 1, punti N-S")
    field.fill("7")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Non ancora arrivato al server: Tavolo 1, smazzata 1 (7 – 4).")).to_be_visible()
    expect(page.locator("#row-1 .row-kept")).to_have_text("da salvare")
    assert recorded() == set()
    page.unroute("**/smazzate/**")
    page.get_by_role("button", name="Riprova ora").click()
    expect(page.locator("#row-1 .row-kept")).to_have_text("salvato")
    assert recorded() == {(1, 1)}
