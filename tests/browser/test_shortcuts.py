"""Two answers by one tap, on a phone: below an answer stand the answers to the one question that it leads to."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from referee.cases.models import Case

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"

pytestmark = pytest.mark.usefixtures("table")


def test_whether_and_which_are_answered_together(
    open_page: Callable[..., Page], bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(TABLE)
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("button", name="Di mano").first.click()
    expect(page.locator("[data-focus]")).to_be_focused()
    page.get_by_role("searchbox").press_sequentially("richiama il compagno con un gesto")
    page.get_by_role("button", name="Richiamo dell’attenzione del compagno").first.click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Chi ha richiamato l’attenzione?")
    page.get_by_role("button", name="Nord").click()
    expect(title).to_have_text("Chi se n’è accorto, e quando?")
    page.get_by_role("button", name="Est").first.click()
    expect(title).to_have_text("Come ha attirato l’attenzione?")
    page.get_by_role("button", name="Con il modo di giocare la carta", exact=True).click()
    group = page.get_by_role("group", name="È recidivo? Quale misura si prende?")
    expect(group.get_by_role("button")).to_have_count(5)
    assert_accessible(page)
    group.get_by_role("button", name="Sì, richiamo").click()
    expect(title).to_have_text("Chi ha giocato dopo l’errore?")
    assert_accessible(page)
    assert Case.objects.get().facts["misura-disciplinare"] == "richiamo"
