"""What standings are made of: encounters, awards, extras, warnings and what is carried over, all in integers.

An entry is a number: a pair, a team, or a single player. These are tuples, not dataclasses: a large tournament has tens
of thousands of encounters, and each reading of the standings makes and unpacks them all.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tournaments.scoring.playoffs import Playoff


class Encounter(NamedTuple):
    """A complete encounter of two sides: their points over its boards, and the VP these earn.

    A side is a pair, a team or a player; in an individual tournament the two players who are partners in that round:
    each of the two gets all of the side's VP and MP.
    """

    a: tuple[int, ...]
    b: tuple[int, ...]
    points_a: int
    points_b: int
    vp_a: int
    vp_b: int
    round: int = 0

    @property
    def mirrored(self) -> "Encounter":
        """The same with the sides exchanged."""
        return Encounter(self.b, self.a, self.points_b, self.points_a, self.vp_b, self.vp_a, self.round)


class Award(NamedTuple):
    """What an entry gets in a round without the points of boards: a rest, or a score that the code fixes.

    kind: whatever the caller calls it, handed back in the account. against: who the opponents were, when it settles an
    encounter (the other side has its own award); it then counts as the direct encounter too.
    """

    entry: int
    kind: str
    vp: int
    mp: int
    round: int = 0
    against: tuple[int, ...] = ()


class Extra(NamedTuple):
    """What an adjustment in force adds to an entry: VP or MP (a penalty is negative), or warnings."""

    entry: int
    vp: int = 0
    mp: int = 0
    warnings: int = 0
    round: int | None = None


class Carry(NamedTuple):
    """What an entry brings from an earlier stage; its warnings are those already counted there."""

    entry: int
    vp: int = 0
    mp: int = 0
    warnings: int = 0


class CarryRule(StrEnum):
    """What of an earlier stage counts in the next one: all or nothing, so that figures stay whole."""

    FULL = "full"
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Everything that standings are made of.

    warnings_per_vp: every full so many warnings in force cost an entry one VP by themselves (burraco 3; 0: nothing).
    groups: the group of an entry, each with places of its own; entries without one form group 0.
    withdrawn: they keep their place (F.I.Bur. 39), or stand last without one when `ranks_withdrawn` is False.
    playoffs: the matches of brackets, which decide places before all points (playoffs.py).
    lot_seed: fixed before anybody could know what it decides.
    """

    entries: Collection[int]
    encounters: Sequence[Encounter] = ()
    awards: Sequence[Award] = ()
    extras: Sequence[Extra] = ()
    carries: Sequence[Carry] = ()
    warnings_per_vp: int = 0
    groups: Mapping[int, int] = field(default_factory=dict)
    withdrawn: Collection[int] = frozenset()
    ranks_withdrawn: bool = True
    playoffs: Sequence[Playoff] = ()
    lot_seed: str
