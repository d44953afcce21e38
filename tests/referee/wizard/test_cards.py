"""The arbiter taps the cards that the orders name; screen, table, papers and Excel carry them in both languages."""

import pytest
from django.urls import reverse

from records.requests import Refused
from referee.cases.actions import Answers, Detected, answer, discard_case
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.rulings.actions import decide, revise_ruling
from referee.rulings.document import document_of
from referee.rulings.exports import rulings_sheet
from referee.rulings.layout import ruling_sheet
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, position
from tests import factories
from tests.factories import NOON, acting
from tests.reading import text_of as paper_text
from tests.referee.told import BY_EAST
from tournaments.setup.models import Tournament

KEYS = iter(range(10**6))
BY_NORTH = Detected(seats=["N"], timing="tempestiva")
NOT_PLAYED = {"visibile-a": "compagno", "richiamo-sulla-esposta": "no", "uso-esposta": "non-giocata"}
# The example of 31: drawn out of turn and added, with cards hooked to it and one that stands by itself.
HOOKED = {
    "gioco-proseguito": "no",
    "ha-fatto-gioco": "si",
    "uso-carta-pescata": "legata",
    "carte-agganciate": "si",
    "altre-carte-legate": "si",
}
OUT_OF_TURN = {"gioco-proseguito": "no", "gioco-regolare": "si"}
MENDED = {"difetto-accusa": "errata", "prima-battuta": "in-corso", "risposta-avversaria": "si"}
SHOWN = {"esposizione": "pronta", "compagno-dopo-vista": "no"}


@pytest.fixture
def at_burraco(db) -> Tournament:
    return factories.make_playing_burraco()


class Burraco:
    @pytest.fixture
    def tournament(self, at_burraco):
        return at_burraco


def at(case):
    case = Case.objects.get(pk=case.pk)
    return position(case, book_of(case.tournament))


def orders(ruling, language="it"):
    return [effect["words"][language] for effect in ruling.effects]


@pytest.fixture
def page(client_of, bruno):
    client = client_of(bruno)

    def run(case, **fields):
        case.refresh_from_db()
        address = reverse("case", args=[case.tournament.slug, case.number])
        if not fields:
            return client.get(address)
        data = {"key": f"c{next(KEYS)}", "version": case.version, "step": "carte", **fields}
        return client.post(address, data, headers={"HX-Request": "true"})

    return run


