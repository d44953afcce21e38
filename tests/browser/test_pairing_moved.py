"""A draft is changed where it stands: a name dragged onto another, or by keys; with what it breaks, and a reason."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from records.models import LogEntry
from tests.tournaments.draw.by_formula import lines, next_round, staged

pytestmark = [pytest.mark.long, pytest.mark.main("pairings.js")]

PAGE = "/tornei/coppa-levante/direzione/turni/1/abbinamento/"


def confirmed(page: Page, why: str) -> None:
    expect(page.get_by_role("heading", name="Che cosa cambia")).to_be_visible()
    page.get_by_label("Perché si cambia?").fill(why)
    page.get_by_role("button", name="Fai questo cambio").click()
    expect(page.get_by_text("Fatto. Il cambio resta")).to_be_visible()


def test_pairs_change_places_by_drag_and_by_keys(
    open_page: Callable[..., Page], assert_accessible: Callable[[Page], None], transactional_db: None
) -> None:
    tournament, dora = staged("danish", 6)
    round_ = next_round(tournament, dora)
    assert lines(round_) == [(1, 2), (3, 4), (5, 6)]
    page = open_page("laptop", user=dora)
    page.goto(PAGE)
    assert_accessible(page)
    page.drag_and_drop('.pair[data-entry="2"]', '.pair[data-entry="3"]')
    confirmed(page, "Fratelli")
    assert lines(round_) == [(1, 3), (2, 4), (5, 6)]
    page.locator('.move[data-moves="4"]').press("Enter")
    expect(page.locator('.move[data-moves="6"]')).to_have_text("Scambia qui")
    page.keyboard.press("Escape")
    expect(page.locator('.move[data-moves="6"]')).to_have_text("Sposta")
    page.locator('.move[data-moves="4"]').press("Enter")
    page.locator('.move[data-moves="6"]').press("Enter")
    confirmed(page, "Una gioca seduta")
    assert lines(round_) == [(1, 3), (2, 6), (4, 5)] or lines(round_) == [(1, 3), (2, 6), (5, 4)]
    assert [one.data["reason"] for one in LogEntry.objects.filter(action="change_pairing")] == [
        "Fratelli",
        "Una gioca seduta",
    ]
