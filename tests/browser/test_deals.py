"""The director makes the deals, takes the papers for the packs, and nothing of them stays on the device."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from codes.tressette.deals import deals_text, dealt
from people.accounts.models import User
from tests.asking import DESK, TOURNAMENT
from tests.reading import text_of
from tournaments.rounds.deal_models import DealSet
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

PAGE = DESK + "smazzate/"


@pytest.fixture
def director(tournament: Tournament, dora: User, open_page: Callable[..., Page]) -> Page:
    """At the desk's page of deals, before the first round."""
    Round.objects.filter(tournament=tournament).update(state="draft")
    page = open_page("phone", user=dora)
    page.goto(PAGE)
    return page


def test_deals_are_drawn_committed_to_and_printed(
    director: Page, assert_accessible: Callable[[Page], None], tmp_path: Path
) -> None:
    assert_accessible(director)
    director.get_by_label("Quante smazzate").fill("8")
    director.get_by_role("button", name="Estrai le smazzate").click()
    expect(director.get_by_text("smazzate preparate")).to_be_visible()
    director.get_by_text("Strisce per gli astucci").click()
    with director.expect_download() as taken:
        director.get_by_role("button", name="Stampa le carte per i mazzi").click()
    taken.value.save_as(tmp_path / "strips.pdf")
    assert "Smazzata 8" in text_of((tmp_path / "strips.pdf").read_bytes())
    assert_accessible(director)
    director.goto(TOURNAMENT + "smazzate/")
    director.get_by_text("Verifica").click()
    expect(director.get_by_text(DealSet.objects.get().commitment)).to_be_visible()


def test_a_text_that_is_wrong_stays_in_its_field_and_nowhere_else(director: Page) -> None:
    wrong = deals_text([dealt("altrove", 1)]) + '[Board "2"]\n[Deal "N:8... ... ... ..."]\n'
    director.get_by_text("Le ho già").click()
    director.get_by_label("Le smazzate").fill(wrong)
    director.get_by_role("button", name="Controlla e tieni queste smazzate").click()
    expect(director.get_by_text("Smazzata 2: carte che non esistono: d8")).to_be_visible()
    expect(director.get_by_label("Le smazzate")).to_have_value(wrong.strip())
    kept = director.evaluate("JSON.stringify(localStorage)")
    assert "Deal" not in kept
