"""A day is read whichever way it is written, within the bounds of what it is of, by forms and files alike."""

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from hall.listing.exports import Event, calendar, whole_day
from pages.forms import DayField
from people.imports.rows import RowFault, read_day
from records.days import Meaning, day_in

# How people and programs write a day; the year whole.
FORMS = (
    "{0.day}/{0.month}/{0:%Y}",
    "{0.day:02}.{0.month:02}.{0:%Y}",
    "{0.day} {0.month} {0:%Y}",
    "{0.day}-{0.month}-{0:%Y}",
    "{0:%Y}-{0.month:02}-{0.day:02}",
    "{0:%Y}-{0.month:02}-{0.day:02} 00:00:00",
    "{0.day}/{0.month}/{0:%Y} 0:00",
)


@given(st.sampled_from(Meaning), st.sampled_from(FORMS), st.dates(min_value=date(1000, 1, 1)))
def test_a_day_is_one_day_in_every_form_or_out_of_bounds(meaning: Meaning, form: str, day: date) -> None:
    read = day_in(form.format(day), meaning)
    assert (read.day if read else None) == (day if meaning.first <= day <= meaning.last else None)


@given(st.sampled_from(Meaning), st.text("0123456789/-. T:", max_size=20))
def test_no_text_is_read_beyond_the_bounds_and_form_and_file_agree(meaning: Meaning, text: str) -> None:
    read = day_in(text, meaning)
    assert read is None or meaning.first <= read.day <= meaning.last
    try:
        typed = DayField(meaning=meaning, required=False).clean(text)
    except ValidationError:
        typed = None
    assert typed == (read.day if read else None)
    assert read_day(text, meaning)[0] == (read.day.isoformat() if read else "")


@pytest.mark.parametrize(
    "text", ["0027-05-31", "9999-12-31", "31/05/0027", "31/02/2027", "05/31/2027", "31/12-2027", "31/5/127"]
)
@pytest.mark.parametrize("meaning", list(Meaning))
def test_a_day_of_no_time_is_refused(meaning: Meaning, text: str) -> None:
    assert day_in(text, meaning) is None
    with pytest.raises(ValidationError):
        DayField(meaning=meaning).clean(text)


@pytest.mark.parametrize(
    ("text", "day"), [("31 05 27", "2027-05-31"), ("31/12/69", "2069-12-31"), ("1.1.70", "1970-01-01")]
)
def test_a_year_of_two_figures_is_resolved_and_told(text: str, day: str) -> None:
    read, problems = read_day(text, Meaning.MEMBER)
    whole = "/".join(reversed(day.split("-")))
    assert (read, [(one.code, one.is_error, whole in one.text) for one in problems]) == (
        day,
        [(RowFault.YEAR_OF_TWO, False, True)],
    )


def test_of_a_birth_two_figures_do_not_say_the_century() -> None:
    assert day_in("31/05/27", Meaning.BORN) is None


@pytest.mark.parametrize("day", [date(26, 3, 1), date(9999, 12, 31), date(2026, 3, 1)])
def test_a_calendar_is_written_whatever_the_day(day: date) -> None:
    begins, ends = whole_day(day)
    text = calendar("Torneo", [Event("t", "Torneo", begins, ends, known=datetime(2026, 1, 1, 12, tzinfo=UTC))])
    assert f"DTSTART;VALUE=DATE:{day.isoformat().replace('-', '')}\r\n" in text
