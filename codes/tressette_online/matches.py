"""The kinds of match that the site offers (8, 9, 16, 23), read with their figures from `matches.yaml` of the rulebook.

Reading: the target is reached as soon as a side has that many points, and the board in progress is finished (9, 16).

Not handled: winning at once (10), which ends a board in the middle, the clock itself, the automatic declarations, open
hands.

After a time-out or an abandoned match (14, 15), readings: a perdere the points not yet won are counted to whoever left,
since receiving them is a loss there; the other side's VP are those of the difference when above the least; where the
table has no row for a number of VP (one board ends at 18–2) the least of its last row counts.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from codes.format.model import Model, Text, read_data
from codes.victory_points import Scale, get_scale

RULEBOOK_ID = "tressette-online"
FILE = Path(__file__).parents[1] / "rulebooks" / RULEBOOK_ID / "matches.yaml"


class Length(Model):
    """A target in points and the number of boards for which it stands in the table of victory points (23)."""

    points: int = Field(gt=0)
    boards: int = Field(gt=0)


class Lengths(Model):
    article: int
    rows: tuple[Length, ...] = Field(min_length=1)


class OnlineMatch(Model):
    """A kind of match: what measures its length, whether the fewest points win, whether accuse are played."""

    id: str
    title: Text
    article: int
    measured: Literal["points", "boards"]
    fewest_wins: bool
    accusa: bool
    text: Text


class OnlineTable(Model):
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
    lengths: Lengths
    vp_scale: str
    kinds: tuple[OnlineMatch, ...]
    tables: tuple[OnlineTable, ...]
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

    def points_for(self, boards: int) -> int:
        """The target of a match by points that stands for so many boards (23). Raises KeyError for other lengths.

        So many boards always suffice to reach it: together the two sides make eleven points in each.
        """
        return {row.boards: row.points for row in self.lengths.rows}[boards]

    def kind(self, kind_id: str) -> OnlineMatch:
        """The kind of match with that id. Raises KeyError."""
        return {kind.id: kind for kind in self.kinds}[kind_id]


@cache
def matches() -> Matches:
    """The site's matches, read once. Raises RulebookError for a wrong file."""
    return read_data(FILE, Matches)


def target_reached(a: int, b: int, *, target: int) -> bool:
    """Whether a match to points is over with these points of the two sides, a board being finished (9, 16)."""
    return max(a, b) >= target


def options_by_rounds(kind: OnlineMatch, *, with_accusa: bool, one_against_one: bool) -> dict[str, str]:
    """The options of these rules for a tournament by rounds: boards played to their end, no cappotto (8, 12, 19)."""
    return {
        "giocatori": "spizzichino" if one_against_one else "coppie",
        "scopo": "a-perdere" if kind.fewest_wins else "vincere",
        "fine": "a-punti" if kind.measured == "points" else "a-smazzate",
        "chiusura": "fine-smazzata",
        "accuso": "con-accuso" if with_accusa else "senza-accuso",
        "cappotto": "senza-cappotto",
        "formula": "torneo",
    }


@dataclass(frozen=True, kw_only=True)
class TimeOutPoints:
    """Points after the award, and the difference in favour of the other side (never negative).

    `awarded` are the points given out of those that nobody had won. `is_still_ahead`: the offender, with these points.
    """

    offender: int
    opponents: int
    awarded: int
    difference: int
    is_still_ahead: bool


def time_out_points(*, offender: int, opponents: int, not_yet_won: int, fewest_wins: bool = False) -> TimeOutPoints:
    """The points when the offender's time runs out, or the offender abandons (14).

    `offender`, `opponents`: points already won; `not_yet_won`: points that nobody had won yet. Raises ValueError for
    negative points.
    """
    if min(offender, opponents, not_yet_won) < 0:
        raise ValueError("points are not negative")
    awarded = min(not_yet_won, matches().time_out.most_points)
    if fewest_wins:
        offender += awarded
    else:
        opponents += awarded
    ahead = offender - opponents if fewest_wins else opponents - offender
    return TimeOutPoints(
        offender=offender, opponents=opponents, awarded=awarded, difference=max(ahead, 0), is_still_ahead=ahead < 0
    )


def time_out_award(difference: int, *, boards: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """VP and MP of both sides (offender, opponents) at the difference in favour of the opponents, once fixed (15).

    MP are counted from each side's own view: the offender's are negative, and not the opposite of the other's. Raises
    ValueError for a negative difference and KeyError for a length that the table has not.
    """
    figures, scale = matches().time_out, get_scale(matches().vp_scale)
    earned, _ = scale.victory_points(difference, boards=boards)
    vp = (figures.vp_offender, max(earned, figures.vp_opponents))
    return vp, (-_least_mp(scale, scale.total - vp[0], boards), _least_mp(scale, vp[1], boards))


def _least_mp(scale: Scale, vp: int, boards: int) -> int:
    """The least difference that earns the winner so many VP; that of the last row where the table stops before."""
    bands = scale.bands[boards]
    return next((band.first for band in bands if band.vp == vp), bands[-1].first)
