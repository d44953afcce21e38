"""The row a piece reports, and the timing that two sides share."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One measure: our seconds beside those of a bare base, timed in turns in one run.

    goal: what the issue asks for, in words. note: what the figures were taken on.
    """

    name: str
    ours_seconds: float
    base_seconds: float
    base_name: str
    goal: str
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times the base ours takes."""
        return self.ours_seconds / self.base_seconds


def best_of_pairs(ours: Callable[[], object], base: Callable[[], object], *, rounds: int = 9) -> tuple[float, float]:
    """The shortest seconds of ours and of the base, taken in turns so that a busy moment strikes both."""
    pairs = [(seconds(ours), seconds(base)) for _ in range(rounds)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def seconds(job: Callable[[], object]) -> float:
    """How long one run of the job takes, without the garbage collector's pauses."""
    gc.collect()
    gc.disable()
    try:
        start = perf_counter()
        job()
        return perf_counter() - start
    finally:
        gc.enable()
