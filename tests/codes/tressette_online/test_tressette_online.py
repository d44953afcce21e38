"""Online tressette: time-outs over every score, and the figures of its matches."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from codes.library import get_rulebook
from codes.tressette_online.matches import Matches, matches, time_out_award, time_out_points
from codes.victory_points import get_scale

LENGTHS = range(1, 9)
SCALE = get_scale("tressette")


# -- the kinds of match ------------------------------------------------------------


def test_every_length_of_the_table_has_its_target():
    assert [matches().points_for(boards) for boards in LENGTHS] == [6, 11, 17, 21, 26, 31, 36, 41]
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
    points = time_out_points(offender=offender, opponents=opponents, not_yet_won=left)
    assert time_out_award(points.difference, boards=boards) == (vp, mp)


def test_time_out_gives_at_most_six_points_and_never_a_difference_for_the_offender():
    for offender, opponents, left in product(range(0, 45, 2), range(0, 45, 3), range(12)):
        score = time_out_points(offender=offender, opponents=opponents, not_yet_won=left)
        assert (score.offender, score.opponents) == (offender, opponents + min(left, 6))
        assert score.difference == max(0, score.opponents - score.offender)


@given(*(st.integers(0, 60) for _ in range(3)), st.sampled_from(LENGTHS), st.booleans())
def test_vp_and_mp_of_a_time_out_agree_with_the_table(offender, opponents, left, boards, fewest_wins):
    score = time_out_points(offender=offender, opponents=opponents, not_yet_won=left, fewest_wins=fewest_wins)
    vp, mp = time_out_award(score.difference, boards=boards)
    assert vp[0] == 0
    assert vp[1] == max(14, SCALE.victory_points(score.difference, boards=boards)[0])
    assert SCALE.victory_points(mp[1], boards=boards)[0] == vp[1]
    assert SCALE.victory_points(mp[1] - 1, boards=boards)[0] < vp[1]
    assert mp[0] == -SCALE.bands[boards][-1].first
    assert score.offender + score.opponents == offender + opponents + score.awarded


def test_a_perdere_the_points_left_are_counted_to_the_offender():
    score = time_out_points(offender=9, opponents=11, not_yet_won=11, fewest_wins=True)
    assert (score.offender, score.opponents, score.difference) == (15, 11, 4)


def test_negative_points_are_no_score():
    with pytest.raises(ValueError, match="negative"):
        time_out_points(offender=-1, opponents=0, not_yet_won=0)
