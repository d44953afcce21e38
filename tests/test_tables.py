"""A table of rows as one test: every row is tried, each that fails is named, and an empty one proves nothing."""

import pytest

from tests.tables import each


def test_every_row_is_tried_and_each_that_fails_is_named():
    tried = []

    @each("a", [1, 2])
    @each(("b", "c"), [(3, 3), (4, 5)], called=lambda row: f"row {row[0]}")
    def check(a, b, c):
        """What it checks."""
        tried.append((a, b, c))
        assert b == c, f"{b} is not {c}"
        assert a / (a - 2)

    with pytest.raises(AssertionError) as failed:
        check()
    assert tried == [(1, 3, 3), (1, 4, 5), (2, 3, 3), (2, 4, 5)]
    told = [line for line in str(failed.value).splitlines() if line.startswith(("1", "2"))]
    assert told == ["1, row 4: 4 is not 5", "2, row 3: division by zero", "2, row 4: 4 is not 5"]
    assert (check.__name__, check.__doc__) == ("check", "What it checks.")


def test_an_empty_table_fails():
    with pytest.raises(AssertionError, match="proves nothing"):
        each("a", [])(lambda a: None)()
