"""A match online that ends on time, or is abandoned: its score by 14, 15 and 23, given, shown before, taken back."""

import pytest

from referee.actions.incidents import annul_ruling
from referee.cases.completing import Details
from referee.cases.walk import book_of
from referee.models import Ruling
from tests import factories
from tests.factories import acting
from tests.referee.happened import by_entry, match
from tests.tournaments.pages import TOURNAMENT, text
from tournaments.models import LogEntry, MatchScore, Stage
from tournaments.refusals import Refused

HTMX = {"HX-Request": "true", "HX-Target": "changes"}
AHEAD, BEHIND = {"residui": "fino-a-sei", "ancora-avanti": "si"}, {"residui": "oltre-sei", "ancora-avanti": "no"}


@pytest.fixture
def tournament(db):
    """One table of two pairs over four boards, under the online rules."""
    tournament = factories.make_tournament(rulebook="tressette-online", forma="ordinario", boards_per_round=4)
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


@pytest.mark.parametrize(
    # Table of four boards: 14 VP from 10 MP, 20 from 27; at a difference of 18, 16 VP, from 16 MP.
    ("facts", "difference", "theirs"),
    [(AHEAD, None, (14, 10)), (BEHIND, 5, (14, 10)), (BEHIND, 18, (16, 16)), (BEHIND, 30, (20, 27))],
)
def test_the_match_gets_its_score(ruled, tournament, facts, difference, theirs):
    ruled("tempo-scaduto-abbandono", facts, responsible="N", details=Details(difference=difference))
    assert match() == ((0, -27), theirs, "tempo-scaduto")
    assert by_entry(tournament) == {1: (0, -27), 2: theirs}


def test_without_the_difference_nothing_is_decided(told, bruno, ruled):
    with pytest.raises(Refused, match="differenza"):
        ruled("tempo-scaduto-abbandono", BEHIND, responsible="N")
    assert not MatchScore.objects.exists()


def test_no_board_is_asked_for(tournament):
    assert book_of(tournament).procedures["tempo-scaduto-abbandono"].whole_match


def test_the_screen_says_what_changes_before_it_is_confirmed(told, bruno, client_of):
    case = told("tempo-scaduto-abbandono", BEHIND, responsible="N")
    page, client = f"{TOURNAMENT}casi/{case.number}/", client_of(bruno)
    assert "Dipende da quanto scrivi" in text(client.get(page))
    part = text(client.get(page, {"difference": "18"}, headers=HTMX))
    assert "Il punteggio dell’incontro è fissato" in part
    assert "0 16 VP" in part
    assert "0 +16 MP" in part
    assert "0 −27 MP" in part
    assert not Ruling.objects.exists()


def test_annulled_the_boards_count_again(ruled, tournament, bruno):
    ruling = ruled("tempo-scaduto-abbandono", AHEAD, responsible="N")
    actions = list(LogEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions[-2:] == ["give_match_score", "decide"]
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Era caduta la linea")
    assert by_entry(tournament) == {1: (0, 0), 2: (0, 0)}


def test_the_rule_is_the_same_though_the_record_holds_the_figures(ruled, client_of, bruno):
    ruling = ruled("tempo-scaduto-abbandono", AHEAD, responsible="N")
    assert [effect["fixed_score"] for effect in ruling.effects if "fixed_score" in effect] == [
        "tempo-scaduto",
        "tempo-scaduto-altri",
    ]
    page = text(client_of(bruno).get(f"{TOURNAMENT}provvedimenti/1/"))
    assert "0 VP, −27 MP" in page
    assert "è cambiata" not in page


def test_in_a_knock_out_the_order_names_who_goes_through(ruled, tournament):
    Stage.objects.filter(tournament=tournament).update(formula="knockout")
    ruling = ruled("tempo-scaduto-abbandono", AHEAD, responsible="N")
    (winner,) = [one for one in ruling.effects if one.get("inform") == "turno-superato"]
    opponents = ", ".join(ruling.scene["seats"][seat] for seat in ("W", "E"))
    assert winner["words"]["it"] == f"Passa il turno la parte avversaria ({opponents})."
    assert winner["words"]["en"] == f"The other side ({opponents}) goes through."
