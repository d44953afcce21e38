"""A form that was refused shows why where one looks: the words, or the first field that is wrong, on a phone too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.referee.happened import QUARREL
from tests.tournaments.staff.test_invitations import offered
from tournaments.setup.models import Tournament

SENT_BACK = "si propone"


@pytest.fixture
def tournament(db: None) -> Tournament:
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def left(tournament: Tournament, bruno: User, giulia: User) -> Case:
    """Left over a quarrel: out of the tournament, and referred."""
    case = open_case(by=acting(bruno), table=tournament.rounds.get().tables.get())
    for told in (
        {"procedure": "abbandono"},
        {"responsible": "A"},
        *({"facts": {name: said}} for name, said in QUARREL.items()),
    ):
        case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(**told))
    return case


def test_why_a_decision_was_refused_is_before_ones_eyes(
    open_page: Callable[..., Page], left: Case, bruno: User, assert_accessible: Callable[[Page], None]
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(f"/tornei/coppa-levante/casi/{left.number}/")
    # Meanwhile the director names what is decided by two.
    Tournament.objects.update(confirm_deferral=True)
    page.get_by_role("button", name="Conferma").click()
    words = page.locator(".notice-error")
    expect(words).to_contain_text(SENT_BACK)
    expect(words).to_be_focused()
    expect(words).to_be_in_viewport()
    assert Ruling.objects.count() == 0
    page.get_by_role("button", name="Conferma").wait_for(state="detached")
    assert_accessible(page)
    page.get_by_role("button", name="Proponi al capo arbitro").click()
    expect(page.get_by_text("Finché non è confermato non vale")).to_be_visible()


def test_what_is_wrong_in_an_invitation_is_before_ones_eyes(
    open_page: Callable[..., Page], tournament: Tournament, dora: User, assert_accessible: Callable[[Page], None]
) -> None:
    _made, link = offered(dora, tournament)
    page = open_page("phone")
    page.goto(link)
    for label, typed in {"Nome utente": "nova", "Nome": "Nora", "Cognome": "Prova"}.items():
        page.get_by_label(label, exact=True).or_(page.get_by_label(f"{label}*", exact=True)).fill(typed)
    for name in ("password1", "password2"):
        page.locator(f"[name={name}]").fill("Mare-calmo-77")
    own = page.get_by_label("Giochi in questa federazione?")
    own.fill("Nessuno Così")
    page.get_by_role("button", name="Crea l’accesso ed entra").click()
    expect(own).to_be_focused()
    expect(own).to_be_in_viewport()
    expect(page.get_by_text("Nessuna scheda ha questa tessera")).to_be_in_viewport()
    assert_accessible(page)
