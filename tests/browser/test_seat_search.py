"""One's seat is found as one types, as anomalies are, on the phone of anybody in the hall."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tournaments.setup.models import Tournament


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return factories.make_levante()


def test_a_seat_is_found_while_one_types(open_page: Callable[..., Page], tournament: Tournament) -> None:
    page, name = open_page("phone"), tournament.entries.get(number=3).name
    page.goto(f"/tornei/{tournament.slug}/posto/")
    field = page.get_by_role("searchbox")
    field.press_sequentially(name.partition(" ")[0].lower())
    expect(page.get_by_role("heading", level=2)).to_contain_text(name)
    expect(field).to_be_focused()
    field.fill("zzzz")
    expect(page.get_by_text("Nessuno trovato per «zzzz»")).to_be_visible()
