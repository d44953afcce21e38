"""The four seats of a table as the turn passes; tournaments/setup/games.py says how a game calls them."""

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
