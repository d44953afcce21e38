"""What a code fixes for the rounds of a tournament, read from its own data; a code without such data fixes nothing.

Not here: what a director chooses where the code is silent (the tournament's settings).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from codes import library
from codes.burraco import fixed_scores, parameters
from codes.burraco.fixed_scores import FixedScores, MatchKind, ScoreKind, SideScore


@dataclass(frozen=True, kw_only=True)
class RoundFigures:
    """The figures of a round, in minutes, VP and MP.

    minutes: how long a round lasts, by kind of match. minutes_lowered_by: by how many the director may shorten it.
    byes: what a rest earns. warnings_per_vp: so many warnings cost one VP (0: they cost none). report_minutes: how long
    errors may be reported in provisional standings. time_left_told: whether players may know
    how much of a round is left.
    """

    minutes: Mapping[MatchKind, int] = field(default_factory=dict)
    minutes_lowered_by: int = 0
    byes: Mapping[MatchKind, SideScore] = field(default_factory=dict)
    warnings_per_vp: int = 0
    report_minutes: int | None = None
    time_left_told: bool = True


def round_figures(rulebook_id: str) -> RoundFigures:
    """The figures of the code with that id; all empty where it fixes none. Raises RulebookError."""
    return _figures_in(library.RULEBOOKS / rulebook_id)


def scores_without_play(rulebook_id: str) -> FixedScores | None:
    """The scores that the code gives without play; None where it gives none. Raises RulebookError."""
    return _scores_in(library.RULEBOOKS / rulebook_id)


# By folder, so that another library (an installation's, a test's) is never answered from this one.
@cache
def _figures_in(folder: Path) -> RoundFigures:
    scores = _scores_in(folder)
    byes = scores.scores[ScoreKind.BYE].by_match if scores else {}
    if not (folder / parameters.FILE).exists():
        return RoundFigures(byes=byes)
    laid_down = parameters.load_parameters(folder)
    return RoundFigures(
        minutes=laid_down.round_minutes,
        minutes_lowered_by=laid_down.round_minutes_lowered_by,
        byes=byes,
        warnings_per_vp=laid_down.warnings.per_vp,
        report_minutes=laid_down.standings_minutes,
        time_left_told=laid_down.time_left_told,
    )


@cache
def _scores_in(folder: Path) -> FixedScores | None:
    return fixed_scores.load_fixed_scores(folder) if (folder / fixed_scores.FILE).exists() else None
