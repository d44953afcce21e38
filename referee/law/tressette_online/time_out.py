"""The score after a time-out or an abandoned match (14, 15): points, difference, VP and MP of both sides.

Readings: a perdere the points not yet won are counted to whoever left, since receiving them is a loss there; the
other side's VP are those of the difference when above the least; where the table has no row for a number of VP (one
board ends at 18–2) the least of its last row counts.
"""

from dataclasses import dataclass

from referee.law.tressette_online.matches import matches
from tournaments.scoring.victory_points import Scale, get_scale


@dataclass(frozen=True, kw_only=True)
class TimeOutScore:
    """Points after the award, the difference in favour of the other side (never negative), and VP and MP.

    `awarded` are the points given out of those that nobody had won. MP are counted from each side's own view: the
    offender's are negative; they are not the opposite of the other side's (15).
    """

    offender: int
    opponents: int
    awarded: int
    difference: int
    vp: tuple[int, int]
    mp: tuple[int, int]


def time_out_score(
    *, offender: int, opponents: int, not_yet_won: int, boards: int, fewest_wins: bool = False
) -> TimeOutScore:
    """The score when the offender's time runs out, or the offender abandons.

    `offender`, `opponents`: points already won; `not_yet_won`: points that nobody had won yet; `boards`: the length,
    1 to 8. VP and MP of the result are (offender, opponents). Raises ValueError for negative points and KeyError for
    a length that the table has not.
    """
    if min(offender, opponents, not_yet_won) < 0:
        raise ValueError("points are not negative")
    figures = matches().time_out
    awarded = min(not_yet_won, figures.most_points)
    if fewest_wins:
        offender += awarded
    else:
        opponents += awarded
    ahead = offender - opponents if fewest_wins else opponents - offender
    difference = max(ahead, 0)
    scale = get_scale(matches().vp_scale)
    earned, _ = scale.victory_points(difference, boards=boards)
    vp = (figures.vp_offender, max(earned, figures.vp_opponents))
    return TimeOutScore(
        offender=offender,
        opponents=opponents,
        awarded=awarded,
        difference=difference,
        vp=vp,
        mp=(-_least_mp(scale, scale.total - vp[0], boards), _least_mp(scale, vp[1], boards)),
    )


def _least_mp(scale: Scale, vp: int, boards: int) -> int:
    """The least difference that earns the winner so many VP; that of the last row where the table stops before."""
    bands = scale.bands[boards]
    return next((band.first for band in bands if band.vp == vp), bands[-1].first)
