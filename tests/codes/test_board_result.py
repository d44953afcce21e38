"""Which results a board can have: worked ones, and all accuse that the deck allows, dealt out exhaustively."""

from functools import cache
from itertools import product

import pytest

from codes.seats import Refusal, Result
from codes.tressette.possible_results import ACCUSA_AGAINST, refusals


def refused(points_a, points_b, accusa_a=0, accusa_b=0, *, with_accusa=True):
    result = Result(points_a=points_a, points_b=points_b, accusa_a=accusa_a, accusa_b=accusa_b)
    return refusals(result, with_accusa=with_accusa)


@pytest.mark.parametrize("points_a", range(12))
def test_eleven_deck_points_are_accepted_however_shared(points_a):
    assert refused(points_a, 11 - points_a) == ()


@pytest.mark.parametrize(("points_a", "points_b"), [(5, 5), (6, 6), (0, 0), (7, 3)])
def test_deck_points_that_do_not_make_eleven_are_refused(points_a, points_b):
    assert refused(points_a, points_b) == (Refusal.DECK_SUM,)


def test_more_than_eleven_for_a_line_is_refused():
    assert refused(12, 0) == (Refusal.DECK_A_OUT_OF_RANGE, Refusal.DECK_SUM)
    assert refused(0, 12) == (Refusal.DECK_B_OUT_OF_RANGE, Refusal.DECK_SUM)


def test_negative_points_are_refused_alone():
    assert refused(-1, 12) == (Refusal.NEGATIVE,)


def test_accusa_counts_apart_from_the_deck():
    assert refused(10, 4, 3, 0) == ()
    assert refused(10, 4) == (Refusal.DECK_SUM,)


def test_accusa_larger_than_the_line_total_is_refused():
    assert refused(2, 12, 3, 0) == (Refusal.DECK_A_OUT_OF_RANGE, Refusal.DECK_B_OUT_OF_RANGE)


@pytest.mark.parametrize("accusa", [1, 2, 5, 17, 20, 22, 24])
def test_accusa_that_is_no_possible_sum_is_refused(accusa):
    assert refused(accusa + 6, 5, accusa, 0) == (Refusal.ACCUSA_A_IMPOSSIBLE,)
    assert refused(5, accusa + 6, 0, accusa) == (Refusal.ACCUSA_B_IMPOSSIBLE,)


def test_four_against_four_and_four_is_possible_but_not_twice_eight():
    assert refused(9, 14, 4, 8) == ()
    assert refused(13, 14, 8, 8) == (Refusal.ACCUSE_TOGETHER_IMPOSSIBLE,)


def test_without_accusa_any_accusa_is_refused():
    assert refused(8, 6, 3, 0, with_accusa=False) == (Refusal.ACCUSA_NOT_PLAYED,)
    assert refused(5, 6, with_accusa=False) == ()


# An oracle that deals by suit: the three cards of a suit go to four players in 64 ways; a hand is how many
# napoletane it has and how many aces, twos and threes.


def suit_ways():
    for owners in product(range(4), repeat=3):
        hands = [[0, 0, 0, 0] for _ in range(4)]
        for grade, owner in enumerate(owners):
            hands[owner][grade + 1] += 1
        if len(set(owners)) == 1:
            hands[owners[0]][0] = 1
        yield hands


def deals():
    ways = [tuple(tuple(hand) for hand in hands) for hands in suit_ways()]
    reached = {((0, 0, 0, 0),) * 4}
    for _suit in range(4):
        reached = {
            tuple(tuple(map(sum, zip(old, new, strict=True))) for old, new in zip(deal, way, strict=True))
            for deal in reached
            for way in ways
        }
        # Exchanging the partners of a line changes no sum.
        reached = {(*sorted(deal[:2]), *sorted(deal[2:])) for deal in reached}
    return {deal for deal in reached if all(sum(hand[1:]) <= 10 for hand in deal)}


@cache
def accusabili(hand):
    """Every total a hand may accuse: any napoletane, and of each grade nothing or all it may."""
    napoletane, *grades = hand
    choices = [[3 * count for count in range(napoletane + 1)]]
    choices += [[0, {3: 3, 4: 4}[held]] if held >= 3 else [0] for held in grades]
    return frozenset(map(sum, product(*choices)))


@cache
def line_sums(hands):
    one, two = hands
    return frozenset(a + b for a in accusabili(one) for b in accusabili(two))


@pytest.mark.long
def test_possible_accuse_are_exactly_those_that_some_deal_allows():
    lines = {(line_sums(deal[:2]), line_sums(deal[2:])) for deal in deals()}
    possible = {pair for sums_a, sums_b in lines for pair in product(sums_a, sums_b)}
    assert possible == {(a, b) for a, against in ACCUSA_AGAINST.items() for b in against}


def test_possible_accuse_do_not_depend_on_the_line():
    assert all(a in ACCUSA_AGAINST[b] for a, against in ACCUSA_AGAINST.items() for b in against)
