"""«Non ancora»: the case waits for somebody's choice, says whose it is, and goes on from there."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from codes.seats import Seat
from records.requests import Refused
from referee.cases.actions import Detected, discard_case
from referee.rulings.actions import decide
from referee.wizard.steps import answers_in_order, position
from tests.factories import acting
from tests.reading import text_of
from tests.referee.told import CONTESTED

EARLY = "accusa-anticipata"
MONTE = "esercizio-monte"
WAITS = 'name="wait"'


@pytest.fixture
def asked(told):
    """North accused before the turn; whether an opponent annuls is not known yet."""
    return told(EARLY, {})


@pytest.fixture
def waiting(asked, say):
    return say(asked, waits_for=MONTE)


@pytest.fixture
def see(client_of, bruno, tournament):
    client = client_of(bruno)
    return lambda name, *args: client.get(reverse(name, args=[tournament.slug, *args]))


def test_the_case_says_who_may_choose_what_and_alone(waiting, table):
    names = ", ".join(str(table.player_at(seat)) for seat in (Seat.W, Seat.E))
    assert waiting.waits["who"]["it"] == f"gli avversari ({names})"
    assert waiting.waits["may"] == {"it": "andare a monte", "en": "annul the board"}
    assert waiting.waits["alone"] is True
    assert [article["number"] for article in waiting.waits["articles"]] == [77, 78, 183]


def test_a_choice_stands_under_its_own_term_and_no_other(told, see):
    """Of the laying down: until when it may be objected to (35), and until when an opponent may annul (119)."""
    case = told("messa-a-terra", {}, detected=Detected(seats=["E"], timing="tempestiva"))
    assert "Termine: il codice non fissa un termine" in see("case", case.number).content.decode()
    told("messa-a-terra", {"momento-messa-a-terra": "compagno-di-mano"})
    page = see("case", case.number).content.decode()
    assert "<dt>Entro quando</dt><dd>subito, appena calate le carte</dd>" in page
    assert "Termine:" not in page


def test_it_goes_on_from_the_very_question_with_every_answer_kept(waiting, say):
    book = get_rulebook("fitres-tressette")
    assert position(waiting, book).question.fact.name == MONTE
    assert waiting.responsible == "N"
    after = say(waiting, facts={MONTE: "nessuno"})
    assert after.waits == {}
    assert position(after, book).question.fact.name == "contestazione-battuta"
    assert "Qualcuno è andato a monte?" in [one.label for one in answers_in_order(after, book)]


def test_a_note_leaves_it_waiting(waiting, say):
    assert say(waiting, note="Pensano.").waits["fact"] == MONTE


def test_another_answer_ends_the_waiting(waiting, say):
    assert say(waiting, responsible="E").waits == {}


def test_what_is_nobodys_choice_is_not_waited_for(asked, say):
    say(asked, facts={MONTE: "nessuno"})
    say(asked, facts={"contestazione-battuta": "in-tempo"})
    with pytest.raises(Refused):
        say(asked, waits_for="dichiarato")


def test_a_question_not_reached_is_not_waited_for(asked, say):
    with pytest.raises(Refused):
        say(asked, waits_for="contestazione-battuta")


def test_two_choices_are_waited_for_one_after_the_other(waiting, say):
    say(waiting, facts={MONTE: "nessuno"})
    assert say(waiting, waits_for="contestazione-battuta").waits["until"]["it"].startswith("appena finita la battuta")


def test_a_case_put_aside_waits_for_nobody(waiting, bruno):
    discard_case(by=acting(bruno), case=waiting, expected_version=waiting.version, reason="Era un equivoco.")
    waiting.refresh_from_db()
    assert waiting.waits == {}


def test_no_ruling_while_somebody_may_still_choose(waiting, bruno):
    with pytest.raises(Refused):
        decide(by=acting(bruno), case=waiting, expected_version=waiting.version)


def test_the_wizard_offers_to_wait_beside_the_answers(asked, client_of, bruno, see):
    page = see("case", asked.number).content.decode()
    assert WAITS in page
    assert "Non ancora" in page
    assert "da sé, senza consigliarsi con nessuno" in page
    said = {"step": "domanda", "fact": MONTE, "version": asked.version, "wait": "1", "key": "k1"}
    address = reverse("case", args=[asked.tournament.slug, asked.number])
    assert client_of(bruno).post(address, said).status_code == 302
    page = see("case", asked.number).content.decode()
    assert "In attesa" in page
    assert WAITS not in page


def test_a_question_of_fact_offers_no_waiting(asked, say, see):
    say(asked, facts={MONTE: "nessuno"})
    say(asked, facts={"contestazione-battuta": "in-tempo"})
    assert WAITS not in see("case", asked.number).content.decode()


def test_the_table_and_the_first_screen_say_for_whom_one_waits(waiting, see, table):
    for page in (see("table", table.round.number, table.number), see("arbiter_home")):
        words = " ".join(page.content.decode().split())
        assert "aspetta una scelta" in words
        assert "andare a monte, prima di giocare una carta" in words


def test_the_slip_says_it_all(waiting, see):
    answer = see("export_faculty", waiting.number)
    words = " ".join(text_of(answer.content).split())
    for part in ("gli avversari", "andare a monte", "senza consigliarsi con nessuno", "art. 183"):
        assert part in words


def test_without_a_choice_to_wait_for_there_is_no_slip(asked, see):
    assert see("export_faculty", asked.number).status_code == 404


def test_an_untimely_detection_waits_for_the_opponents_of_whoever_detected(draft, say, table):
    say(draft, procedure="altra-anomalia", responsible="N", detected=Detected(seats=["E"], timing="tardiva"))
    waits = say(draft, waits_for="chi-eccepisce").waits
    assert str(table.player_at(Seat.N)) in waits["who"]["it"]
    assert str(table.player_at(Seat.W)) not in waits["who"]["it"]


def test_a_choice_that_the_ruling_leaves_has_the_same_slip_and_says_the_same_on_screen(told, say, bruno, see, table):
    case = told(EARLY, CONTESTED)
    say(case, cards={"sostituibili": ["dA"]})
    case.refresh_from_db()
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    names = ", ".join(str(table.player_at(seat)) for seat in (Seat.W, Seat.E))
    slip = " ".join(text_of(see("export_choice", ruling.number, 1).content).split())
    assert f"gli avversari ({names})" in slip
    assert "sostituire la carta già giocata, in risposta e non di battuta: Asso di danari" in slip
    assert "subito, prima che il gioco prosegua" in slip
    assert "art. 183" in slip
    assert "art. 184" not in slip  # of those that may give it, the one that does
    assert "Provvedimento n. 1" in slip
    for page in (see("table", table.round.number, table.number), see("ruling", ruling.number)):
        words = " ".join(page.content.decode().split())
        assert "Chi sceglie" in words
        assert "non di battuta: Asso di danari" in words
        assert reverse("export_choice", args=[ruling.tournament.slug, ruling.number, 1]) in words


def test_a_ruling_that_leaves_no_such_choice_has_no_slip(ruled, see):
    ruling = ruled(EARLY, CONTESTED)
    assert see("export_choice", ruling.number, 1).status_code == 200
    assert see("export_choice", ruling.number, 2).status_code == 404
    assert see("export_choice", 9, 1).status_code == 404


def test_a_choice_is_told_in_the_reader_s_language_and_a_ruling_of_before_has_none(ruled, see, table, client_of, bruno):
    ruling = ruled(EARLY, CONTESTED)
    english = client_of(bruno).get(
        reverse("export_choice", args=[ruling.tournament.slug, ruling.number, 1]), headers={"Accept-Language": "en"}
    )
    assert "replace the card already played in answer, not one led" in " ".join(text_of(english.content).split())
    order = ruling.orders.get(verb="choose")
    order.ruling.effects = [{k: v for k, v in one.items() if k != "choice"} for one in ruling.effects]
    assert (order.choice_number, order.choice) == (0, {})


def test_a_right_given_by_the_ruling_stands_at_the_table_until_it_is_used(ruled, see, table):
    ruling = ruled(EARLY, CONTESTED)
    (choice,) = ruling.orders.filter(verb="choose")
    assert (choice.what, choice.seats) == ("risposta", ["W", "E"])
    assert choice.words["it"].endswith("Entro quando: subito, prima che il gioco prosegua.")
    assert choice.words["en"].endswith("Until when: at once, before play goes on.")
    assert "Ha rinunciato" in see("table", table.round.number, table.number).content.decode()


def test_a_ruling_that_leaves_no_choice_leaves_none_at_the_table(ruled):
    ruling = ruled(EARLY, {MONTE: "nessuno", "contestazione-battuta": "nessuna"})
    assert not ruling.orders.filter(verb="choose").exists()


def test_the_code_itself_says_which_questions_may_stay_open(client):
    page = client.get(reverse("procedure", args=["fitres-tressette", EARLY])).content.decode()
    words = " ".join(page.split())
    assert "Può restare aperta: gli avversari, andare a monte, prima di giocare una carta" in words
    assert "(77, 78, 183)" in words
    silent = client.get(reverse("procedure", args=["fitres-tressette", "carte-esposte"])).content.decode()
    assert "Può restare aperta" not in silent


def test_what_is_read_out_says_up_to_when_a_choice_stands(ruled):
    ruling = ruled(EARLY, CONTESTED)
    (right,) = [effect["words"]["it"] for effect in ruling.effects if effect["verb"] == "replace_card"]
    assert right.endswith("Entro quando: subito, prima che il gioco prosegua.")
    assert not any("Entro quando" in one["words"]["it"] for one in ruling.effects if one["verb"] == "forbid")
