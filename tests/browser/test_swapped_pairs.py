"""Two lines that swapped tables, on a phone: one anomaly from the table's page to the ruling shown at both."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from referee.rulings.models import Ruling
from tests import factories
from tournaments.setup.models import Tournament

ROUND = "/tornei/coppa-levante/turni/1/tavoli/"


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return factories.make_playing_burraco(tables=3, boards_per_round=2, warnings_per_vp=3)


def test_two_swapped_lines_are_one_ruling_on_a_phone(
    tournament: Tournament,
    open_page: Callable[..., Page],
    bruno: User,
    assert_accessible: Callable[[Page], None],
) -> None:
    page = open_page("phone", user=bruno)
    title = page.get_by_role("heading", level=1)
    page.goto(f"{ROUND}1/")
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("link", name="Riguarda tutta la partita").click()
    expect(title).to_have_text("Che cosa è successo?")
    page.get_by_role("searchbox").press_sequentially("si sono seduti al tavolo sbagliato")
    page.get_by_role("button", name="Linea seduta al tavolo sbagliato").first.click()
    page.get_by_role("button", name="Linea fissa A-C").click()
    page.get_by_role("button", name="Sì", exact=True).click()
    expect(title).to_have_text("Un’altra linea sedeva al tavolo sbagliato?")
    assert_accessible(page)
    page.get_by_label("Sì: a quale tavolo spettava sedere?").fill("9")
    page.get_by_role("button", name="Chi vi doveva sedere").click()
    expect(page.get_by_text("In questo turno il tavolo 9 non c’è, o è lo stesso.")).to_be_visible()
    page.get_by_label("Sì: a quale tavolo spettava sedere?").fill("2")
    page.get_by_role("button", name="Chi vi doveva sedere").click()
    expect(page.get_by_role("button", name="Tavolo 2, linea mobile B-D")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Tavolo 2, linea mobile B-D").click()
    expect(title).to_have_text("Decisione")
    expect(page.get_by_text("tavolo 2, linea mobile B-D").first).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_text("turno 1, tavolo 1, tavolo 2")).to_be_visible()
    assert_accessible(page)
    page.goto(f"{ROUND}2/")
    page.get_by_role("link", name="Linea seduta al tavolo sbagliato").click()
    expect(page).to_have_url(f"{page.url.split('/tornei/')[0]}/tornei/coppa-levante/provvedimenti/1/")
    assert Ruling.objects.count() == 1
