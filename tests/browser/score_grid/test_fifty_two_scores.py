"""A round of 26 tables and two boards typed without a pause, and the page left: no score is lost, none comes twice."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests import factories
from tests.browser.score_grid.desk import enter, opened, points, scores
from tournaments.setup.models import Tournament

TABLES, BOARDS = 26, 2
KEPT = """user => (JSON.parse(localStorage.getItem(`kept-entries-${user}`)) || []).filter(one => !one.draft)
  .map(one => [one.part, one.values.a])"""


@pytest.fixture
def tournament(db: None) -> Tournament:
    tournament = factories.make_tournament()
    entries = factories.make_entries(tournament, 2 * TABLES)
    factories.make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    return tournament


def figures() -> list[tuple[int, int, int]]:
    """Table, board and points of N-S; never eleven, which is asked twice."""
    chance = Random(52)  # noqa: S311
    return [(table, board, chance.randint(1, 10)) for table in range(1, TABLES + 1) for board in range(1, BOARDS + 1)]


def type_all(page: Page) -> None:
    points(page, 1, 1).focus()
    for _table, _board, mine in figures():
        enter(page, str(mine))


def all_recorded() -> list[tuple[int, int, int | None, int | None, int]]:
    return [(table, board, mine, 11 - mine, 1) for table, board, mine in figures()]


@pytest.mark.long
def test_all_are_saved_while_the_page_stays(grid: Page) -> None:
    type_all(grid)
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 52 da confermare.")).to_be_visible(timeout=60_000)
    expect(grid.locator("#unsaved")).to_have_text("")
    assert scores() == all_recorded()


@pytest.mark.parametrize("leave", [pytest.param("another page", marks=pytest.mark.long), "loaded again"])
def test_left_at_once_each_is_recorded_or_found_again(grid: Page, sara: User, leave: str) -> None:
    grid.on("dialog", lambda dialog: dialog.accept())
    type_all(grid)
    if leave == "loaded again":
        grid.reload()
    else:
        grid.goto("/")
    kept = {(part, mine) for part, mine in grid.evaluate(KEPT, str(sara.pk))}
    recorded = {(f"#cell-{table}-{board}", str(a)) for table, board, a, _b, _version in scores()}
    assert kept | recorded == {(f"#cell-{table}-{board}", str(mine)) for table, board, mine in figures()}
    opened(grid)
    expect(grid.get_by_text("Tutti i punteggi sono entrati, 52 da confermare.")).to_be_visible(timeout=60_000)
    expect(grid.locator("#unsaved")).to_have_text("")
    assert scores() == all_recorded()
