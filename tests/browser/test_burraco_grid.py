"""The score grid of a burraco tournament by keyboard: both figures typed, by fives, below zero too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from people.accounts.models import User
from tests import factories
from tests.browser.conftest import Console
from tests.browser.score_grid.desk import enter, given, opened, points, scores
from tests.factories import NOON
from tournaments.rounds.models import Table
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco in place of the usual tressette: two pairs, one table, two deals, round 1 playing."""
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def grid(open_page: Callable[..., Page], tournament: Tournament, sara: User) -> Page:
    return opened(open_page("laptop", user=sara))


def line(page: Page, board: int, letters: str) -> Locator:
    return points(page, 1, board, letters)


def test_a_match_is_entered_without_a_mouse(grid: Page) -> None:
    line(grid, 1, "A-C").focus()
    for figures in ("1230", "-85", "100", "455"):
        enter(grid, figures)
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 2 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 1230, -85, 1), (1, 2, 100, 455, 1)]
    expect(grid.locator("#vp-1")).to_have_text("19 – 1")


def test_tab_behind_the_last_figure_registers_the_deal_and_goes_on(grid: Page) -> None:
    line(grid, 1, "A-C").focus()
    for figures in ("1230", "-85", "100", "455"):
        grid.keyboard.type(figures)
        grid.keyboard.press("Tab")
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 2 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 1230, -85, 1), (1, 2, 100, 455, 1)]


def test_tab_over_figures_that_stand_goes_where_it_always_goes(grid: Page, sara: User) -> None:
    given(Table.objects.get(), 1, (470, 265), sara)
    opened(grid)
    line(grid, 1, "B-D").focus()
    grid.keyboard.press("Tab")
    expect(line(grid, 2, "A-C")).not_to_be_focused()


def test_no_line_follows_and_off_the_fives_the_cell_keeps_its_figures(grid: Page) -> None:
    line(grid, 1, "A-C").focus()
    enter(grid, "453")
    expect(line(grid, 1, "B-D")).to_be_focused()
    expect(line(grid, 1, "B-D")).to_have_value("")
    enter(grid, "100")
    expect(grid.get_by_text("I punti di A-C non sono un multiplo di 5")).to_be_visible()
    expect(line(grid, 1, "A-C")).to_have_value("453")
    assert scores() == []


def test_both_figures_typed_over_a_registered_score_stand_in_their_own_places(grid: Page, sara: User) -> None:
    given(Table.objects.get(), 1, (470, 265), sara)
    opened(grid)
    line(grid, 1, "A-C").focus()
    enter(grid, "475")
    expect(line(grid, 1, "B-D")).to_be_focused()
    enter(grid, "260")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_focused()
    enter(grid, "Letto male il foglio")
    expect(line(grid, 2, "A-C")).to_be_focused()
    assert scores() == [(1, 1, 475, 260, 2)]


def test_what_is_taken_to_the_page_of_its_score_is_told_there_no_more_as_refused(
    grid: Page, dora: User, bruno: User, console: Console
) -> None:
    console.expect("409")
    console.expect("htmx:")
    given(Table.objects.get(), 1, (470, 265), dora, state="confirmed", confirmed_by=bruno, confirmed_at=NOON)
    line(grid, 1, "A-C").focus()
    enter(grid, "475")
    enter(grid, "265")
    grid.get_by_role("link", name="Mostrami prima che cosa cambia").click()
    expect(grid.get_by_label("Punti A-C")).to_have_value("475")
    expect(grid.get_by_text("Il server non ha accettato")).to_be_hidden()
    expect(grid.locator("html")).to_have_attribute("data-refused", "0")


def test_a_figure_that_cannot_be_is_said_while_it_is_typed(grid: Page) -> None:
    cell, doubt = line(grid, 1, "A-C"), grid.locator(".cell-doubt")
    cell.focus()
    grid.keyboard.type("12")
    expect(doubt).to_have_text("non è un multiplo di 5")
    grid.keyboard.type("0")
    expect(doubt).to_have_count(0)
    grid.keyboard.type("55")
    expect(doubt).to_have_text("non può essere: da −9995 a 9995")
    grid.keyboard.press("Escape")
    expect(doubt).to_have_count(0)
    assert scores() == []


@pytest.mark.parametrize("mended", ["Escape", "450"])
def test_no_red_remains_after_escape_or_a_valid_figure(grid: Page, mended: str) -> None:
    cell, why = line(grid, 1, "A-C"), grid.locator(".cell-why, #grid [aria-invalid]")
    cell.focus()
    enter(grid, "453")
    enter(grid, "100")
    expect(why.first).to_be_visible()
    cell.focus()
    grid.keyboard.press(mended) if mended == "Escape" else cell.fill(mended)
    expect(why).to_have_count(0)
    expect(grid.locator(".cell-doubt")).to_have_count(0)