class TestBurraco(Burraco):
    def test_the_exposed_card_is_tapped_and_every_order_names_it(self, told, say, page, bruno):
        case = told("carta-esposta", NOT_PLAYED)
        assert at(case).step == Step.CARDS
        shown = page(case).content.decode()
        assert "Quali carte ha esposto?" in shown
        assert shown.count('value="10♥"') == 2  # one of each pack
        assert shown.count('value="Jolly"') == 4
        assert "Dieci di cuori" in shown
        answered = page(case, **{"carte-esposte": ["K♠", "10♥"]}).content.decode()
        assert "Dieci di cuori e Re di picche" in answered
        case.refresh_from_db()
        ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
        first, second = orders(ruling)
        assert "le carte sono penalizzate: Dieci di cuori e Re di picche." in first
        assert second.endswith("una per turno, per punti e poi per seme: Dieci di cuori, poi Re di picche.")
        assert "Ten of hearts, then King of spades" in orders(ruling, "en")[1]

    def test_the_cards_hooked_to_the_one_drawn_go_from_the_highest_and_the_other_stays(self, told, say, bruno):
        case = told("pesca-fuori-turno", HOOKED)
        say(case, cards={"penalizzate": ["8♠", "9♠"], "restano": ["3♠"]})
        case.refresh_from_db()
        ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
        words = " ".join(orders(ruling))
        assert "le carte sono penalizzate: Nove di picche e Otto di picche" in words
        assert "una per turno, per punti e poi per seme ♥ ♦ ♣ ♠: Nove di picche, poi Otto di picche" in words
        assert "quanto vi è stato legato resta: Tre di picche" in words
        standing = {order.what: order.words["it"] for order in ruling.orders.all()}
        assert "Nove di picche, poi Otto di picche" in standing["penalizzate-come-scarto"]

    def test_one_question_for_cards_after_the_other_is_one_screen(self, told, page):
        case = told("pesca-fuori-turno", HOOKED)
        shown = page(case).content.decode()
        assert "Quali carte sono penalizzate?" in shown
        assert "Quali carte restano legate a quel gioco?" in shown
        page(case, none="1")
        assert at(case).step == Step.DECISION
        assert Case.objects.get(pk=case.pk).cards == {"penalizzate": [], "restano": [], "congelati": []}

    def test_of_the_cards_left_behind_the_highest_in_rank_is_the_discard(self, told, say, bruno):
        case = told("carte-lasciate-nel-monte", {"quante-lasciate": "piu", "rilevata": "subito"})
        say(case, cards={"lasciate": ["8♥", "K♠", "3♦"]})
        case.refresh_from_db()
        words = orders(decide(by=acting(bruno), case=case, expected_version=case.version))
        assert "fino al 3): Re di picche; le altre tornano in mano: Otto di cuori e Tre di quadri." in words[0]

    def test_a_frozen_meld_is_told_by_its_cards_wherever_the_order_stands(self, told, say, bruno, client_of):
        case = told("gioco-fuori-turno", OUT_OF_TURN | {"giocato-fuori-turno": "legate"})
        say(case, cards={"restano": ["8♠"], "congelati": ["7♠", "5♠", "6♠"]})
        case.refresh_from_db()
        ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
        frozen = orders(ruling)[0]
        assert "carte (Cinque di picche, Sei di picche e Sette di picche) è congelato" in frozen
        assert frozen.endswith("quanto vi è stato legato resta: Otto di picche.")
        assert "(Five of spades, Six of spades and Seven of spades) is frozen" in orders(ruling, "en")[0]
        assert ruling.orders.get(what="giochi-con-carte-legate").words["it"] == frozen
        table = client_of(bruno).get(reverse("table", args=[ruling.tournament.slug, 1, 1])).content.decode()
        assert "Cinque di picche, Sei di picche e Sette di picche" in table
        sheet = paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON))
        assert "Quale gioco è congelato? Cinque di picche, Sei di picche e Sette di picche" in sheet

    @pytest.mark.parametrize("cards", [["10♥"] * 3, ["11♥"], ["dA"]])
    def test_cards_that_two_packs_do_not_hold_are_refused(self, told, bruno, cards):
        case = told("carta-esposta", NOT_PLAYED)
        with pytest.raises(Refused, match="toccale di nuovo"):
            answer(
                by=acting(bruno), case=case, expected_version=case.version, answers=Answers(cards={"esposte": cards})
            )

    def test_where_one_card_was_said_two_are_refused_and_stay_tapped(self, told, page):
        facts = {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "una"}
        case = told("carta-penalizzata", facts)
        shown = page(case).content.decode()
        assert 'type="radio" name="carte-penalizzate" value="10♥"' in shown
        assert shown.count('value="10♥"') == 1
        refused = page(case, **{"carte-penalizzate": ["10♥", "K♠"]})
        assert refused.status_code == 422
        assert Case.objects.get(pk=case.pk).cards == {}

    def test_a_question_that_no_order_asks_is_refused(self, told, bruno):
        case = told("carta-esposta", {"visibile-a": "solo-avversari"})
        assert at(case).step == Step.DECISION
        with pytest.raises(Refused):
            answer(
                by=acting(bruno), case=case, expected_version=case.version, answers=Answers(cards={"esposte": ["10♥"]})
            )

    def test_another_answer_asks_for_no_cards_and_names_none(self, told, say, bruno):
        case = told("carta-esposta", NOT_PLAYED)
        say(case, cards={"esposte": ["10♥"]})
        say(case, facts={"uso-esposta": "giocata"})
        case.refresh_from_db()
        ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
        assert "cuori" not in " ".join(orders(ruling))
        assert "cards" not in ruling.scene

    def test_another_anomaly_starts_without_cards(self, told, say):
        case = told("carta-esposta", NOT_PLAYED)
        say(case, cards={"esposte": ["10♥"]})
        say(case, procedure="carta-fantasma")
        assert Case.objects.get(pk=case.pk).cards == {}

    def test_a_revision_given_up_brings_the_cards_back(self, told, say, bruno):
        case = told("carta-esposta", NOT_PLAYED)
        say(case, cards={"esposte": ["10♥"]})
        case.refresh_from_db()
        ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Era un’altra")
        say(case, cards={"esposte": ["10♦"]})
        case.refresh_from_db()
        discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="No, va bene")
        assert Case.objects.get(pk=case.pk).cards == {"esposte": ["10♥"]}


