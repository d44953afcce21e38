"""What a decision changes by itself, worked out on the confirmation while the arbiter writes the figures."""

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

BEHIND = {"residui": "oltre-sei", "ancora-avanti": "no"}
# Seventeen and six of the eight left over, against five: a difference of 18.
FIGURES = {
    "Quanti punti aveva chi è fuori tempo?": "5",
    "Quanti punti avevano gli altri?": "17",
    "Quanti punti non erano di nessuno?": "8",
}


@pytest.fixture
def tournament(db: None) -> Tournament:
    """One table of two pairs over four boards, under the online rules."""
    tournament = factories.make_tournament(rulebook="tressette-online", forma="ordinario", boards_per_round=4)
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


@pytest.fixture
def timed_out(tournament: Tournament, bruno: User) -> Case:
    case = open_case(by=acting(bruno), table=tournament.rounds.get().tables.get())
    for told in ({"procedure": "tempo-scaduto-abbandono"}, {"responsible": "N"}, {"facts": BEHIND}):
        case = answer(by=acting(bruno), case=case, expected_version=case.version, answers=Answers(**told))
    return case


def test_the_figures_written_show_what_it_changes_before_the_confirmation(
    open_page: Callable[..., Page],
    timed_out: Case,
    bruno: User,
    assert_accessible: Callable[[Page], None],
) -> None:
    page = open_page("phone", user=bruno)
    page.goto(f"/tornei/coppa-levante/casi/{timed_out.number}/")
    changes = page.locator("#changes")
    expect(changes).to_contain_text("Dipende da quanto scrivi")
    for question, points in FIGURES.items():
        page.get_by_label(question).fill(points)
    expect(changes).to_contain_text("Il punteggio dell’incontro è fissato")
    expect(changes.locator(".moves li").first).to_contain_text("16")
    assert_accessible(page)
    page.get_by_role("button", name="Conferma").click()
    expect(page.get_by_text("0 VP, −27 MP")).to_be_visible()
    assert MatchScore.objects.current().count() == 1
