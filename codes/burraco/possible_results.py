"""Whether a result can have been played on a deal of burraco: points by fives, below zero too (F.I.Bur. 13, 17)."""

from collections.abc import Iterator

from codes.results import Refusal, Result

STEP = 5  # what every card, bonus and penalty is a multiple of (1, 13, 18)
# Two packs are worth 1080 and a clean burraco 200: beyond this only a slipped key can have written it.
MOST = 9995


def deal_refusals(result: Result) -> tuple[Refusal, ...]:
    """Every reason for which the result cannot be a played one; none when it can."""
    return tuple(_refusals(result))


def _refusals(result: Result) -> Iterator[Refusal]:
    if result.accusa_a or result.accusa_b:
        yield Refusal.ACCUSA_NOT_PLAYED
    if result.points_a % STEP:
        yield Refusal.NOT_BY_FIVES_A
    if result.points_b % STEP:
        yield Refusal.NOT_BY_FIVES_B
    if max(abs(result.points_a), abs(result.points_b)) > MOST:
        yield Refusal.DEAL_OUT_OF_RANGE
