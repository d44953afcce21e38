"""Art. 80–84 by hand, then against an oracle that goes another way. Figures are (line A, line B) total points."""

import json
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.arbitral.board import artificial_for_all
from codes.arbitral.lots import draw_line_up
from codes.arbitral.score import (
    ArbitralMethod,
    Candidate,
    LineMean,
    MixedChoice,
    NoComparison,
    ReasonMissing,
    Reckoning,
    Rectification,
    RoundedBy,
    Rounding,
    ShareOutOfRange,
    TableScore,
    Trimmed,
    artificial,
    assigned,
    candidates,
    rectified,
)

LOT = {"seed": "semina 20261120", "purpose": "smazzata 4, tavolo 9"}
UP_BY_LOT = draw_line_up(**LOT).drawn


def played(*pairs):
    """Results of tables "1", "2", …"""
    return [TableScore(str(number), a, b) for number, (a, b) in enumerate(pairs, start=1)]


def final(score):
    return score.a, score.b


# Art. 81, by hand


def test_one_other_table_gives_its_own_result():
    score = artificial(played((7, 4)), **LOT)
    assert final(score) == (7, 4)
    assert score.rounding == Rounding(why=RoundedBy.INTEGERS)
    assert score.articles == (80, 81)
    assert score.inputs == (("1", 7, 4),)


def test_the_larger_decimal_part_goes_up():
    # A: 7+6+6 = 19, 19/3 = 6 1/3.  B: 4+5+5 = 14, 14/3 = 4 2/3.  B up, A down.
    score = artificial(played((7, 4), (6, 5), (6, 5)), **LOT)
    assert final(score) == (6, 5)
    assert score.line_a == LineMean(line="A", trimmed=(), total=19, count=3, mean=Fraction(19, 3))
    assert score.rounding == Rounding(why=RoundedBy.LARGER_DECIMAL, up="B", down="A")


def test_only_one_line_goes_up_even_if_both_decimals_are_large():
    # With accuse.  A: 6+6+6+9 = 27, 27/4 = 6 3/4.  B: 5+5+5+3 = 18, 18/4 = 4 1/2.  A up, B down: not 7–5.
    score = artificial(played((6, 5), (6, 5), (6, 5), (9, 3)), **LOT)
    assert final(score) == (7, 4)


def test_equal_decimals_are_drawn_by_lot():
    # A: 7+6 = 13, 6 1/2.  B: 4+5 = 9, 4 1/2.
    score = artificial(played((7, 4), (6, 5)), **LOT)
    assert final(score) == {"A": (7, 4), "B": (6, 5)}[UP_BY_LOT]
    assert score.lot == draw_line_up(**LOT)
    assert score.rounding.why == RoundedBy.LOT
    assert score.rounding.up == UP_BY_LOT


def test_another_purpose_may_draw_the_other_line():
    ups = {artificial(played((7, 4), (6, 5)), seed="s", purpose=f"tavolo {n}").rounding.up for n in range(20)}
    assert ups == {"A", "B"}


def test_no_lot_is_drawn_where_none_is_needed():
    assert artificial(played((7, 4), (6, 5), (6, 5)), **LOT).lot is None


def test_nine_other_tables_are_not_trimmed():
    # A: 3×11 + 6×2 = 45, 45/9 = 5.  B: 3×0 + 6×9 = 54, 54/9 = 6.
    score = artificial(played(*[(11, 0)] * 3, *[(2, 9)] * 6), **LOT)
    assert final(score) == (5, 6)
    assert score.line_a.trimmed == ()


def test_ten_other_tables_lose_one_extreme_at_each_end_of_each_line():
    # A: 3×11 + 7×2 = 47; without one 11 and one 2: 34, 34/8 = 4 1/4.  B: 7×9 = 63; without one 9 and one 0: 54,
    # 54/8 = 6 3/4.  B up: 4–7.  Untrimmed it would have been 4.7 and 6.3, so 5–6.
    score = artificial(played(*[(11, 0)] * 3, *[(2, 9)] * 7), **LOT)
    assert final(score) == (4, 7)
    assert score.line_a == LineMean(
        line="A",
        trimmed=(Trimmed(end="lowest", table="4", points=2), Trimmed(end="highest", table="3", points=11)),
        total=34,
        count=8,
        mean=Fraction(17, 4),
    )


