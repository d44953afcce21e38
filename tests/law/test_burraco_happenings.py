"""What the code gives at once for lateness, absence, withdrawal and lost sheets: the figures of 19, 39, 40 (and 18)."""

import pytest

from referee.law.burraco.fixed_scores import Match, load_fixed_scores
from referee.law.burraco.happenings import (
    Happening,
    HappeningIncomplete,
    What,
    asks_advantage,
    asks_earned,
    given_for,
    row_id,
)
from referee.library import RULEBOOKS
from tournaments.seats import Line

A, B = Line.A, Line.B
SCORES = load_fixed_scores(RULEBOOKS / "fibur-burraco-2019")
TWO, THREE, FOUR = Match.TWO, Match.THREE, Match.FOUR
# Art. 40: who is there, by deals; the late line has what is left of twenty, and the same MP below zero.
PRESENT = {TWO: (14, 305), THREE: (14, 355), FOUR: (13, 505)}
ABSENT = {TWO: (6, -305), THREE: (6, -355), FOUR: (7, -505)}
# Art. 39: 7 VP for the first three rounds, −505 MP at four deals; 18: the fewest MP that lose by 7, or by 0.
SEVEN = {TWO: (7, -205), THREE: (7, -255), FOUR: (7, -505)}
NOTHING = {TWO: (0, -1005), THREE: (0, -1505), FOUR: (0, -2005)}
MATCHES = [TWO, THREE, FOUR]


def figures(happening, match):
    return tuple((one.figures.vp, one.figures.mp) if one.figures else None for one in told(happening, match))


def told(happening, match=FOUR):
    given = given_for(happening, SCORES, match)
    return given[A], given[B]


def late(a="", b=""):
    return Happening(what=What.LATE, late={A: a, B: b})


# ---- lateness ---------------------------------------------------------------


def test_up_to_two_minutes_is_a_warning_and_nothing_else():
    own, other = told(late("entro-2"))
    assert (own.warned, own.bonus_mp, own.figures) == (True, 0, None)
    assert other.is_nothing


@pytest.mark.parametrize(("row", "bonus"), [("da-2-a-5", 100), ("da-5-a-10", 150)])
def test_up_to_ten_minutes_the_present_line_gets_a_bonus(row, bonus):
    own, other = told(late(b=row))
    assert (own.bonus_mp, own.warned, own.figures) == (bonus, False, None)
    assert other.is_nothing


@pytest.mark.parametrize("match", MATCHES)
def test_over_ten_minutes_the_match_is_lost(match):
    assert figures(late("oltre-10"), match) == (ABSENT[match], PRESENT[match])
    assert figures(late(b="oltre-10"), match) == (PRESENT[match], ABSENT[match])


def test_two_latenesses_are_considered_each_by_itself():
    own, other = told(late("da-2-a-5", "da-5-a-10"))
    assert (own.bonus_mp, other.bonus_mp) == (150, 100)
    own, other = told(late("entro-2", "oltre-10"))
    assert (own.warned, own.figures.vp, other.figures.vp) == (True, 13, 7)


@pytest.mark.parametrize("match", MATCHES)
def test_both_over_ten_minutes_lose(match):
    assert figures(late("oltre-10", "oltre-10"), match) == (ABSENT[match], ABSENT[match])
    assert asks_advantage(late("oltre-10", "oltre-10"))
    assert not asks_advantage(late("oltre-10"))


@pytest.mark.parametrize(
    ("seconds", "row"),
    [(0, ""), (1, "entro-2"), (120, "entro-2"), (121, "da-2-a-5"), (300, "da-2-a-5"), (301, "da-5-a-10"),
     (600, "da-5-a-10"), (601, "oltre-10")],
)  # fmt: skip
def test_at_the_very_minute_the_milder_row_holds(seconds, row):
    assert row_id(SCORES, seconds) == row


@pytest.mark.parametrize("happening", [late(), late("ieri"), Happening(what=What.LATE), Happening(what=What.ABSENT)])
def test_what_says_too_little_gives_nothing(happening):
    with pytest.raises(HappeningIncomplete):
        told(happening)


# ---- absence and withdrawal -------------------------------------------------


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize(("missed", "absent"), [(1, SEVEN), (3, SEVEN), (4, NOTHING), (9, NOTHING)])
def test_three_rounds_of_absence_give_seven_the_others_nothing(match, missed, absent):
    happening = Happening(what=What.ABSENT, line=B, missed=missed)
    assert figures(happening, match) == (PRESENT[match], absent[match])


@pytest.mark.parametrize("match", MATCHES)
def test_who_cannot_go_on_is_treated_as_late(match):
    happening = Happening(what=What.LEFT, line=A)
    assert figures(happening, match) == (ABSENT[match], PRESENT[match])
    assert asks_advantage(happening)
    assert asks_earned(happening)


@pytest.mark.parametrize("match", MATCHES)
def test_who_leaves_over_a_quarrel_has_nothing_and_the_other_line_a_bye(match):
    happening = Happening(what=What.LEFT_AT_FAULT, line=B)
    assert figures(happening, match) == (PRESENT[match], NOTHING[match])
    assert not asks_advantage(happening)


def test_the_present_line_keeps_what_it_had_earned():
    happening = Happening(what=What.LEFT_AT_FAULT, line=A, earned=(17, 1310))
    assert figures(happening, FOUR) == (NOTHING[FOUR], (17, 1310))


@pytest.mark.parametrize("match", MATCHES)
def test_both_lines_alike(match):
    assert figures(Happening(what=What.BOTH_LEFT), match) == (NOTHING[match], NOTHING[match])
    assert figures(Happening(what=What.MISCONDUCT), match) == (SEVEN[match], SEVEN[match])
    assert figures(Happening(what=What.SHEET_LOST), match) == (SEVEN[match], SEVEN[match])


def test_a_sheet_left_on_the_table_costs_one_vp_and_the_boards_count():
    own, other = told(Happening(what=What.SHEET_NOT_RETURNED, line=A))
    assert (own.penalty_vp, own.figures) == (-1, None)
    assert other.is_nothing
