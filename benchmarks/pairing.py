"""A round of 200, 1,000 and 4,000 entries after fifteen others, against taking the same field two by two."""

from collections.abc import Callable
from functools import partial
from random import Random

import rustworkx as rx

from benchmarks.common import Row, best_of_pairs
from tournaments.pairing.danish import danish
from tournaments.pairing.first_round import by_lot, first_round
from tournaments.pairing.plan import Entrant, History, Match, Method, Plan, Why

FIELDS = (200, 1000, 4000)
PLAYED = 15  # rounds before the one that is measured
CLUBS = 100
WINDOW = 20  # places in the standings
GOAL = "4,000 entries under 1 s"
BASE = "1–2, 3–4 … and its checked plan, no question asked"
ROUNDS = 3
SEED = "Bari 20 novembre 2026: 12 45 7 33 90"

Job = Callable[[], Plan]


def run() -> list[Row]:
    """The three ways a director takes most, then the hardest case that a tournament can bring about."""
    ways = (by_the_lot, pure, shuffled, settled, beside_the_least_sum)
    return [way(size) for size in FIELDS for way in ways]


def by_the_lot(size: int) -> Row:
    entrants = [Entrant(number=n, rank=n, club=f"club {n * 37 % CLUBS}") for n in range(1, size + 1)]
    name = f"first round by lot, clubs apart, {size} entries"
    return row(name, entrants, lambda: first_round(by_lot(entrants, SEED)), note=f"{CLUBS} clubs; the draw is RFC 3797")


def pure(size: int) -> Row:
    entrants, history = after(PLAYED, field(size, drift=size))
    name = f"Danish, rematches allowed, {size} entries"
    return row(name, entrants, lambda: danish(entrants, history, rematches=True))


def shuffled(size: int) -> Row:
    entrants, history = after(PLAYED, field(size, drift=size))
    name = f"Danish without rematches, {size} entries"
    return row(name, entrants, lambda: danish(entrants, history, rematches=False))


def settled(size: int) -> Row:
    """Nobody changes place from round to round, so that the neighbours have always met already."""
    entrants, history = after(PLAYED, field(size, drift=0))
    name = f"the same, standings that never move, {size} entries"
    note = f"{PLAYED} rounds of the same order: everybody has met the fifteen nearest or so"
    return row(name, entrants, lambda: danish(entrants, history, rematches=False), note=note)


def beside_the_least_sum(size: int) -> Row:
    """The other meaning that "near in rank" could have (decision 0010), by the library alone."""
    entrants, history = after(PLAYED, field(size, drift=size))
    ours, base = best_of_pairs(
        lambda: danish(entrants, history, rematches=False), lambda: least_sum(entrants, history), rounds=ROUNDS
    )
    return Row(
        name=f"Danish without rematches, {size} entries",
        ours_seconds=ours,
        base_seconds=base,
        base_name=f"bare rustworkx, least sum of squares within {WINDOW} places",
        goal=GOAL,
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


def row(name: str, entrants: list[Entrant], job: Job, note: str = "") -> Row:
    ours, base = best_of_pairs(job, partial(two_by_two, entrants), rounds=ROUNDS)
    return Row(name=name, ours_seconds=ours, base_seconds=base, base_name=BASE, goal=GOAL, note=note)


def two_by_two(entrants: list[Entrant]) -> Plan:
    order = sorted(entrants, key=lambda one: one.rank)
    both = zip(order[::2], order[1::2], strict=True)
    matches = [
        Match(table=table, a=(one.number,), b=(other.number,), why=Why.NEIGHBOURS)
        for table, (one, other) in enumerate(both, 1)
    ]
    return Plan(method=Method.DANISH, matches=tuple(matches))


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
        plans[number] = danish(of_a_round(), History.of(plans), rematches=False)
    return of_a_round(), History.of(plans)
