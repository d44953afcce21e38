"""The screen of an arbitral score: shown, given, asked again when results come late."""

import pytest

from referee.arbitral_scores.models import ArbitralReview, ArbitralScore
from referee.cases.models import Case
from tests.factories import make_entry, make_score
from tests.referee.arbitral_scores.late import late
from tests.referee.told import ANNULLED, BOTH, CONTESTED, TO_BLAME
from tests.referee.wizard.test_wizard_pages import HTMX, text_of
from tournaments.rounds.models import Table


@pytest.fixture
def arrived(scored, other_result, sara):
    """A result corrected at table 2 after the score was given."""
    return late(other_result, sara)


def score_fields(number=1, **fields):
    case = Case.objects.get(number=number)
    return {"version": case.version, "score_version": 1, **fields}


def test_the_score_is_shown_before_it_is_recorded(ruled, other_result, visit):
    ruled("numero-carte-errato", ANNULLED)
    words = text_of(visit("arbitral_score", 1))
    assert "Punteggio arbitrale artificiale" in words
    assert "Media esatta" in words
    assert not ArbitralScore.objects.exists()


def test_a_recorded_score_shows_on_its_ruling(ruled, other_result, post, visit):
    ruled("numero-carte-errato", ANNULLED)
    assert post("arbitral_score", 1, **score_fields()).status_code == 302
    assert (ArbitralScore.objects.get().points_a, ArbitralScore.objects.get().points_b) == (7, 4)
    assert "Punteggio arbitrale artificiale" in text_of(visit("ruling", 1))
    assert "In vigore" in text_of(visit("arbitral_score", 1))


def test_without_other_results_the_page_says_why(ruled, visit, post):
    ruled("numero-carte-errato", ANNULLED)
    assert "Nessun altro tavolo ha ancora un risultato" in text_of(visit("arbitral_score", 1))
    assert post("arbitral_score", 1, **score_fields()).status_code == 422


def test_the_candidates_come_the_most_favourable_first(ruled, board, other_result, bruno, visit):
    pair = [make_entry(board.tournament, number) for number in (5, 6)]
    third = Table.objects.create(round=board.round, number=3, line_a=pair[0], line_b=pair[1])
    make_score(third, board, (2, 9), bruno)
    ruled("accusa-anticipata", TO_BLAME)
    words = text_of(visit("arbitral_score", 1))
    assert words.index("N-S 2 · E-O 9") < words.index("N-S 7 · E-O 4")


@pytest.mark.long
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_assigned_score_is_previewed_and_then_needs_its_reason(headers, ruled, other_result, post):
    ruled("accusa-anticipata", TO_BLAME)
    preview = post("arbitral_score", 1, headers=headers, **score_fields(result="7-4", anteprima="1"))
    assert 'value="7-4" checked' in preview.content.decode()
    assert not ArbitralScore.objects.exists()
    refused = post("arbitral_score", 1, headers=headers, **score_fields(result="7-4"))
    assert refused.status_code == 422
    assert "Scrivi il motivo" in text_of(refused)
    assert 'value="7-4" checked' in refused.content.decode()
    post("arbitral_score", 1, **score_fields(result="7-4", reason="Il migliore"))
    assert ArbitralScore.objects.get().method == "assigned"


@pytest.mark.long
def test_another_possible_result_can_be_written(ruled, other_result, post):
    ruled("accusa-anticipata", TO_BLAME)
    missing = post("arbitral_score", 1, **score_fields(result="altro", other_a="3", reason="Dalle carte"))
    assert "Scrivi i punti delle due linee" in text_of(missing)
    wrong = post("arbitral_score", 1, **score_fields(result="inventato", reason="Dalle carte"))
    assert "Scegli un risultato" in text_of(wrong)
    post("arbitral_score", 1, **score_fields(result="altro", other_a="3", other_b="8", reason="Dalle carte"))
    assert (ArbitralScore.objects.get().points_a, ArbitralScore.objects.get().points_b) == (3, 8)


def test_a_rectified_score_is_previewed_and_recorded(ruled, other_result, post):
    ruled("confusione-prese", BOTH, responsible="both")
    chosen = {"graver": "A", "share": "1/6", "reason": "Ha mischiato il mazzo"}
    preview = post("arbitral_score", 1, headers=HTMX, **score_fields(anteprima="1", **chosen))
    assert "1/6" in text_of(preview)
    wrong = post("arbitral_score", 1, **score_fields(**chosen | {"share": "poco"}))
    assert "come frazione" in text_of(wrong)
    post("arbitral_score", 1, **score_fields(**chosen))
    assert ArbitralScore.objects.get().method == "rectified"


def test_a_stale_board_shows_both(ruled, other_result, post):
    ruled("numero-carte-errato", ANNULLED)
    response = post("arbitral_score", 1, **score_fields(score_version=0))
    assert response.status_code == 409
    assert "annullato, Bruno Riva" in text_of(response)


def test_a_ruling_without_score_has_no_such_page(ruled, visit):
    ruled("accusa-anticipata", CONTESTED)
    assert visit("arbitral_score", 1).status_code == 404


def test_late_results_show_both_scores(scored, other_result, sara, visit):
    late(other_result, sara)
    words = text_of(visit("arbitral_score", 1))
    assert "I risultati degli altri tavoli sono cambiati" in words
    assert "Tavolo 2: ora 3 – 8" in words
    assert "Con i risultati di adesso" in words


@pytest.mark.long
@pytest.mark.parametrize("verdict", ["ricalcola", "mantieni"])
def test_late_results_are_answered_with_a_reason(verdict, arrived, post, visit):
    inputs_hash = visit("arbitral_score", 1).context["proposal"]["form"].initial["inputs_hash"]
    refused = post("late_results", 1, inputs_hash=inputs_hash, reason=" ", **{verdict: "1"})
    assert refused.status_code == 422
    assert "Scrivi il motivo" in text_of(refused)
    post("late_results", 1, inputs_hash=inputs_hash, reason="Corretto in sala conti", **{verdict: "1"})
    assert ArbitralScore.objects.get(is_current=True).points_a == (3 if verdict == "ricalcola" else 7)
    assert ArbitralReview.objects.exists() is (verdict == "mantieni")
    assert visit("arbitral_score", 1).context["proposal"] is None


def test_the_director_sees_the_score_but_does_not_give_it(ruled, other_result, visit, dora):
    ruled("numero-carte-errato", ANNULLED)
    response = visit("arbitral_score", 1, user=dora)
    assert "Il punteggio non è ancora stato assegnato" in text_of(response)
    assert 'id="score"' not in response.content.decode()


def test_figures_that_are_typed_choose_themselves(ruled, other_result, post):
    ruled("accusa-anticipata", TO_BLAME)
    typed = {"other_a": "3", "other_b": "8", "reason": "Dalle carte"}
    preview = post("arbitral_score", 1, **score_fields(**typed, anteprima="1")).content.decode()
    assert "Ne risulta" in preview and "Scegli il risultato" not in preview
    post("arbitral_score", 1, **score_fields(**typed))
    assert (ArbitralScore.objects.get().points_a, ArbitralScore.objects.get().points_b) == (3, 8)
