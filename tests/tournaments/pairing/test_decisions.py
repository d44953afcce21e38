"""Who goes on: the criteria of the codes in their order, what is still missing at a tie, the director's own choice."""

import pytest

from tournaments.pairing.decisions import (
    DIRECTOR_AFTER_SCORES,
    EXTRA_DEALS_THEN_LAST_TRICK,
    Comparison,
    KnockoutCriterion,
    KnockoutMatch,
    Missing,
    decide_by_criteria,
    decide_by_director,
)

LEVEL = {KnockoutCriterion.POINTS: (22, 22)}


def online(*extra, points=(22, 22), last_trick=None):
    """A match of online tressette between 7 and 9."""
    tallies = {KnockoutCriterion.POINTS: points}
    encounter = KnockoutMatch(a=7, b=9, tallies=tallies, extra_deals=extra, last_trick=last_trick)
    return decide_by_criteria(encounter, EXTRA_DEALS_THEN_LAST_TRICK)


def burraco(vp, mp):
    """A match of Burraco between 7 and 9."""
    return decide_by_criteria(
        KnockoutMatch(a=7, b=9, tallies={KnockoutCriterion.VP: vp, KnockoutCriterion.MP: mp}), DIRECTOR_AFTER_SCORES
    )


def test_points_decide_at_once():
    decision = online(points=(21, 23))
    assert (decision.winner, decision.loser, decision.criterion) == (9, 7, KnockoutCriterion.POINTS)
    assert decision.steps == (Comparison(criterion=KnockoutCriterion.POINTS, a=21, b=23),)


@pytest.mark.parametrize("extra", [(), ((7, 7),), ((7, 7), (6, 6))])
def test_tie_waits_for_one_extra_deal_more_up_to_three(extra):
    assert online(*extra).missing is Missing.EXTRA_DEAL


def test_first_extra_deal_that_is_not_level_decides():
    decision = online((7, 7), (8, 6))
    assert (decision.winner, decision.criterion) == (7, KnockoutCriterion.EXTRA_DEALS)
    assert [(step.criterion, step.a, step.b) for step in decision.steps] == [
        (KnockoutCriterion.POINTS, 22, 22),
        (KnockoutCriterion.EXTRA_DEALS, 7, 7),
        (KnockoutCriterion.EXTRA_DEALS, 8, 6),
    ]


def test_three_level_deals_wait_for_who_took_the_last_trick():
    assert online((7, 7), (7, 7), (7, 7)).missing is Missing.LAST_TRICK


@pytest.mark.parametrize(("taker", "winner"), [(7, 9), (9, 7)])
def test_whoever_took_the_last_trick_of_the_third_loses(taker, winner):
    decision = online((7, 7), (7, 7), (7, 7), last_trick=taker)
    assert (decision.winner, decision.loser, decision.criterion) == (winner, taker, KnockoutCriterion.LAST_TRICK_LOSES)


def test_last_trick_does_not_count_while_extra_deals_are_left():
    assert online((7, 7), last_trick=7).missing is Missing.EXTRA_DEAL


@pytest.mark.parametrize(
    ("vp", "mp", "winner", "criterion"),
    [((8, 12), (100, -100), 9, KnockoutCriterion.VP), ((10, 10), (45, -45), 7, KnockoutCriterion.MP)],
)
def test_burraco_compares_victory_points_then_match_points(vp, mp, winner, criterion):
    decision = burraco(vp, mp)
    assert (decision.winner, decision.criterion) == (winner, criterion)


def test_silent_code_leaves_a_tie_to_the_director_and_says_what_was_level():
    undecided = burraco((10, 10), (0, 0))
    assert undecided.missing is Missing.DIRECTOR
    assert [step.criterion for step in undecided.steps] == [KnockoutCriterion.VP, KnockoutCriterion.MP]


def test_match_without_scores_waits_for_them():
    assert decide_by_criteria(KnockoutMatch(a=7, b=9), EXTRA_DEALS_THEN_LAST_TRICK).missing is Missing.SCORE


def test_director_chooses_with_a_reason_that_stays_with_the_steps():
    encounter = KnockoutMatch(a=7, b=9, tallies={KnockoutCriterion.VP: (10, 10), KnockoutCriterion.MP: (0, 0)})
    decision = decide_by_director(encounter, DIRECTOR_AFTER_SCORES, winner=9, reason=" Fifth deal played. ", by="Dora")
    assert (decision.winner, decision.loser, decision.criterion) == (9, 7, KnockoutCriterion.DIRECTOR)
    assert (decision.reason, decision.by) == ("Fifth deal played.", "Dora")
    assert [step.criterion for step in decision.steps] == [KnockoutCriterion.VP, KnockoutCriterion.MP]


@pytest.mark.parametrize(
    ("winner", "reason", "by"), [(9, "  ", "Dora"), (9, "Fifth deal.", ""), (8, "Fifth deal.", "Dora")]
)
def test_director_must_give_a_reason_a_name_and_one_of_the_two(winner, reason, by):
    with pytest.raises(ValueError, match="needs a winner"):
        decide_by_director(KnockoutMatch(a=7, b=9), DIRECTOR_AFTER_SCORES, winner=winner, reason=reason, by=by)


@pytest.mark.parametrize("extra", [((8, 6), (7, 7)), ((7, 7),) * 4])
def test_extra_deals_after_the_last_raise(extra):
    with pytest.raises(ValueError, match="extra deals"):
        KnockoutMatch(a=7, b=9, tallies=LEVEL, extra_deals=extra)


@pytest.mark.parametrize(("b", "last_trick"), [(7, None), (9, 8)])
def test_match_that_cannot_be_raises(b, last_trick):
    with pytest.raises(ValueError, match="not a match"):
        KnockoutMatch(a=7, b=b, last_trick=last_trick)
