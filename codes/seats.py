"""The four seats of a table as the turn passes, its lines, and what a board comes to for these; none of it of one game.

tournaments/setup/games.py says how a game calls the seats; why a result cannot have been played, each game says itself.
"""

from dataclasses import dataclass
from enum import StrEnum


class Line(StrEnum):
    """The two sides of a table: A sits North-South, B East-West; at burraco A is fixed and B moves."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Line":
        return Line.B if self is Line.A else Line.A


class Seat(StrEnum):
    """A seat, in the order in which the turn passes: N, W, S, E."""

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    @property
    def next(self) -> "Seat":
        """Who plays after this seat: its right-hand neighbour (at burraco the left-hand one)."""
        return self.after(1)

    @property
    def previous(self) -> "Seat":
        return self.after(3)

    @property
    def partner(self) -> "Seat":
        return self.after(2)

    @property
    def opponents(self) -> tuple["Seat", "Seat"]:
        """The two seats of the other line, the one that plays next first."""
        return self.next, self.previous

    @property
    def line(self) -> Line:
        return Line.A if self in (Seat.N, Seat.S) else Line.B

    def after(self, steps: int) -> "Seat":
        seats = list(Seat)
        return seats[(seats.index(self) + steps) % len(seats)]

    @classmethod
    def dealer_of(cls, board_number: int) -> "Seat":
        """Who deals a board: North the first, then the deal passes to the right."""
        return cls.N.after(board_number - 1)


def seats_of(line: Line) -> tuple[Seat, Seat]:
    return (Seat.N, Seat.S) if line == Line.A else (Seat.E, Seat.W)


class Refusal(StrEnum):
    """Why a result cannot have been played."""

    NEGATIVE = "negative"
    ACCUSA_NOT_PLAYED = "accusa_not_played"
    ACCUSA_A_IMPOSSIBLE = "accusa_a_impossible"
    ACCUSA_B_IMPOSSIBLE = "accusa_b_impossible"
    ACCUSE_TOGETHER_IMPOSSIBLE = "accuse_together_impossible"
    DECK_A_OUT_OF_RANGE = "deck_a_out_of_range"
    DECK_B_OUT_OF_RANGE = "deck_b_out_of_range"
    DECK_SUM = "deck_sum"
    # Of a deal of burraco.
    NOT_BY_FIVES_A = "not_by_fives_a"
    NOT_BY_FIVES_B = "not_by_fives_b"
    DEAL_OUT_OF_RANGE = "deal_out_of_range"


@dataclass(frozen=True, kw_only=True)
class Result:
    """A board's result: the lines' total points, and how many of them are of accusa."""

    points_a: int
    points_b: int
    accusa_a: int = 0
    accusa_b: int = 0

    @property
    def deck_a(self) -> int:
        return self.points_a - self.accusa_a

    @property
    def deck_b(self) -> int:
        return self.points_b - self.accusa_b
