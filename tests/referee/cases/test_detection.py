"""How an anomaly came to light reaches the decision, its articles and what is printed (66, 69, 70)."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from codes.seats import Seat
from referee.cases.actions import Detected
from referee.cases.persons import seats_for
from referee.cases.walk import heard_detectors
from referee.editions.queries import is_another_rule
from referee.rulings.document import document_of
from referee.rulings.exports import rulings_sheet
from referee.rulings.layout import ruling_sheet
from referee.wizard.steps import answers_in_order
from tests.reading import text_of
from tests.referee.rulings.test_exports_ruling import NOON

CHOSEN = ("altra-anomalia", {"scelta": "nessun-effetto"})
REASON = "Nessun danno."
TOGETHER = Detected(seats=["S", "E"], timing="tempestiva")
SHOWN = Detected(seats=["E"], evidence=True, timing="tempestiva")
ONE = Detected(seats=["E"], timing="tempestiva")


@pytest.mark.parametrize(
    ("detected", "cited", "not_cited"),
    [(ONE, {65, 66}, {69, 70}), (TOGETHER, {65, 66, 70}, {69}), (SHOWN, {65, 66, 69}, {70})],
)
def test_the_mode_and_what_excluded_the_others_are_cited(ruled, detected, cited, not_cited):
    cites = set(ruled(*CHOSEN, detected=detected, reason=REASON).cites)
    assert cited <= cites
    assert not not_cited & cites


def test_what_nobody_detected_rests_on_no_mode(ruled):
    assert ruled("altra-anomalia", {}, detected=Detected()).cites == (65,)


def test_raised_out_of_time_by_two_at_once_the_first_mode_counts(ruled):
    late = Detected(seats=["S", "E"], timing="tardiva")
    ruling = ruled("altra-anomalia", {"chi-eccepisce": "nessuno"}, detected=late)
    assert {65, 66, 70, 71} <= set(ruling.cites)


def test_the_record_names_whoever_was_excluded(ruled):
    ruling = ruled(*CHOSEN, detected=TOGETHER, reason=REASON)
    assert ruling.detection["mode"] == "palesamento"
    assert ruling.detection["heard"] == ["S"]
    assert ruling.detection["excluded"] == [{"mode": "contestazione", "article": 70, "seats": ["E"]}]


def test_where_the_play_shows_it_nobody_is_excluded_and_every_other_mode_is(ruled):
    ruling = ruled(*CHOSEN, detected=SHOWN, reason=REASON)
    assert ruling.detection["heard"] == ["E"]
    excluded = [(one["mode"], one["seats"]) for one in ruling.detection["excluded"]]
    assert excluded == [("ravvedimento", []), ("palesamento", []), ("contestazione", [])]


def test_no_order_addresses_as_detector_whoever_was_excluded(told):
    case = told(*CHOSEN, detected=TOGETHER)
    assert seats_for("segnalante", case.responsible, heard_detectors(case)) == (Seat.S,)


def test_the_answers_so_far_say_what_is_excluded(told, table):
    case = told(*CHOSEN, detected=TOGETHER)
    (line,) = [one.value for one in answers_in_order(case, get_rulebook("fitres-tressette")) if one.label == "Rilevata"]
    assert f"esclude: contestazione di Est: {table.player_at(Seat.E)} (70)" in line


@pytest.mark.parametrize(
    ("procedure", "facts", "mode"),
    [
        ("rilievo-accusa-altrui", {"chi-rileva-accusa": "avversario"}, "Un avversario (contestazione)"),
        ("rilievo-accusa-altrui", {"chi-rileva-accusa": "compagno"}, "Il suo compagno (palesamento)"),
        ("accusa-constatata", {}, "Risulta da giocate o dichiarazioni successive (constatazione)"),
    ],
)
def test_a_mode_that_another_table_tells_is_shown_as_given_by_the_code(procedure, facts, mode, told):
    case = told(procedure, {"prima-battuta": "finita", **facts})
    lines = answers_in_order(case, get_rulebook("fitres-tressette"))
    assert [(one.value, one.step) for one in lines if one.label == "Chi ha rilevato l’anomalia?"] == [(mode, None)]


def test_the_page_and_the_papers_say_what_is_excluded(ruled, client, giulia):
    ruling = ruled(*CHOSEN, detected=TOGETHER, reason=REASON)
    excluded = "esclude: contestazione di Est: Piero Galli (70)"
    client.force_login(giulia)
    page = client.get(reverse("ruling", args=[ruling.tournament.slug, ruling.number])).content.decode()
    assert excluded in page
    assert excluded in " ".join(text_of(ruling_sheet(document_of(ruling, language="it"), at=NOON)).split())
    sheet = rulings_sheet(ruling.tournament)
    (detected,) = sheet.values("Emersione")
    assert excluded in detected


def test_in_english_too(ruled):
    (line,) = document_of(ruled(*CHOSEN, detected=SHOWN, reason=REASON), language="en").detection
    assert "excludes every other way of detecting it (69)" in line.answer


def test_a_ruling_of_before_names_whoever_spoke(ruled):
    ruling = ruled(*CHOSEN, detected=TOGETHER, reason=REASON)
    for later in ("heard", "excluded", "articles"):
        del ruling.detection[later]
    (line,) = document_of(ruling, language="it").detection
    assert line.answer == "Il suo compagno (palesamento) · Sud: Luca Serra; Est: Piero Galli · in tempo"


def test_the_articles_of_the_detection_do_not_make_another_rule_of_it(ruled):
    ruling = ruled(*CHOSEN, detected=TOGETHER, reason=REASON)
    ruling.rule_hash = "0" * 64  # as after a text has moved: then the ruling is walked again
    book = get_rulebook(ruling.rulebook)
    assert not is_another_rule(ruling, book)