def test_with_accuse_each_line_drops_its_own_tables():
    # A drops the 0 of table 3 and the 14 (3 of accusa) of table 2: 1 + 7×6 = 43, 43/8 = 5 3/8.
    # B drops the 0 of table 2 and the 15 (4 of accusa) of table 3: 10 + 7×5 = 45, 45/8 = 5 5/8.  B up: 5–6.
    score = artificial(played((1, 10), (14, 0), (0, 15), *[(6, 5)] * 7), **LOT)
    assert [drop.table for drop in score.line_a.trimmed] == ["3", "2"]
    assert [drop.table for drop in score.line_b.trimmed] == ["2", "3"]
    assert (score.line_a.mean, score.line_b.mean) == (Fraction(43, 8), Fraction(45, 8))
    assert final(score) == (5, 6)


def test_ten_equal_results_drop_two_different_tables():
    score = artificial(played(*[(6, 5)] * 10), **LOT)
    assert [drop.table for drop in score.line_a.trimmed] == ["1", "10"]
    assert final(score) == (6, 5)


# One line integer, the other decimal: 81 is silent


def test_a_single_decimal_goes_up_and_the_silence_is_told():
    # A: 10+7 = 17 (3 of accusa at the first table), 8 1/2.  B: 4+4 = 8, 4.
    score = artificial(played((10, 4), (7, 4)), **LOT)
    assert final(score) == (9, 4)
    assert score.rounding == Rounding(why=RoundedBy.MIXED, up="A", silent=True)


def test_the_arbiter_may_send_a_single_decimal_down_with_a_reason():
    choice = MixedChoice(decimal="down", reason="l'accusa era di un solo tavolo")
    score = artificial(played((4, 10), (4, 7)), mixed=choice, **LOT)
    assert final(score) == (4, 8)
    assert score.rounding == Rounding(why=RoundedBy.ARBITER, down="B", silent=True, reason=choice.reason)


def test_the_arbiter_may_confirm_our_reading_with_a_reason():
    score = artificial(played((10, 4), (7, 4)), mixed=MixedChoice(decimal="up", reason="come di consueto"), **LOT)
    assert final(score) == (9, 4)
    assert score.rounding.why == RoundedBy.ARBITER


def test_that_choice_needs_its_reason():
    with pytest.raises(ReasonMissing):
        artificial(played((10, 4), (7, 4)), mixed=MixedChoice(decimal="down", reason=" "), **LOT)


def test_that_choice_counts_for_nothing_where_the_text_speaks():
    choice = MixedChoice(decimal="down", reason="—")
    pairs = played((7, 4), (6, 5), (6, 5))
    assert artificial(pairs, mixed=choice, **LOT) == artificial(pairs, **LOT)


# Art. 83


def test_equal_fault_is_scored_as_artificial_and_cites_83():
    score = artificial(played((7, 4)), equal_fault=True, **LOT)
    assert final(score) == (7, 4)
    assert score.articles == (80, 83, 81)


# Art. 82


def test_candidates_come_most_favourable_for_the_innocent_first():
    # For B the differences are: 4–7 +3, 5–6 +1, 8–9 +1 (accuse: more points), 6–5 −1.
    pairs = played((6, 5), (4, 7), (5, 6), (8, 9), (6, 5))
    assert candidates(pairs, "B") == (
        Candidate(a=4, b=7, tables=("2",)),
        Candidate(a=8, b=9, tables=("4",)),
        Candidate(a=5, b=6, tables=("3",)),
        Candidate(a=6, b=5, tables=("1", "5")),
    )
    assert [candidate.tables[0] for candidate in candidates(pairs, "A")] == ["1", "4", "3", "2"]


def test_no_other_table_leaves_no_candidates():
    assert candidates([], "A") == ()


def test_the_assigned_score_is_what_the_arbiter_chose():
    score = assigned(played((6, 5)), chosen=(9, 2), innocent="A", reason="senza il rifiuto cadeva il tre")
    assert final(score) == (9, 2)
    assert (score.method, score.articles) == (ArbitralMethod.ASSIGNED, (80, 82))
    assert (score.innocent, score.reason) == ("A", "senza il rifiuto cadeva il tre")
    assert score.line_a is score.rounding is score.lot is None


def test_a_score_can_be_assigned_though_nobody_else_played_the_board():
    assert final(assigned([], chosen=(9, 2), innocent="A", reason="dalle carte")) == (9, 2)


def test_an_assigned_score_needs_its_reason():
    with pytest.raises(ReasonMissing) as refusal:
        assigned(played((6, 5)), chosen=(9, 2), innocent="A", reason="\n ")
    assert 82 in refusal.value.articles


