"""The kinds of match that the site offers and their figures, read from `matches.yaml` beside the rulebook.

Not handled: the clock itself, the automatic declarations, open hands.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from referee.law.data import read_data
from referee.law.schema import Model
from referee.law.text import Text

FILE = Path(__file__).parents[2] / "rulebooks" / "tressette-online" / "matches.yaml"


class Length(Model):
    """A target in points and the number of boards for which it stands in the table of victory points (23)."""

    points: int = Field(gt=0)
    boards: int = Field(gt=0)


class Lengths(Model):
    article: int
    rows: tuple[Length, ...] = Field(min_length=1)


class Kind(Model):
    """A kind of match: what measures its length, whether the fewest points win, whether accuse are played."""

    id: str
    title: Text
    article: int
    measured: Literal["points", "boards"]
    fewest_wins: bool
    accusa: bool
    text: Text


class Seating(Model):
    """A kind of table: so many players, so many cards left in the stock (4, 12)."""

    id: str
    title: Text
    article: int
    players: int
    stock: int


class TimeOutFigures(Model):
    """The figures of 14 and 15."""

    article: int
    most_points: int
    vp_offender: int
    vp_opponents: int


class TieBreakFigures(Model):
    """The figure of 11."""

    article: int
    boards: int


class Matches(Model):
    """Everything in the file."""

    lengths: Lengths
    vp_scale: str
    kinds: tuple[Kind, ...]
    tables: tuple[Seating, ...]
    time_out: TimeOutFigures
    tie_breaks: TieBreakFigures

    @model_validator(mode="after")
    def _lengths_rise(self) -> "Matches":
        rows = self.lengths.rows
        if [row.boards for row in rows] != list(range(1, len(rows) + 1)):
            raise ValueError("the lengths do not count the boards one by one")
        if [row.points for row in rows] != sorted({row.points for row in rows}):
            raise ValueError("the targets do not rise")
        return self

    def boards_for(self, points: int) -> int:
        """The number of boards for which a match by so many points stands (23). Raises KeyError for other targets."""
        return {row.points: row.boards for row in self.lengths.rows}[points]

    def kind(self, kind_id: str) -> Kind:
        """The kind of match with that id. Raises KeyError."""
        return {kind.id: kind for kind in self.kinds}[kind_id]


@cache
def matches() -> Matches:
    """The site's matches, read once. Raises RulebookError for a wrong file."""
    return read_data(FILE, Matches)
