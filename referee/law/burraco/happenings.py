"""What happens to a match besides its play, and what the code gives for it at once (F.I.Bur. 19, 39, 40).

A happening goes in, what each line gets comes out. Not decided here: whether it brings an unjust advantage, and what a
present line had already earned; both are asked, and where the answer is yes the arbiter rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.law.burraco.fixed_scores import Figures, FixedScores, Kind, LateSide, Match
from tournaments.seats import Line


class What(StrEnum):
    """What can be recorded with one tap."""

    LATE = "ritardo"
    ABSENT = "assenza"
    LEFT = "abbandono"
    LEFT_AT_FAULT = "abbandono-colpevole"
    BOTH_LEFT = "abbandono-di-entrambe"
    MISCONDUCT = "intemperanze"
    SHEET_LOST = "score-smarrito"
    SHEET_NOT_RETURNED = "score-non-consegnato"


# Those that concern one line and not the other.
OF_ONE_LINE = frozenset({What.ABSENT, What.LEFT, What.LEFT_AT_FAULT, What.SHEET_NOT_RETURNED})
# What both lines get alike.
OF_BOTH: Mapping[What, Kind] = {
    What.BOTH_LEFT: Kind.BOTH_WITHDREW,
    What.MISCONDUCT: Kind.MISCONDUCT,
    What.SHEET_LOST: Kind.SCORE_LOST,
}
ARTICLES: Mapping[What, tuple[int, ...]] = {
    What.LATE: (40,),
    What.ABSENT: (39, 40),
    What.LEFT: (39, 40),
    What.LEFT_AT_FAULT: (39, 40),
    What.BOTH_LEFT: (39,),
    What.MISCONDUCT: (39,),
    What.SHEET_LOST: (19,),
    What.SHEET_NOT_RETURNED: (19,),
}

# The row of art. 40 by which the match is lost.
LOST_ROW = "oltre-10"


class HappeningIncomplete(ValueError):
    """It does not say enough: no line, or no lateness at all."""


@dataclass(frozen=True, kw_only=True)
class Happening:
    """What happened, to which line where it concerns one; of lateness, the row of art. 40 of each line («»: on time).

    missed: which round of absence it is for the absent line, counted from one. earned: VP and MP that the present
    line had already earned where they are more than the code gives (39).
    """

    what: What
    line: Line | None = None
    late: Mapping[Line, str] | None = None
    missed: int = 1
    earned: tuple[int, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Given:
    """What a line gets: the score of the match (None: it is played, or its boards count), and besides.

    kind: the code's key of that score. warned: a warning. bonus_mp: for the other's lateness. penalty_vp: below zero.
    """

    kind: Kind | None = None
    figures: Figures | None = None
    warned: bool = False
    bonus_mp: int = 0
    penalty_vp: int = 0

    @property
    def is_nothing(self) -> bool:
        return self == Given()


def given_for(happening: Happening, scores: FixedScores, match: Match) -> Mapping[Line, Given]:
    """What lines A and B get for it. Raises HappeningIncomplete, NoSuchScore."""
    if happening.what in OF_BOTH:
        return dict.fromkeys(Line, _score(scores, OF_BOTH[happening.what], match))
    if happening.what is What.LATE:
        return _late(happening, scores, match)
    if happening.line is None:
        raise HappeningIncomplete(happening.what)
    if happening.what is What.SHEET_NOT_RETURNED:
        return {happening.line: Given(penalty_vp=scores.score_not_returned.vp), happening.line.other: Given()}
    return {happening.line: _absent(happening, scores, match), happening.line.other: _present(happening, scores, match)}


def asks_advantage(happening: Happening) -> bool:
    """Whether the code gives its score only if that brings no unjust advantage (39 on who leaves, 40 on both late)."""
    if happening.what is What.LATE:
        late = happening.late or {}
        return all(late.get(line, "") == LOST_ROW for line in Line)
    return happening.what is What.LEFT


def asks_earned(happening: Happening) -> bool:
    """Whether the present line keeps what it had earned where that is more (39)."""
    return happening.what in {What.LEFT, What.LEFT_AT_FAULT}


def row_id(scores: FixedScores, seconds: int) -> str:
    """The row of art. 40 for so many seconds after the start; nothing for who was there."""
    row = scores.late(seconds)
    return row.id if row else ""


def _score(scores: FixedScores, kind: Kind, match: Match) -> Given:
    return Given(kind=kind, figures=scores.of(kind, match))


def _absent(happening: Happening, scores: FixedScores, match: Match) -> Given:
    if happening.what is What.ABSENT:
        kind = Kind.ABSENT if happening.missed <= scores.absence_rounds else Kind.ABSENT_LONG
        return Given(kind=kind, figures=scores.absence(happening.missed, match))
    return _score(scores, Kind.LATE_ABSENT if happening.what is What.LEFT else Kind.WITHDREW_AT_FAULT, match)


def _present(happening: Happening, scores: FixedScores, match: Match) -> Given:
    code = _score(scores, Kind.LATE_PRESENT if happening.what is What.LEFT else Kind.BYE, match)
    if happening.earned is None:
        return code
    vp, mp = happening.earned
    return Given(kind=code.kind, figures=Figures(vp=vp, mp=mp))


def _late(happening: Happening, scores: FixedScores, match: Match) -> Mapping[Line, Given]:
    seconds = {line: _seconds(scores, (happening.late or {}).get(line, "")) for line in Line}
    if not any(seconds.values()):
        raise HappeningIncomplete(happening.what)
    sides = scores.lateness_of(seconds[Line.A], seconds[Line.B], match)
    return {line: _side(scores, side, seconds[line]) for line, side in zip(Line, sides, strict=True)}


def _seconds(scores: FixedScores, row: str) -> int:
    """A lateness that falls in that row; none for who was on time. Raises HappeningIncomplete for an unknown row."""
    if not row:
        return 0
    start = 0
    for one in scores.lateness:
        if one.id == row:
            return start + 1
        start = one.up_to or start
    raise HappeningIncomplete(row)


def _side(scores: FixedScores, side: LateSide, seconds: int) -> Given:
    kind = None
    if side.figures is not None:
        own = scores.late(seconds)
        kind = Kind.LATE_ABSENT if own is not None and own.match_lost else Kind.LATE_PRESENT
    return Given(kind=kind, figures=side.figures, warned=side.warned, bonus_mp=side.bonus_mp)
