"""The row a piece reports, what is asked of it, and the timing that two sides share."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

MB = 1_000_000


@dataclass(frozen=True)
class Goal:
    """The most that a measure may take; what is not named is not asked.

    ratio: times the base. seconds: of ours. statements: to the database. size: bytes of the answer, or of memory.
    """

    ratio: float | None = None
    seconds: float | None = None
    statements: int | None = None
    size: int | None = None


@dataclass(frozen=True)
class Row:
    """One measure: our seconds beside those of a base, timed in turns in one run, and what it cost besides.

    base_seconds: None where nothing comparable does the same work; the goal is in seconds then.
    note: what the figures were taken on.
    """

    name: str
    ours_seconds: float
    base_seconds: float | None = None
    base_name: str = ""
    statements: int | None = None
    size: int | None = None
    goal: Goal = field(default_factory=Goal)
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times the base ours takes."""
        return self.ours_seconds / self.base_seconds if self.base_seconds else None

    @property
    def missed(self) -> tuple[str, ...]:
        """The names of the limits of the goal that the figures are over."""
        figures = {
            "ratio": self.ratio,
            "seconds": self.ours_seconds,
            "statements": self.statements,
            "size": self.size,
        }
        limits = {name: getattr(self.goal, name) for name in figures}
        if unknown := [name for name, limit in limits.items() if limit is not None and figures[name] is None]:
            raise ValueError(f"{self.name}: a goal without its figure: {', '.join(unknown)}")
        return tuple(name for name, limit in limits.items() if limit is not None and figures[name] > limit)


def best_of_pairs(ours: Callable[[], object], base: Callable[[], object], *, rounds: int = 9) -> tuple[float, float]:
    """The shortest seconds of ours and of the base, taken in turns so that a busy moment strikes both."""
    with without_collector():
        pairs = [(seconds(ours), seconds(base)) for _ in range(rounds)]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)


def best(job: Callable[[], object], *, rounds: int = 5) -> float:
    """The shortest seconds of a job that has no base."""
    with without_collector():
        return min(seconds(job) for _ in range(rounds))


def seconds(job: Callable[[], object]) -> float:
    """How long one run of the job takes."""
    start = perf_counter()
    job()
    return perf_counter() - start


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector's pauses out of the figures: they strike whoever is running."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
