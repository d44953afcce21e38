"""The grid without a script, only read, on a phone and by thumb."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from people.accounts.models import User
from tests import factories
from tests.browser.conftest import SIZES, login_as
from tests.browser.score_grid.desk import given, opened, points, scores
from tournaments.rounds.models import Round, Table
from tournaments.setup.models import Tournament


def test_grid_works_without_a_script(
    grid: Page, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    state = grid.context.storage_state()
    context = new_context(base_url=live_server.url, storage_state=state, java_script_enabled=False, locale="it-IT")
    page = context.new_page()
    opened(page)
    points(page, 1, 1).fill("7")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"turni/1/#cell-1-1$"))
    points(page, 1, 1).fill("9")
    points(page, 1, 1, "E-O").fill("2")
    points(page, 1, 1, "E-O").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("per correggerlo scrivi il motivo")
    page.get_by_label("Motivo della correzione").fill("Letto male")
    page.get_by_role("button", name="Registra").click()
    expect(points(page, 1, 1)).to_have_value("9")
    assert scores() == [(1, 1, 9, 2, 2)]


def test_closed_round_is_only_read_by_the_scorer(grid: Page, tournament: Tournament) -> None:
    Round.objects.filter(tournament=tournament, number=1).update(state=Round.State.CLOSED)
    opened(grid)
    expect(grid.locator(".cell > input")).to_have_count(0)
    expect(grid.locator("#cell-1-1")).to_be_visible()


@pytest.mark.parametrize("screen", ["phone", "laptop"])
def test_no_page_of_the_desk_scrolls_sideways(
    open_page: Callable[..., Page], screen: str, table: Table, dora: User
) -> None:
    given(table, 1, (7, 4), dora)
    factories.make_adjustment(table.line_a, dora, reason="Ritardo di dieci minuti al tavolo, dopo il secondo avviso")
    factories.make_entry(table.round.tournament, 5, ("Massimiliano Degli Abbati Cornaro", "Maria Immacolata Di Sangro"))
    page = open_page(screen, user=dora)
    desk = "/tornei/coppa-levante/direzione/"
    paths = ["", "turni/1/", "turni/2/", "turni/nuovo/", "turni/1/tavoli/1/smazzate/1/", "coppie/", "incarichi/"]
    paths += ["penalita/", "registro/", "../", "../classifica/", "../coppie/1/", "../coppie/5/", "../../../"]
    for path in paths:
        page.goto(desk + path)
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"], path


def test_targets_of_the_grid_are_large_enough_for_a_thumb(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, table: Table, dora: User, sara: User
) -> None:
    given(table, 1, (7, 4), dora)
    page = new_context(base_url=live_server.url, viewport=SIZES["phone"], has_touch=True, is_mobile=True).new_page()
    login_as(page, sara, live_server.url)
    opened(page)
    for target in page.locator(
        ".cell > input, .grid-state [name=confirm], .cell-sign, .tabs a:visible, .turns a, .brand"
    ).all():
        box = target.bounding_box()
        assert box, target
        assert box["height"] >= 44, target