# Art. 84


def test_a_third_of_the_graver_side_goes_to_the_other():
    # A 6, B 5.  A third of 6 is 2: A 4, B 7.
    score = rectified(played((6, 5), (6, 5)), graver="A", share=Fraction(1, 3), **LOT)
    assert final(score) == (4, 7)
    assert score.articles == (80, 84, 81)
    assert score.rectification == Rectification(
        graver="A", share=Fraction(1, 3), moved=Fraction(2), a=Fraction(4), b=Fraction(7)
    )


def test_the_unrounded_score_is_rectified_and_rounded_afterwards():
    # A 19/3, B 14/3.  A third of B is 14/9: B 28/9 = 3 1/9, A 57/9 + 14/9 = 71/9 = 7 8/9.  A up: 8–3.
    # (Rounded first, 6–5 would have become 6 + 5/3 = 7 2/3 and 3 1/3: the same figures, for other reasons.)
    score = rectified(played((7, 4), (6, 5), (6, 5)), graver="B", share=Fraction(1, 3), **LOT)
    assert (score.rectification.a, score.rectification.b) == (Fraction(71, 9), Fraction(28, 9))
    assert final(score) == (8, 3)


def test_a_smaller_share_moves_less_and_may_need_a_lot():
    # A 6, a quarter of it is 3/2: A 4 1/2, B 6 1/2.
    score = rectified(played((6, 5)), graver="A", share=Fraction(1, 4), reason="colpa poco più grave", **LOT)
    assert final(score) == {"A": (5, 6), "B": (4, 7)}[UP_BY_LOT]
    assert score.lot == draw_line_up(**LOT)
    assert score.reason == "colpa poco più grave"


@pytest.mark.parametrize("share", [Fraction(-1, 9), Fraction(1, 3) + Fraction(1, 1000), Fraction(1)])
def test_a_share_outside_a_third_is_refused(share):
    with pytest.raises(ShareOutOfRange) as refusal:
        rectified(played((6, 5)), graver="A", share=share, **LOT)
    assert refusal.value.articles == (84,)


# Refusals


def test_without_other_results_there_is_no_mean():
    with pytest.raises(NoComparison) as refusal:
        artificial([], **LOT)
    assert refusal.value.articles == (81,)
    with pytest.raises(NoComparison):
        rectified([], graver="A", share=Fraction(1, 3), **LOT)


def test_a_table_with_two_results_is_refused():
    with pytest.raises(ValueError, match="two results"):
        artificial([TableScore("1", 6, 5), TableScore("1", 7, 4)], **LOT)


def test_negative_points_are_refused():
    with pytest.raises(ValueError, match="negative"):
        artificial(played((12, -1)), **LOT)
    with pytest.raises(ValueError, match="negative"):
        assigned([], chosen=(12, -1), innocent="A", reason="—")


# The record


def test_the_record_writes_fractions_as_text_and_results_with_names():
    record = rectified(played((7, 4), (6, 5), (6, 5)), graver="B", share=Fraction(1, 3), **LOT).to_dict()
    assert record["method"] == "rectified"
    assert record["inputs"][0] == {"table": "1", "a": 7, "b": 4}
    assert record["line_a"]["mean"] == "19/3"
    assert record["rectification"] == {"graver": "B", "share": "1/3", "moved": "14/9", "a": "71/9", "b": "28/9"}


def test_an_integer_mean_is_written_as_a_fraction_too():
    assert artificial(played((6, 5)), **LOT).to_dict()["line_a"]["mean"] == "6/1"


def test_a_record_that_is_none_is_refused():
    with pytest.raises(ValueError, match="method"):
        Reckoning.from_dict({"method": "guessed"})


# Properties

points = st.tuples(st.integers(0, 25), st.integers(0, 25))
boards = st.lists(points, min_size=1, max_size=30)
# Few values in short ranges make integers, ties and shared extremes frequent.
narrow = st.lists(st.tuples(st.integers(5, 8), st.integers(3, 6)), min_size=1, max_size=16)
without_accusa = st.lists(st.integers(0, 11).map(lambda a: (a, 11 - a)), min_size=1, max_size=30)
shares = st.fractions(0, Fraction(1, 3), max_denominator=50)


def oracle_mean(values):
    """By removal from a list, not by sorting; by adding fractions, not by dividing a sum."""
    kept = list(values)
    if len(values) > 9:
        kept.remove(min(values))
        kept.remove(max(values))
    return sum((Fraction(value, len(kept)) for value in kept), Fraction(0))


