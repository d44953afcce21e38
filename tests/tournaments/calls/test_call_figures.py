"""The percentile by nearest rank, the minutes of a call, and ranges of tables."""

import pytest

from tournaments.forms.calls import read_tables, tables_in_words
from tournaments.queries.call_figures import nearest_rank


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([], 90, None),
        ([7], 50, 7),
        ([7], 90, 7),
        ([1, 2], 50, 1),
        ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 90, 9),
        ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 50, 5),
        (list(range(1, 12)), 90, 10),
        (list(range(1, 12)), 50, 6),
        ([5, 5, 5, 100], 90, 100),
    ],
)
def test_the_percentile_is_a_value_that_was_measured(values, percent, expected):
    assert nearest_rank(values, percent) == expected


@pytest.mark.parametrize(("words", "numbers"), [("1-3, 5", {1, 2, 3, 5}), ("9", {9}), ("", set()), ("2-2,3", {2, 3})])
def test_a_range_is_read_and_told_alike(words, numbers):
    assert read_tables(words) == numbers
    assert read_tables(tables_in_words(read_tables(words))) == numbers
