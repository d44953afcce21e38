"""Exact matching on places 0, 1, 2 … of an order, by rustworkx (Edmonds' blossoms).

Only answers that do not depend on the order in which the library walks its hash tables leave this module: whether a
pairing exists at all, and the cheapest one with equal costs told apart by a fixed mix of the places.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import rustworkx as rx

FIRST_WINDOW = 20  # places of the order looked at first: opponents beyond are hardly ever needed
_SMALL = 100  # places: looked at as a whole at once
COST_BITS = 66  # what a cost may have, so that all fits into the library's 128
_TIE_BITS = 52  # below the costs: the mixes of as many as 4,096 pairs, 40 bits each


def can_pair(places: Sequence[int], barred: Mapping[int, Collection[int]]) -> bool:
    """Whether all these places (ascending) can be paired without a barred pair.

    Where everybody may meet at least half of the field it always works (Dirac, 1952); otherwise a matching within a
    growing window of the order tells, and at the last the whole field.
    """
    if len(places) % 2:
        return False
    if _have_wide_choice(places, barred):
        return True
    if len(places) <= _SMALL:
        return _matches_all(places, barred, len(places))
    return any(_matches_all(places, barred, window) for window in windows(len(places)))


def cheapest(nodes: Iterable[int], edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]] | None:
    """The pairing of all nodes whose costs sum lowest, ascending; None if the edges allow none.

    Edges are (one, other, cost), costs from 0 up to 2**67. Equal sums are told apart by a mix of the two nodes added
    below the costs (isolation lemma: Mulmuley, Vazirani and Vazirani, 1987), so that one answer alone is right.
    """
    names = sorted(nodes)
    index = {name: at for at, name in enumerate(names)}
    graph = _graph(len(names))
    graph.add_edges_from([(index[a], index[b], -(cost << _TIE_BITS) - _mix(a, b)) for a, b, cost in edges])
    pairs = _matching(graph, weight_fn=lambda cost: cost)
    if 2 * len(pairs) != len(names):
        return None
    return sorted((names[min(pair)], names[max(pair)]) for pair in pairs)


def windows(size: int) -> Iterator[int]:
    """20, 40, 80 … and at last the whole field."""
    window = FIRST_WINDOW
    while window < size:
        yield window
        window *= 2
    yield size


def _have_wide_choice(places: Sequence[int], barred: Mapping[int, Collection[int]]) -> bool:
    here = set(places)
    most = len(places) // 2 - 1
    return all(len(barred[place]) <= most or sum(other in here for other in barred[place]) <= most for place in places)


def _matches_all(places: Sequence[int], barred: Mapping[int, Collection[int]], window: int) -> bool:
    graph = _graph(len(places))
    graph.add_edges_from(
        [
            (at, to, 1)
            for at, place in enumerate(places)
            for to in range(at + 1, min(at + window + 1, len(places)))
            if places[to] not in barred[place]
        ]
    )
    return 2 * len(_matching(graph)) == len(places)


def _matching(graph: "rx.PyGraph[None, int]", **weights: Any) -> set[tuple[int, int]]:
    from rustworkx import max_weight_matching  # noqa: PLC0415  # with the first draw that needs it, not with a page

    return max_weight_matching(graph, max_cardinality=True, **weights)


def _graph(size: int) -> "rx.PyGraph[None, int]":
    from rustworkx import PyGraph  # noqa: PLC0415  # as above

    graph: rx.PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    return graph


def _mix(place: int, other: int) -> int:
    """40 bits that look drawn but depend on the two places alone (the finishing steps of SplitMix64)."""
    bits = ((min(place, other) << 32 | max(place, other)) + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return (bits ^ bits >> 31) >> 24
