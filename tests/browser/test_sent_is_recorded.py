"""No page calls saved what is not: the network cut, the server away, another network, at any moment."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from codes.seats import Line
from hall.calls.actions import call_arbiter
from hall.calls.models import Call
from people.accounts.models import User
from referee.rulings.models import Ruling
from tests.browser.conftest import Console
from tests.browser.slips import write_points
from tests.browser.while_writing import patiently
from tests.browser.wizard import to_the_decision
from tests.factories import acting
from tests.hall.slips.results import address_of
from tests.nightly import NIGHTLY
from tournaments.rounds.models import Table
from tournaments.scores.match_models import TableSlip
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament

GRID = "/tornei/coppa-levante/direzione/turni/1/"
POINTS = 200 if NIGHTLY else 3
FAULTS = 3  # at each of them, before the network is well again
PORTAL = "<!doctype html><title>Wifi</title><main><h1>Benvenuti nella rete della sala</h1></main>"
FIGURES = {(1, 1): "7", (1, 2): "10", (2, 1): "8", (2, 2): "1"}


class BadNetwork:
    """Of the first requests that record something each one meets a fault; said: what the page was seen to claim."""

    def __init__(self, seed: int) -> None:
        self.chance, self.left = Random(seed), FAULTS  # noqa: S311 — the same every time

    def __call__(self, route: Route) -> None:
        if route.request.method != "POST" or not self.left:  # of what only looks nothing is recorded
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


# ---- everything else that claims a record ------------------------------------


def a_slip(page: Page, table: Table) -> None:
    page.goto(address_of(table, Line.A))
    write_points(page, ("7", "4", "10", "1"))
    page.get_by_role("button", name="Manda il risultato").focus()


def a_call(page: Page, table: Table) -> None:
    page.goto(address_of(table, Line.A))
    page.get_by_role("button", name="Chiama l’arbitro").focus()


def going(page: Page, table: Table) -> None:
    call_arbiter(by=acting(table.round.tournament.memberships.first().user), table=table)
    page.goto("/tornei/coppa-levante/chiamate/")
    page.get_by_role("button", name="Prendo io").focus()


def a_decision(page: Page, table: Table) -> None:
    page.goto(f"/tornei/coppa-levante/turni/1/tavoli/{table.number}/")
    to_the_decision(page)
    page.get_by_role("button", name="Conferma", exact=True).focus()


class Scene(NamedTuple):
    """What brings a page to the button that records; the words that claim the record; how many records there are."""

    prepare: Callable[[Page, Table], None]
    claim: str
    is_ours: bool
    count: Callable[[], int]


SCENES = {
    "slip": Scene(a_slip, "Avete mandato", False, TableSlip.objects.count),
    "call": Scene(a_call, "Chiamata ricevuta.", False, Call.objects.count),
    "take": Scene(going, "ci va Bruno Riva", True, Call.objects.filter(owner__isnull=False).count),
    "decision": Scene(a_decision, "Provvedimento n. 1 registrato.", True, Ruling.objects.count),
}
# Told of whatever was kept here and has got through.
ARRIVED = "#connection [data-state=sent]"


@pytest.mark.parametrize("at", list(product(SCENES, range(max(2, POINTS // 4)))), ids=str)
def test_no_words_claim_a_record_before_it_is_there_wherever_the_network_fails(
    open_page: Callable[..., Page], bruno: User, table: Table, console: Console, at: tuple[str, int]
) -> None:
    console.expect("net::ERR_FAILED|status of 503|htmx:")
    name, seed = at
    scene = SCENES[name]
    page = open_page("phone", user=bruno if scene.is_ours else None)
    scene.prepare(page, table)
    claim = page.get_by_text(scene.claim).or_(page.locator(ARRIVED)).filter(visible=True)
    page.route("**/*", BadNetwork(seed))
    page.keyboard.press("Enter")
    while not claim.count():
        page.evaluate("document.querySelector('[data-retry]')?.click()")  # not five seconds later
        page.wait_for_timeout(50)
    assert patiently(scene.count) == 1
    expect(page.get_by_text(scene.claim).first).to_be_visible()
    assert patiently(scene.count) == 1


@pytest.mark.parametrize("status", [200, 403])
def test_a_network_with_a_door_of_its_own_is_no_receipt_and_no_refusal(
    open_page: Callable[..., Page], sara: User, table: object, console: Console, status: int
) -> None:
    console.expect("status of 403")
    page = open_page("laptop", user=sara)
    page.goto(GRID)
    page.route("**/smazzate/**", lambda route: route.fulfill(status=status, content_type="text/html", body=PORTAL))
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


def test_a_long_form_is_told_by_its_name_and_a_short_one_with_what_it_says(
    open_page: Callable[..., Page], tournament: Tournament, dora: User, console: Console
) -> None:
    console.expect("ERR_FAILED")
    page = open_page("laptop", user=dora)
    page.route("**/direzione/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    for path, button, told in (
        ("impostazioni/", "Salva", "Impostazioni."),
        ("incarichi/", "Registra", "Coppa Levante: Impostazioni · Dai un incarico (sara – Arbitro)."),
    ):
        page.goto(f"/tornei/coppa-levante/direzione/{path}")
        if "incarichi" in path:
            page.get_by_label("Nome e cognome, o nome utente").fill("sara")
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_text(f"Non ancora arrivato al server: {told}")).to_be_visible()
