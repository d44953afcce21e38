"""Danish individual: first and fourth against second and third, no partner twice while another way exists."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.foursome_counts import every_seating, partnerships
from tests.tournaments.pairing.test_individual import again, field, fours, of
from tournaments.pairing.individual_danish import plan_round
from tournaments.pairing.plan import Entrant, History, Note, NoteKind, Plan, Why


def by_rank(order: list[int], history: History) -> Plan:
    """The round of players who stand in this order."""
    rests = {number: len(rounds) for number, rounds in history.rested.items()}
    entrants = [
        Entrant(number=number, rank=rank, rests=rests.get(number, 0)) for rank, number in enumerate(order, start=1)
    ]
    return plan_round(entrants, history)


def test_first_plays_with_fourth_and_second_with_third():
    plan = by_rank([31, 12, 53, 24, 45, 66, 17, 88], History())
    assert [(match.a, match.b) for match in plan.matches] == [((31, 24), (12, 53)), ((45, 88), (66, 17))]
    assert {match.why for match in plan.matches} == {Why.NEIGHBOURS}
    assert plan.matches[1].data == {"rank_a": "5+8", "rank_b": "6+7"}


def test_same_four_change_partners_until_everybody_had_everybody():
    plans = {}
    for number in (1, 2, 3):
        plans[number] = by_rank([1, 2, 3, 4], History.of_rounds(plans))
    assert [fours(plan) for plan in plans.values()] == [[(1, 4, 2, 3)], [(1, 3, 2, 4)], [(1, 2, 3, 4)]]


def test_fourth_round_of_the_same_four_takes_the_nearest_new_partner_from_below():
    plans = {}
    for number in (1, 2, 3, 4):
        plans[number] = by_rank([1, 2, 3, 4, 5, 6, 7, 8], History.of_rounds(plans))
    assert plans[4].matches[0].entries == (1, 6, 2, 5)
    assert plans[4].matches[0].why is Why.NEAREST
    assert max(partnerships(fours(*plans.values())).values()) == 1


@pytest.mark.long
@settings(max_examples=40)
@given(past=st.lists(st.permutations(range(1, 9)), max_size=8), order=st.permutations(range(1, 9)))
def test_partners_come_back_no_more_often_than_in_the_best_of_all_seatings(past, order):
    before = partnerships(tuple(seats[at : at + 4]) for seats in past for at in (0, 4))
    plan = by_rank(order, of(past))
    best = min(again(seating, before, partnerships) for seating in every_seating(list(range(1, 9))))
    assert again(fours(plan), before, partnerships) == best


@settings(max_examples=30)
@given(data=st.data(), count=st.integers(8, 30))
def test_usual_length_brings_no_partner_back_and_shares_the_rests(data, count):
    plans = {}
    for number in range(1, 6):
        order = data.draw(st.permutations(range(1, count + 1)))
        plans[number] = by_rank(order, History.of_rounds(plans))
        assert sorted(plans[number].entries) == list(range(1, count + 1))
    assert set(partnerships(fours(*plans.values())).values()) == {1}
    rests = [len(History.of_rounds(plans).rested.get(number, ())) for number in range(1, count + 1)]
    assert max(rests) - min(rests) <= 1


def test_lowest_who_have_not_rested_rest():
    players = [Entrant(number=number, rank=number, rests=number == 7) for number in range(1, 8)]
    plan = plan_round(players, History())
    assert sorted(plan.resting) == [4, 5, 6]
    assert [match.why for match in plan.matches] == [Why.NEIGHBOURS, *[Why.REST_LOWEST] * 3]
    assert fours(plan) == [(1, 7, 2, 3)]


def test_rest_again_falls_on_the_lowest_and_is_told():
    plan = plan_round([Entrant(number=number, rank=number, rests=1) for number in range(1, 6)], History())
    assert plan.resting == (5,)
    assert plan.matches[-1].why is Why.REST_AGAIN
    assert plan.notes == (Note(kind=NoteKind.SECOND_REST, data={"entry": 5, "rests": 2}),)


def test_table_that_must_be_kept_is_kept():
    players = [Entrant(number=number, rank=number, fixed_table=1 if number == 8 else None) for number in range(1, 9)]
    plan = plan_round(players, History())
    assert [match.entries for match in plan.matches] == [(5, 8, 6, 7), (1, 4, 2, 3)]


def test_too_few_for_a_table_raise():
    with pytest.raises(ValueError, match="a table needs four"):
        plan_round(field(3), History())
