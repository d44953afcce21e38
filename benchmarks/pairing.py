"""A round of 200 and of 4,000 entries after fifteen others; the hardest way against rustworkx's own matching."""

from collections.abc import Callable, Iterator
from random import Random

import rustworkx as rx

from benchmarks.common import Goal, Row, best, best_of_pairs
from tournaments.pairing.danish import danish
from tournaments.pairing.first_round import by_lot, first_round
from tournaments.pairing.plan import Entrant, History, Plan

FIELDS = (200, 4000)
PLAYED = 15  # rounds before the one that is measured
CLUBS = 100
WINDOW = 20  # places in the standings
GOAL = Goal(seconds=1)
ROUNDS = 2
SEED = "Bari 20 novembre 2026: 12 45 7 33 90"


def run() -> Iterator[Row]:
    """The two ways without a question, then the one that looks for opponents, also where all the near ones have met."""
    for size in FIELDS:
        yield by_the_lot(size)
        yield pure(size)
        yield without_rematches("Danish without rematches", size, drift=size)
        yield without_rematches("the same, standings that never move", size, drift=0)


def by_the_lot(size: int) -> Row:
    entrants = [Entrant(number=n, rank=n, club=f"club {n * 37 % CLUBS}") for n in range(1, size + 1)]
    return Row(
        f"first round by lot, clubs apart, {size} entries",
        best(lambda: first_round(by_lot(entrants, SEED)), rounds=ROUNDS),
        goal=GOAL,
        note=f"{CLUBS} clubs; the draw is RFC 3797",
    )


def pure(size: int) -> Row:
    entrants, history = after(PLAYED, field(size, drift=size))
    taken = best(lambda: danish(entrants, history, rematches=True), rounds=ROUNDS)
    return Row(f"Danish, rematches allowed, {size} entries", taken, goal=GOAL)


def without_rematches(name: str, size: int, *, drift: int) -> Row:
    """Beside the other meaning that "near in rank" could have (see `pairing/nearest.py`), by the library alone."""
    entrants, history = after(PLAYED, field(size, drift=drift))
    ours, base = best_of_pairs(
        lambda: danish(entrants, history, rematches=False), lambda: least_sum(entrants, history), rounds=ROUNDS
    )
    return Row(
        f"{name}, {size} entries",
        ours,
        base,
        f"bare rustworkx, least sum of squares within {WINDOW} places",
        goal=Goal(ratio=1, seconds=1),
        note=f"after {PLAYED} rounds" + ("" if drift else ": everybody has met the fifteen nearest or so"),
    )


def least_sum(entrants: list[Entrant], history: History) -> set[tuple[int, int]]:
    """The pairs of the field with the least sum of squared differences in rank."""
    order = sorted(entrants, key=lambda one: one.rank)
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from([one.number for one in order])
    near = ((at, to) for at in range(len(order)) for to in range(at + 1, min(at + WINDOW + 1, len(order))))
    graph.add_edges_from(
        [(at, to, -((to - at) ** 2)) for at, to in near if not history.last_met(order[at].number, order[to].number)]
    )
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)


def field(size: int, *, drift: int) -> Callable[[], list[Entrant]]:
    """The field of each round: the places of the last one, each moved by chance by up to `drift` places."""
    luck = Random(size)  # noqa: S311 the same tournament every time
    order = list(range(1, size + 1))

    def of_a_round() -> list[Entrant]:
        moved = {number: place + luck.randint(-drift // 2, drift // 2) for place, number in enumerate(order)}
        order.sort(key=lambda number: moved[number])
        return [Entrant(number=number, rank=place) for place, number in enumerate(order, 1)]

    return of_a_round


def after(count: int, of_a_round: Callable[[], list[Entrant]]) -> tuple[list[Entrant], History]:
    """The next field and the history of so many rounds without rematches."""
    plans: dict[int, Plan] = {}
    for number in range(1, count + 1):
        plans[number] = danish(of_a_round(), History.of_rounds(plans), rematches=False)
    return of_a_round(), History.of_rounds(plans)
