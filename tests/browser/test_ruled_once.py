"""A lateness ruled on already, on a phone: known from the first question on, revised by one tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from codes.seats import Line
from people.accounts.models import User
from referee.decisions.happenings import lateness
from referee.incidents.actions import record_happening
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tournaments.setup.models import Tournament

TABLE = "/tornei/coppa-levante/turni/1/tavoli/1/"
QUICK = "/tornei/coppa-levante/direzione/turni/1/tavoli/1/ritardo/"


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return factories.make_playing_burraco(tables=2, boards_per_round=2, warnings_per_vp=3)


@pytest.fixture
def late(tournament: Tournament, bruno: User) -> Ruling:
    table = tournament.rounds.get(number=1).tables.get(number=1)
    happening = lateness({Line.B: "entro-2"})
    assert happening is not None
    return record_happening(by=acting(bruno), table=table, happening=happening, expected_version=0)


@pytest.mark.usefixtures("late")
def test_a_lateness_is_revised_and_not_decided_again(
    open_page: Callable[..., Page], bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(TABLE)
    page.get_by_role("button", name="Nuova anomalia").click()
    page.get_by_role("link", name="Riguarda tutta la partita").click()
    page.get_by_role("searchbox").press_sequentially("linea in ritardo al via")
    page.get_by_role("button", name="Linea in ritardo al via").first.click()
    expect(page.get_by_text("Già deciso:")).to_be_visible()
    page.get_by_role("button", name="Linea mobile B-D").click()
    page.get_by_role("button", name="Più di 2 e fino a 5 minuti", exact=True).click()
    # That the other line was there is known from the ruling.
    expect(page.get_by_role("heading", level=1)).to_have_text("Decisione")
    expect(page.get_by_role("button", name="Conferma", exact=True)).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("button", name="Rivedi il Provvedimento n. 1").click()
    expect(page.get_by_text("è in revisione e vale finché non decidi di nuovo")).to_be_visible()
    page.get_by_role("button", name="Conferma", exact=True).click()
    expect(page.get_by_text("Provvedimento n. 1, versione 2")).to_be_visible()
    page.goto(f"{QUICK}?cosa=ritardo-al-tavolo&linea=B&ritardo=da-2-a-5&ritardo-altra=presente")
    expect(page.get_by_text("Le risposte sono le stesse: non c’è altro da decidere.")).to_be_visible()
    expect(page.get_by_role("button", name="Conferma", exact=True)).to_have_count(0)
    assert_accessible(page)
