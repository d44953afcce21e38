"""What a phone and a hall's large screen ask of a page: the longest names break, the clock fills the width."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.conftest import SIZES
from tests.tournaments.publication.showing import played_out, show
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

HERE = "/tornei/coppa-levante/"
LONG = "Wolkenburg-Donnersmarckhausenstein – Quattrocchidelmonteverdilungo"
# Of every heading, cell and paragraph, how far its words go beyond the screen.
BEYOND = """() => Math.max(...[...document.querySelectorAll("h1, h2, p, td, th, dd, a")].map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().right - document.documentElement.clientWidth;
}))"""


@pytest.mark.long
def test_the_longest_names_break_on_a_phone(
    open_page: Callable[..., Page], tournament: Tournament, round_1: Round, dora: User
) -> None:
    Entry.objects.filter(tournament=tournament).update(name=LONG)
    show(dora, played_out(round_1, dora, [(7, 4), (6, 5)]))
    page = open_page("phone")
    page.set_viewport_size({"width": 360, "height": 640})
    for address in ("", "classifica/", "coppie/1/", "posto/?q=1"):
        page.goto(HERE + address)
        assert page.locator("main").get_by_text("Donnersmarck").first.is_visible() or not address, address
        assert page.evaluate(BEYOND) <= 0, address


def test_a_table_is_found_as_one_types_and_a_tap_opens_it(
    open_page: Callable[..., Page], tournament: Tournament, round_1: Round, bruno: User
) -> None:
    Entry.objects.filter(tournament=tournament, number=3).update(name=LONG)
    page = open_page("phone", user=bruno)
    page.goto(f"{HERE}arbitraggio/")
    page.get_by_label("Vai al tavolo").press_sequentially("wolken")
    found = page.locator("#sought-tables a")
    expect(found).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Vai al tavolo").fill("nessuno")
    expect(page.locator("#sought-tables")).to_contain_text("nessun tavolo per «nessuno»")
    page.get_by_label("Vai al tavolo").fill("2")
    expect(found).to_contain_text("2")
    found.click()
    expect(page).to_have_url(re.compile("/turni/1/tavoli/2/$"))


def test_the_clock_fills_a_large_screen(
    open_page: Callable[..., Page], tournament: Tournament, round_1: Round, dora: User
) -> None:
    page = open_page("laptop", user=dora)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{HERE}direzione/turni/1/orologio/")
    column, extra = page.locator("#clock-now").bounding_box(), page.locator("#clock-extra").bounding_box()
    face = page.locator("[data-clock-face]").bounding_box()
    assert column and extra and face
    assert extra["x"] + extra["width"] - column["x"] >= 0.9 * 1920
    assert face["width"] > 0.5 * 1920
    page.set_viewport_size(SIZES["laptop"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
