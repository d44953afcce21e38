"""A table of points: read whole, or refused with every gap, overlap and unknown word by its line."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.points import table_file
from federation.points.table import Band, Equals, Rung
from federation.points.table_file import Fault, Problem, TableRefused, read_table
from federation.seasons.words import problem_in_words
from tests.federation.seasons.a_season import TABLE

EXAMPLE = Path(table_file.__file__).with_name("example.yaml").read_text()


def refused(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(TableRefused) as error:
        read_table(text)
    return [(one.line, one.fault.value, one.about) for one in error.value.problems]


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), start=1) if words in line)


def test_the_example_says_that_it_is_one_and_what_each_place_is_worth():
    table = read_table(EXAMPLE)
    assert (table.id, table.example, table.equals, table.since, table.until) == (
        "esempio", True, Equals.MEAN, date(2020, 1, 1), None,
    )  # fmt: skip
    assert table.classes == {"A": "Campionato", "B": "Torneo regionale", "C": "Torneo di circolo"}
    of_26 = table.class_at("A", date(2026, 3, 1)).band(26)
    assert [of_26.worth(place) for place in (1, 2, 3, 4, 8, 9, 16, 17, 26)] == [100, 70, 40, 25, 25, 12, 12, 5, 5]
    of_15 = table.class_at("A", date(2026, 3, 1)).band(15)
    assert [of_15.worth(place) for place in (1, 6, 7, 15)] == [60, 15, 3, 3]


def test_of_equals_each_gets_the_mean_or_the_best():
    table = read_table(TABLE)
    band = table.class_at("A", date(2026, 5, 1)).band(4)
    assert table.worth(band, 1, equal=2) == 35
    assert table.worth(band, 2, equal=3) == Fraction(51, 3) == 17
    assert table.worth(band, 3, equal=2) == Fraction(21, 2)
    best = read_table(TABLE.replace("example: true", "example: true\nequal_places: best"))
    assert best.worth(band, 3, equal=2) == 20


def test_a_fraction_is_a_figure_and_a_whole_one_is_whole():
    table = read_table(TABLE.replace("points: 30", "points: 61/2").replace("points: 20", "points: 40/2"))
    band = table.class_at("A", date(2026, 5, 1)).band(9)
    assert band.by_place == (40, Fraction(61, 2), 20)
    assert [type(one) for one in band.by_place] == [int, Fraction, int]


def test_a_class_holds_only_in_its_days():
    table = read_table(TABLE)
    assert table.class_at("A", date(2025, 12, 31)) is None
    assert table.class_at("A", date(2027, 1, 1)) is None
    assert table.class_at("Z", date(2026, 1, 1)) is None
    assert table.covers(date(2026, 1, 1), date(2026, 12, 31))
    assert not table.covers(date(2025, 12, 31), date(2026, 12, 31))


@pytest.mark.parametrize(
    ("before", "after", "words", "fault", "about"),
    [
        ("others: 3", "othrs: 3", "othrs: 3", "unknown-key", "othrs"),
        ("title: Campionato", "name: Campionato", "name: Campionato", "unknown-key", "name"),
        ("from: 4, to: 6", "from: 5, to: 6", "from: 5, to: 6", "gap", "4"),
        ("from: 4, to: 6", "from: 3, to: 6", "from: 3, to: 6", "overlap", "4"),
        ("from: 4, to: 6", "from: 4, to: 3", "from: 4, to: 3", "backwards", "3"),
        ("points: 45", "points: 61", "            places:", "more-below", "61"),
        ("points: 45", "points: 4.5", "points: 4.5", "not-points", "4.5"),
        ("points: 45", "points: -4", "points: -4", "not-points", "-4"),
        ("points: 45", "points: 4/0", "points: 4/0", "not-points", "4/0"),
        ("points: 45", "points: true", "points: true", "not-points", "True"),
        ("2020-01-01", "2020-02-30", "2020-02-30", "not-a-day", "2020-02-30"),
        ("2020-01-01", "2020", "from: 2020", "not-a-day", "2020"),
        ("id: esempio", "id: Esempio 1", "id: Esempio", "not-an-id", "Esempio 1"),
        ("equal_places: mean", "equal_places: half", "equal_places", "not-equals", "half"),
        ("example: true", "example: si", "example: si", "not-yes-or-no", "si"),
        ("      B:", "      B C:", "      B C:", "not-a-class", "B C"),
        ("to: 15", "to: 0", "to: 0", "not-a-number", "0"),
        ("to: 15", "to: 14", "- from: 16", "gap", "15"),
        ("to: 15", "to: 16", "- from: 16", "overlap", "17"),
        ("            to: 15\n", "", "- from: 1", "no-end", ""),
    ],
)
def test_what_is_wrong_is_told_with_its_line(before, after, words, fault, about):
    text = EXAMPLE.replace(before, after, 1)
    assert text != EXAMPLE
    assert (line_of(text, words), fault, about) in refused(text)


def test_a_missing_source_and_a_missing_figure_are_told_together():
    text = TABLE.replace("source: Inventata per le prove\n", "").replace(", others: 1}\n      B", "}\n      B")
    assert [(fault, about) for _line, fault, about in refused(text)] == [
        ("missing-key", "source"), ("missing-key", "others"),
    ]  # fmt: skip


def test_periods_follow_each_other_day_by_day():
    second = "  - from: {day}\n    classes:\n      A: {{title: Dopo, bands: [{{from: 1, places: [], others: 1}}]}}\n"
    assert read_table(TABLE + second.format(day="2027-01-01")).until is None
    assert [(fault, about) for _l, fault, about in refused(TABLE + second.format(day="2027-01-02"))] == [
        ("gap", "2027-01-01")
    ]
    assert [(fault, about) for _l, fault, about in refused(TABLE + second.format(day="2026-12-31"))] == [
        ("overlap", "2027-01-01")
    ]
    endless = TABLE.replace("    to: 2026-12-31\n", "")
    assert [fault for _l, fault, _a in refused(endless + second.format(day="2027-01-01"))] == ["no-end"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: [", "not-yaml"),
        ("\x00", "not-yaml"),
        ("", "not-a-mapping"),
        ("- 1", "not-a-mapping"),
        ("a: &x [1]\nb: *x", "anchors"),
        ("[" * 13 + "]" * 13, "too-deep"),
        ("id: " + "9" * 5000, "too-long"),
        ("#" * 200_001, "too-big"),
        ("id: x\nid: y", "twice"),
    ],
)
def test_what_nobody_honest_writes_is_refused_before_it_is_read(text, fault):
    assert fault in {one for _line, one, _about in refused(text)}


def test_every_fault_has_its_words():
    told = [problem_in_words(Problem(3, fault, "x")) for fault in Fault]
    assert all(one.startswith("Riga 3: ") and "%" not in one for one in told)
    assert len(set(told)) == len(Fault)


@given(st.text(max_size=300) | st.text(alphabet="ab: -[]{}\n&*!|>'\"#?,1", max_size=120))
def test_any_text_is_a_table_or_refused(text):
    try:
        read_table(text)
    except TableRefused as error:
        assert error.problems


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 50)), min_size=1, max_size=6), st.integers(1, 30))
def test_a_place_is_worth_what_its_rung_says(rungs, place):
    first, built = 1, []
    for length, points in rungs:
        built.append(Rung(first, first + length - 1, points))
        first += length
    found = [one.points for one in built if one.first <= place <= one.last]
    assert Band(1, None, tuple(built), others=7).worth(place) == (found[0] if found else 7)
