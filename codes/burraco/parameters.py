"""The figures that the burraco code lays down once: warnings, time limits, odd tables; and its scores without play.

They are data beside the code: parameters.yaml, and for what it gives without play (F.I.Bur. 19, 39, 40)
fixed-scores.yaml, looked up by kind of match. MP that the code does not print are derived from the VP table of art. 18
and marked so. Not decided here: whether a fixed score brings an unjust advantage (39, 40) and whether a line had
already earned more; both are the arbiter's. The code prints no count of its own for tables of three and of five, only
their pozzi and when the match ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from codes.format.model import Model, Text, read_data
from codes.format.readings import Reading

SCORES_FILE = "fixed-scores.yaml"


class MatchKind(StrEnum):
    """The kinds of match, by the answers of the code's option `partita`."""

    TWO = "due-smazzate"
    THREE = "tre-smazzate"
    FOUR = "quattro-smazzate"
    TEAMS = "squadre"


# By the deals of a round (6, 18); a team match has a name of its own, whatever its deals.
MATCH_OF_DEALS: Mapping[int, MatchKind] = {2: MatchKind.TWO, 3: MatchKind.THREE, 4: MatchKind.FOUR}


class ScoreKind(StrEnum):
    """For what a score is given."""

    BYE = "riposo"
    LATE_PRESENT = "ritardo-presente"
    LATE_ABSENT = "ritardo-assente"
    ABSENT = "assenza-primi-tre-turni"
    ABSENT_LONG = "assenza-dal-quarto-turno"
    BOTH_WITHDREW = "abbandono-di-entrambe"
    WITHDREW_AT_FAULT = "abbandono-colpevole"
    MISCONDUCT = "intemperanze"
    SCORE_LOST = "score-smarrito"
    FULL_TEAM = "squadra-completa"
    SHORT_TEAM = "squadra-incompleta"


class SideScore(Model):
    """VP and MP of one side; `derived` where the code prints no MP."""

    vp: int
    mp: int
    derived: bool = False


class ScoreByMatch(Model):
    """A score given without play, by kind of match; a kind left out has none."""

    title: Text
    article: int
    reading: Reading | None = None
    by_match: Mapping[MatchKind, SideScore] = Field(min_length=1)


class LatenessRow(Model):
    """What lateness brings, up to and including so many seconds; the last row has no end."""

    id: str
    up_to: int | None = Field(default=None, gt=0)
    warning: bool
    bonus_mp: int = Field(ge=0)
    match_lost: bool


class NoSuchScore(LookupError):
    """The code gives no such score for this kind of match."""


@dataclass(frozen=True)
class LateSide:
    """What one line gets when both may be late: its warning, the bonus that the other's lateness brings, its score.

    `figures` is None while the match is played.
    """

    warned: bool
    bonus_mp: int
    figures: SideScore | None


class FixedScores(Model):
    """All of them. `absence_rounds` counts rounds of absence."""

    scores: Mapping[ScoreKind, ScoreByMatch]
    lateness: tuple[LatenessRow, ...]
    absence_rounds: int = Field(gt=0)
    score_not_returned: SideScore

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if missing := set(ScoreKind) - set(self.scores):
            raise ValueError(f"no score for {', '.join(sorted(missing))}")
        ends = [row.up_to for row in self.lateness]
        closed = [end for end in ends[:-1] if end is not None]
        if not ends or ends[-1] is not None or len(closed) != len(ends) - 1 or closed != sorted(set(closed)):
            raise ValueError("the rows of lateness must rise, and only the last has no end")
        return self

    def score_for(self, kind: ScoreKind, match: MatchKind) -> SideScore:
        """VP and MP of that score in such a match. Raises NoSuchScore."""
        try:
            return self.scores[kind].by_match[match]
        except KeyError:
            raise NoSuchScore(f"{kind} in {match}") from None

    def absence(self, round_missed: int, match: MatchKind) -> SideScore:
        """What an absent line gets for its first, second … round missed (39). Raises ValueError below one."""
        if round_missed < 1:
            raise ValueError("rounds of absence count from one")
        return self.score_for(ScoreKind.ABSENT if round_missed <= self.absence_rounds else ScoreKind.ABSENT_LONG, match)

    def late(self, seconds: int) -> LatenessRow | None:
        """The row of art. 40 for so many seconds after the start; None for who was there. Raises ValueError below 0."""
        if seconds < 0:
            raise ValueError("lateness is not negative")
        if seconds == 0:
            return None
        # At exactly 2, 5 or 10 minutes the milder row holds (our reading of 40).
        return next(row for row in self.lateness if row.up_to is None or seconds <= row.up_to)

    def lateness_of(self, seconds_a: int, seconds_b: int, match: MatchKind) -> tuple[LateSide, LateSide]:
        """What lines A and B get for their seconds of lateness, each lateness by itself (40): the bonuses cross."""
        late_a, late_b = self.late(seconds_a), self.late(seconds_b)
        return self._late_side(late_a, late_b, match), self._late_side(late_b, late_a, match)

    def _late_side(self, own: LatenessRow | None, other: LatenessRow | None, match: MatchKind) -> LateSide:
        figures = None
        if own is not None and own.match_lost:
            figures = self.score_for(ScoreKind.LATE_ABSENT, match)
        elif other is not None and other.match_lost:
            figures = self.score_for(ScoreKind.LATE_PRESENT, match)
        return LateSide(own is not None and own.warning, other.bonus_mp if other else 0, figures)


def load_fixed_scores(folder: Path) -> FixedScores:
    """The fixed scores of the code in that folder. Raises RulebookError."""
    return read_data(folder / SCORES_FILE, FixedScores)


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
