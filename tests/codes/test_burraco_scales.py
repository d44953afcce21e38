"""The burraco tables (F.I.Bur. 18): whole, rising, twenty to share, by fives, and what lies between two fives."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.victory_points import FOLDER, Scale, ScaleError, VpAward, get_scale, read_scale

PAIRS, TEAMS = get_scale("burraco"), get_scale("burraco-teams")
TABLES = [(PAIRS, 2), (PAIRS, 3), (PAIRS, 4), (TEAMS, 4)]
# All 108 cards of a deal are worth 1080 and burrachi fifteen times 200 at most: no match reaches this.
FAR = 20_000

# The last difference of each row from 10–10 to 19–1, copied by hand from the printed tables.
PRINTED = {
    2: [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000],
    3: [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    4: [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}
PRINTED_TEAMS = [150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500]


def table(scale: Scale, boards: int):
    return scale.bands[boards if boards in scale.bands else None]


@pytest.mark.parametrize(("scale", "boards"), TABLES)
def test_every_multiple_of_five_lies_in_exactly_one_band(scale, boards):
    for difference in range(0, FAR, 5):
        bands = [b for b in table(scale, boards) if b.first <= difference and (b.last is None or difference <= b.last)]
        assert [band.vp for band in bands] == [scale.victory_points(difference, boards=boards)[0]]


@pytest.mark.parametrize(("scale", "boards"), TABLES)
def test_the_two_sides_share_twenty_and_mirror(scale, boards):
    for difference in range(-FAR, FAR, 5):
        vp_a, vp_b = scale.victory_points(difference, boards=boards)
        assert vp_a + vp_b == 20
        assert scale.victory_points(-difference, boards=boards) == (vp_b, vp_a)


@pytest.mark.parametrize(("scale", "boards"), TABLES)
def test_victory_points_never_fall_as_the_difference_grows(scale, boards):
    vp = [scale.victory_points(difference, boards=boards)[0] for difference in range(-FAR, FAR, 5)]
    assert vp == sorted(vp)


@pytest.mark.parametrize(("scale", "boards"), TABLES)
def test_the_rows_are_those_printed(scale, boards):
    printed = PRINTED_TEAMS if scale is TEAMS else PRINTED[boards]
    assert [band.last for band in table(scale, boards)] == [*printed, None]
    assert [band.vp for band in table(scale, boards)] == list(range(10, 21))


@pytest.mark.parametrize(
    ("difference", "award"),
    [
        (40, VpAward(10, 10, None)),
        (Fraction(85, 2), VpAward(10, 10, 40)),
        (44, VpAward(10, 10, 40)),
        (45, VpAward(11, 9, None)),
        (Fraction(-85, 2), VpAward(10, 10, -40)),
        (-1004, VpAward(1, 19, -1000)),
        (Fraction(1, 3), VpAward(10, 10, 0)),
        (Fraction(90, 2), VpAward(11, 9, None)),
    ],
)
def test_between_two_fives_the_lower_one_counts_and_the_award_says_so(difference, award):
    assert PAIRS.award(difference, boards=2) == award


@given(st.fractions(min_value=-3000, max_value=3000, max_denominator=60), st.sampled_from(TABLES))
def test_any_mean_gets_the_band_of_the_multiple_below(difference, of):
    scale, boards = of
    award = scale.award(difference, boards=boards)
    read = difference if award.read_as is None else award.read_as
    assert read % 5 == 0
    assert 0 <= abs(difference) - abs(read) < 5
    assert (award.vp_a, award.vp_b) == scale.victory_points(read, boards=boards)


def test_a_scale_without_steps_reads_every_difference_as_it_is():
    assert get_scale("tressette").award(3, boards=1) == VpAward(13, 7, None)


def test_teams_have_one_table_for_any_number_of_deals():
    assert {TEAMS.victory_points(555, boards=boards) for boards in range(1, 9)} == {(13, 7)}


def test_a_length_without_a_table_is_known_beforehand():
    assert [boards for boards in range(1, 9) if PAIRS.has_table_for(boards)] == [2, 3, 4]
    assert all(TEAMS.has_table_for(boards) for boards in range(1, 9))
    with pytest.raises(KeyError):
        PAIRS.victory_points(100, boards=5)


@pytest.mark.parametrize(
    ("row", "spoiled"),
    [
        ("[11, 45, 120]", "[11, 41, 120]"),
        ("[11, 45, 120], [12, 125", "[11, 45, 122], [12, 127"),
        ("[20, 1005]", "[20, 1005, 2000]"),
    ],
    ids=["overlap", "off the fives", "ends"],
)
def test_a_spoiled_table_is_refused(row, spoiled):
    text = (FOLDER / "burraco.yaml").read_text("utf-8")
    assert row in text
    with pytest.raises(ScaleError, match="2 boards"):
        read_scale(text.replace(row, spoiled, 1))
