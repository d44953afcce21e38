"""The deck of art. 3–10."""

import pytest

from codes.tressette.cards import DECK, DECK_THIRDS, Card, Rank, Suit, UnknownCard, parse_cards


def test_forty_cards_in_four_suits_in_the_conventional_order():
    assert len(DECK) == len(set(DECK)) == 40
    assert [suit.label.it for suit in Suit] == ["danari", "spade", "coppe", "bastoni"]


def test_grades_run_from_the_three_down_to_the_four():
    assert [rank.label.it for rank in sorted(Rank, key=lambda rank: -rank.grade)] == (
        "Tre Due Asso Re Cavallo Donna Sette Sei Cinque Quattro".split()
    )
    assert Rank.ACE.higher == {Rank.THREE, Rank.TWO}
    assert Rank.THREE.higher == frozenset()


def test_an_ace_is_a_point_and_twenty_cards_a_third_each():
    values = [card.thirds for card in DECK]
    assert (values.count(3), values.count(1), values.count(0)) == (4, 20, 16)
    assert DECK_THIRDS == 32


def test_kinds_of_card_cover_the_suit_once():
    kinds = [(rank.is_tressette, rank.is_figure, rank.is_cartina) for rank in Rank]
    assert all(sum(kind) == 1 for kind in kinds)
    assert [rank.value for rank in Rank if rank.is_simple] == list("RCD7654")


def test_short_notation_goes_there_and_back():
    assert all(Card.parse(card.short) == card for card in DECK)
    assert [card.name.it for card in parse_cards("dA s3 cR b7")] == [
        "Asso di danari",
        "Tre di spade",
        "Re di coppe",
        "Sette di bastoni",
    ]
    assert Card.parse("dA").name.en == "Ace of coins"


@pytest.mark.parametrize("written", ["", "d", "A", "d1", "DA", "x3", "d8", "dA "])
def test_what_is_no_card_is_refused(written):
    with pytest.raises(UnknownCard) as refused:
        Card.parse(written)
    assert refused.value.written == written


def test_french_cards_correspond():
    assert [suit.french.it for suit in Suit] == ["cuori", "picche", "quadri", "fiori"]
    assert [Card(Suit.DANARI, rank).french_rank for rank in Rank] == list("32AKJQ7654")
