"""The score after a time-out or an abandoned match (14, 15): points, difference, VP and MP of both sides.

Readings: a perdere the points not yet won are counted to whoever left, since receiving them is a loss there; the
other side's VP are those of the difference when above the least; where the table has no row for a number of VP (one
board ends at 18–2) the least of its last row counts.
"""

from dataclasses import dataclass

from codes.tressette_online.matches import matches
from codes.victory_points import Scale, get_scale


@dataclass(frozen=True, kw_only=True)
class TimeOutPoints:
    """Points after the award, and the difference in favour of the other side (never negative).

    `awarded` are the points given out of those that nobody had won. `is_still_ahead`: the offender, with these points.
    """

    offender: int
    opponents: int
    awarded: int
    difference: int
    is_still_ahead: bool


def time_out_points(*, offender: int, opponents: int, not_yet_won: int, fewest_wins: bool = False) -> TimeOutPoints:
    """The points when the offender's time runs out, or the offender abandons (14).

    `offender`, `opponents`: points already won; `not_yet_won`: points that nobody had won yet. Raises ValueError for
    negative points.
    """
    if min(offender, opponents, not_yet_won) < 0:
        raise ValueError("points are not negative")
    awarded = min(not_yet_won, matches().time_out.most_points)
    if fewest_wins:
        offender += awarded
    else:
        opponents += awarded
    ahead = offender - opponents if fewest_wins else opponents - offender
    return TimeOutPoints(
        offender=offender, opponents=opponents, awarded=awarded, difference=max(ahead, 0), is_still_ahead=ahead < 0
    )


def time_out_award(difference: int, *, boards: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """VP and MP of both sides (offender, opponents) at the difference in favour of the opponents, once fixed (15).

    MP are counted from each side's own view: the offender's are negative, and not the opposite of the other's. Raises
    ValueError for a negative difference and KeyError for a length that the table has not.
    """
    figures, scale = matches().time_out, get_scale(matches().vp_scale)
    earned, _ = scale.victory_points(difference, boards=boards)
    vp = (figures.vp_offender, max(earned, figures.vp_opponents))
    return vp, (-_least_mp(scale, scale.total - vp[0], boards), _least_mp(scale, vp[1], boards))


def _least_mp(scale: Scale, vp: int, boards: int) -> int:
    """The least difference that earns the winner so many VP; that of the last row where the table stops before."""
    bands = scale.bands[boards]
    return next((band.first for band in bands if band.vp == vp), bands[-1].first)
