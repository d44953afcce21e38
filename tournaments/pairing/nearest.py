"""Who meets the nearest in rank, looked at from the top: the rule of a director who pairs by hand.

The first of the order meets the next he may meet, then the first of those left, and so on; a nearer opponent is
passed over only where the others could no longer be paired. Of all pairings this is the first in that order, table by
table: nobody can say that a table above could have been nearer.

Art. 2 of the Codice di Gara leaves open what "nearest" means. The least sum of differences over the whole field would
move the leaders for the sake of the last table, and nobody at the notice board could see why; this way is said in one
sentence. The price is that differences at the last tables can be larger. No chance is involved: the same ranks and
history give the same round.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.matching import COST_BITS, can_pair, cheapest, windows

Barred = Mapping[int, Collection[int]]


@dataclass(frozen=True, kw_only=True)
class Nearest:
    """The pairs, in order of their better place. reopened: how many of the last places had to be paired anew at once
    because the way from the top ran out of opponents; 0 if it never did.
    """

    pairs: tuple[tuple[int, int], ...]
    reopened: int


def nearest(places: Sequence[int], barred: Barred) -> Nearest | None:
    """The pairing of these places (ascending, an even number) that is nearest from the top; None if there is none.

    barred: for each place those it may not meet, both ways round.
    """
    done: list[tuple[int, int]] = []
    left, reopened = list(places), 0
    while left:
        pairs, stuck = _from_the_top(left, barred)
        if not stuck:
            done += pairs
            break
        pairs_kept = _pairs_to_keep(pairs, stuck, barred)
        if pairs_kept is None:
            return None
        done += pairs[:pairs_kept]
        left = sorted([*stuck, *(place for pair in pairs[pairs_kept:] for place in pair)])
        reopened = max(reopened, len(left))
        taken = _best_tops(left, barred)
        done += taken
        left = [place for place in left if not any(place in pair for pair in taken)]
    return Nearest(pairs=tuple(done), reopened=reopened)


def _from_the_top(places: Sequence[int], barred: Barred) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs as far as taking always the nearest goes, and those left when the first of them finds nobody."""
    left = list(places)
    pairs = []
    while left:
        first = left[0]
        not_these = barred[first]
        at = next((at for at in range(1, len(left)) if left[at] not in not_these), None)
        if at is None:
            break
        pairs.append((first, left.pop(at)))
        left.pop(0)
    return pairs, left


def _pairs_to_keep(pairs: Sequence[tuple[int, int]], stuck: Sequence[int], barred: Barred) -> int | None:
    """How many of the first pairs can stay so that the others can still be paired; None if the field never can.

    Looks at the last 20 pairs, 40, 80 … until the field can be paired, then halves its way to the fewest reopened.
    """

    def works(count: int) -> bool:
        return can_pair(sorted([*stuck, *(place for pair in pairs[count:] for place in pair)]), barred)

    high = len(pairs)  # does not work: the first of the stuck has nobody
    low = next((max(0, high - window) for window in windows(len(pairs)) if works(max(0, high - window))), None)
    if low is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if works(middle) else (low, middle)
    return low


def _best_tops(left: Sequence[int], barred: Barred) -> list[tuple[int, int]]:
    """The pairs of as many of the first places as one matching can weigh, each the nearest that leaves the others a
    pairing: how near the first is weighs more than all below it, then the second, and so on.
    """
    digit = len(left).bit_length()
    tops = min(COST_BITS // digit, len(left))
    edges = [
        (at, to, to << digit * (tops - 1 - at) if at < tops else 0)
        for at, place in enumerate(left)
        for to in range(at + 1, len(left))
        if left[to] not in barred[place]
    ]
    matching = cheapest(range(len(left)), edges)
    if matching is None:
        raise AssertionError("these places were found to have a pairing")
    return [(left[at], left[to]) for at, to in matching if at < tops]
