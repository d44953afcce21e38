"""Counting who played with whom, and every way of seating a few players, without the code that pairs them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product

Four = tuple[int, int, int, int]


def partnerships(fours: Iterable[Four]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for four in fours for pair in (four[:2], four[2:]))


def meetings(fours: Iterable[Four]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for four in fours for pair in product(four[:2], four[2:]))


def every_seating(players: list[int]) -> Iterator[list[Four]]:
    """All ways of seating 4k players: the first always starts a table, so none comes twice."""
    if not players:
        yield []
        return
    first, *others = players
    for three in combinations(others, 3):
        rest = [player for player in others if player not in three]
        for seating in every_seating(rest):
            for partner in three:
                against = tuple(player for player in three if player != partner)
                yield [(first, partner, *against), *seating]