def test_the_card_shown_at_tressette_is_named_on_screen_paper_and_excel(told, say, client_of, bruno):
    case = told("carte-esposte", SHOWN, responsible="N", detected=BY_EAST)
    say(case, cards={"mostrata": ["dA"]})
    case.refresh_from_db()
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert "se non per rispondere al palo, la carta mostrata: Asso di danari." in orders(ruling)[0]
    assert ruling.scene["cards"] == [
        {
            "name": "mostrata",
            "asked": {"it": "Quale carta ha mostrato?", "en": "Which card was shown?"},
            "cards": ["dA"],
            "words": {"it": "Asso di danari", "en": "Ace of coins"},
        }
    ]
    screen = client_of(bruno).get(reverse("ruling", args=[ruling.tournament.slug, 1])).content.decode()
    table = client_of(bruno).get(reverse("table", args=[ruling.tournament.slug, 1, 1])).content.decode()
    assert "Asso di danari" in screen
    assert "Asso di danari" in table  # the prohibition that stands there
    sheet = paper_text(ruling_sheet(document_of(ruling, language="en"), at=NOON))
    assert "Which card was shown? Ace of coins" in sheet
    assert "unless to follow suit, the card shown: Ace of coins" in sheet
    (row,) = rulings_sheet(ruling.tournament).rows
    assert any("Asso di danari" in str(cell) for cell in row)


def test_the_cards_that_182_lets_the_opponents_replace_are_named_and_stand_at_the_table(told, say, client_of, bruno):
    case = told("accusa-dimenticata-o-errata", MENDED, responsible="N", detected=BY_NORTH)
    say(case, cards={"sostituibili": ["s2", "dA"]})
    case.refresh_from_db()
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    (right,) = [words for words in orders(ruling) if "sostituire" in words]
    assert (
        "diritto di sostituire, ciascuno la sua, le carte già giocate in risposta: Asso di danari e Due di spade."
        in right
    )
    choice = ruling.orders.get(verb="choose")
    assert "Ace of coins and Two of swords" in choice.words["en"]
    table = client_of(bruno).get(reverse("table", args=[ruling.tournament.slug, 1, 1])).content.decode()
    assert "Asso di danari e Due di spade" in table
    sheet = paper_text(ruling_sheet(document_of(ruling, language="it"), at=NOON))
    assert "Quali carte hanno diritto di sostituire? Asso di danari e Due di spade" in sheet


def test_naming_them_is_offered_on_the_decision_and_costs_no_tap(told, page, bruno):
    case = told("accusa-dimenticata-o-errata", MENDED, responsible="N", detected=BY_NORTH)
    assert at(case).step == Step.DECISION
    decision = page(case).content.decode()
    assert "Nomina le carte" in decision
    assert "Quali carte hanno diritto di sostituire?" in decision
    answered = page(case, **{"carte-sostituibili": ["dA"]}).content.decode()
    assert "la carta già giocata, in risposta e non di battuta: Asso di danari." in answered
    assert "Nomina le carte" not in answered
    assert "passo=carte" in answered  # changed beside the other answers


def test_three_cards_cannot_be_replaced_by_two_opponents(told, bruno):
    case = told("accusa-dimenticata-o-errata", MENDED, responsible="N", detected=BY_NORTH)
    three = Answers(cards={"sostituibili": ["dA", "d2", "d3"]})
    with pytest.raises(Refused, match="toccale di nuovo"):
        answer(by=acting(bruno), case=case, expected_version=case.version, answers=three)


def test_a_ruling_of_before_names_no_cards(ruled, client_of, bruno):
    ruling = ruled("carte-esposte", SHOWN, detected=BY_EAST)
    assert "cards" not in ruling.scene
    assert "cards" not in ruling.answers
    assert document_of(Ruling.objects.get(), language="it").scene.cards == ()
    assert client_of(bruno).get(reverse("ruling", args=[ruling.tournament.slug, 1])).status_code == 200
