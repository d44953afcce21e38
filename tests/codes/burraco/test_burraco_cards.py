"""Burraco's cards and melds (F.I.Bur. 1, 10–13): values, the two orders, and every kind of burraco."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.burraco.cards import RANKS, BurracoCard, BurracoSuit, by_rank, by_rule, card, cards, deck, surplus
from codes.burraco.melds import Burraco, MeldKind, NoMeld, meld

HELD = st.lists(st.sampled_from(deck()), max_size=20)


def words(held):
    return " ".join(str(one) for one in held)


def test_the_two_packs_have_108_cards_worth_1080_points():
    assert len(deck()) == 108
    assert sum(one.points for one in deck()) == 1080


@pytest.mark.parametrize(
    ("written", "points"), [("Jolly", 30), ("2♣", 20), ("A♠", 15), ("K♥", 10), ("8♦", 10), ("7♥", 5), ("3♠", 5)]
)
def test_a_card_is_worth_what_article_1_says(written, points):
    assert card(written).points == points


@pytest.mark.parametrize("written", ["", "Jolly♥", "1♥", "11♠", "K", "♥", "K♤"])
def test_a_card_that_no_pack_holds_is_refused(written):
    with pytest.raises(ValueError, match="no such card"):
        card(written)


def test_rank_and_rule_disagree_on_a_king_of_spades_and_an_eight_of_hearts():
    held = cards("8♥ K♠")
    assert words(by_rank(held)) == "K♠ 8♥"
    assert words(by_rule(held)) == "8♥ K♠"


def test_by_rule_goes_by_points_then_suit_then_rank():
    held = cards("3♥ K♠ 8♥ A♠ 2♠ Jolly A♥ K♥ 7♦")
    assert words(by_rule(held)) == "Jolly 2♠ A♥ A♠ K♥ 8♥ K♠ 3♥ 7♦"


def test_by_rank_the_joker_leads_and_suits_part_equals():
    assert words(by_rank(cards("3♥ A♠ 2♠ Jolly A♥ 10♦ K♣"))) == "Jolly 2♠ A♥ A♠ K♣ 10♦ 3♥"


@given(HELD)
def test_the_orders_keep_the_cards_and_forget_how_they_came(held):
    for order in (by_rank, by_rule):
        assert Counter(order(held)) == Counter(held)
        assert order(held) == order(list(reversed(held)))


def test_a_third_king_of_hearts_is_one_too_many():
    assert words(surplus(cards("K♥ K♥ K♥ K♠"))) == "K♥"
    assert surplus(deck()) == ()


@pytest.mark.parametrize(
    ("laid", "kind", "burraco"),
    [
        ("3♦ 4♦ 5♦", MeldKind.SEQUENCE, None),
        ("2♠ 2♦ 3♦", MeldKind.SEQUENCE, None),  # a natural two and a wild one (art. 10)
        ("A♦ 2♦ 3♦", MeldKind.SEQUENCE, None),
        ("Q♦ K♦ A♦", MeldKind.SEQUENCE, None),
        ("K♥ K♥ K♠", MeldKind.SET, None),
        ("2♣ K♥ K♠", MeldKind.SET, None),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠", MeldKind.SEQUENCE, Burraco.CLEAN),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠", MeldKind.SEQUENCE, Burraco.CLEAN),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ Jolly", MeldKind.SEQUENCE, Burraco.SEMI_CLEAN),
        ("Jolly 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", MeldKind.SEQUENCE, Burraco.SEMI_CLEAN),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 2♥ J♠", MeldKind.SEQUENCE, Burraco.SEMI_CLEAN),
        ("3♠ 2♥ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠", MeldKind.SEQUENCE, Burraco.SEMI_CLEAN),
        ("3♠ 4♠ 2♥ 6♠ 7♠ 8♠ 9♠ 10♠", MeldKind.SEQUENCE, Burraco.DIRTY),
        ("Jolly 3♠ 4♠ 5♠ 6♠ 7♠ 8♠", MeldKind.SEQUENCE, Burraco.DIRTY),
        ("3♠ 4♠ 5♠ 2♠ 7♠ 8♠ 9♠", MeldKind.SEQUENCE, Burraco.DIRTY),  # the two of spades as a six
        ("8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠", MeldKind.SEQUENCE, Burraco.CLEAN),
        ("5♥ 5♥ 5♦ 5♦ 5♣ 5♣ 5♠", MeldKind.SET, Burraco.CLEAN),
        ("5♥ 5♥ 5♦ 5♦ 5♣ 5♣ 5♠ 5♠", MeldKind.SET, Burraco.CLEAN),
        ("2♥ 5♥ 5♥ 5♦ 5♦ 5♣ 5♣", MeldKind.SET, Burraco.DIRTY),
        ("2♥ 5♥ 5♥ 5♦ 5♦ 5♣ 5♣ 5♠", MeldKind.SET, Burraco.SEMI_CLEAN),
        ("Jolly 5♥ 5♥ 5♦ 5♦ 5♣ 5♣ 5♠ 5♠", MeldKind.SET, Burraco.SEMI_CLEAN),
    ],
)
def test_a_meld_is_what_articles_10_to_13_say(laid, kind, burraco):
    made = meld(cards(laid))
    assert (made.kind, made.burraco) == (kind, burraco)


@pytest.mark.parametrize(
    ("laid", "article"),
    [
        ("3♦ 4♦", 7),
        ("2♦ 2♥ Jolly", 10),
        ("3♦ 5♦ 6♦", 11),
        ("4♦ 3♦ 5♦", 11),
        ("3♦ 4♦ 5♠", 11),
        ("K♦ A♦ 2♦ 3♦", 11),
        ("3♦ Jolly 5♦ 2♠ 7♦", 11),
        ("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠", 11),
        ("Jolly Jolly K♥", 12),
        ("Jolly 2♠ K♥ K♠", 12),
        ("5♥ 5♥ 5♦ 5♦ 5♣ 5♣ 5♠ 5♠ 5♥", 12),
    ],
)
def test_what_is_no_meld_is_refused_with_its_article(laid, article):
    with pytest.raises(NoMeld) as refusal:
        meld(cards(laid))
    assert refusal.value.article == article


LOW, HIGH = ["A", "2", *reversed(RANKS[2:])], ["2", *reversed(RANKS[2:]), "A"]


@pytest.mark.parametrize("suit", BurracoSuit)
@pytest.mark.parametrize("row", [LOW, HIGH])
def test_every_run_of_a_suit_is_a_sequence_clean_from_seven_on(suit, row):
    for first in range(1 if row is HIGH else 0, 13):
        for length in range(3, 14 - first):
            made = meld([BurracoCard(rank, suit) for rank in row[first : first + length]])
            assert made.wild_at is None
            assert made.burraco is (Burraco.CLEAN if length >= 7 else None)


@pytest.mark.parametrize("wild", ["Jolly", "2♠"])
def test_every_place_of_the_wild_card_is_semi_clean_only_beside_seven(wild):
    run = [BurracoCard(rank, BurracoSuit.HEARTS) for rank in reversed(RANKS[2:])]  # 3 to K
    for length in range(7, 12):
        for place in range(length):
            laid = [*run[:place], card(wild), *run[place + 1 : length]]
            beside = max(place, length - place - 1)
            assert meld(laid).burraco is (Burraco.SEMI_CLEAN if beside >= 7 else Burraco.DIRTY)
