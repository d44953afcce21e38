"""The places that a bracket decides where the losers of its semi-finals meet too: final 1 and 2, third place 3 and 4.

They come before the points: who won the third place stands before who lost it, whatever either had made on the way.
While a match is open its two share its places, and the points order them. A loser of the semi-finals who sits at
neither table left the tournament: fourth.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

FINAL, THIRD_PLACE, SEMI_FINAL = 2, 3, 4  # as a bracket counts (pairing/knockout.py)
BEST_OF = {FINAL: 1, THIRD_PLACE: 3}
FOURTH = 4
ALL_OTHERS = 5


class Playoff(NamedTuple):
    """One of the last matches of a bracket: how many places it is for, who meets, who won (None: open)."""

    stage: int
    entries: tuple[int, ...]
    winner: int | None = None

    @property
    def is_decided(self) -> bool:
        return self.winner is not None and len(self.entries) > 1

    @property
    def in_order(self) -> tuple[int, ...]:
        """The winner first."""
        return tuple(sorted(self.entries, key=lambda entry: entry != self.winner))


def best_places(playoffs: Iterable[Playoff]) -> Mapping[int, int]:
    """By entry the best place that is open to it; nobody before there is a final. Who is not in it comes after all."""
    played = sorted(playoffs, key=lambda one: one.stage)
    places: dict[int, int] = {}
    for one in played:
        if one.stage in BEST_OF:
            first = BEST_OF[one.stage]
            places |= {entry: first + (one.is_decided and entry != one.winner) for entry in one.entries}
    left = {entry: FOURTH for one in played if one.stage == SEMI_FINAL for entry in one.entries}
    return left | places if any(one.stage == FINAL for one in played) else {}


def by_place(entries: Iterable[int], places: Mapping[int, int]) -> list[Sequence[int]]:
    """The entries that share a place, the best place first."""
    shared: defaultdict[int, list[int]] = defaultdict(list)
    for entry in entries:
        shared[places.get(entry, ALL_OTHERS)].append(entry)
    return [shared[place] for place in sorted(shared)]
