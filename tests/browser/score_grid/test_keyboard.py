"""Scores typed by keyboard alone: Enter, arrows, what follows by itself, corrections and confirmations."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.score_grid.desk import enter, given, opened, points, scores
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import BoardScore
from tournaments.setup.models import Tournament


@pytest.mark.main("grid.js")
def test_whole_round_is_entered_without_a_mouse_and_without_waiting(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for text in ("7", "10", "7+3", "1"):
        enter(grid, text)
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 4 da confermare.")).to_be_visible()
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1), (2, 1, 10, 4, 1), (2, 2, 1, 10, 1)]
    expect(grid.locator("#vp-1")).to_have_text("16 – 4")


def test_east_west_follows_and_keeps_what_was_typed(grid: Page) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("8")
    expect(points(grid, 1, 1, "E-O")).to_have_value("3")
    grid.keyboard.press("ArrowRight")
    expect(points(grid, 1, 1, "E-O")).to_be_focused()
    enter(grid, "+3")
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 1, "E-O")).to_have_value("3+3")
    assert scores() == [(1, 1, 8, 6, 1)]


def test_arrows_move_between_cells(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for key, table, board, line in (
        ("ArrowDown", 2, 1, "N-S"),
        ("ArrowRight", 2, 1, "E-O"),
        ("ArrowRight", 2, 2, "N-S"),
        ("ArrowUp", 1, 2, "N-S"),
        ("ArrowLeft", 1, 1, "E-O"),
    ):
        grid.keyboard.press(key)
        expect(points(grid, table, board, line)).to_be_focused()


def test_correction_asks_its_reason_in_the_cell(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 4), sara)
    opened(grid)
    reason = grid.get_by_label("Perché si corregge?").first
    expect(reason).to_be_hidden()
    points(grid, 1, 1).focus()
    enter(grid, "8")
    expect(reason).to_be_focused()
    enter(grid, "Letto male il foglio")
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 1, "E-O")).to_have_value("3")
    expect(reason).to_be_hidden()
    assert scores() == [(1, 1, 8, 3, 2)]
    assert BoardScore.objects.current().get().reason == "Letto male il foglio"


def test_correction_of_the_deck_keeps_the_accusa_of_the_others(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 8), sara, accusa_b=4)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.type("8")
    expect(points(grid, 1, 1, "E-O")).to_have_value("3+4")


def test_escape_puts_back_what_is_registered(grid: Page, table: Table, sara: User) -> None:
    given(table, 1, (7, 4), sara)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.type("9")
    grid.keyboard.press("Escape")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(points(grid, 1, 1, "E-O")).to_have_value("4")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_hidden()


def test_enter_on_somebody_elses_score_confirms_it(grid: Page, table: Table, dora: User, sara: User) -> None:
    given(table, 1, (7, 4), dora)
    own = given(table, 2, (6, 5), sara)
    opened(grid)
    points(grid, 1, 1).focus()
    grid.keyboard.press("Enter")
    expect(grid.locator("#cell-1-1").get_by_role("link", name="confermato")).to_be_visible()
    points(grid, 1, 2).focus()
    grid.keyboard.press("Enter")
    expect(points(grid, 2, 1)).to_be_focused()
    own.refresh_from_db()
    assert (BoardScore.objects.get(board__number=1).confirmed_by, own.confirmed_by) == (sara, None)


def test_round_drawn_up_and_started_is_scored_at_once(
    open_page: Callable[..., Page], tournament: Tournament, dora: User
) -> None:
    Round.objects.filter(number=1).update(state=Round.State.CLOSED)
    page = open_page("laptop", user=dora)
    page.goto("/tornei/coppa-levante/direzione/turni/nuovo/")
    for button in ("Crea il turno", "Pubblica i tavoli", "Avvia il turno"):
        page.get_by_role("button", name=button).click()
    points(page, 1, 5).focus()
    enter(page, "7")
    expect(points(page, 1, 6)).to_be_focused()
    expect(page.get_by_text("Mancano 3 punteggi, 1 da confermare.")).to_be_visible()
    assert scores() == [(1, 5, 7, 4, 1)]
