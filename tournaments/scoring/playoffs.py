"""The places that a bracket decides, before all points: whoever goes further stands before whoever was put out earlier.

The winner of the final is first, its loser second; the losers of the semi-finals share the places 3 and 4, those of the
quarter-finals 5 to 8, and so on. The match for the third place, where it is played, orders the losers of the
semi-finals; one who does not sit there left the tournament: fourth. Whoever is still in stands before whoever is out.
Whoever won and does not sit in the next match left: the other has it, as if won.
Whoever sat in a later match went on: a score corrected since does not undo what was played after it (`settled`).
Those who share places, and the two of an open match, are ordered by the points.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

FINAL, THIRD_PLACE, SEMI_FINAL = 2, 3, 4  # as a bracket counts (pairing/knockout.py)
FOURTH = 4


class Playoff(NamedTuple):
    """A match of a bracket: for how many places it is, who meets (alone: on a free place), who won (None: open)."""

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

    @property
    def places(self) -> Mapping[int, int]:
        """By entry the best place that the match leaves open to it."""
        best, behind = (THIRD_PLACE, 1) if self.stage == THIRD_PLACE else (1, self.stage // 2)
        return {entry: best + behind * (self.is_decided and entry != self.winner) for entry in self.entries}


def settled(playoffs: Iterable[Playoff]) -> list[Playoff]:
    """The matches with who went on from each: whichever of the two sat in a later one, else who won it."""
    every = list(playoffs)
    last: dict[int, int] = {}
    for playoff in every:
        if playoff.stage != THIRD_PLACE:
            last |= {entry: min(playoff.stage, last.get(entry, playoff.stage)) for entry in playoff.entries}
    return [playoff._replace(winner=_who_went_on(playoff, last)) for playoff in every]


def _who_went_on(playoff: Playoff, last: Mapping[int, int]) -> int | None:
    later = [entry for entry in playoff.entries if last.get(entry, playoff.stage) < playoff.stage]
    return later[0] if len(later) == 1 and len(playoff.entries) > 1 else playoff.winner


def best_places(playoffs: Iterable[Playoff]) -> Mapping[int, int]:
    """By entry the best place that is open to it, by the matches of one bracket."""
    played = sorted(playoffs, key=lambda playoff: -playoff.stage)
    places: dict[int, int] = {}
    for playoff in played:
        places |= playoff.places
    places |= _places_of_those_gone(played)
    third = {entry for playoff in played if playoff.stage == THIRD_PLACE for entry in playoff.entries}
    if third:
        losers = {
            entry
            for playoff in played
            if playoff.stage >= SEMI_FINAL
            for entry in playoff.entries
            if places[entry] in (THIRD_PLACE, FOURTH)
        }
        places |= dict.fromkeys(losers - third, FOURTH)
    return places


def _places_of_those_gone(played: Sequence[Playoff]) -> Mapping[int, int]:
    """By entry that went on, and does not sit where the next stage is drawn, the place of a loser there."""
    seated: defaultdict[int, set[int]] = defaultdict(set)
    for playoff in played:
        seated[playoff.stage] |= {*playoff.entries}
    return {
        playoff.winner: 1 + playoff.stage // 4
        for playoff in played
        if playoff.stage >= SEMI_FINAL and playoff.winner is not None
        if (there := seated.get(playoff.stage // 2)) and playoff.winner not in there
    }


def by_place(entries: Iterable[int], places: Mapping[int, int]) -> list[Sequence[int]]:
    """The entries that share a place, the best place first; whoever is not in the bracket comes after all."""
    shared: defaultdict[int, list[int]] = defaultdict(list)
    last = max(places.values(), default=0) + 1
    for entry in entries:
        shared[places.get(entry, last)].append(entry)
    return [shared[place] for place in sorted(shared)]
