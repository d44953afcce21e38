"""The field of a round in its order, and who may not meet whom in it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournaments.pairing.plan import Entrant, History, Pair, pair_of, repeated_numbers


@dataclass(frozen=True, kw_only=True)
class RankedField:
    """Entrants by rank (equal ranks by number), told by their places 0, 1, 2 … in it.

    met: between places, the last round in which they met, where that counts against meeting again.
    forbidden: pairs of places that must not meet: those the director named, and two that must each keep a table.
    """

    entrants: tuple[Entrant, ...]
    met: Mapping[Pair, int]
    forbidden: frozenset[Pair]

    @classmethod
    def ranked(
        cls,
        entrants: Iterable[Entrant],
        history: History,
        *,
        rematches: bool,
        forbidden: Iterable[Pair] = (),
        accepted: Collection[Pair] = (),
    ) -> "RankedField":
        """The field of those who are here; pairs that were accepted count neither as met nor as forbidden.

        rematches: whether meeting again is allowed. Raises ``ValueError`` for an entry that is listed twice.
        """
        field = tuple(sorted(entrants, key=lambda entrant: (entrant.rank, entrant.number)))
        if twice := repeated_numbers(entrant.number for entrant in field):
            raise ValueError(f"listed twice: {twice}")
        at = {entrant.number: place for place, entrant in enumerate(field)}
        open_again = {pair_of(at[a], at[b]) for a, b in accepted if a in at and b in at}
        met = {} if rematches else _met(history, at)
        named = {pair_of(at[a], at[b]) for a, b in forbidden if a in at and b in at}
        return cls(
            entrants=field,
            met={pair: last for pair, last in met.items() if pair not in open_again},
            forbidden=frozenset((named | at_two_tables(field)) - open_again),
        )

    @cached_property
    def barred(self) -> Mapping[int, Collection[int]]:
        """For each place those it may not meet."""
        barred: dict[int, set[int]] = {place: set() for place in range(len(self.entrants))}
        for place, other in (*self.met, *self.forbidden):
            barred[place].add(other)
            barred[other].add(place)
        return barred


def _met(history: History, at: Mapping[int, int]) -> dict[Pair, int]:
    here = ((at.get(a), at.get(b), rounds[-1]) for (a, b), rounds in history.met.items())
    return {pair_of(a, b): last for a, b, last in here if a is not None and b is not None}


def at_two_tables(field: Sequence[Entrant]) -> set[Pair]:
    """Places of two who must keep a table each, not the same: they cannot meet without one of them moving."""
    fixed = [place for place, entrant in enumerate(field) if entrant.fixed_table is not None]
    return {
        (entry, other)
        for at, entry in enumerate(fixed)
        for other in fixed[at + 1 :]
        if field[entry].fixed_table != field[other].fixed_table
    }
