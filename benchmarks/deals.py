"""Whole deals with all cards in view: a lead, a card beside the same search in C, endings, a tournament."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.common import Goal, Row
from codes.seats import Seat
from codes.tressette.deals import Deal, dealt
from codes.tressette.endings.outcomes import outcomes
from codes.tressette.endings.position import Ending
from codes.tressette.endings.search import mask_of
from codes.tressette.whole_deals.machine_search import REQUIREMENTS, fastest, is_installed
from codes.tressette.whole_deals.solution import DoubleDummy, by_who_leads, double_dummy, guess_of

SOURCE = Path(__file__).with_name("whole_deals.c")
MANY = 100
BOARDS = 36
ROUNDS = 3
FEW = 30
DEALS = [dealt("benchmarks", board) for board in range(1, MANY + 1)]


def run() -> Iterator[Row]:
    if not is_installed():
        yield Row("whole deals", 0.0, note=f"not measured: pip install -r {REQUIREMENTS}")
        return
    double_dummy(DEALS[0], leader=Seat.N, most_nodes=1)  # compiled now, if it was not before
    taken = sorted(least(partial(double_dummy, deal, leader=Seat.N)) for deal in DEALS)
    yield Row("a whole deal, one lead, median", median(taken), goal=Goal(seconds=0.15), note=f"{MANY} deals, processor")
    yield Row("a whole deal, one lead, 95 of 100", taken[MANY * 95 // 100], goal=Goal(seconds=0.75))
    yield beside_c()
    yield six_cards()
    yield tournament()


def least(job: Callable[[], object]) -> float:
    """The least seconds of processor of a few runs: others may be busy on the machine."""
    return min(spent(job) for _ in range(ROUNDS))


def spent(job: Callable[[], object]) -> float:
    start = process_time()
    job()
    return process_time() - start


def beside_c() -> Row:
    """Seconds for each card played, as many by either; no line of play, which is not looked for in C."""
    name, note = "a card played in the search", f"least seconds for {FEW} deals by the cards played"
    compiler = shutil.which("cc")
    nodes = sum(one.nodes for one in bounds())
    ours = least(bounds)
    if compiler is None:
        return Row(name, ours / nodes, note=f"{note}; no cc here to compile the same search in C")
    with TemporaryDirectory() as folder:
        program = Path(folder, "whole_deals")
        subprocess.run([compiler, "-O2", "-o", program, SOURCE], check=True)  # noqa: S603  # our own words
        theirs = [in_c(program) for _ in range(ROUNDS)]
    if any(many != nodes for _seconds, many in theirs):
        raise AssertionError("the two searches do not play the same cards")
    seconds = min(seconds for seconds, _nodes in theirs)
    return Row(name, ours / nodes, seconds / nodes, "plain C, cc -O2", goal=Goal(ratio=1.5), note=note)


def bounds() -> list[DoubleDummy]:
    return [double_dummy(deal, leader=Seat.N, with_line=False) for deal in DEALS[:FEW]]


def in_c(program: Path) -> tuple[float, int]:
    """Seconds of processor and cards played."""
    told = "".join(f"{' '.join(hands_of(deal))} 0 {guess_of(deal, Seat.N)}\n" for deal in DEALS[:FEW])
    done = subprocess.run([program], input=told, capture_output=True, text=True, check=True)  # noqa: S603
    *deals, seconds = done.stdout.splitlines()
    return float(seconds), sum(int(line.split()[1]) for line in deals)


def hands_of(deal: Deal) -> list[str]:
    return [f"{mask_of(deal.hands[seat]):x}" for seat in Seat]


def _outcomes(ending: Ending) -> object:
    return outcomes(ending, search=fastest((), None))


def six_cards() -> Row:
    chance, taken = Random(6), []  # noqa: S311 the same endings every time
    for deal in DEALS[:20]:
        hands = {seat: frozenset(chance.sample(sorted(deal.hands[seat]), 6)) for seat in Seat}
        ending = Ending(hands=hands, leader=Seat.N)
        taken.append(least(partial(_outcomes, ending)))
    return Row("six cards, four outcomes with lines, slowest of 20", max(taken), goal=Goal(seconds=0.05))


def tournament() -> Row:
    """As the job does it, and on as many processors as there are, two at the most."""
    workers = min(2, os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        list(pool.map(by_who_leads, DEALS[:workers]))
        start = perf_counter()
        list(pool.map(by_who_leads, DEALS[:BOARDS]))
        taken = perf_counter() - start
    return Row(f"{BOARDS} boards by who leads", taken, goal=Goal(seconds=60), note=f"{workers} processes")
