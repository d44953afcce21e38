"""All'italiana: the tables FIDE publishes, and what every table must keep, told of fields of every size."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing import berger_tables
from tournaments.pairing.plan import NoPairing, Plan, RelaxedRule, Why, pair_of
from tournaments.pairing.round_robin import berger, plan_round, rounds_of

EVEN = sorted(berger_tables.PUBLISHED)
fields = st.integers(2, 40)


def tournament(count: int, *, double: bool = False) -> list[Plan]:
    """Every round of a field whose entries are numbered from 101."""
    places = range(101, 101 + count)
    rounds = range(1, rounds_of(count, double=double) + 1)
    return [plan_round(list(places), round_number=number, double=double) for number in rounds]


def met(plans: list[Plan]) -> Counter[tuple[int, int]]:
    return Counter(pair for plan in plans for pair in plan.pairs_met())


@pytest.mark.parametrize("places", EVEN)
def test_published_tables_let_everybody_meet_everybody_once(places):
    meetings = Counter(pair_of(*meeting) for row in berger_tables.table(places) for meeting in row)
    assert meetings == Counter(combinations(range(1, places + 1), 2))


@pytest.mark.parametrize("places", EVEN)
def test_table_is_the_one_that_fide_publishes(places):
    assert [list(berger(places, row)) for row in range(1, places)] == berger_tables.table(places)


@pytest.mark.parametrize(("places", "row"), [(5, 1), (6, 0), (6, -1), (6, 6), (6, 7), (2, 2), (0, 1), (0, 0)])
def test_a_row_that_no_table_has_is_refused(places, row):
    with pytest.raises(ValueError, match=f"no row {row} for {places} places"):
        berger(places, row)


def test_the_last_row_of_a_table_is_no_row_too_many():
    assert (berger(2, 1), berger(6, 5)) == (((1, 2),), ((3, 6), (4, 2), (5, 1)))


@pytest.mark.parametrize("places", EVEN)
def test_round_of_an_even_field_follows_the_published_table(places):
    seated = [[(match.a[0] - 100, match.b[0] - 100) for match in plan.matches] for plan in tournament(places)]
    assert seated == berger_tables.table(places)


@pytest.mark.parametrize("places", EVEN)
def test_odd_field_rests_whoever_would_meet_the_highest_number(places):
    for plan, row in zip(tournament(places - 1), berger_tables.table(places), strict=True):
        opponent_of_nobody = sum(next(meeting for meeting in row if places in meeting)) - places
        assert plan.resting == (100 + opponent_of_nobody,)
        assert plan.matches[-1].rests
        assert plan.matches[-1].why is Why.REST_TURN


@given(count=fields)
def test_everybody_meets_everybody_once(count):
    assert met(tournament(count)) == Counter(combinations(range(101, 101 + count), 2))


@given(count=fields)
def test_everybody_sits_or_rests_once_in_every_round(count):
    for plan in tournament(count):
        assert sorted(plan.entries) == list(range(101, 101 + count))
        assert [match.table for match in plan.matches] == list(range(1, len(plan.matches) + 1))


@given(count=fields.filter(lambda count: count % 2 == 1))
def test_odd_field_rests_everybody_exactly_once(count):
    rests = [entry for plan in tournament(count) for entry in plan.resting]
    assert sorted(rests) == list(range(101, 101 + count))


@given(count=fields)
def test_lines_are_shared_as_evenly_as_the_rounds_allow(count):
    in_line_a = Counter(match.a[0] for plan in tournament(count) for match in plan.matches if not match.rests)
    for entry in range(101, 101 + count):
        assert abs(2 * in_line_a[entry] - (count - 1)) <= 1


@pytest.mark.long
@given(count=fields)
def test_double_round_crosses_the_lines_of_every_meeting(count):
    lines = [(match.a, match.b) for plan in tournament(count, double=True) for match in plan.matches if match.b]
    assert len(lines) == len(set(lines))
    assert {line[::-1] for line in lines} == set(lines)


@given(count=st.integers(4, 16))
def test_double_round_never_keeps_anybody_in_a_line_three_times_running(count):
    for entry in range(101, 101 + count):
        lines = []
        for plan in tournament(count, double=True):
            match = plan.match_of(entry)
            lines.append("-" if match.rests else "A" if entry in match.a else "B")
        for (one, two), (_, three) in pairwise(pairwise(lines)):
            assert not one == two == three


def test_withdrawal_gives_its_opponents_a_rest_and_moves_nobody_else():
    plan = plan_round([11, None, 13, 14, 15, 16], round_number=1)
    assert [(match.a, match.b) for match in plan.matches] == [((11,), (16,)), ((13,), (14,)), ((15,), ())]


def test_two_withdrawn_who_would_meet_leave_their_table_empty():
    plan = plan_round([11, None, 13, 14, None, 16], round_number=1)
    assert [(match.a, match.b) for match in plan.matches] == [((11,), (16,)), ((13,), (14,))]


def test_one_round_more_is_refused_with_the_rematches_it_would_bring():
    with pytest.raises(NoPairing) as refused:
        plan_round([11, 12, 13, 14], round_number=4)
    (relaxation,) = refused.value.relaxations
    assert (relaxation.relaxing, relaxation.count) == (RelaxedRule.REMATCHES, 2)
    assert relaxation.pairs == ((11, 14), (12, 13))


@pytest.mark.parametrize("places", [[], [11]])
def test_field_without_opponents_raises(places):
    with pytest.raises(ValueError, match="nobody to meet"):
        plan_round(places, round_number=1)


def test_round_before_the_first_raises():
    with pytest.raises(ValueError, match="no such round"):
        plan_round([11, 12], round_number=0)


def test_match_says_which_places_of_the_table_meet():
    match = plan_round([31, 32, 33, 34], round_number=2).matches[0]
    assert (match.a, match.b, match.why) == ((34,), (33,), Why.BERGER)
    assert match.data == {"round": 2, "place_a": 4, "place_b": 3}
