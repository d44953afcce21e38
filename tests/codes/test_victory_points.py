"""The table of victory points: whole, rising, and equal to the printed one where we looked."""

import pytest

from codes.victory_points import FOLDER, ScaleError, all_scales, get_scale, read_scale, scale_problems
from tests.tables import each

SCALE = get_scale("tressette")
LENGTHS = range(1, 9)
FAR = 200


@pytest.mark.parametrize("boards", LENGTHS)
def test_every_difference_lies_in_exactly_one_band(boards):
    for difference in range(FAR):
        bands = [
            band
            for band in SCALE.bands[boards]
            if band.first <= difference and (band.last is None or difference <= band.last)
        ]
        assert [band.vp for band in bands] == [SCALE.victory_points(difference, boards=boards)[0]]


@pytest.mark.parametrize("boards", LENGTHS)
def test_victory_points_sum_to_twenty_and_mirror(boards):
    for difference in range(-FAR, FAR):
        vp_a, vp_b = SCALE.victory_points(difference, boards=boards)
        assert vp_a + vp_b == 20
        assert SCALE.victory_points(-difference, boards=boards) == (vp_b, vp_a)


@pytest.mark.parametrize("boards", LENGTHS)
def test_victory_points_never_fall_as_the_difference_grows(boards):
    vp = [SCALE.victory_points(difference, boards=boards)[0] for difference in range(-FAR, FAR)]
    assert vp == sorted(vp)


@pytest.mark.parametrize("boards", LENGTHS)
def test_every_step_from_ten_up_is_there(boards):
    top = 18 if boards == 1 else 20
    assert [band.vp for band in SCALE.bands[boards]] == list(range(10, top + 1))


# Taken by hand from the printed table: boards, difference, VP of the winner.
PRINTED = [
    (1, 0, 10), (1, 1, 11), (1, 4, 14), (1, 6, 15), (1, 7, 16), (1, 10, 17), (1, 11, 18), (1, 32, 18),
    (2, 0, 10), (2, 1, 11), (2, 6, 13), (2, 15, 18), (2, 18, 19), (2, 19, 20),
    (3, 1, 10), (3, 2, 11), (3, 11, 15), (3, 14, 16), (3, 20, 18), (3, 21, 19), (3, 24, 20),
    (4, 1, 10), (4, 6, 12), (4, 15, 15), (4, 16, 16), (4, 23, 18), (4, 26, 19), (4, 27, 20),
    (5, 2, 10), (5, 4, 11), (5, 13, 14), (5, 22, 17), (5, 29, 19), (5, 30, 20),
    (6, 2, 10), (6, 8, 12), (6, 15, 14), (6, 21, 16), (6, 23, 17), (6, 32, 19), (6, 33, 20),
    (7, 2, 10), (7, 12, 13), (7, 20, 15), (7, 23, 16), (7, 24, 17), (7, 35, 19), (7, 36, 20),
    (8, 2, 10), (8, 9, 12), (8, 10, 13), (8, 25, 16), (8, 33, 18), (8, 37, 19), (8, 38, 20),
]  # fmt: skip


@each(("boards", "difference", "vp"), PRINTED)
def test_victory_points_are_those_printed(boards, difference, vp):
    assert SCALE.victory_points(difference, boards=boards) == (vp, 20 - vp)


def test_twenty_four_over_four_deals_is_read_eighteen_two():
    assert SCALE.victory_points(24, boards=4) == (18, 2)
    assert SCALE.victory_points(25, boards=4) == (19, 1)


def test_twenty_two_over_six_deals_is_read_sixteen_four():
    assert SCALE.victory_points(22, boards=6) == (16, 4)
    assert SCALE.victory_points(23, boards=6) == (17, 3)


def test_the_readings_are_told_with_the_scale():
    assert {(reading.boards, reading.difference) for reading in SCALE.readings} == {(4, 24), (6, 22), (1, 11)}
    assert all(reading.text.it and reading.text.en for reading in SCALE.readings)


def test_a_scale_is_found_by_its_name_only():
    assert all_scales() == ["burraco", "burraco-teams", "tressette"]
    with pytest.raises(FileNotFoundError):
        get_scale("../tressette")


@pytest.mark.parametrize(
    ("row", "spoiled"),
    [
        ("[11, 2, 3], [12, 4, 5]", "[11, 2, 3], [12, 5, 5]"),
        ("[11, 2, 3], [12, 4, 5]", "[11, 2, 4], [12, 4, 5]"),
        ("[11, 2, 3], [12, 4, 5]", "[12, 2, 3], [12, 4, 5]"),
        ("[20, 24]", "[20, 24, 60]"),
        ("[20, 24]", "[21, 24]"),
        ("3: [[10, 0, 1], [11, 2, 3]", "3: [[11, 0, 3]"),
        ("3: [[10, 0, 1]", "3: [[9, 0, 1]"),
    ],
    ids=["gap", "overlap", "not rising", "ends", "above the total", "equality above half", "equality below half"],
)
def test_a_spoiled_table_is_refused_with_its_length(row, spoiled):
    text = (FOLDER / "tressette.yaml").read_text("utf-8")
    assert row in text
    with pytest.raises(ScaleError, match="3 boards"):
        read_scale(text.replace(row, spoiled, 1))


def test_a_file_that_is_no_scale_is_named(tmp_path):
    whole = (FOLDER / "burraco.yaml").read_text()
    (tmp_path / "burraco.yaml").write_text(whole)
    assert scale_problems(tmp_path) == []
    (tmp_path / "altra.yaml").write_text(whole)
    (tmp_path / "rotta.yaml").write_text(whole.replace("title:", "titolo:"))
    assert scale_problems(tmp_path) == [
        "altra.yaml: the id «burraco» is not the file's name",
        "rotta.yaml: not a scale: KeyError 'title'",
    ]
