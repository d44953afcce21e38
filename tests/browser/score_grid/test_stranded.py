"""Figures typed and not sent, in a cell that takes none any more: they are shown, and their owner discards them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests import factories
from tests.browser.conftest import Console
from tests.browser.score_grid.desk import given, opened, points, scores
from tournaments.rounds.models import Round, Table
from tournaments.scores.match_models import MatchScore

TOLD = "Scritto e mai registrato, e lì non si scrive più: Tavolo 1, smazzata 1 (7 – 4)."


def close(table: Table, _by: User) -> None:
    Round.objects.filter(pk=table.round_id).update(state=Round.State.CLOSED)


def withdraw(table: Table, _by: User) -> None:
    Round.objects.filter(pk=table.round_id).update(state=Round.State.DRAFT)


def fix(table: Table, by: User) -> None:
    figures = {"vp_a": 20, "vp_b": 0, "mp_a": 0, "mp_b": 0}
    why = {"kind": "ritardo-presente", "reason": "Assenti", "reference": "art. 1"}
    MatchScore.objects.create(table=table, version=1, given_by=by, given_at=factories.NOON, **figures, **why)


def rule(table: Table, by: User) -> None:
    given(table, 1, (8, 3), by, kind="assigned", reference="Provvedimento n. 1")


@pytest.mark.parametrize("end", [close, withdraw, fix, rule])
def test_a_draft_whose_cell_is_shut_is_named_and_discarded(
    grid: Page, table: Table, dora: User, end: Callable[[Table, User], None]
) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    end(table, dora)
    before = scores()
    opened(grid)
    expect(grid.get_by_text(TOLD)).to_be_visible()
    if end is not withdraw:
        expect(grid.locator("#row-1 .row-kept")).to_have_text("rifiutato: qui non si scrive più")
    grid.get_by_role("button", name="Scarta").click()
    expect(grid.get_by_text(TOLD)).to_be_hidden()
    asked: list[str] = []
    grid.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    opened(grid)
    expect(grid.get_by_text(TOLD)).to_be_hidden()
    assert (asked, scores()) == ([], before)


def test_a_draft_of_a_round_that_is_gone_is_discarded_where_it_stood(
    grid: Page, table: Table, console: Console
) -> None:
    console.expect("404")
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    Round.objects.filter(pk=table.round_id).update(number=9)
    opened(grid)
    expect(grid.get_by_text(TOLD)).to_be_visible()
    grid.get_by_role("button", name="Scarta").click()
    expect(grid.get_by_text(TOLD)).to_be_hidden()


def test_a_draft_of_a_table_that_was_drawn_anew_is_named_discarded_and_put_before_no_other_pair(
    grid: Page, table: Table
) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    # The round again, of one table: the first has gone, the second has its number.
    Table.objects.filter(pk=table.pk)._raw_delete("default")
    Table.objects.filter(round=table.round_id).update(number=1)
    opened(grid)
    expect(grid.get_by_text(TOLD)).to_be_visible()
    expect(points(grid, 1, 1)).to_have_value("")
    grid.get_by_role("button", name="Scarta").click()
    expect(grid.get_by_text(TOLD)).to_be_hidden()
    assert scores() == []


def test_a_draft_that_can_still_be_sent_is_left_alone(grid: Page) -> None:
    points(grid, 1, 1).focus()
    grid.keyboard.type("7")
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    opened(grid)
    expect(grid.locator("#unsaved")).to_have_text("1 da salvare")
    expect(grid.get_by_text(TOLD)).to_be_hidden()
    points(grid, 1, 1).focus()
    grid.keyboard.press("Enter")
    expect(grid.locator("#row-1 .row-kept")).to_have_text("salvato")
    assert scores() == [(1, 1, 7, 4, 1)]
