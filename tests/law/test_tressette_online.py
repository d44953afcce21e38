"""Online tressette: time-outs, endings and knock-out ties over every score, and the figures of its matches."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from referee.law.tressette_online.endings import (
    CITES,
    Ending,
    ExtraBoard,
    Standing,
    Why,
    by_boards,
    by_points,
    knock_out_tie,
)
from referee.law.tressette_online.matches import Matches, matches
from referee.law.tressette_online.time_out import time_out_score
from referee.library import get_rulebook
from tournaments.scoring.victory_points import get_scale
from tournaments.seats import Line

A, B = Line.A, Line.B
LENGTHS = range(1, 9)
SCALE = get_scale("tressette")


# -- the kinds of match ------------------------------------------------------------


def test_every_length_of_the_table_has_its_target():
    assert {n: matches().boards_for(n) for n in (6, 11, 17, 21, 26, 31, 36, 41)} == dict(
        zip((6, 11, 17, 21, 26, 31, 36, 41), LENGTHS, strict=True)
    )
    assert set(SCALE.bands) == set(LENGTHS)


def test_a_perdere_has_no_accusa_in_the_matches_as_in_the_rulebook():
    assert {kind.id for kind in matches().kinds if kind.fewest_wins == kind.accusa} == set()
    assert {c.then["accuso"] for c in get_rulebook("tressette-online").file.constraints if "accuso" in c.then} == {
        "senza-accuso"
    }
    assert matches().kind("a-perdere-a-punti").measured == "points"


def test_spizzichino_leaves_twenty_cards_in_the_stock():
    assert {table.id: table.players * 10 + table.stock for table in matches().tables} == {
        "coppie": 40,
        "spizzichino": 40,
    }


def test_the_articles_of_the_matches_exist():
    known, found = get_rulebook("tressette-online").articles, matches()
    cited = [one.article for one in (*found.kinds, *found.tables, found.lengths, found.time_out, found.tie_breaks)]
    assert set(cited) <= set(known)
    assert {number for numbers in CITES.values() for number in numbers} <= set(known)


@pytest.mark.parametrize("rows", [[(6, 1), (6, 2)], [(6, 1), (11, 3)], [(11, 1), (6, 2)]])
def test_lengths_that_do_not_rise_are_refused(rows):
    data = matches().model_dump() | {
        "lengths": {"article": 23, "rows": [{"points": points, "boards": boards} for points, boards in rows]}
    }
    with pytest.raises(ValidationError):
        Matches.model_validate(data)


# -- time-out and abandonment --------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "boards", "vp", "mp"),
    [
        ((26, 12, 6), 4, (0, 14), (-27, 10)),  # still ahead: difference zero, the least of 14
        ((8, 25, 11), 4, (0, 18), (-27, 22)),  # six of eleven: 8 to 31
        ((0, 40, 4), 4, (0, 20), (-27, 27)),
        ((5, 4, 2), 1, (0, 14), (-11, 4)),  # one board: the last row of the table stands for 0 VP
        ((0, 0, 11), 1, (0, 15), (-11, 5)),
    ],
)
def test_time_out_in_a_tournament(points, boards, vp, mp):
    offender, opponents, left = points
    score = time_out_score(offender=offender, opponents=opponents, not_yet_won=left, boards=boards)
    assert (score.vp, score.mp) == (vp, mp)


def test_time_out_gives_at_most_six_points_and_never_a_difference_for_the_offender():
    for offender, opponents, left, boards in product(range(0, 45, 2), range(0, 45, 3), range(12), LENGTHS):
        score = time_out_score(offender=offender, opponents=opponents, not_yet_won=left, boards=boards)
        assert (score.offender, score.opponents) == (offender, opponents + min(left, 6))
        assert score.difference == max(0, score.opponents - score.offender)


@given(*(st.integers(0, 60) for _ in range(3)), st.sampled_from(LENGTHS), st.booleans())
def test_vp_and_mp_of_a_time_out_agree_with_the_table(offender, opponents, left, boards, fewest_wins):
    score = time_out_score(
        offender=offender, opponents=opponents, not_yet_won=left, boards=boards, fewest_wins=fewest_wins
    )
    assert score.vp[0] == 0
    assert score.vp[1] == max(14, SCALE.victory_points(score.difference, boards=boards)[0])
    assert SCALE.victory_points(score.mp[1], boards=boards)[0] == score.vp[1]
    assert SCALE.victory_points(score.mp[1] - 1, boards=boards)[0] < score.vp[1]
    assert score.mp[0] == -SCALE.bands[boards][-1].first
    assert score.offender + score.opponents == offender + opponents + score.awarded


def test_a_perdere_the_points_left_are_counted_to_the_offender():
    score = time_out_score(offender=9, opponents=11, not_yet_won=11, boards=2, fewest_wins=True)
    assert (score.offender, score.opponents, score.difference) == (15, 11, 4)


def test_negative_points_are_no_score():
    with pytest.raises(ValueError, match="negative"):
        time_out_score(offender=-1, opponents=0, not_yet_won=0, boards=1)


# -- the end of a match --------------------------------------------------------------


def test_a_match_by_points_over_every_score():
    for a, b, trick, over, at_once, knock_out in product(range(32), range(32), Line, *[(False, True)] * 3):
        now = Standing(a=a, b=b, last_trick=trick, board_over=over)
        ending = by_points(now, target=21, at_once=at_once, knock_out=knock_out)
        taker = a if trick is A else b
        if at_once and taker >= 21:
            assert ending == Ending(Why.AT_ONCE, trick)
        elif not over or max(a, b) < 21:
            assert ending == Ending(Why.GOES_ON)
        elif a == b:
            assert ending == Ending(Why.EXTRA_BOARD_DUE if knock_out else Why.DRAWN)
        else:
            assert ending == Ending(Why.POINTS, A if a > b else B)


def test_winning_at_once_beats_an_opponent_with_more_points():
    now = Standing(a=21, b=23, last_trick=A, board_over=False)
    assert by_points(now, target=21, at_once=True) == Ending(Why.AT_ONCE, A)


def test_a_match_by_boards_over_every_score():
    for a, b, trick, knock_out in product(range(25), range(25), Line, (False, True)):
        ending = by_boards(Standing(a=a, b=b, last_trick=trick), played=4, boards=4, knock_out=knock_out)
        assert ending.winner == (None if a == b else A if a > b else B)
        assert ending.is_over == (a != b or not knock_out)


def test_a_match_by_boards_goes_on_until_the_last_board_is_over():
    assert by_boards(Standing(a=9, b=2, last_trick=A), played=3, boards=4).why is Why.GOES_ON
    now = Standing(a=9, b=2, last_trick=A, board_over=False)
    assert by_boards(now, played=4, boards=4).why is Why.GOES_ON
    with pytest.raises(ValueError, match="5 boards of 4"):
        by_boards(now, played=5, boards=4)


@pytest.mark.parametrize("how", [lambda now, **more: by_points(now, target=11, at_once=True, **more),
                                 lambda now, **more: by_boards(now, played=2, boards=2, **more)])  # fmt: skip
def test_a_perdere_over_every_score(how):
    for a, b, trick, knock_out in product(range(23), range(23), Line, (False, True)):
        if max(a, b) < 11:
            continue
        ending = how(Standing(a=a, b=b, last_trick=trick), fewest_wins=True, knock_out=knock_out)
        expected = Ending(Why.FEWEST_POINTS, A if a < b else B) if a != b else Ending(Why.LAST_TRICK_WINS, trick)
        assert ending == expected


# -- knock-out ties --------------------------------------------------------------------


def extra(*scores, last=A):
    return [ExtraBoard(a=a, b=b, last_trick=last) for a, b in scores]


def test_an_undecided_encounter_gets_another_board():
    assert knock_out_tie([], accusa=False) == Ending(Why.EXTRA_BOARD_DUE)
    assert knock_out_tie(extra((7, 7), (7, 7)), accusa=True) == Ending(Why.EXTRA_BOARD_DUE)


def test_without_accusa_the_first_extra_board_decides_whatever_its_score():
    for a in range(12):
        ending = knock_out_tie(extra((a, 11 - a)), accusa=False)
        assert ending == Ending(Why.EXTRA_BOARD, A if a > 5 else B)


@pytest.mark.parametrize("last", list(Line))
def test_after_the_third_level_board_the_last_trick_loses(last):
    assert knock_out_tie(extra((7, 7), (8, 8), (7, 7), last=last), accusa=True) == Ending(
        Why.LAST_TRICK_LOSES, last.other
    )


@pytest.mark.parametrize(
    ("scores", "accusa"),
    [([(5, 5)], False), ([(7, 4), (7, 7)], True), ([(7, 7), (7, 7), (7, 7), (8, 3)], True)],
)
def test_boards_that_cannot_have_been_played_are_refused(scores, accusa):
    with pytest.raises(ValueError, match=r"cannot be|can be"):
        knock_out_tie(extra(*scores), accusa=accusa)
