"""A revision that no longer annuls: the board has no score, every page says that it is to be entered again."""

import pytest
from django.urls import reverse

from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.home.queries import arbiter_home
from referee.rulings.actions import decide, revise_ruling
from tests.factories import acting, make_score
from tests.referee.told import ANNULLED, NAPOLETANA
from tests.referee.wizard.test_wizard_pages import text_of
from tournaments.rounds.models import Round
from tournaments.scores.models import BoardScore
from tournaments.standings.queries import standings

pytestmark = pytest.mark.long

SCORE = "/tornei/coppa-levante/direzione/turni/1/tavoli/1/smazzate/1/"
AGAIN = "da registrare di nuovo"


@pytest.fixture
def revise(say, bruno):
    """Revises a ruling with other answers and decides it anew, as Bruno."""

    def run(ruling, procedure, facts, responsible="N"):
        case = revise_ruling(by=acting(bruno), ruling=ruling, expected_version=ruling.version, reason="Riveduta")
        case = say(case, procedure=procedure, responsible=responsible)
        for name, value in facts.items():
            case = say(case, facts={name: value})
        return decide(by=acting(bruno), case=case, expected_version=case.version)

    return run


@pytest.fixture
def revised(ruled, revise, table, board, bruno):
    """Board 1 at table 1 was played 7–4 and annulled; the revision finds that nothing annuls it."""
    make_score(table, board, (7, 4), bruno)
    return revise(ruled("numero-carte-errato", ANNULLED), "accusa-anticipata", NAPOLETANA)


def in_force(table, board):
    return BoardScore.objects.current().get(table=table, board=board)


def page(client_of, user, name, *args):
    return text_of(client_of(user).get(reverse(name, args=["coppa-levante", *args])))


def test_the_board_is_left_without_a_score_and_says_why(revised, table, board):
    score = in_force(table, board)
    assert (score.kind, score.version, score.reference) == ("void", 3, "Provvedimento n. 1")
    assert score.reason == "Provvedimento n. 1 rivisto: il punteggio va registrato di nuovo"


@pytest.mark.long
def test_ruling_table_home_and_score_say_it_is_to_be_entered_again(revised, client_of, bruno):
    assert "il suo punteggio va registrato di nuovo" in page(client_of, bruno, "ruling", 1)
    assert AGAIN in page(client_of, bruno, "table", 1, 1)
    home = page(client_of, bruno, "arbiter_home")
    assert "rivisto: non decide più la smazzata" in home
    assert AGAIN in home
    assert "In sospeso" in home
    assert "il punteggio va registrato di nuovo" in text_of(client_of(bruno).get(SCORE))


@pytest.mark.long
def test_the_pages_lead_to_where_it_is_entered(revised, client_of, bruno):
    for name, args in (("ruling", [1]), ("table", [1, 1]), ("arbiter_home", [])):
        source = client_of(bruno).get(reverse(name, args=["coppa-levante", *args])).content.decode()
        assert f'href="{SCORE}"' in source


@pytest.mark.long
def test_once_entered_nothing_is_open_any_more(revised, client_of, bruno, table, board):
    fields = {"line_a": "7", "line_b": "4", "version": 3, "reason": "Vale quanto giocato", "key": "k1"}
    assert client_of(bruno).post(SCORE, fields).status_code == 302
    score = in_force(table, board)
    assert (score.kind, score.points_a, score.reference) == ("played", 7, "Provvedimento n. 1")
    assert arbiter_home(revised.tournament).reopened == []
    assert AGAIN not in page(client_of, bruno, "table", 1, 1)
    assert "va registrato di nuovo" not in page(client_of, bruno, "ruling", 1)


def test_an_arbiter_enters_it_in_a_closed_round_and_a_scorer_does_not(revised, client_of, bruno, sara):
    Round.objects.filter(number=1).update(state="closed")
    fields = {"line_a": "7", "line_b": "4", "version": 3, "reason": "Vale quanto giocato"}
    assert client_of(sara).post(SCORE, fields | {"key": "k1"}).status_code in {403, 422}
    assert "Registra" in text_of(client_of(bruno).get(SCORE))
    assert client_of(bruno).post(SCORE, fields | {"key": "k2"}).status_code == 302


@pytest.fixture
def scored(ruled, round_1, table, bruno):
    """The ruling whose arbitral score stands on board 1; every other board of the round was played."""
    for played in round_1.boards.all():
        make_score(round_1.tables.get(number=2), played, (7, 4), bruno)
    make_score(table, round_1.boards.get(number=2), (8, 3), bruno)
    first = ruled("numero-carte-errato", ANNULLED)
    first.case.refresh_from_db()
    seen = {"expected_version": first.case.version, "score_version": 1}
    set_arbitral_score(by=acting(bruno), case=first.case, choice=Choice(), **seen)
    return first


def test_an_arbitral_score_of_a_ruling_that_annuls_no_more_stops_counting(scored, revise, table, board):
    assert standings(scored.tournament).is_final
    revise(scored, "accusa-anticipata", NAPOLETANA)
    assert in_force(table, board).is_void
    assert standings(scored.tournament).pending == 1
    assert [one.score.board.number for one in arbiter_home(scored.tournament).reopened] == [1]


def test_a_revision_that_still_annuls_opens_nothing(ruled, revise, tournament, table, board):
    revise(ruled("numero-carte-errato", ANNULLED), "numero-carte-errato", ANNULLED)
    assert arbiter_home(tournament).reopened == []
    assert in_force(table, board).version == 1
