"""The figures that the burraco code lays down once (parameters.yaml): warnings, time limits, odd tables.

The code prints no count of its own for tables of three and of five, only their pozzi and when the match ends.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from codes.burraco.fixed_scores import MatchKind
from codes.format.data import read_data
from codes.format.model import Model

FILE = "parameters.yaml"


class Warnings(Model):
    """So many warnings cost so many VP; they add up per player or per line."""

    per_vp: int = Field(gt=0)
    vp: int = Field(gt=0)
    add_up: Literal["player", "line"]

    def penalty(self, warnings: int) -> int:
        """The VP that so many warnings cost together; every further group costs again (our reading)."""
        return warnings // self.per_vp * self.vp


class TimeLimit(Model):
    """The seconds for a hand of fewer cards than that; None: for any other hand."""

    fewer_than: int | None = None
    seconds: int = Field(gt=0)


class OddTable(Model):
    """A table of three or five: packs, pozzi while one plays against the others, pozzi once each plays alone."""

    players: int
    packs: int
    pozzi: tuple[int, ...]
    single_pozzi: tuple[int, ...]


class OddTables(Model):
    """Tables of three and five players, their thresholds in points."""

    single_from: int
    match_ends_at: int
    tables: tuple[OddTable, ...]

    def pozzi(self, scores: Sequence[int], *, singly: bool = False) -> tuple[int, ...]:
        """The pozzi to be made for players with these scores; `singly`: the variant where each plays alone throughout.

        Raises ValueError for another number of players or a match that is over.
        """
        table = next((entry for entry in self.tables if entry.players == len(scores)), None)
        if table is None or self.is_over(scores):
            raise ValueError(f"no deal for {len(scores)} players with {max(scores, default=0)} points")
        return table.single_pozzi if singly or max(scores) >= self.single_from else table.pozzi

    def is_over(self, scores: Sequence[int]) -> bool:
        return max(scores, default=0) >= self.match_ends_at


class Parameters(Model):
    """All of them; times in seconds or minutes as their names say."""

    warnings: Warnings
    time_limits: tuple[TimeLimit, ...] = Field(min_length=1)
    last_call_seconds: int
    standings_minutes: int
    leave_minutes: int
    round_minutes: Mapping[MatchKind, int]
    round_minutes_lowered_by: int
    time_left_told: bool
    odd_tables: OddTables

    @model_validator(mode="after")
    def _last_limit_is_for_the_rest(self) -> Self:
        *limited, last = [limit.fewer_than for limit in self.time_limits]
        counts = [limit for limit in limited if limit is not None]
        if last is not None or len(counts) != len(limited) or counts != sorted(set(counts)):
            raise ValueError("the time limits must rise, and only the last is for all the others")
        return self

    def seconds_for(self, cards_in_hand: int) -> int:
        """How long a player holding so many cards may think (38). Raises ValueError below one card."""
        if cards_in_hand < 1:
            raise ValueError("a player to move holds a card")
        return next(
            limit.seconds for limit in self.time_limits if limit.fewer_than is None or cards_in_hand < limit.fewer_than
        )


def load_parameters(folder: Path) -> Parameters:
    """The parameters of the code in that folder. Raises RulebookError."""
    return read_data(folder / FILE, Parameters)
