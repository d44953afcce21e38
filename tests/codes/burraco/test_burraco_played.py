"""A deal of burraco as it is typed in: by fives, below zero too, without accusa, and no more than cards can give."""

import pytest

from codes.burraco.count import deal_refusals
from codes.seats import Refusal, Result


@pytest.mark.parametrize("points", [(0, 0), (9995, -9995), (-9995, 9995), (5, -5)])
def test_a_deal_that_can_have_been_played_is_taken(points):
    assert deal_refusals(Result(points_a=points[0], points_b=points[1])) == ()


@pytest.mark.parametrize("points", [(10000, 0), (0, 10000), (-10000, 0), (0, -10000)])
def test_beyond_what_cards_can_give_either_line_is_refused(points):
    assert deal_refusals(Result(points_a=points[0], points_b=points[1])) == (Refusal.DEAL_OUT_OF_RANGE,)


@pytest.mark.parametrize("accusa", [(3, 0), (0, 3), (3, 4), (-3, 0), (0, -3)])
def test_accusa_of_either_line_is_refused(accusa):
    result = Result(points_a=100, points_b=50, accusa_a=accusa[0], accusa_b=accusa[1])
    assert deal_refusals(result) == (Refusal.ACCUSA_NOT_PLAYED,)


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        ((1, 0), (Refusal.NOT_BY_FIVES_A,)),
        ((0, -1), (Refusal.NOT_BY_FIVES_B,)),
        ((9996, -9999), (Refusal.NOT_BY_FIVES_A, Refusal.NOT_BY_FIVES_B, Refusal.DEAL_OUT_OF_RANGE)),
    ],
)
def test_each_line_off_the_fives_is_named(points, refused):
    assert deal_refusals(Result(points_a=points[0], points_b=points[1])) == refused
