"""Whether a match is over and who has won it (8–11, 16).

Readings: the target is reached as soon as a side has that many points; outside knock-out play a level match stays
drawn; in knock-out play extra boards come first and the last trick after the third; a perdere the board in progress
is finished.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.law.tressette_online.matches import matches
from tournaments.seats import Line


class Why(StrEnum):
    """What an ending rests on; `GOES_ON` when the match is not over."""

    GOES_ON = "goes-on"
    AT_ONCE = "at-once"
    POINTS = "points"
    FEWEST_POINTS = "fewest-points"
    DRAWN = "drawn"
    LAST_TRICK_WINS = "last-trick-wins"
    EXTRA_BOARD = "extra-board"
    EXTRA_BOARD_DUE = "extra-board-due"
    LAST_TRICK_LOSES = "last-trick-loses"


OPEN = frozenset({Why.GOES_ON, Why.EXTRA_BOARD_DUE})
CITES: dict[Why, tuple[int, ...]] = {
    Why.GOES_ON: (8, 9),
    Why.AT_ONCE: (9, 10),
    Why.POINTS: (8, 9),
    Why.FEWEST_POINTS: (16,),
    Why.DRAWN: (8, 9),
    Why.LAST_TRICK_WINS: (16,),
    Why.EXTRA_BOARD: (11,),
    Why.EXTRA_BOARD_DUE: (8, 11),
    Why.LAST_TRICK_LOSES: (11,),
}


@dataclass(frozen=True)
class Ending:
    """Why, and who won: None while the match goes on, and when it is drawn."""

    why: Why
    winner: Line | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.why not in OPEN

    @property
    def cites(self) -> tuple[int, ...]:
        """The numbers of the rules it rests on."""
        return CITES[self.why]


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where a match stands: points of lines A and B, who took the last trick, whether the board is over."""

    a: int
    b: int
    last_trick: Line
    board_over: bool = True

    def points(self, line: Line) -> int:
        """The points of one line."""
        return self.a if line is Line.A else self.b

    @property
    def ahead(self) -> Line | None:
        """The line with more points; None when level."""
        return None if self.a == self.b else Line.A if self.a > self.b else Line.B


@dataclass(frozen=True, kw_only=True)
class ExtraBoard:
    """A tie-break board (11): points of both lines in it alone, and who took its last trick."""

    a: int
    b: int
    last_trick: Line


def by_points(
    now: Standing, *, target: int, at_once: bool = False, fewest_wins: bool = False, knock_out: bool = False
) -> Ending:
    """How a match to so many points stands (9, 10, 16); `at_once` is the site's «vinco subito»."""
    if at_once and not fewest_wins and now.points(now.last_trick) >= target:
        return Ending(Why.AT_ONCE, now.last_trick)
    if not now.board_over or max(now.a, now.b) < target:
        return Ending(Why.GOES_ON)
    return _counted(now, fewest_wins=fewest_wins, knock_out=knock_out)


def by_boards(now: Standing, *, played: int, boards: int, fewest_wins: bool = False, knock_out: bool = False) -> Ending:
    """How a match of so many boards stands (8, 16). Raises ValueError when more were played."""
    if not 0 <= played <= boards:
        raise ValueError(f"{played} boards of {boards}")
    if played < boards or not now.board_over:
        return Ending(Why.GOES_ON)
    return _counted(now, fewest_wins=fewest_wins, knock_out=knock_out)


def _counted(now: Standing, *, fewest_wins: bool, knock_out: bool) -> Ending:
    ahead = now.ahead
    if fewest_wins:
        return Ending(Why.FEWEST_POINTS, ahead.other) if ahead else Ending(Why.LAST_TRICK_WINS, now.last_trick)
    if ahead:
        return Ending(Why.POINTS, ahead)
    return Ending(Why.EXTRA_BOARD_DUE if knock_out else Why.DRAWN)


def knock_out_tie(extra: Sequence[ExtraBoard], *, accusa: bool) -> Ending:
    """How a level knock-out encounter stands after these tie-break boards, in order (11).

    Raises ValueError for boards beyond a decisive one or beyond the third, and for a level board without accusa:
    eleven points are odd.
    """
    most = matches().tie_breaks.boards
    *before, last = (None, *extra)
    if len(extra) > most or any(board and board.a != board.b for board in before):
        raise ValueError(f"more tie-break boards than there can be: {extra}")
    if last is None:
        return Ending(Why.EXTRA_BOARD_DUE)
    if last.a != last.b:
        return Ending(Why.EXTRA_BOARD, Line.A if last.a > last.b else Line.B)
    if not accusa:
        raise ValueError(f"eleven points cannot be level: {last}")
    return Ending(Why.LAST_TRICK_LOSES, last.last_trick.other) if len(extra) == most else Ending(Why.EXTRA_BOARD_DUE)
