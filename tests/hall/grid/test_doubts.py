"""Results that are asked twice: the thresholds themselves are still taken as they come."""

import pytest

from codes.burraco.cards import card, deck
from codes.burraco.count import BONUS, CLOSING, POZZO_NOT_TAKEN, Burraco
from codes.seats import Result
from hall.grid.sent_fields import WORDS, doubts_of, results_text
from tests.factories import make_burraco, make_tournament
from tournaments.scoring.doubts import DEAL_HIGH, DEAL_LOW, Doubt, board_doubts, deal_doubts


def deal(a, b):
    return [str(one) for one in deal_doubts(Result(points_a=a, points_b=b))]


@pytest.mark.parametrize(
    ("points", "doubts"),
    [
        ((2000, -400), []),
        ((2005, 0), ["deal_high"]),
        ((0, 2005), ["deal_high"]),
        ((600, -405), ["deal_low"]),
        ((-5, -5), ["deal_both_below"]),
        ((-500, -5), ["deal_low", "deal_both_below"]),
        ((0, 0), ["deal_both_zero"]),
        ((0, 5), []),
        ((855, 310), []),
    ],
)
def test_a_deal_of_burraco(points, doubts):
    assert deal(*points) == doubts


def test_the_highest_deal_that_is_not_doubted_lies_below_all_the_cards_and_five_burrachi():
    cards_and_closing = sum(one.points for one in deck()) + CLOSING
    best = BONUS[Burraco.CLEAN]
    assert cards_and_closing + 4 * best <= DEAL_HIGH.value < cards_and_closing + 5 * best


def test_the_lowest_deal_that_is_not_doubted_has_room_for_a_pozzo_a_heavy_hand_and_two_jokers():
    heavy_hand = 200
    assert -DEAL_LOW.value >= POZZO_NOT_TAKEN + heavy_hand + 2 * card("Jolly").points


@pytest.mark.parametrize(
    ("result", "doubts"),
    [
        ((11, 0, 0, 0), ["deck_all"]),
        ((3, 11, 3, 0), ["deck_all"]),
        ((10, 1, 0, 0), []),
        ((14, 5, 4, 4), []),
        ((14, 6, 6, 3), ["accusa_high"]),
        ((23, 0, 12, 0), ["deck_all", "accusa_high"]),
    ],
)
def test_a_board_of_tressette(result, doubts):
    a, b, accusa_a, accusa_b = result
    found = board_doubts(Result(points_a=a, points_b=b, accusa_a=accusa_a, accusa_b=accusa_b))
    assert [str(one) for one in found] == doubts


def test_every_doubt_has_its_words_with_the_figure(db):
    assert set(WORDS) == set(Doubt)
    (words,) = doubts_of(make_burraco(), Result(points_a=2500, points_b=0))
    assert words.startswith("Più di 2000 punti")
    assert doubts_of(make_tournament("altro"), Result(points_a=7, points_b=4)) == ()


def test_what_was_looked_at_is_these_figures_and_no_others():
    one, two = Result(points_a=2500, points_b=0), Result(points_a=0, points_b=2500)
    assert results_text([one, two]) == "2500/0/0/0 0/2500/0/0"
    assert results_text([one]) != results_text([two])
