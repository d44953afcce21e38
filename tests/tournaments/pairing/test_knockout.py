"""Knock-out: the brackets that every draw sheet prints, byes for the best, and the whole way to the final."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.knockout import THIRD_PLACE, bracket, plan_stage, stages_of
from tournaments.pairing.plan import Method, PairedTable, Why

PRINTED = {
    2: (1, 2),
    4: (1, 4, 2, 3),
    8: (1, 8, 4, 5, 2, 7, 3, 6),
    16: (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11),
}

fields = st.integers(2, 40)


def seeded(plan):
    """Who meets whom, and who passes for free."""
    return [(match.a[0], match.b[0]) for match in plan.matches if match.b], list(plan.resting)


@pytest.mark.parametrize("places", PRINTED)
def test_bracket_is_the_one_that_draw_sheets_print(places):
    assert bracket(places) == PRINTED[places]


def test_field_of_a_power_of_two_plays_whole():
    assert seeded(plan_stage([11, 12, 13, 14])) == ([(11, 14), (12, 13)], [])


def test_best_seeds_pass_where_the_field_is_smaller_than_the_bracket():
    plan = plan_stage([11, 12, 13, 14, 15, 16])
    assert seeded(plan) == ([(14, 15), (13, 16)], [11, 12])
    assert plan.method is Method.KNOCKOUT
    assert plan.matches[2] == PairedTable(table=3, a=(11,), why=Why.BYE, data={"seed": 1, "stage": 8})


def test_winners_meet_in_the_next_stage_with_those_who_passed():
    assert seeded(plan_stage([11, 12, 13, 14, 15, 16], [{15, 13}])) == ([(11, 15), (12, 13)], [])


def test_better_seed_sits_in_line_a_after_a_surprise():
    plan = plan_stage([11, 12, 13, 14], [{14, 12}])
    assert plan.matches == (
        PairedTable(table=1, a=(12,), b=(14,), why=Why.SEEDED, data={"seed_a": 2, "seed_b": 4, "stage": 2}),
    )


def test_losers_of_the_semi_finals_meet_for_the_third_place_where_wished():
    plan = plan_stage([11, 12, 13, 14], [{11, 13}], third_place=True)
    assert seeded(plan) == ([(11, 13), (12, 14)], [])
    assert plan.matches[1].data == {"seed_a": 2, "seed_b": 4, "stage": THIRD_PLACE}


def test_third_place_needs_two_losers():
    assert seeded(plan_stage([11, 12, 13], [{13}], third_place=True)) == ([(11, 13)], [])


@given(count=fields)
def test_nothing_but_the_best_is_left_when_the_better_always_wins(count):
    won = []
    for stage in stages_of(count):
        plan = plan_stage(range(1, count + 1), won)
        assert sorted(plan.entries) == list(range(1, min(stage, count) + 1))
        assert all(sum(match.entries) == stage + 1 for match in plan.matches if match.b)
        won.append({match.a[0] for match in plan.matches if match.b})
    assert won[-1] == {1}


@given(count=fields, surprises=st.randoms(use_true_random=False))
def test_everybody_but_one_is_beaten_once(count, surprises):
    won, beaten = [], []
    for _ in stages_of(count):
        pairs, _ = seeded(plan_stage(range(1, count + 1), won))
        won.append({surprises.choice(pair) for pair in pairs})
        beaten += [entry for pair in pairs for entry in pair if entry not in won[-1]]
    assert len(beaten) == len(set(beaten)) == count - 1


@given(count=fields)
def test_byes_are_only_in_the_first_stage_and_for_the_best(count):
    first = plan_stage(range(1, count + 1))
    byes = stages_of(count)[0] - count
    assert sorted(first.resting) == list(range(1, byes + 1))


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ([{11, 14, 12}], "two winners: 11 and 14"),
        ([{11, 12, 13}], "two winners: 12 and 13"),
        ([{11, 99}], r"did not play: \[99\]"),
    ],
)
def test_two_winners_of_a_match_or_a_stranger_raise(winners, said):
    with pytest.raises(ValueError, match=said):
        plan_stage([11, 12, 13, 14], winners)


def test_whoever_should_meet_one_who_left_passes():
    plan = plan_stage([11, 12, 13, 14], [{11, 12}], gone={11})
    assert plan.matches == (PairedTable(table=1, a=(12,), why=Why.OPPONENT_GONE, data={"seed": 2, "stage": 2}),)


def test_of_two_who_left_nobody_goes_on_and_whoever_would_meet_the_winner_passes():
    seeds = range(11, 19)
    assert seeded(plan_stage(seeds, [{11, 14, 12, 13}], gone={11, 14})) == ([(12, 13)], [])
    final = plan_stage(seeds, [{11, 14, 12, 13}, {12}], gone={11, 14})
    assert final.matches == (PairedTable(table=1, a=(12,), why=Why.BYE, data={"seed": 2, "stage": 2}),)
    with pytest.raises(ValueError, match="nobody is left"):
        plan_stage(seeds, [{11, 14, 12, 13}, {12}], gone={11, 12, 14})


def test_nothing_follows_the_final():
    with pytest.raises(ValueError, match="the final has been won"):
        plan_stage([11, 12], [{11}])


@pytest.mark.parametrize(("seeds", "said"), [([11], "nobody to meet"), ([11, 12, 11], "seeded twice")])
def test_field_that_cannot_be_raises(seeds, said):
    with pytest.raises(ValueError, match=said):
        plan_stage(seeds)


@pytest.mark.parametrize("places", [0, 3, 12])
def test_bracket_of_no_power_of_two_raises(places):
    with pytest.raises(ValueError, match="not a power of two"):
        bracket(places)
