"""A board's result as it is typed in, and why it cannot have been played; each game says it of its own deals."""

from dataclasses import dataclass
from enum import StrEnum


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
