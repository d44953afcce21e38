"""What the server doubts or refuses stays in its cell, with the reason."""

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from records.rights import Role
from tests.browser.conftest import Console
from tests.browser.score_grid.desk import enter, given, opened, points, refuse_all, scores, why
from tests.factories import NOON
from tournaments.rounds.models import Round, Table


def test_an_improbable_score_takes_enter_twice(grid: Page) -> None:
    points(grid, 1, 1).focus()
    enter(grid, "11")
    expect(why(grid, 1, 1)).to_contain_text("è un cappotto")
    assert scores() == []
    grid.keyboard.press("Shift+Enter")
    expect(points(grid, 1, 1)).to_be_focused()
    grid.keyboard.press("Enter")
    expect(why(grid, 1, 1)).to_have_count(0)
    assert scores() == [(1, 1, 11, 0, 1)]


def test_impossible_score_stays_with_its_reason(grid: Page, console: Console) -> None:
    console.expect("422")
    console.expect("htmx:")
    points(grid, 1, 1).focus()
    enter(grid, "7+5")
    expect(why(grid, 1, 1)).to_contain_text("L’accusa di N-S è impossibile")
    expect(points(grid, 1, 1)).to_have_value("7+5")
    grid.locator("#unsaved").get_by_role("link", name="Tavolo 1, smazzata 1").click()
    expect(points(grid, 1, 1)).to_be_focused()
    enter(grid, "7+4")
    expect(why(grid, 1, 1)).to_have_count(0)
    assert scores() == [(1, 1, 11, 4, 1)]


def test_a_correction_that_is_no_score_is_told_before_its_reason_is_asked(
    grid: Page, table: Table, dora: User, console: Console
) -> None:
    console.expect("422")
    console.expect("htmx:")
    given(table, 1, (6, 5), dora)
    grid.reload()
    points(grid, 1, 1).focus()
    enter(grid, "99")
    expect(why(grid, 1, 1)).to_be_visible()
    grid.keyboard.press("Shift+Enter")
    expect(points(grid, 1, 1)).to_be_focused()
    enter(grid, "7")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_focused()
    enter(grid, "Ho il foglio in mano")
    expect(why(grid, 1, 1)).to_have_count(0)
    assert scores() == [(1, 1, 7, 4, 2)]


def test_score_registered_meanwhile_is_shown_beside_ones_own(
    grid: Page, table: Table, dora: User, console: Console
) -> None:
    console.expect("409")
    console.expect("htmx:")
    given(table, 1, (6, 5), dora)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    said = why(grid, 1, 1)
    expect(said).to_contain_text("Intanto Dora Pace ha registrato 6 – 5.")
    expect(said).to_contain_text("Il tuo 7 – 4 è ancora qui")
    grid.keyboard.press("Shift+Enter")
    expect(grid.get_by_label("Perché si corregge?").first).to_be_focused()
    enter(grid, "Ho il foglio in mano")
    expect(said).to_have_count(0)
    assert scores() == [(1, 1, 7, 4, 2)]


def test_what_was_confirmed_meanwhile_is_shown_and_its_reason_is_asked_on_its_page_alone(
    grid: Page, table: Table, dora: User, bruno: User, console: Console
) -> None:
    console.expect("409")
    console.expect("htmx:")
    given(table, 1, (6, 5), dora, state="confirmed", confirmed_by=bruno, confirmed_at=NOON)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    cell = grid.locator("#cell-1-1")
    expect(why(grid, 1, 1)).to_contain_text("Intanto Dora Pace ha registrato 6 – 5.")
    expect(cell.get_by_role("link", name="Mostrami prima che cosa cambia")).to_be_visible()
    expect(cell.get_by_label("Perché si corregge?")).to_have_count(0)
    expect(points(grid, 1, 1)).to_have_value("7")
    cell.get_by_role("link", name="Mostrami prima che cosa cambia").click()
    expect(grid.get_by_label("Motivo della correzione")).to_be_visible()
    assert scores() == [(1, 1, 6, 5, 1)]


@pytest.mark.parametrize("status", [401, 403, 404, 409, 422])
def test_what_waited_and_is_refused_stays_until_it_is_discarded(grid: Page, console: Console, status: int) -> None:
    console.expect("ERR_INTERNET_DISCONNECTED")
    console.expect("htmx:")
    console.expect(str(status))
    grid.context.set_offline(True)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.get_by_text("Non ancora arrivato al server")).to_be_visible()
    refuse_all(grid, status)
    grid.context.set_offline(False)
    refused = grid.get_by_text("Il server non ha accettato: Tavolo 1, smazzata 1 (7 – 4)")
    expect(refused).to_be_visible()
    opened(grid)
    expect(refused).to_be_visible()
    grid.get_by_role("button", name="Scarta").click()
    expect(refused).to_be_hidden()
    opened(grid)
    expect(refused).to_be_hidden()
    assert scores() == []


def test_task_taken_away_is_told_beside_the_figures(grid: Page, sara: User, console: Console) -> None:
    console.expect("403")
    sara.memberships.update(role=Role.ARBITER)
    Round.objects.update(state=Round.State.CLOSED)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.locator("#row-1 .row-kept")).to_have_text("rifiutato: Il tuo ruolo non arriva qui")
    expect(grid.locator("#unsaved")).to_have_text("1 rifiutato: Tavolo 1, smazzata 1")
    expect(points(grid, 1, 1)).to_have_value("7")
    expect(grid.get_by_text("Il server non ha accettato: Tavolo 1, smazzata 1 (7 – 4).")).to_be_visible()
    points(grid, 1, 2).focus()
    enter(grid, "8")
    expect(grid.locator("#unsaved")).to_have_text("2 rifiutati: Tavolo 1, smazzata 1, Tavolo 1, smazzata 2")
