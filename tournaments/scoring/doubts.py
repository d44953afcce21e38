"""Which results can have been played but hardly ever are, so that they are asked twice; the thresholds by game.

Nothing is refused here: what cannot be played at all is in board.py and deal.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from codes.seats import Result
from codes.tressette.count import DECK_POINTS


class Doubt(StrEnum):
    """Why a result is asked again."""

    DEAL_HIGH = "deal_high"
    DEAL_LOW = "deal_low"
    DEAL_BOTH_BELOW = "deal_both_below"
    DEAL_BOTH_ZERO = "deal_both_zero"
    DECK_ALL = "deck_all"
    ACCUSA_HIGH = "accusa_high"


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """A figure beyond which a result is asked again, with the reason for it."""

    value: int
    why: str


# A line's points on a deal of burraco.
DEAL_HIGH = Threshold(
    value=2000,
    why="the cards of two packs are worth 1080 (13), closing 100: beyond 2000 a line needs them all and five burrachi",
)
DEAL_LOW = Threshold(
    value=-400,
    why="a pozzo not taken costs 100 and a hand of eleven cards seldom more than 200; two jokers more still stay above",
)
# The points of accusa of both lines together at tressette: three napoletane, or two with a good gioco.
ACCUSA_HIGH = Threshold(
    value=9,
    why="one accusa is worth 3 or 4; three in one deal are rare enough to be told apart from a slip of the pen",
)


def deal_doubts(result: Result) -> tuple[Doubt, ...]:
    """What is improbable in a deal of burraco; nothing as a rule."""
    return tuple(_deal(result.points_a, result.points_b))


def _deal(a: int, b: int) -> Iterator[Doubt]:
    if max(a, b) > DEAL_HIGH.value:
        yield Doubt.DEAL_HIGH
    if min(a, b) < DEAL_LOW.value:
        yield Doubt.DEAL_LOW
    if a < 0 and b < 0:
        yield Doubt.DEAL_BOTH_BELOW
    if a == b == 0:
        yield Doubt.DEAL_BOTH_ZERO


def board_doubts(result: Result) -> tuple[Doubt, ...]:
    """What is improbable in a board of tressette; nothing as a rule."""
    return tuple(_board(result))


def _board(result: Result) -> Iterator[Doubt]:
    if DECK_POINTS in (result.deck_a, result.deck_b):
        yield Doubt.DECK_ALL
    if result.accusa_a + result.accusa_b >= ACCUSA_HIGH.value:
        yield Doubt.ACCUSA_HIGH
