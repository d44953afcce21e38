"""Working lists: rows of at most 40 px where a mouse points, as high as a finger on a phone; the focus stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests import factories
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

HERE = "/tornei/coppa-levante/"
MOST, FINGER = 40, 44
LISTS = {
    "/": "main .lines > li",
    f"{HERE}direzione/coppie/": "main .ledger tbody tr",
    f"{HERE}direzione/presenze/": "main .roll > li",
    f"{HERE}classifica/": "main .standings tbody tr",
    "/giocatori/": "main .lines > li",
}
HEIGHTS = "found => found.map(one => Math.round(one.getBoundingClientRect().height))"

pytestmark = pytest.mark.long


def test_rows_are_dense_where_a_mouse_points(
    open_page: Callable[..., Page], tournament: Tournament, round_1: object, dora: User
) -> None:
    page = open_page("laptop", user=dora)
    tall = {}
    for path, rows in LISTS.items():
        page.goto(path)
        heights = page.locator(rows).evaluate_all(HEIGHTS)
        assert heights, path
        tall[path] = [one for one in heights if one > MOST]
    assert {path: found for path, found in tall.items() if found} == {}


def test_a_finger_has_its_room(open_page: Callable[..., Page], tournament: Tournament, dora: User) -> None:
    page = open_page("phone", user=dora)
    page.goto(f"{HERE}direzione/presenze/")
    assert min(page.locator("main .roll .switch").evaluate_all(HEIGHTS)) >= FINGER


def test_the_roll_call_keeps_its_focus(open_page: Callable[..., Page], tournament: Tournament, dora: User) -> None:
    factories.make_entry(tournament, 5, ["Bice Rossi", "Carlo Bianchi"])
    page = open_page("laptop", user=dora)
    page.goto(f"{HERE}direzione/presenze/")
    page.locator("#presenza-2").press("Enter")
    expect(page.locator("#presenza-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#presenza-2")).to_be_focused()
    expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#presenza-2")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#presenza-2")).to_be_focused()


def test_a_correction_moves_no_column(
    open_page: Callable[..., Page], tournament: Tournament, round_1: Round, dora: User, sara: User
) -> None:
    for table in round_1.tables.all():
        factories.make_score(table, round_1.boards.get(number=1), (8, 3), sara)
    page = open_page("laptop", user=dora)
    page.goto(f"{HERE}direzione/turni/1/")
    places = "heads => heads.map(one => one.getBoundingClientRect().left)"
    before = page.locator("table.grid thead th").evaluate_all(places)
    page.locator("table.grid tbody tr").first.locator("input:not([type=hidden])").first.fill("7")
    page.keyboard.press("Enter")
    expect(page.locator(".cell-reason input").first).to_be_focused()
    assert page.locator("table.grid thead th").evaluate_all(places) == before
