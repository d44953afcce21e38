"""The count of a deal from its cards, at tressette and at burraco."""

import pytest
from django.urls import reverse

from codes.tressette.cards import DECK

ACES = ["dA", "sA", "cA", "bA"]
BURRACO = {"lato1-closing": "none", "lato1-pozzo": "played", "lato2-closing": "none", "lato2-pozzo": "played"}


def test_one_trick_of_aces_and_the_last_make_five_and_six(ask):
    """Four points and the last trick; the others have twenty thirds, which are six points and two thirds."""
    words = ask("conto", {"side": "A", "cards": ACES, "last_trick": "A"})
    assert "Nord-Sud 5 Est-Ovest 6" in words
    assert "Terzi di punto 12 20" in words
    assert "Punti di mazzo (11 in tutto) 5 6" in words


def test_the_cards_can_be_those_of_the_other_side(ask):
    assert "Nord-Sud 7 Est-Ovest 4" in ask("conto", {"side": "B", "cards": ACES, "last_trick": "A"})


def test_all_forty_cards_are_a_cappotto(ask):
    words = ask("conto", {"side": "A", "cards": [card.short for card in DECK], "last_trick": "A"})
    assert "Nord-Sud 11 Est-Ovest 0 Cappotto di Nord-Sud" in words


def test_half_a_trick_is_refused_with_what_is_tapped_so_far(ask):
    words = ask("conto", {"side": "A", "cards": ["dA", "d3"], "last_trick": "A"})
    assert "Nord-Sud · Le carte prese non fanno pigliate intere" in words
    assert "Carte 2 · Terzi 4" in words


def test_a_talon_goes_to_whoever_took_the_last_trick_and_makes_no_whole_tricks(ask):
    """Two cards of the talon with a trick of aces: 14 thirds are four points, the last trick one more."""
    told = {"side": "A", "cards": [*ACES, "d3", "s4"], "last_trick": "A"}
    assert "non fanno pigliate intere" in ask("conto", told)
    assert "Nord-Sud 5 Est-Ovest 6" in ask("conto", told | {"talon": "on"})


@pytest.mark.parametrize(
    ("tool", "told"),
    [
        ("conto", {"side": "A", "cards": ["dA", "d3"], "last_trick": "A"}),
        ("poste", {"posta": "unica", "ending": "ordinaria", "players": "4", "pool": "6"}),
        ("burraco", {"lato1-closing": "regular", "lato1-pozzo": "played", "lato2-closing": "none"}),
    ],
)
def test_what_cannot_be_is_answered_as_unprocessable_like_the_games(client, db, tool, told):
    response = client.get(reverse("tool", args=[tool]), told)
    assert response.status_code == 422
    assert 'class="notice' in response.content.decode()


def test_the_last_trick_must_be_somebodys_who_has_cards(ask):
    assert "segna chi l’ha fatta" in ask("conto", {"side": "A", "cards": ACES})
    assert "L’ultima pigliata è data a chi non ha carte" in ask("conto", {"side": "A", "last_trick": "A"})


def test_whose_cards_they_are_is_not_guessed(ask):
    assert "Carte prese da: segna quale coppia." in ask("conto", {"cards": ACES, "last_trick": "A"})


def test_a_card_that_is_none_is_refused(ask):
    assert "Carte: Scegli un'opzione valida" in ask("conto", {"cards": ["d8"], "last_trick": "A"})


@pytest.mark.parametrize("told", [{"thirds_a": "17"}, {"thirds_b": "15"}, {"thirds_a": "17", "thirds_b": "15"}])
def test_the_thirds_of_either_side_are_enough(ask, told):
    """Seventeen thirds are five points and two thirds, fifteen are five points: with the last trick five and six."""
    assert "Nord-Sud 5 Est-Ovest 6" in ask("conto", {"mode": "terzi", "last_trick": "B"} | told)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"thirds_a": "33"}, "I terzi di una coppia vanno da 0 a 32"),
        ({"thirds_a": "17", "thirds_b": "16"}, "I terzi delle due coppie devono fare 32"),
        ({}, "scrivi i terzi di almeno una coppia"),
        ({"thirds_a": "9" * 5000}, "Terzi di Nord-Sud: Inserisci un numero intero"),
    ],
)
def test_impossible_thirds_are_refused(ask, told, why):
    assert why in ask("conto", {"mode": "terzi", "last_trick": "B"} | told)


# Burraco


def test_a_deal_of_burraco_is_counted_line_by_line(ask):
    """A clean burraco of seven fives, and the closing: 200 + 100 + 35; the others did not take their pozzo."""
    told = {"lato1-clean_burrachi": "1", "lato1-played_fives": "7", "lato1-closing": "regular"}
    words = ask("burraco", BURRACO | told | {"lato2-pozzo": "not-taken", "lato2-in_hand_jokers": "1"})
    assert "Totale 335" in words
    assert "Totale −130" in words


def test_a_deal_of_burraco_tells_each_base_and_the_difference(ask):
    """Base 300 of the first, 0 of the second; 335 − (−130) = 465 MP between them."""
    told = {"lato1-clean_burrachi": "1", "lato1-played_fives": "7", "lato1-closing": "regular"}
    words = ask("burraco", BURRACO | told | {"lato2-pozzo": "not-taken", "lato2-in_hand_jokers": "1"})
    assert "Totale 335 di cui base 300" in words
    assert "Totale −130 di cui base 0" in words
    assert "Differenza: 465 MP. In vantaggio: Prima coppia." in words
    assert "335 · −130" in words
    assert "Differenza: 0 MP." in ask("burraco", BURRACO)


def test_the_burraco_count_says_which_cards_of_a_frozen_meld_count_against(ask):
    words = ask("burraco")
    assert "Carte contate contro" in words
    for article in (21, 23, 25, 26, 30, 33):
        assert f"({article})" in words


def test_an_impossible_deal_of_burraco_is_refused_with_its_article(ask):
    words = ask("burraco", BURRACO | {"lato1-closing": "regular"})
    assert "Per chiudere serve almeno un burraco." in words
    assert "Articolo art. 17" in words
    assert "Inserisci un numero intero" in ask("burraco", BURRACO | {"lato1-played_fives": "x"})
