"""Whether a declaration is admitted, on the suit led and on others."""

import pytest

BUSSO = {"rules": "moderne", "holding": ["3", "7", "5"], "card": "7"}


def test_a_declaration_is_admitted_by_its_number(ask):
    words = ask("dichiarazioni", BUSSO | {"words": "Busso"})
    assert "«Busso» ammessa art. 168, numero 19" in words


def test_a_wrong_one_says_what_its_number_asks_and_what_would_have_fitted(ask):
    words = ask("dichiarazioni", BUSSO | {"words": "ribusso"})
    assert "non ammessa" in words
    assert "Il numero chiede: la sola carta di tressette del palo è il Due." in words
    assert "Con queste carte si può dire busso" in words


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"not_on_lead": "on"}, "Dichiara solo il giocatore di mano art. 39"),
        ({"silence": "still-on-lead"}, "art. 164"),
        ({"declared_now": "on"}, "163"),
        ({"earlier": "busso"}, "165"),
    ],
)
def test_the_situation_can_forbid_it(ask, told, why):
    words = ask("dichiarazioni", BUSSO | {"words": "busso"} | told)
    assert "«busso» non ammessa" in words
    assert why in words


def test_without_words_it_lists_what_can_be_said(ask):
    words = ask("dichiarazioni", BUSSO)
    assert "Con queste carte si può dire busso" in words
    assert "ammessa art." not in words


def test_words_of_no_list_are_refused(ask):
    assert "«abracadabra» non ammessa" in ask("dichiarazioni", BUSSO | {"words": "abracadabra"})


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"card": ""}, "Carta giocata: tocca la carta giocata."),
        ({"card": "4"}, "Carta giocata: non è fra le carte tenute nel palo."),
        ({"out": ["3"]}, "Già uscite: non può essere anche in mano: Tre."),
        ({"rules": "antiche"}, "Norme: "),
    ],
)
def test_an_impossible_suit_is_refused(ask, told, why):
    assert why in ask("dichiarazioni", BUSSO | told)


# On other suits

PIOMBO = {"rules": "moderne", "words": "ho fatto questo piombo", "suit": "pigliata"}


def test_a_piombo_is_admitted_to_who_has_none_left(ask):
    assert "«ho fatto questo piombo» ammessa" in ask("altri-pali", PIOMBO)


@pytest.mark.parametrize(
    ("told", "article"),
    [
        ({"holding": ["7"]}, "41"),
        ({"suit": "altro"}, "41"),
        ({"not_on_lead": "on"}, "39"),
        ({"led_silently": "on"}, "124"),
        ({"trick_put_down": "on"}, "158"),
        ({"play_suit_declared": "on"}, "160"),
    ],
)
def test_cards_and_situation_stand_against_a_piombo(ask, told, article):
    words = ask("altri-pali", PIOMBO | told)
    assert "«ho fatto questo piombo» non ammessa" in words
    assert f"Articolo art. {article} " in words


def test_an_error_to_the_partner_in_good_faith_has_no_sanction(ask):
    told = {"words": "faglio al palo del mio compagno", "suit": "altro", "holding": ["7"]}
    assert "l’errore resta senza sanzione (art. 43)" in ask("altri-pali", PIOMBO | told)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"words": ""}, "Che cosa ha detto: tocca la formula."),
        ({"suit": ""}, "Di quale palo: tocca di quale palo si tratta."),
        ({"holding": ["7"], "out": ["7"]}, "Già uscite: non può essere anche in mano: Sette."),
    ],
)
def test_an_incomplete_question_on_another_suit_is_refused(ask, told, why):
    assert why in ask("altri-pali", PIOMBO | told)
