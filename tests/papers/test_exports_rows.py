"""Rows before they are laid out: what a cell says, what a sheet refuses."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from django.utils import translation

from papers.sheets import Column, Kind, Sheet, as_text, fraction_text, in_order, long_date

ONE_COLUMN = in_order(("N.", Kind.TEXT, 12))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Fraction(47, 6), "7 5/6"),
        (Fraction(1, 3), "1/3"),
        (Fraction(6, 3), "2"),
        (Fraction(0), "0"),
        (Fraction(-7, 3), "−2 1/3"),
        (Fraction(-1, 2), "−1/2"),
    ],
)
def test_a_mean_is_a_mixed_number(value, words):
    assert fraction_text(value) == words


@pytest.mark.parametrize(("value", "words"), [(4, "+4"), (0, "0"), (-4, "−4")])
def test_a_difference_shows_its_sign(value, words):
    assert as_text(value, Kind.SIGNED) == words


def test_nothing_is_an_empty_text():
    assert as_text(None) == ""


def test_a_moment_is_told_on_the_clock_of_the_hall():
    assert as_text(datetime(2026, 11, 14, 12, 0, tzinfo=UTC)) == "14/11/2026 13:00"


def test_months_are_small_in_italian_and_large_in_english():
    assert long_date(date(2026, 11, 14)) == "14 novembre 2026"
    with translation.override("en"):
        assert long_date(date(2026, 11, 14)) == "14 November 2026"


def test_a_row_too_short_is_refused():
    with pytest.raises(ValueError, match="2 cells for 1 columns"):
        Sheet("Prova", ONE_COLUMN, ((1, 2),))


def test_a_footer_too_long_is_refused():
    with pytest.raises(ValueError, match="0 cells"):
        Sheet("Prova", ONE_COLUMN, ((),))


def test_a_column_says_what_each_record_has_there():
    named, long = Column("A", Kind.TEXT, 12, str.upper), Column("B", Kind.INTEGER, 5, len)
    sheet = Sheet.of("Prova", ["x", "yy"], named, long, footer=("", 3))
    assert sheet.rows == (("X", 1), ("YY", 2))
    assert sheet.values("B") == [1, 2]
