"""The score that the code leaves to the arbiter: typed line by line, its consequences shown, then confirmed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from people.accounts.models import User
from referee.cases.actions import Answers, answer, open_case
from referee.cases.models import Case
from tests import factories
from tests.factories import acting
from tournaments.scores.match_models import MatchScore
from tournaments.setup.models import Tournament

UNJUST = {"ritardo": "oltre-10", "ritardo-altra": "oltre-10", "ingiusto-vantaggio": "si"}


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Burraco: two pairs, one table, two deals."""
    return factories.make_playing_burraco(tables=1)


@pytest.fixture
def both_late(tournament: Tournament, bruno: User) -> Case:
    """Both pairs over ten minutes late, and the fixed score would be an unjust advantage (F.I.Bur. 40)."""
    case = open_case(by=acting(bruno), table=tournament.rounds.get().tables.get())
    for told in ({"procedure": "ritardo-al-tavolo"}, {"responsible": "B"}, {"facts": UNJUST}):
        case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(**told))
    return case


def test_the_figures_of_both_lines_are_typed_on_a_phone(
    open_page: Callable[..., Page],
    both_late: Case,
    bruno: User,
    assert_accessible: Callable[[Page], None],
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(f"/tornei/coppa-levante/casi/{both_late.number}/")
    for name, figure in (("mp_a", "250"), ("mp_b", "-250")):
        page.locator(f"#{name}").fill(figure)
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Il punteggio dell’incontro è fissato")
    expect(changes.locator(".moves li").first).to_contain_text("13")
    assert_accessible(page)
    page.get_by_label("La tua motivazione").fill("Per quanto giocato")
    page.get_by_role("button", name="Conferma").click()
    expect(page).to_have_url(re.compile("/provvedimenti/"))
    expect(page.get_by_text("13 VP, +250 MP")).to_be_visible()
    assert MatchScore.objects.current().get().vp_b == 7
