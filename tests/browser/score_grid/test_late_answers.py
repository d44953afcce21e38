"""An answer that comes late moves no focus and takes no key: whoever types on finds each score in its own place."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.conftest import Console
from tests.browser.score_grid.desk import HeldScores, enter, given, points, scores, why
from tournaments.rounds.models import Table
from tournaments.scores.models import BoardScore

Answer = Callable[[HeldScores], None]


def let_go(held: HeldScores) -> None:
    held.let_go()


def forbid(held: HeldScores) -> None:
    body = "<!doctype html><title>x</title><main><h1>Il tuo ruolo non arriva qui</h1></main>"
    held.first().fulfill(status=403, headers={"X-Request-ID": "TEST-TEST"}, content_type="text/html", body=body)


REFUSED = [
    pytest.param(("7+5", let_go), id="an accusa that cannot be"),
    pytest.param(("99", let_go), id="more points than the deck has"),
    pytest.param(("11", let_go), id="a doubt"),
    pytest.param(("8", let_go), id="a score registered meanwhile"),
    pytest.param(("10", forbid), id="a task taken away"),
]


@pytest.mark.parametrize("refused", REFUSED)
def test_each_later_score_stands_in_its_own_place(
    grid: Page, console: Console, table: Table, dora: User, refused: tuple[str, Answer]
) -> None:
    typed, answer = refused
    console.expect("403")
    if typed == "8":
        given(table, 1, (6, 5), dora)
    held = HeldScores(grid)
    points(grid, 1, 1).focus()
    enter(grid, typed)
    answer(held)  # while nothing is typed in the next field yet
    expect(grid.locator("#unsaved")).to_contain_text("1 rifiutato")
    for text in ("7", "9", "1"):
        enter(grid, text)
    expect(grid.locator("#row-2 .row-kept")).to_have_text("salvato")
    expect(points(grid, 1, 1)).to_have_value(typed)
    expect(grid.locator("#unsaved").get_by_role("link")).to_have_text("Tavolo 1, smazzata 1")
    before = [(1, 1, 6, 5, 1)] if typed == "8" else []
    assert scores() == [*before, (1, 2, 7, 4, 1), (2, 1, 9, 2, 1), (2, 2, 1, 10, 1)]


@pytest.mark.parametrize("typed", ["7+5", "99", "7"])
def test_field_under_the_fingers_stays_when_its_own_answer_comes(grid: Page, console: Console, typed: str) -> None:
    held = HeldScores(grid)
    points(grid, 1, 1).focus()
    enter(grid, typed)
    points(grid, 1, 1).focus()
    field = points(grid, 1, 1).element_handle()
    grid.keyboard.type("1")
    held.let_go()
    expect(grid.locator("#row-1 .row-kept")).to_have_text("da salvare" if typed == "7" else "rifiutato")
    grid.keyboard.type("0")
    assert field.evaluate("one => one === document.activeElement && one.isConnected && one.value") == "10"
    assert why(grid, 1, 1).count() == 0  # what was refused is gone: a figure that may be stands there


def test_emptied_meanwhile_the_field_stays_empty(grid: Page, console: Console) -> None:
    held = HeldScores(grid)
    points(grid, 1, 1).focus()
    enter(grid, "7+5")
    points(grid, 1, 1).focus()
    grid.keyboard.press("Delete")
    held.let_go()
    expect(why(grid, 1, 1)).to_be_visible()
    enter(grid, "8")
    expect(grid.locator("#row-1 .row-kept")).to_have_text("salvato")
    assert why(grid, 1, 1).count() == 0
    assert scores() == [(1, 1, 8, 3, 1)]


def test_whoever_types_in_a_row_that_is_confirmed_meanwhile_types_on(grid: Page, table: Table, dora: User) -> None:
    given(table, 1, (7, 4), dora)
    grid.reload()
    held = HeldScores(grid, "**/conferma/")
    points(grid, 1, 1).focus()
    grid.keyboard.press("Enter")
    points(grid, 1, 2).focus()
    grid.keyboard.type("1")
    held.let_go()
    expect(grid.locator("#cell-1-1").get_by_role("link", name="confermato")).to_be_visible()
    enter(grid, "0")
    expect(grid.locator("#row-1 .row-kept")).to_have_text("salvato")
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1)]


def test_network_that_returns_takes_no_key(grid: Page, console: Console) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    grid.context.set_offline(True)
    points(grid, 1, 1).focus()
    enter(grid, "7+5")
    expect(grid.get_by_text("Non ancora arrivato al server: Tavolo 1, smazzata 1")).to_be_visible()
    grid.context.set_offline(False)
    expect(why(grid, 1, 1)).to_be_visible()
    for text in ("7", "9", "1"):
        enter(grid, text)
    expect(grid.locator("#row-2 .row-kept")).to_have_text("salvato")
    assert scores() == [(1, 2, 7, 4, 1), (2, 1, 9, 2, 1), (2, 2, 1, 10, 1)]


def test_form_answered_late_turns_no_page_under_whoever_types(grid: Page, table: Table, dora: User) -> None:
    for other, board in product(table.round.tables.all(), (1, 2)):
        given(other, board, (7, 4), dora)
    grid.reload()
    held = HeldScores(grid, "**/conferma/")
    grid.get_by_role("button", name="Conferma tutti").click()
    points(grid, 1, 1).focus()
    grid.keyboard.type("1")
    field = points(grid, 1, 1).element_handle()
    held.let_go()
    expect(grid.get_by_text("Arrivato al server: Turno 1 in corso.", exact=True)).to_be_visible()
    grid.keyboard.type("0")
    assert field.evaluate("one => one === document.activeElement && one.isConnected && one.value") == "10"
    assert set(BoardScore.objects.values_list("state", flat=True)) == {"confirmed"}
