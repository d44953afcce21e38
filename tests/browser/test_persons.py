"""Who it was, asked in the anomaly's own words: seats, and beside them lines, both, nobody, as the question allows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from tests import factories
from tournaments.setup.models import Tournament

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco in place of the usual tressette, its first round playing."""
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def phone(open_page: Callable[..., Page], tournament: Tournament, bruno: User) -> Page:
    page = open_page("phone", user=bruno)
    page.goto(TABLE)
    return page


def begin(page: Page, anomaly: str) -> None:
    page.get_by_role("button", name="Anomalia in questa smazzata").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Che cosa è successo?")
    procedure = page.locator("button.answer").filter(has_text=anomaly)
    page.locator("details.family").filter(has=procedure).locator("summary").click()
    procedure.click()


def test_one_player_is_asked_for_by_what_they_did(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    begin(phone, "Il compagno parla prima dello scarto")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Chi stava giocando?")
    expect(phone.get_by_role("button", name="Tutta la linea")).to_have_count(0)
    assert_accessible(phone)
    phone.get_by_role("button", name="B: Piero Galli").click()
    expect(phone.locator(".answers-given")).to_contain_text("Chi stava giocando?")
    expect(phone.get_by_role("heading", level=1)).to_have_text("E da allora che cosa è successo?")
    phone.get_by_role("button", name="Chi è di turno non ha ancora scartato", exact=True).click()
    phone.get_by_role("button", name="Altro: un commento, carte mosse, la chiamata stessa", exact=True).click()
    phone.get_by_role("button", name="No", exact=True).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("In questo turno ha già pescato o raccolto?")
    phone.get_by_role("button", name="Sì", exact=True).click()
    expect(phone.get_by_text("il compagno che è intervenuto (Rita Fontana)")).to_be_visible()
    expect(phone.get_by_text("L’altra lettura:", exact=True)).to_be_visible()
    assert_accessible(phone)


def test_lines_and_both_are_one_tap_away_and_nobody_only_where_an_order_means_nobody(
    phone: Page, assert_accessible: Callable[[Page], None]
) -> None:
    begin(phone, "Carta penalizzata in un gioco")
    for answer in ("Tutta la linea fissa A-C", "Tutta la linea mobile B-D", "Entrambe le linee"):
        expect(phone.get_by_role("button", name=answer)).to_be_visible()
    expect(phone.get_by_role("button", name="Nessuno in particolare")).to_have_count(0)
    assert_accessible(phone)
    phone.get_by_role("button", name="Entrambe le linee").click()
    expect(phone.locator(".answers-given")).to_contain_text("entrambe le linee")
