"""One's last score taken back by one key, in its place on the page."""

from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests.browser.conftest import Console
from tests.browser.score_grid.desk import HeldScores, enter, points, scores, why
from tests.factories import acting
from tournaments.scores.actions import confirm_score
from tournaments.scores.models import BoardScore


def test_one_key_undoes_ones_last_score_and_then_the_one_before(grid: Page) -> None:
    points(grid, 1, 1).focus()
    for text in ("7", "10"):
        enter(grid, text)
    undo = grid.get_by_role("button", name="Annulla il tuo ultimo")
    expect(undo).to_contain_text("tavolo 1, smazzata 2, 10 – 1")
    grid.keyboard.type("4")  # while something is typed the key is the browser's own
    grid.keyboard.press("Control+z")
    grid.keyboard.press("Escape")
    assert scores() == [(1, 1, 7, 4, 1), (1, 2, 10, 1, 1)]
    grid.keyboard.press("Control+z")
    expect(undo).to_contain_text("tavolo 1, smazzata 1, 7 – 4")
    expect(points(grid, 1, 2)).to_be_focused()
    expect(points(grid, 1, 2)).to_have_value("")
    assert scores() == [(1, 1, 7, 4, 1)]
    undo.click()
    expect(undo).to_have_count(0)
    expect(points(grid, 1, 1)).to_be_focused()
    assert scores() == []
    enter(grid, "8")
    expect(undo).to_contain_text("tavolo 1, smazzata 1, 8 – 3")
    assert scores() == [(1, 1, 8, 3, 2)]


def test_confirmed_meanwhile_it_stays_and_its_cell_says_why(grid: Page, dora: User, console: Console) -> None:
    console.expect("422")
    points(grid, 1, 1).focus()
    enter(grid, "7")
    expect(grid.get_by_role("button", name="Annulla il tuo ultimo")).to_be_visible()
    confirm_score(by=acting(dora), score=BoardScore.objects.get())
    grid.keyboard.press("Control+z")
    expect(why(grid, 1, 1)).to_contain_text("Il punteggio è già confermato")
    assert scores() == [(1, 1, 7, 4, 1)]


def test_answers_that_come_while_one_types_on_take_no_focus(grid: Page) -> None:
    held = HeldScores(grid)
    points(grid, 1, 1).focus()
    enter(grid, "7")
    grid.keyboard.type("1")
    expect(points(grid, 1, 2)).to_have_value("1")
    held.let_go()
    expect(grid.get_by_role("button", name="Annulla il tuo ultimo")).to_be_visible()
    grid.keyboard.type("0")
    expect(points(grid, 1, 2)).to_have_value("10")
    expect(points(grid, 1, 2)).to_be_focused()