def oracle_round(a, b, up_by_lot):
    """By trying the allowed outcomes: one up and one down, the nearer pair wins; integers stay put."""
    if a.denominator == 1 or b.denominator == 1:
        return -floor(-a), -floor(-b)
    a_up, b_up = (floor(a) + 1, floor(b)), (floor(a), floor(b) + 1)
    miss_a_up = abs(a_up[0] - a) + abs(a_up[1] - b)
    miss_b_up = abs(b_up[0] - a) + abs(b_up[1] - b)
    if miss_a_up == miss_b_up:
        return a_up if up_by_lot == "A" else b_up
    return min((miss_a_up, a_up), (miss_b_up, b_up))[1]


@given(boards | narrow | without_accusa)
def test_the_artificial_score_is_the_oracle_s(pairs):
    a, b = (oracle_mean(values) for values in zip(*pairs, strict=True))
    score = artificial(played(*pairs), **LOT)
    assert (score.line_a.mean, score.line_b.mean) == (a, b)
    assert final(score) == oracle_round(a, b, UP_BY_LOT)


@pytest.mark.long
@given(boards | narrow, st.sampled_from("AB"), shares)
def test_the_rectified_score_is_the_oracle_s_and_keeps_the_sum(pairs, graver, share):
    a, b = (oracle_mean(values) for values in zip(*pairs, strict=True))
    keep = 1 - share
    moved_a, moved_b = (a * keep, b + a * share) if graver == "A" else (a + b * share, b * keep)
    score = rectified(played(*pairs), graver=graver, share=share, **LOT)
    assert (score.rectification.a, score.rectification.b) == (moved_a, moved_b)
    assert moved_a + moved_b == a + b
    assert final(score) == oracle_round(moved_a, moved_b, UP_BY_LOT)


@given(boards | narrow)
def test_a_share_of_nothing_is_the_artificial_score(pairs):
    score = rectified(played(*pairs), graver="A", share=Fraction(0), **LOT)
    assert final(score) == final(artificial(played(*pairs), **LOT))


@given(without_accusa)
def test_without_accusa_the_score_still_shares_eleven_points(pairs):
    assert sum(final(artificial(played(*pairs), **LOT))) == 11


@pytest.mark.long
@given(boards | narrow, st.randoms(use_true_random=False))
def test_the_order_of_the_tables_does_not_matter(pairs, random):
    results = played(*pairs)
    shuffled = random.sample(results, len(results))
    assert final(artificial(shuffled, **LOT)) == final(artificial(results, **LOT))


@pytest.mark.long
@given(boards | narrow, st.sampled_from("AB"), shares)
def test_every_record_comes_back_from_json_as_it_went(pairs, line, share):
    results = played(*pairs)
    for score in (
        artificial(results, mixed=MixedChoice(decimal="down", reason="perché"), **LOT),
        assigned(results, chosen=pairs[0], innocent=line, reason="perché"),
        rectified(results, graver=line, share=share, reason="perché", **LOT),
    ):
        assert Reckoning.from_dict(json.loads(json.dumps(score.to_dict()))) == score


# A whole board at once


@pytest.mark.long
@given(st.one_of(boards, narrow, without_accusa).filter(lambda pairs: len(pairs) > 1))
def test_the_whole_board_agrees_with_each_table_by_itself(pairs):
    results = played(*pairs)
    together = artificial_for_all(results, seed="s", purpose=lambda table: f"tavolo {table}")
    apart = [
        final(artificial([other for other in results if other is not own], seed="s", purpose=f"tavolo {own.table}"))
        for own in results
    ]
    assert together == apart


def test_each_table_of_a_board_draws_its_own_lot():
    # Without table 1 the others are 6–5 twice; without table 2 (or 3) they are 7–4 and 6–5: 6 1/2 and 4 1/2, a lot.
    found = artificial_for_all(played((7, 4), (6, 5), (6, 5)), seed="s", purpose="tavolo {}".format)
    by_lot = [{"A": (7, 4), "B": (6, 5)}[draw_line_up("s", f"tavolo {table}").drawn] for table in (2, 3)]
    assert found == [(6, 5), *by_lot]


def test_a_board_played_at_one_table_has_nothing_to_compare():
    with pytest.raises(NoComparison):
        artificial_for_all(played((6, 5)), seed="s", purpose=str)


def test_a_board_nobody_played_gives_nothing():
    assert artificial_for_all([], seed="s", purpose=str) == []
