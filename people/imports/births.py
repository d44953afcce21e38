"""Days of birth in a list: the one that is meant, and the day on which who was born then comes of age."""

from datetime import date

from records.days import Meaning, day_written

OLDEST = 90  # years of somebody whose year of birth has two figures; up to OLDEST_EVER it is asked
OLDEST_EVER = 105  # years that no member is


def day_of_birth(text: str, today: date) -> date | None:
    """The day that a text says; None for what says none, or may say two.

    A year of two figures is read where one century alone fits: nobody is born tomorrow, nor older than people are.
    """
    read = day_written(text)
    if read is None:
        return None
    if not read.is_short:
        return read.day if Meaning.BORN.holds(read.day) and read.day <= today else None
    older, younger = (_in_year(read.day, century + read.day.year % 100) for century in (1900, 2000))
    years = today.year - 1900 - read.day.year % 100
    if younger and younger <= today:
        return younger if years > OLDEST_EVER else None
    return older if years <= OLDEST else None


def of_age_on(born: date) -> date:
    """Who was born on a 29th of February comes of age on the 1st of March."""
    return _in_year(born, born.year + 18) or date(born.year + 18, 3, 1)


def minor_until(born: date, today: date) -> str:
    """The day, as 2027-05-31, on which somebody comes of age; nothing of who is of age: of them no birth is kept."""
    day = of_age_on(born)
    return day.isoformat() if day > today else ""


def _in_year(day: date, year: int) -> date | None:
    """The same day of another year; None for a 29th of February that it has not."""
    try:
        return day.replace(year=year)
    except ValueError:
        return None
