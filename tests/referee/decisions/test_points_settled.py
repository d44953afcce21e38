"""Points in dispute, and a match won by calling out: what the articles leave to figures is asked there, and written.

FITRES 36 gives the disputed points to the side that erred not; by 130 the match is of who was rightly called out.
"""

import pytest
from django.urls import reverse

from records.requests import Refused
from referee.decisions.details import Details
from referee.editions.queries import rule_changed
from referee.incidents.actions import annul_ruling
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, send, text
from tests.factories import acting
from tests.referee.happened import by_entry, match
from tournaments.planning.models import Stage
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.standings.outcomes import outcomes

CONFUSED = {"ricostruibile": "no"}
DISPUTED = Details(figures={"punti-accertati-altri": 5, "punti-accertati-responsabile": 3, "punti-controversi": 3})
FIELDS = {f"cifra-{name}": str(points) for name, points in DISPUTED.figures.items()}
WON = {
    "tipo-partita": "punti",
    "come-arrivati": "pigliate",
    "mano-del-chiamante": "no",
    "chiamate-premature": "nessuna",
    "esito-verifica": "raggiunto",
}
TO_POINTS = "A questo tavolo si gioca a ventuno"


# ---- points in dispute (36) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("responsible", "points"), [("N", (3, 8)), ("B", (8, 3))])
def test_the_disputed_points_are_written_with_those_ascertained(ruled, responsible, points):
    ruling = ruled("confusione-prese", CONFUSED, responsible=responsible, details=DISPUTED)
    score = BoardScore.objects.current().get(board__number=1, table__number=1)
    assert (score.points_a, score.points_b, score.kind) == (*points, "assigned")
    assert score.reference == ruling.reference
    assert not rule_changed(ruling)


def test_without_the_points_nothing_is_decided(ruled):
    with pytest.raises(Refused, match="Quanti punti accertati"):
        ruled("confusione-prese", CONFUSED)
    assert not Ruling.objects.exists()


def test_the_screen_says_why_it_asks_and_writes_the_score(told, client_of, bruno):
    case = told("confusione-prese", CONFUSED)
    arbiter = client_of(bruno)
    page = text(arbiter.get(f"{TOURNAMENT}casi/{case.number}/"))
    assert "Art. 36: quali punti siano accertati e quali controversi lo dice la ricostruzione fatta al tavolo." in page
    assert "alla conferma il punteggio si registra da sé" in page
    decided = reverse("decide_case", args=[case.tournament.slug, case.number])
    assert send(arbiter, decided, version=case.version).status_code == 422
    assert send(arbiter, decided, version=case.version, **FIELDS).status_code == 302
    words = [one["words"]["it"] for one in Ruling.objects.get().effects]
    assert words[1].endswith("Punti: 5 + 3 = 8, contro 3 di chi ha confuso le carte.")
    assert words[2].startswith("Per la linea Nord-Sud")
    assert words[2].endswith("3 punti nella passata.")
    score = BoardScore.objects.current().get(board__number=1, table__number=1)
    assert (score.points_a, score.points_b) == (3, 8)


# ---- a match won by calling out (130) --------------------------------------------------------------------------------


@pytest.fixture
def tournament(db):
    """One table of two pairs, ordinary play by the modern rules."""
    tournament = factories.make_tournament(forma="ordinario")
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


@pytest.fixture
def called_out(told):
    """North's side called out its opponents, who had reached the score."""
    return told("chiamata-fuori", WON, responsible="N", contradicts=TO_POINTS)


@pytest.fixture
def rule(bruno):
    def run(case, **match):
        return decide(by=acting(bruno), case=case, expected_version=case.version, details=Details(**match))

    return run


def test_what_the_match_is_worth_is_asked_with_its_article(called_out, client_of, bruno):
    page = text(client_of(bruno).get(f"{TOURNAMENT}casi/{called_out.number}/"))
    assert "Art. 130: la partita è vinta, ma il codice non dà VP né MP" in page


def test_and_becomes_the_score_of_the_match(called_out, rule, tournament):
    ruling = rule(called_out, match=(-16, 16))
    # Two deals: from 15 to 16 MP are worth 18 VP.
    assert match() == ((2, -16), (18, 16), "punteggio-deciso")
    assert by_entry(tournament) == {1: (2, -16), 2: (18, 16)}
    assert not rule_changed(ruling)


@pytest.mark.parametrize(
    ("figures", "refused"), [(None, "i MP delle due linee"), ((16, -16), "più VP"), ((16, 16), "più di 20 VP")]
)
def test_nothing_is_decided_without_it_or_against_the_winner(called_out, rule, figures, refused):
    with pytest.raises(Refused, match=refused):
        rule(called_out, match=figures)
    assert not MatchScore.objects.exists()


def test_in_a_knock_out_the_winner_goes_through(called_out, rule, bruno, client_of):
    Stage.objects.update(formula="knockout")
    ruling = rule(called_out, match=(-16, 16))
    assert [one.winner.number for one in outcomes(Stage.objects.get())] == [2]
    assert "annulla" in client_of(bruno).get(f"{TOURNAMENT}provvedimenti/1/").content.decode()
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Non era arrivata")
    assert not MatchScore.objects.current().exists()
