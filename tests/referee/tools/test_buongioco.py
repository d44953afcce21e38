"""The buongioco of a hand: what it is worth, how it is said."""

from codes.tressette.cards import DECK

NAPOLETANA_AND_THREES = ["d3", "d2", "dA", "s3", "c3"]


def test_the_hand_shows_its_buongioco_as_they_are_said(ask):
    words = ask("buongioco", {"cards": NAPOLETANA_AND_THREES})
    assert "napoletana di danari 3 tre Tre, manca bastoni 3 Accusandoli tutti 6" in words
    assert "0, 3, 6" in words


def test_an_accusa_without_its_suit_is_incomplete_and_gives_nothing(ask):
    words = ask("buongioco", {"cards": NAPOLETANA_AND_THREES, "said": ["n", "33b"]})
    assert "Punti di buongioco 3" in words
    assert "Va detto il palo" in words
    assert "Non accusati: napoletana di danari." in words


def test_whoever_has_four_has_no_three_to_accuse(ask):
    words = ask("buongioco", {"cards": ["d3", "s3", "c3", "b3"], "said": ["33b"]})
    assert "Chi ha tutte e quattro le carte non ha tre da accusare." in words
    assert "quattro Tre 4" in words


def test_more_than_two_accusati_imply_what_their_cards_show(ask):
    """The napoletana of coins is made of one card of each of the three accused."""
    hand = ["d3", "s3", "c3", "d2", "s2", "c2", "dA", "sA", "bA"]
    words = ask("buongioco", {"cards": hand, "said": ["33b", "32b", "3Ac"]})
    assert "Implicito nelle carte fatte conoscere." in words
    assert "Punti di buongioco 15" in words


def test_eleven_cards_are_no_hand(ask):
    eleven = [card.short for card in DECK if card.rank.is_tressette][:11]
    assert "ne sono segnate 11" in ask("buongioco", {"cards": eleven})


def test_a_hand_without_buongioco_says_so(ask):
    assert "Nessuno: servono" in ask("buongioco", {"cards": ["d3"], "said": ["43"]})
