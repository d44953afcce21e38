"""Who answers for a board that the arbiter annuls, on a phone: a line, both, the arbiter, nobody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"

pytestmark = pytest.mark.usefixtures("table")


def begin(page: Page, sought: str, anomaly: str) -> None:
    page.goto(TABLE)
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("button", name="Di mano").first.click()
    # The heading takes the focus once the new question listens.
    expect(page.locator("[data-focus]")).to_be_focused()
    page.get_by_role("searchbox").press_sequentially(sought)
    page.locator("#found, .found, main").get_by_role("button", name=anomaly).first.click()


def test_the_arbiters_own_error_leads_to_an_artificial_score_in_three_taps(
    open_page: Callable[..., Page], bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    begin(page, "ho sbagliato io arbitro", "Annulla l’arbitro, con punteggio arbitrale")
    expect(page.get_by_role("heading", level=1)).to_have_text("Chi ne risponde?")
    for answer in ("Entrambe le linee", "L’arbitro", "Nessuno ne risponde"):
        expect(page.get_by_role("button", name=answer, exact=True)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="L’arbitro", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Decisione")
    expect(page.get_by_role("listitem").filter(has_text="punteggio arbitrale artificiale").first).to_be_visible()
    expect(page.get_by_text("L’altra lettura:").first).to_be_visible()
    assert_accessible(page)


def test_a_power_cut_asks_nobody_who_erred(
    open_page: Callable[..., Page], bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    begin(page, "è andata via la luce", "Forza maggiore o interruzione")
    expect(page.get_by_role("heading", level=1)).to_have_text("Si può riprendere dal punto in cui si era?")
    expect(page.get_by_text("Fino all’annotazione del punteggio (35).")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="punteggio arbitrale artificiale").first).to_be_visible()
