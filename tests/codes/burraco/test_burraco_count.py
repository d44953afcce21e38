"""The count of a burraco deal (F.I.Bur. 13, 17, 18): worked by hand, then whatever the deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.burraco.cards import cards, deck
from codes.burraco.count import (
    ARTICLES,
    TWO_PACKS,
    Closing,
    CountItem,
    CountProblem,
    DealSide,
    ImpossibleCount,
    Pozzo,
    Tally,
    count_deal,
    side_of,
)
from codes.burraco.melds import meld

EMPTY = DealSide()
SEVEN_FIVES = Tally(fives=7)


def items(count):
    return [(entry.item, entry.number, entry.points) for entry in count.entries]


def refused(*sides: DealSide) -> tuple[tuple[int | None, CountProblem], ...]:
    with pytest.raises(ImpossibleCount) as refusal:
        count_deal(sides)
    return refusal.value.reasons


# -- by hand ------------------------------------------------------------------------------------------


def test_a_side_that_closes_with_two_burrachi():
    # Clean sequence 3–9♠: five cards of five and two of ten = 45; dirty set of six fives with a joker
    # = 6×5 + 30 = 60. 200 + 100 + 100 closing + 105 cards = 505.
    melds = [meld(cards("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠")), meld(cards("Jolly 5♥ 5♥ 5♦ 5♦ 5♣ 5♣"))]
    ahead, _ = count_deal([side_of(melds, closing=Closing.REGULAR), EMPTY])
    assert items(ahead) == [
        (CountItem.CLEAN, 1, 200),
        (CountItem.DIRTY, 1, 100),
        (CountItem.CLOSING, 1, 100),
        (CountItem.PLAYED, 14, 105),
    ]
    assert (ahead.total, ahead.base, ahead.cards) == (505, 400, 105)


def test_a_side_caught_with_its_cards_and_its_pozzo_unplayed():
    # Melded K♥ K♦ K♠ = 30; in hand a joker and an ace = 45; the pozzo, 11 cards: 2♦ (20), A♣ (15), nine fives = 80;
    # a penalised queen = 10. 30 − 80 − 45 − 10 = −105.
    side = side_of(
        [meld(cards("K♥ K♦ K♠"))],
        pozzo=Pozzo.NOT_PLAYED,
        in_hand=cards("Jolly A♥"),
        pozzo_cards=cards("2♦ A♣ 3♥ 3♦ 3♣ 4♥ 4♦ 4♣ 6♥ 6♦ 6♣"),
        penalised=cards("Q♥"),
    )
    count = count_deal([side, EMPTY])[0]
    assert items(count) == [
        (CountItem.PLAYED, 3, 30),
        (CountItem.POZZO_NOT_PLAYED, 11, -80),
        (CountItem.IN_HAND, 2, -45),
        (CountItem.PENALISED, 1, -10),
    ]
    assert count.total == -105


def test_a_pozzo_not_taken_costs_a_hundred_unless_neither_side_took_one():
    without = DealSide(pozzo=Pozzo.NOT_TAKEN)
    assert [count.total for count in count_deal([without, EMPTY])] == [-100, 0]
    assert [count.total for count in count_deal([without, without])] == [0, 0]


def test_the_three_kinds_of_burraco_are_worth_200_150_and_100():
    kinds = {"clean": 200, "semi_clean": 150, "dirty": 100}
    for kind, worth in kinds.items():
        side = DealSide(**{kind: 1}, played=Tally(jokers=1, fives=7))
        assert count_deal([side, EMPTY])[0].base == worth


def test_who_had_no_pozzo_left_closes_with_the_bonus_and_a_second_one_without_burraco():
    plain = DealSide(closing=Closing.WITHOUT_POZZO, pozzo=Pozzo.NOT_TAKEN)
    with_burraco = DealSide(closing=Closing.WITHOUT_POZZO, pozzo=Pozzo.NOT_TAKEN, clean=1, played=SEVEN_FIVES)
    assert count_deal([plain, EMPTY])[0].total == 200
    assert count_deal([with_burraco, EMPTY])[0].total == 100 + 200 + 35


def test_who_had_no_pozzo_left_and_still_holds_cards_pays_for_it():
    # Art. 18: −100 and a king in hand; the others played both pozzi.
    assert count_deal([DealSide(pozzo=Pozzo.NOT_TAKEN, in_hand=Tally(tens=1)), EMPTY])[0].total == -110


def test_two_equal_sets_joined_late_count_their_cards_and_no_burraco():
    # Art. 33: six nines and a pinella stay (60 + 20), the joker of the two wild cards counts against; no burraco.
    side = DealSide(played=Tally(tens=6, twos=1), penalised=Tally(jokers=1))
    assert count_deal([side, EMPTY])[0].total == 60 + 20 - 30


def test_a_burraco_keeps_its_worth_when_only_the_card_in_excess_counts_against():
    # Art. 25: seven fives, clean, and a king found among them much later.
    side = DealSide(clean=1, played=SEVEN_FIVES, penalised=Tally(tens=1))
    assert count_deal([side, EMPTY])[0].total == 200 + 35 - 10


def test_the_partner_of_whoever_closed_still_pays_for_the_cards_in_hand():
    side = DealSide(closing=Closing.REGULAR, dirty=1, played=Tally(twos=1, tens=6), in_hand=Tally(jokers=1))
    assert count_deal([side, EMPTY])[0].total == 100 + 100 + 80 - 30


def test_whoever_closed_may_have_a_partner_with_the_pozzo_unplayed():
    side = DealSide(
        closing=Closing.REGULAR,
        clean=1,
        played=SEVEN_FIVES,
        pozzo=Pozzo.NOT_PLAYED,
        pozzo_cards=Tally(fives=11),
    )
    assert count_deal([side, EMPTY])[0].total == 300 + 35 - 55


def test_three_and_five_single_players_are_counted_side_by_side():
    for players in (3, 5):
        counts = count_deal([DealSide(pozzo=Pozzo.NOT_TAKEN)] * (players - 1) + [EMPTY])
        assert [count.total for count in counts] == [-100] * (players - 1) + [0]


# -- impossible input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "reason"),
    [
        (DealSide(clean=-1), CountProblem.NEGATIVE),
        (DealSide(in_hand=Tally(aces=-1)), CountProblem.NEGATIVE),
        (DealSide(closing=Closing.REGULAR), CountProblem.CLOSED_WITHOUT_BURRACO),
        (DealSide(clean=1, played=Tally(fives=6)), CountProblem.TOO_FEW_CARDS),
        (DealSide(semi_clean=1, played=Tally(jokers=1, fives=6)), CountProblem.TOO_FEW_CARDS),
        (DealSide(dirty=2, played=Tally(jokers=1, fives=13)), CountProblem.TOO_FEW_WILD),
        (DealSide(pozzo=Pozzo.NOT_PLAYED), CountProblem.POZZO_EMPTY),
        (DealSide(pozzo_cards=Tally(fives=11)), CountProblem.POZZO_CARDS),
        (DealSide(closing=Closing.WITHOUT_POZZO), CountProblem.HAD_A_POZZO),
    ],
)
def test_an_impossible_side_is_refused_with_its_number(side, reason):
    assert refused(EMPTY, side) == ((1, reason),)


def test_closing_needs_a_pozzo_taken():
    side = DealSide(closing=Closing.REGULAR, clean=1, played=SEVEN_FIVES, pozzo=Pozzo.NOT_TAKEN)
    assert refused(side, EMPTY) == ((0, CountProblem.CLOSED_WITHOUT_POZZO),)


def test_two_sides_cannot_both_close():
    side = DealSide(closing=Closing.REGULAR, clean=1, played=SEVEN_FIVES)
    assert refused(side, side) == ((None, CountProblem.TWO_CLOSED),)


def test_more_cards_than_the_pack_are_refused_unless_it_had_them():
    sides = [DealSide(played=Tally(aces=5)), DealSide(played=Tally(aces=4))]
    assert refused(*sides) == ((None, CountProblem.MORE_THAN_THE_PACK),)
    counts = count_deal(sides, pack=TWO_PACKS + Tally(aces=1))  # a surplus ace (art. 5)
    assert [count.total for count in counts] == [75, 60]


@pytest.mark.parametrize("number", [0, 1, 4, 6])
def test_only_two_three_or_five_sides_are_counted(number):
    assert refused(*[EMPTY] * number) == ((None, CountProblem.SIDES),)


def test_every_reason_has_its_article_and_all_are_told_at_once():
    assert set(ARTICLES) == set(CountProblem)
    side = DealSide(closing=Closing.REGULAR, pozzo=Pozzo.NOT_TAKEN)
    assert refused(side, side) == (
        (0, CountProblem.CLOSED_WITHOUT_BURRACO),
        (0, CountProblem.CLOSED_WITHOUT_POZZO),
        (1, CountProblem.CLOSED_WITHOUT_BURRACO),
        (1, CountProblem.CLOSED_WITHOUT_POZZO),
        (None, CountProblem.TWO_CLOSED),
    )


# -- whatever the deal -------------------------------------------------------------------------------------


@st.composite
def deals(draw):
    """Two sides sharing the 108 cards: played, in hand, in the pozzo, penalised, or with nobody."""
    places = draw(st.lists(st.integers(0, 8), min_size=108, max_size=108))
    held = [[one for one, place in zip(deck(), places, strict=True) if place == where] for where in range(8)]
    return [draw(_side(held[0:4])), draw(_side(held[4:8]))]


@st.composite
def _side(draw, held):
    played, in_hand, pozzo_cards, penalised = (Tally.from_cards(some) for some in held)
    taken = [Pozzo.NOT_PLAYED] if pozzo_cards.cards else [Pozzo.NOT_TAKEN, Pozzo.PLAYED]
    dirty = draw(st.integers(0, min(played.cards // 7, played.jokers + played.twos)))
    clean = draw(st.integers(0, played.cards // 7 - dirty))
    return DealSide(
        clean=clean,
        dirty=dirty,
        pozzo=draw(st.sampled_from(taken)),
        played=played,
        in_hand=in_hand,
        pozzo_cards=pozzo_cards,
        penalised=penalised,
    )


@pytest.mark.long
@given(deals())
def test_every_count_is_the_sum_of_its_lines_in_fives(sides):
    for side, count in zip(sides, count_deal(sides), strict=True):
        assert count.total == sum(entry.points for entry in count.entries) == count.base + count.cards
        assert count.total % 5 == 0
        assert count.base == 200 * side.clean + 100 * side.dirty
        assert all(entry.points == entry.number * entry.each for entry in count.entries if entry.each is not None)


@pytest.mark.long
@given(deals())
def test_the_cards_of_both_sides_never_count_for_more_than_the_pack(sides):
    together = sum(abs(e.points) for count in count_deal(sides) for e in count.entries if e.each is None)
    assert together <= 1080


@pytest.mark.long
@given(deals())
def test_a_card_moved_from_the_melds_to_the_hand_costs_twice_its_value(sides):
    side = sides[0]
    if side.played.tens and side.played.cards > 7 * (side.clean + side.dirty):
        moved = DealSide(
            clean=side.clean,
            dirty=side.dirty,
            pozzo=side.pozzo,
            played=side.played + Tally(tens=-1),
            in_hand=side.in_hand + Tally(tens=1),
            pozzo_cards=side.pozzo_cards,
            penalised=side.penalised,
        )
        before, after = count_deal(sides)[0], count_deal([moved, sides[1]])[0]
        assert before.total - after.total == 20


def test_the_tally_of_the_two_packs_is_that_of_article_1():
    assert Tally(jokers=4, twos=8, aces=8, tens=48, fives=40) == TWO_PACKS
    assert TWO_PACKS.points == 1080
