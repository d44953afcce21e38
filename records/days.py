"""Days as people write them: one reader for forms, files and programs, with bounds by what the day is of."""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum

# Of two figures: 00 to 69 are of this century, the others of the last.
CENTURY_TURNS = 70


class Meaning(Enum):
    """What a day is of: the first and the last that it may be, whether a year of two figures says which it is."""

    BORN = (date(1900, 1, 1), date(2099, 12, 31), False)
    OF_AGE = (date(1918, 1, 1), date(2099, 12, 31), True)
    MEMBER = (date(1900, 1, 1), date(2149, 12, 31), True)
    PLAYED = (date(1950, 1, 1), date(2099, 12, 31), True)

    def __init__(self, first: date, last: date, reads_short: bool) -> None:
        self.first, self.last, self.reads_short = first, last, reads_short

    def holds(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True)
class DayRead:
    """A day within its bounds; is_short: its year was written with two figures, and is to be shown whole."""

    day: date
    is_short: bool = False


_MONTHS = (
    "jan gen ", "feb fev ", "mar mär maa ", "apr avr abr ", "may mag mai ", "jun giu jui ",
    "jul lug ", "aug ago aoû ", "sep set ", "oct ott okt ", "nov ", "dec dic dez déc ",
)  # fmt: skip
_FORMS = (
    re.compile(r"(?P<day>\d{1,2})(?P<mark> ?[/.-] ?| )(?P<month>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})", re.ASCII),
    re.compile(r"(?P<day>\d{1,2})[ °./-]{0,2}(?P<name>[^\W\d_]{3,9})\.?[ ./-](?P<year>\d{4}|\d{2})"),
    re.compile(r"(?P<name>[^\W\d_]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>\d{4})"),
    re.compile(r"(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})", re.ASCII),
    re.compile(r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})", re.ASCII),
)
# The hour that a spreadsheet or a database adds to a day.
_HOUR = re.compile(r"[ T]\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$", re.ASCII)


def day_in(text: str, meaning: Meaning) -> DayRead | None:
    """The day that a text says, day before month; None where it says none, or one outside its bounds."""
    read = day_written(text)
    return read if read and meaning.holds(read.day) and (meaning.reads_short or not read.is_short) else None


def _month(match: re.Match[str]) -> int:
    """The month by its figure or its name in one of the languages around; 0 for none."""
    name = match.groupdict().get("name")
    if not name:
        return int(match["month"])
    return next((place for place, words in enumerate(_MONTHS, start=1) if f"{name[:3].lower()} " in words), 0)


def day_written(text: str) -> DayRead | None:
    """The day that a text says, whatever its bounds; None where it says none."""
    said = text.strip()
    match = next(
        (found for form in _FORMS for one in (said, _HOUR.sub("", said)) if (found := form.fullmatch(one))), None
    )
    if match is None:
        return None
    year, is_short = int(match["year"]), len(match["year"]) == 2
    if is_short:
        year += 2000 if year < CENTURY_TURNS else 1900
    try:
        day = date(year, _month(match), int(match["day"]))
    except ValueError:  # the 31st of June
        return None
    return DayRead(day, is_short)
