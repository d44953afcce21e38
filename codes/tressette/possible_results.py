"""Whether a result can have been played at a table: eleven deck points, and accuse that the deck allows.

Accuse (art. 172-178): three points for a napoletana or three cards of a grade, four for all four cards of a grade;
they add up within a player and within a line, a card may serve twice, any of them may be kept silent, but whoever
holds four of a grade cannot accuse three.
"""

from collections.abc import Iterator, Mapping

from codes.seats import Refusal, Result
from codes.tressette.count import DECK_POINTS

# What the other line may have when a line has so many points of accusa: exactly what comes out when the twelve
# aces, twos and threes are dealt in all ways to four hands of ten cards (tests/codes/test_board_result.py deals
# them). Art. 177 is left aside: it would exclude 15 against 3, which a ruling that takes points away can bring about.
_AGAINST_NONE = frozenset({0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21})
ACCUSA_AGAINST: Mapping[int, frozenset[int]] = {
    0: _AGAINST_NONE,
    3: frozenset({0, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 18}),
    4: frozenset({0, 3, 4, 6, 7, 8}),
    6: frozenset({0, 3, 4, 6, 7, 9}),
    7: frozenset({0, 3, 4, 6}),
    8: frozenset({0, 3, 4}),
    9: frozenset({0, 3, 6}),
    10: frozenset({0, 3}),
    11: frozenset({0, 3}),
    12: frozenset({0, 3}),
    13: frozenset({0}),
    14: frozenset({0}),
    15: frozenset({0, 3}),
    16: frozenset({0}),
    18: frozenset({0, 3}),
    19: frozenset({0}),
    21: frozenset({0}),
}


def refusals(result: Result, *, with_accusa: bool) -> tuple[Refusal, ...]:
    """Every reason for which the result cannot be a played one; none when it can."""
    if min(result.points_a, result.points_b, result.accusa_a, result.accusa_b) < 0:
        return (Refusal.NEGATIVE,)
    return (*_accusa_refusals(result, with_accusa), *_deck_refusals(result))


def _accusa_refusals(result: Result, with_accusa: bool) -> Iterator[Refusal]:
    a, b = result.accusa_a, result.accusa_b
    if not with_accusa:
        if a or b:
            yield Refusal.ACCUSA_NOT_PLAYED
        return
    if a not in ACCUSA_AGAINST:
        yield Refusal.ACCUSA_A_IMPOSSIBLE
    if b not in ACCUSA_AGAINST:
        yield Refusal.ACCUSA_B_IMPOSSIBLE
    if a in ACCUSA_AGAINST and b in ACCUSA_AGAINST and b not in ACCUSA_AGAINST[a]:
        yield Refusal.ACCUSE_TOGETHER_IMPOSSIBLE


def _deck_refusals(result: Result) -> Iterator[Refusal]:
    if not 0 <= result.deck_a <= DECK_POINTS:
        yield Refusal.DECK_A_OUT_OF_RANGE
    if not 0 <= result.deck_b <= DECK_POINTS:
        yield Refusal.DECK_B_OUT_OF_RANGE
    if result.deck_a + result.deck_b != DECK_POINTS:
        yield Refusal.DECK_SUM
