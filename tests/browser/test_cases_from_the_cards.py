"""Three cases of play, from the anomaly to an assigned score that cites what the cards allowed: on Bruno's phone."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from referee.arbitral_scores.models import ArbitralScore
from tests.browser.test_card_ending import hold
from tests.browser.wizard import begin, heading, phone, phone_of, say
from tests.referee.cards.test_board_plays import REVOKED
from tests.referee.cards.test_card_endings import HANDS

__all__ = ["phone", "phone_of"]

pytestmark = pytest.mark.usefixtures("table")

FROM_THE_CARDS = {
    "Chi se n’è accorto, e quando?": "Risulta dalle carte",
    "Che cosa dispone l’arbitro?": "Annullamento della passata",
    "Di chi è la colpa dell’annullamento?": "Di una sola parte",
}


def tell(page: Page, answers: Mapping[str, str]) -> None:
    """Answers what is asked, in whichever order, until there is a decision."""
    while (asked := heading(page).inner_text()) != "Decisione":
        page.locator("#case button").filter(has_text=answers[asked]).first.click()
        expect(heading(page)).not_to_have_text(asked)


def tap_play(page: Page, cards: str) -> None:
    """The play from the ninth trick on, led by North, who with South has two points; card by card on the pad."""
    page.get_by_role("link", name="Passata carta per carta").click()
    page.locator("label:has(input[name=leader][value=N])").click()
    for card in cards.replace("/", " ").split():
        page.locator(f"[data-pad] [data-card={card}]").click()
    expect(page.locator("[data-turn]")).not_to_have_text("")
    page.get_by_label("Punti", exact=True).fill("2")


def decide(page: Page) -> None:
    reason = page.get_by_label("La tua motivazione")
    if reason.count():
        reason.fill("La passata non si salva")
    page.get_by_role("button", name="Conferma", exact=True).click()
    expect(heading(page)).to_have_text("Punteggio arbitrale assegnato")


def assign(page: Page, words: str, points: str) -> ArbitralScore:
    """The bound of that record, and the ruling that cites it."""
    page.locator("label.answer").filter(has_text=words).filter(has_text=points).click()
    expect(page.locator("#outcome .verdict")).to_be_visible()
    page.get_by_label("Motivo della tua scelta").fill("Il meglio che le carte consentivano")
    page.get_by_role("button", name="Registra il punteggio").click()
    expect(page.get_by_text(f"Si fonda su: {words}, al massimo a carte viste: un limite.")).to_be_visible()
    return ArbitralScore.objects.select_related("ending", "play").get(is_current=True)


def test_a_revoke_is_replayed_and_the_score_cites_the_play(phone: Page) -> None:
    begin(phone, "Mancata risposta al palo", "Chi non ha risposto?")
    tap_play(phone, REVOKED)
    say(phone, "Registra e rivedi")
    expect(phone.get_by_role("heading", name="E se avesse risposto a seme?")).to_be_visible()
    expect(phone.get_by_text("Differenza: 1 punto a favore di chi non poteva giocarla (Est).")).to_be_visible()
    # Back and on, in place, and by the keyboard.
    phone.get_by_role("link", name="Indietro").click()
    expect(phone.get_by_role("heading", name="E se avesse risposto a seme?")).to_be_hidden()
    phone.keyboard.press("ArrowRight")
    expect(phone.get_by_role("heading", name="E se avesse risposto a seme?")).to_be_visible()
    phone.get_by_role("link", name="Torna al caso").click()
    tell(phone, FROM_THE_CARDS | {"Chi non ha risposto?": "Piero Galli"})
    decide(phone)
    score = assign(phone, "Passata n. 1", "N-S 3 · E-O 8")
    assert (score.play.cards, score.play.anomaly, score.points_a) == (REVOKED.replace("/", " ").split(), 4, 3)


def test_a_hand_laid_down_out_of_turn_is_refused_and_the_score_cites_the_ending(phone: Page) -> None:
    begin(phone, "Messa a terra contestata", "Chi ha messo a terra?")
    phone.get_by_role("link", name="Finale di mano").click()
    for seat, cards in HANDS.items():
        hold(phone, seat, cards)
    phone.locator("label:has(input[name=leader][value=N])").click()
    phone.get_by_label("Punti", exact=True).fill("2")
    phone.get_by_label("Terzi").fill("1")
    say(phone, "Calcola i limiti")
    phone.locator(".ending-bound").first.wait_for()
    phone.get_by_role("link", name="Torna al caso").click()
    answers = {
        "Chi ha messo a terra?": "Luca Serra",
        "Quando ha messo a terra?": "Altrimenti fuori turno",
        "Qualcuno è andato a monte?": "Sì, chi può, da sé",
    }
    tell(phone, FROM_THE_CARDS | answers)
    decide(phone)
    score = assign(phone, "Finale n. 1", "N-S 2 · E-O 9")
    assert (score.ending.number, score.play, score.points_b) == (1, None, 9)


def test_a_forbidden_suit_is_marked_in_the_play_and_the_score_cites_it(phone: Page) -> None:
    begin(phone, "Anomalia non prevista dal codice", "Chi ha sbagliato?")
    tap_play(phone, "d3 s2 b4 dA / s4 s3 b5 c4")
    phone.get_by_text("Dove sta l’anomalia").click()
    phone.get_by_label("In quale battuta").fill("9")
    phone.locator("[name=anomaly_seat]").select_option("N")
    phone.get_by_label("Carte o palo che non poteva giocare").fill("d")
    say(phone, "Registra e rivedi")
    expect(phone.get_by_text("Qui sta l’anomalia del caso: Nord, Tre di danari.")).to_be_visible()
    expect(phone.get_by_role("heading", name="E se ne avesse giocata un’altra?")).to_be_visible()
    phone.get_by_role("link", name="Torna al caso").click()
    tell(phone, FROM_THE_CARDS | {"Chi ha sbagliato?": "Anna Conti"})
    decide(phone)
    score = assign(phone, "Passata n. 1", "N-S 2 · E-O 9")
    assert (score.play.anomaly, score.points_b) == (1, 9)
