"""A match online that ends on time, or is abandoned: its score by 14, 15 and 23, given, shown before, taken back."""

import pytest
from django.urls import reverse

from records.models import LogEntry
from records.requests import Refused
from referee.cases.walk import book_of
from referee.decisions.details import Details
from referee.incidents.actions import annul_ruling
from referee.rulings.models import Ruling
from tests import factories
from tests.asking import TOURNAMENT, send, text
from tests.factories import acting
from tests.referee.happened import by_entry, match
from tournaments.pairing.decisions import KnockoutCriterion
from tournaments.planning.models import Stage
from tournaments.scores.match_models import MatchScore
from tournaments.setup.models import Tournament
from tournaments.standings.outcomes import outcomes

HTMX = {"HX-Request": "true", "HX-Target": "changes"}
LEVEL_AT_LAST = {"residui": "nessuno", "ancora-avanti": "no"}
AHEAD, BEHIND = {"residui": "fino-a-sei", "ancora-avanti": "si"}, {"residui": "oltre-sei", "ancora-avanti": "no"}


@pytest.fixture
def tournament(db):
    """One table of two pairs over four boards, under the online rules."""
    tournament = factories.make_tournament(rulebook="tressette-online", forma="ordinario", boards_per_round=4)
    factories.make_round(tournament, 1, [tuple(factories.make_entries(tournament, 2))])
    return tournament


def points(offender, opponents, left=None):
    """What each line had won, and what nobody had."""
    told = {"punti-fuori-tempo": offender, "punti-degli-altri": opponents}
    return Details(figures=told if left is None else told | {"punti-residui": left})


@pytest.mark.parametrize(
    # Table of four boards: 14 VP from 10 MP, 20 from 27; at a difference of 18, 16 VP, from 16 MP.
    ("facts", "details", "theirs"),
    [
        (AHEAD, Details(), (14, 10)),
        (AHEAD, points(12, 7, 4), (14, 10)),
        (LEVEL_AT_LAST, points(7, 7), (14, 10)),
        (BEHIND, points(12, 11, 8), (14, 10)),
        (BEHIND, points(5, 17, 8), (16, 16)),
        (BEHIND, points(3, 27, 11), (20, 27)),
    ],
)
def test_the_match_gets_its_score_from_the_points_at_the_table(ruled, tournament, facts, details, theirs):
    ruled("tempo-scaduto-abbandono", facts, responsible="N", details=details)
    assert match() == ((0, -27), theirs, "tempo-scaduto")
    assert by_entry(tournament) == {1: (0, -27), 2: theirs}


@pytest.mark.parametrize(
    ("facts", "details", "refused"),
    [
        (BEHIND, Details(), "Quanti punti aveva chi è fuori tempo"),
        (BEHIND, points(12, 11), "Quanti punti non erano di nessuno"),
        # More than six were left, and with six the others are ahead: so it was told.
        (BEHIND, points(12, 11, 5), "non sono quanti dice la risposta"),
        (BEHIND, points(30, 11, 8), "chi è in vantaggio è un altro"),
        (AHEAD, points(11, 12, 4), "chi è in vantaggio è un altro"),
    ],
)
def test_without_the_points_or_against_the_answers_nothing_is_decided(ruled, facts, details, refused):
    with pytest.raises(Refused, match=refused):
        ruled("tempo-scaduto-abbandono", facts, responsible="N", details=details)
    assert not MatchScore.objects.exists()


def test_a_perdere_the_points_left_go_to_whoever_left(ruled, tournament):
    """16: 9 and 6 of 8 are 15, against 11: four in favour of the others."""
    Tournament.objects.update(match_kind="a-perdere-a-smazzate", accusa="senza-accusa")
    ruled("tempo-scaduto-abbandono", BEHIND, responsible="N", details=points(9, 11, 8))
    assert by_entry(tournament) == {1: (0, -27), 2: (14, 10)}


def test_no_board_is_asked_for(tournament):
    assert book_of(tournament).procedures["tempo-scaduto-abbandono"].whole_match


def test_the_screen_says_what_changes_before_it_is_confirmed(told, bruno, client_of):
    case = told("tempo-scaduto-abbandono", BEHIND, responsible="N")
    page, client = f"{TOURNAMENT}casi/{case.number}/", client_of(bruno)
    assert "Dipende da quanto scrivi" in text(client.get(page))
    asked = text(client.get(page))
    assert "Gli articoli 14, 15 e 23 ricavano VP e MP dalla differenza" in asked
    typed = {"cifra-punti-fuori-tempo": "5", "cifra-punti-degli-altri": "17", "cifra-punti-residui": "8"}
    part = text(client.get(page, typed, headers=HTMX))
    assert "Il punteggio dell’incontro è fissato" in part
    assert "0 16 VP" in part
    assert "0 +16 MP" in part
    assert "0 −27 MP" in part
    assert not Ruling.objects.exists()


def test_confirmed_on_the_screen_the_score_is_written(told, bruno, client_of):
    case = told("tempo-scaduto-abbandono", BEHIND, responsible="N")
    typed = {"cifra-punti-fuori-tempo": "5", "cifra-punti-degli-altri": "17", "cifra-punti-residui": "8"}
    address = reverse("decide_case", args=[case.tournament.slug, case.number])
    send(client_of(bruno), address, version=case.version, **typed)
    assert match() == ((0, -27), (16, 16), "tempo-scaduto")
    words = [one["words"]["it"] for one in Ruling.objects.get().effects]
    assert any(one.endswith("Agli altri 17 + 6 = 23, contro 5: la differenza è 18.") for one in words)


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


def test_in_a_knock_out_the_match_is_scored_and_the_others_go_through(ruled, tournament, bruno):
    """Without it the round waited for boards that nobody will play, and the bracket for a word of the director's."""
    Stage.objects.filter(tournament=tournament).update(formula="knockout")
    ruling = ruled("tempo-scaduto-abbandono", BEHIND, responsible="N", details=points(5, 17, 8))
    stage = Stage.objects.get()
    (outcome,) = outcomes(stage)
    assert (outcome.winner.number, outcome.criterion) == (2, KnockoutCriterion.POINTS)
    assert match() == ((0, -27), (16, 16), "tempo-scaduto")
    annul_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Era caduta la linea")
    assert [one.winner for one in outcomes(stage)] == [None]
    assert not MatchScore.objects.current().exists()
