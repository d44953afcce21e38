"""What each test costs, in seconds of processor with its set-up, and which costs more than `make test` can bear.

Whoever costs more than half a second bears the mark `long`, and one that does not fails. Measured is the processor of
this process and of the children it waited for, so a busy machine hardly counts; a slower one has more time. Whoever
costs too much runs once more, and fails where that was too much as well: the first to come to a cache fills it for all.
What is set up once for all tests belongs to none. `--costs FILE` writes what was measured, to see where the time goes.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest
from _pytest.runner import runtestprotocol

# In seconds of a machine on which `_loop` takes `LOOP`, a usual one; a slower one is given more.
LIMIT = 0.5
# Who is first in a process, or runs beside much else, is charged more than is theirs.
NOISE = 4
LOOP = 0.018
_for_all: list[float] = []
TOO_LONG = "costs {:.2f} s of processor, more than {:.2f}: make it cheaper, or mark it `long` (tests/cost.py)"


class Costs:
    """Looks on while tests run; one for each worker. On another database a test may cost more."""

    def __init__(self, file: Path | None, *, elsewhere: bool = False) -> None:
        self.file = file
        self.limit = float("inf") if elsewhere else LIMIT * NOISE * max(1.0, _loop() / LOOP)
        self.cost = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Runs a test as pytest does, and one that cost too much once more."""
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = self._run(item, nextitem)
        if self._is_too_much(item, reports):
            reports = self._run(item, nextitem)
            if self._is_too_much(item, reports):
                reports[-1].outcome = "failed"
                reports[-1].longrepr = f"{item.nodeid} {TOO_LONG.format(self.cost, self.limit)}"
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, None, None]:
        with self._counted():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        with self._counted():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> Generator[None, None, None]:
        with self._counted() if nextitem else nullcontext():  # the last one ends what served all
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        with for_all() if fixturedef.scope == "session" else nullcontext():
            return (yield)

    def _run(self, item: pytest.Item, nextitem: pytest.Item | None) -> list[pytest.TestReport]:
        self.cost = 0.0
        if hasattr(item, "_initrequest"):
            item._initrequest()  # a test that runs again asks for its fixtures anew
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        self._write(item)
        return reports

    def _is_too_much(self, item: pytest.Item, reports: list[pytest.TestReport]) -> bool:
        return self.cost > self.limit and all(report.passed for report in reports) and not _is_known(item)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        before = _spent()
        try:
            yield
        finally:
            self.cost += _spent() - before

    def _write(self, item: pytest.Item) -> None:
        if self.file:
            with self.file.open("a") as file:
                file.write(f"{self.cost:.3f}\t{item.nodeid}\n")


def _is_known(item: pytest.Item) -> bool:
    """Whether it is marked, or of a file that only a target of its own names."""
    is_named = not item.path.name.startswith("test_")
    return is_named or any(item.get_closest_marker(mark) for mark in ("long", "main"))


@contextmanager
def for_all() -> Iterator[None]:
    """What is set up here serves all tests: whichever was the first to ask does not bear it."""
    before = _spent()
    try:
        yield
    finally:
        _for_all.append(_spent() - before)


def _spent() -> float:
    """Of this process and of the children that ended, but for what serves all."""
    used = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used) - sum(_for_all)


def _loop() -> float:
    """The best of three: what else runs on the machine makes one of them slow, seldom all."""
    return min(_once() for _time in range(3))


def _once() -> float:
    before, total = time.process_time(), 0
    for number in range(300_000):
        total += number * number % 7
    return time.process_time() - before
