"""A federation's table of points: what each place is worth, by class, by how many took part, and since when.

Points are whole, or exact fractions; a federation's own text is read by `federation.points.table_file`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

# Whole wherever it can be: thousands of whole numbers are added fast, and exactly.
Points = int | Fraction


class Equals(StrEnum):
    """What those get who share a place: the mean of the places that they take together, or each the best of them."""

    MEAN = "mean"
    BEST = "best"


def whole(points: Points) -> Points:
    """The same figure, as a whole number where it is one."""
    return points.numerator if points.denominator == 1 else points


def points_from(text: str) -> Points:
    """'40', '7/2'. Raises ValueError for anything else."""
    return whole(Fraction(text))


@dataclass(frozen=True)
class Rung:
    """What the places from one to another are worth, each of them."""

    first: int
    last: int
    points: Points


@dataclass(frozen=True)
class Band:
    """The worth of places where so many took part (most: None, or more); others: of whoever is ranked further down."""

    least: int
    most: int | None
    rungs: tuple[Rung, ...]
    others: Points

    @cached_property
    def by_place(self) -> tuple[Points, ...]:
        """The points of the first place, of the second, … as far as the table names them."""
        return tuple(rung.points for rung in self.rungs for _place in range(rung.first, rung.last + 1))

    def worth(self, place: int) -> Points:
        return self.by_place[place - 1] if place <= len(self.by_place) else self.others


@dataclass(frozen=True)
class TournamentClass:
    """A class of tournaments, with its bands from the fewest entries to the most."""

    title: str
    bands: tuple[Band, ...]

    def band(self, entries: int) -> Band:
        return next(band for band in self.bands if band.most is None or entries <= band.most)


@dataclass(frozen=True)
class Period:
    """What holds from one day to another; until: None, still."""

    since: date
    until: date | None
    classes: Mapping[str, TournamentClass]


@dataclass(frozen=True)
class PointsTable:
    """An edition of a table: its source says who decided it; example: invented, of no federation."""

    id: str
    title: str
    source: str
    example: bool
    equals: Equals
    periods: tuple[Period, ...]

    @property
    def since(self) -> date:
        return self.periods[0].since

    @property
    def until(self) -> date | None:
        return self.periods[-1].until

    @property
    def classes(self) -> dict[str, str]:
        """Every class that it names at any time, with its title; of two titles the later one."""
        return {name: class_.title for period in self.periods for name, class_ in period.classes.items()}

    def covers(self, since: date, until: date) -> bool:
        return self.since <= since and (self.until is None or until <= self.until)

    def class_at(self, name: str, day: date) -> TournamentClass | None:
        """The class as it was worth that day; None where the table knew none of that name."""
        period = next((period for period in self.periods if period.until is None or day <= period.until), None)
        return period.classes.get(name) if period and period.since <= day else None

    def worth(self, band: Band, place: int, equal: int = 1) -> Points:
        """What each of those gets who share the place, taking with it as many places as they are."""
        if equal == 1 or self.equals is Equals.BEST:
            return band.worth(place)
        return mean([band.worth(rank) for rank in range(place, place + equal)])


def mean(points: Sequence[Points]) -> Points:
    return whole(Fraction(sum(points)) / len(points))
