"""The score of a table of three or five, each player for oneself, and the standings by sums.

The codes give no victory points to such tables and say nothing of a tournament of them: points of the game are summed,
and what a place at a table is worth is the tournament's own rule (docs/decisions/0067-tables-of-three-and-five.md).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from codes.games.catalogue import CardGame

BY = 5  # every value of a card and every bonus of burraco is a multiple of it (F.I.Bur. 18)
MOST_POINTS = 99_995

# What the places of a table are worth, from the first, by how many sit there; empty where only points count.
PlacePoints = Mapping[int, Sequence[int]]


class Trouble(StrEnum):
    """Why figures cannot be the score of a table."""

    DEALS = "deals"
    TOO_MANY = "too-many"
    BY_FIVES = "by-fives"
    NOT_ZERO = "not-zero"
    NOT_REACHED = "not-reached"


def counts_stakes(game: CardGame) -> bool:
    """Whether what one side wins the others lose, stake by stake: the figures of a table then sum to nothing."""
    return game.calculator == "tressette"


def troubles(game: CardGame, points: Sequence[Sequence[int]], *, cut_short: bool) -> tuple[Trouble, ...]:
    """What is wrong with the points of each seat, deal by deal; cut_short: the match ended before its points."""
    totals = [sum(deals) for deals in points]
    faults = {
        Trouble.DEALS: len({len(deals) for deals in points}) != 1 or not all(points),
        Trouble.TOO_MANY: any(abs(deal) > MOST_POINTS for deals in points for deal in (*deals, sum(deals))),
        Trouble.BY_FIVES: game.calculator == "burraco" and any(deal % BY for deals in points for deal in deals),
        Trouble.NOT_ZERO: counts_stakes(game) and sum(totals) != 0,
        Trouble.NOT_REACHED: not counts_stakes(game) and not cut_short and max(totals) < game.targets[0],
    }
    return tuple(trouble for trouble, holds in faults.items() if holds)


@dataclass(frozen=True, kw_only=True)
class SeatResult:
    """What a player made at a table: the points of the game, the place there, what that place is worth."""

    points: int
    place: int
    worth: Fraction


def seat_results(totals: Mapping[int, int], place_points: PlacePoints) -> dict[int, SeatResult]:
    """The same of every player of a table; who is level shares the place, and what the places are worth together."""
    worths = [*place_points.get(len(totals), ()), *([0] * len(totals))][: len(totals)]
    results = {}
    for entry, points in totals.items():
        above = sum(1 for other in totals.values() if other > points)
        level = sum(1 for other in totals.values() if other == points)
        worth = Fraction(sum(worths[above : above + level]), level)
        results[entry] = SeatResult(points=points, place=above + 1, worth=worth)
    return results


@dataclass(frozen=True, kw_only=True)
class Total:
    """A player's row of the standings: place (shared by who is level), sums, tables played, won, sittings rested."""

    entry: int
    place: int = 0
    worth: Fraction = Fraction(0)
    points: int = 0
    played: int = 0
    won: int = 0
    rested: int = 0
    key: tuple[Fraction, int] = field(default=(Fraction(0), 0))


def standing(
    entries: Iterable[int], tables: Iterable[Mapping[int, int]], resting: Iterable[int], *,
    place_points: PlacePoints, rest_points: int,
) -> list[Total]:  # fmt: skip
    """Best first: by what the places are worth, if anything, then by the points of the game; who is level stays level.

    tables: the totals by entry of each table that has a score. resting: who rested, once for each time.
    """
    by_player: dict[int, list[SeatResult]] = defaultdict(list)
    for totals in tables:
        for entry, seat in seat_results(totals, place_points).items():
            by_player[entry].append(seat)
    rests = list(resting)
    rows = [_total(entry, by_player[entry], rests.count(entry), rest_points) for entry in entries]
    keys = [row.key for row in rows]
    placed = [Total(**{**vars(row), "place": 1 + sum(1 for key in keys if key > row.key)}) for row in rows]
    return sorted(placed, key=lambda row: (row.place, row.entry))


def _total(entry: int, seats: Sequence[SeatResult], rested: int, rest_points: int) -> Total:
    worth = sum((seat.worth for seat in seats), Fraction(rested * rest_points))
    points = sum(seat.points for seat in seats)
    won = sum(1 for seat in seats if seat.place == 1)
    return Total(
        entry=entry, worth=worth, points=points, played=len(seats), won=won, rested=rested, key=(worth, points)
    )
