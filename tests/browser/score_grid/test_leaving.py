"""The page left or loaded again: what was typed is recorded, or found again as not saved."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.conftest import Console
from tests.browser.late_script import LateScript
from tests.browser.score_grid.desk import GRID, enter, opened, points, scores
from tournaments.setup.models import Tournament


def test_scores_typed_and_the_page_left_at_once_are_all_there(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for text in ("7", "10", "7+3", "1"):
        enter(grid, text)
    opened(grid)
    expect(grid.locator("#vp-1")).to_have_text("16 – 4")
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 4 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1), (2, 1, 10, 4, 1), (2, 2, 1, 10, 1)]


@pytest.mark.main("grid-keep.js")
def test_figures_not_sent_yet_warn_before_leaving_and_are_found_again(grid: Page) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    points(grid, 2, 1).focus()
    grid.keyboard.type("9")
    expect(grid.locator("#unsaved")).to_have_text("2 da salvare")
    expect(grid.locator("#row-2 .row-kept")).to_have_text("da salvare")
    asked: list[str] = []
    grid.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    opened(grid)
    assert asked == ["beforeunload"]
    expect(grid.locator("#unsaved")).to_have_text("2 da salvare")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(points(grid, 1, 1, "E-O")).to_have_value("4")
    points(grid, 2, 1).focus()
    grid.keyboard.press("Enter")
    expect(grid.locator("#row-2 .row-kept")).to_have_text("salvato")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    grid.get_by_role("button", name="Registra: Tavolo 1").click()
    expect(grid.locator("#unsaved")).to_have_text("")
    assert scores() == [(1, 1, 7, 4, 1), (2, 1, 9, 2, 1)]


def test_figures_typed_before_the_grid_can_keep_them_are_kept(
    open_page: Callable[..., Page], tournament: Tournament, sara: User
) -> None:
    page = open_page("laptop", user=sara)
    script = LateScript(page, "grid.*")
    script.open(GRID)
    points(page, 1, 1).focus()
    page.keyboard.type("7")
    script.let_go()
    expect(page.locator("#unsaved")).to_have_text("1 da salvare")
    expect(points(page, 1, 1, "E-O")).to_have_value("4")
    page.keyboard.press("Enter")
    expect(page.locator("#row-1 .row-kept")).to_have_text("salvato")
    assert scores() == [(1, 1, 7, 4, 1)]


def test_figures_that_nothing_sends_are_counted_apart_with_the_way_to_them(grid: Page) -> None:
    points(grid, 2, 1).focus()
    grid.keyboard.type("9")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    grid.goto("/tornei/coppa-levante/classifica/")
    state = grid.locator("#live-state")
    expect(state).not_to_contain_text("da inviare", use_inner_text=True)
    state.get_by_role("link", name="1 da salvare").click()
    expect(grid).to_have_url(re.compile(r"turni/1/#cell-2-1$"))
    expect(points(grid, 2, 1)).to_have_value("9")


def test_a_refused_cell_is_named_with_its_tournament_on_other_pages(grid: Page, console: Console) -> None:
    console.expect("422")
    console.expect("htmx:")
    points(grid, 1, 1).focus()
    enter(grid, "99")
    expect(grid.locator("#cell-1-1 .cell-why")).to_be_visible()
    grid.goto("/tornei/coppa-levante/direzione/")
    expect(
        grid.get_by_text("Il server non ha accettato: Coppa Levante, turno 1: Tavolo 1, smazzata 1 (99).")
    ).to_be_visible()
    expect(grid.locator("#live-state").get_by_text("non accettati: 1")).to_be_visible()


def test_refused_figures_warn_before_leaving_too(grid: Page, console: Console) -> None:
    console.expect("422")
    console.expect("htmx:")
    points(grid, 1, 1).focus()
    enter(grid, "99")
    expect(grid.locator("#unsaved")).to_have_text("1 rifiutato: Tavolo 1, smazzata 1")
    asked: list[str] = []
    grid.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    opened(grid)
    assert asked == ["beforeunload"]
