"""What a match is worth in VP and MP: worked out here once, for the standings, the score grid and the proof of a line.

- A match has one room, two for teams. It counts once every board of its rooms has a score that is not void.
- Its VP are those of the tournament's scale at line A's lead over all its boards.
- At a game that scores by fives, MP given for the round move that lead first (docs/decisions/0009).
- A score that the code fixes for the match takes the place of its boards (F.I.Bur. 19, 39, 40); a rest has its own.

Entries and rounds are told apart by whatever numbers the caller has, the same ones throughout.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from codes.victory_points import Scale, TableReading, VpAward
from tournaments.scoring.facts import Award, Encounter, Extra

BYE = "bye"


class FixedScore(NamedTuple):
    """What both lines of a match get in place of its boards; kind: the code's own key of the score."""

    kind: str
    vp_a: int
    mp_a: int
    vp_b: int
    mp_b: int

    @property
    def mirrored(self) -> "FixedScore":
        """The same with the lines exchanged."""
        return FixedScore(self.kind, self.vp_b, self.mp_b, self.vp_a, self.mp_a)


@dataclass(slots=True, kw_only=True)
class Room:
    """A table with the sums over its boards; void: those that a ruling annulled. Nobody on line B: line A rests.

    Filled while scores are read, so that a large field is gone through once.
    """

    round: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    boards: int
    points_a: int = 0
    points_b: int = 0
    scored: int = 0
    void: int = 0
    fixed: FixedScore | None = None

    @property
    def is_complete(self) -> bool:
        return 0 < self.boards == self.scored

    @property
    def is_taken_off(self) -> bool:
        """Whether a ruling took the whole match off the grid."""
        return 0 < self.boards == self.void

    @property
    def lead(self) -> int:
        return self.points_a - self.points_b

    @property
    def mirrored(self) -> "Room":
        """The same told from line B."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            points_a=self.points_b,
            points_b=self.points_a,
            fixed=self.fixed.mirrored if self.fixed else None,
        )


class Worth(NamedTuple):
    """The VP of a match, none while a board lacks its score.

    extra: MP that penalties and bonuses added to line A's lead before the VP were read. read_as: the lead at which the
    scale was read where the real one lies between two of its steps. table: how the scale is read there, where what is
    printed leaves room.
    """

    vp_a: int | None = None
    vp_b: int | None = None
    extra: int = 0
    read_as: int | None = None
    table: TableReading | None = None


@dataclass(frozen=True, kw_only=True)
class Terms:
    """By what the matches of a tournament are worth their VP.

    rest: its VP and MP. by_fives: whether deals score by fives; then MP given for a round move its match, and a match
    that a ruling took off the grid waits for nothing. given: those MP, by round and entry.
    """

    scale: Scale
    rest: tuple[int, int] = (0, 0)
    by_fives: bool = False
    given: Mapping[tuple[int, int], int] = field(default_factory=dict)
    _read: dict[tuple[int, int], VpAward] = field(default_factory=dict, repr=False, compare=False)

    def with_extras(self, extras: Iterable[Extra]) -> "Terms":
        """The same with what adjustments in force give for the rounds."""
        if not self.by_fives:
            return self
        extra_points: Counter[tuple[int, int]] = Counter()
        for extra in extras:
            if extra.round is not None:
                extra_points[extra.round, extra.entry] += extra.mp
        return replace(self, given=extra_points)

    def worth(self, rooms: Sequence[Room]) -> Worth:
        """The VP of a match by its boards, seen from line A of its first room; KeyError without a table for so many."""
        if not all(room.is_complete for room in rooms):
            return Worth()
        extra = self._extra_lead(rooms[0]) if self.given else 0
        award = self._award(sum(room.lead for room in rooms) + extra, self._boards_read(rooms))
        return Worth(award.vp_a, award.vp_b, extra, award.read_as, award.reading)

    def waits(self, room: Room) -> bool:
        """Whether scores of the room are still to come in."""
        return not (room.is_complete or (self.by_fives and room.is_taken_off))

    def _extra_lead(self, match: Room) -> int:
        """Those of a single player who has a partner for the round are the player's alone: they move no match."""
        if len(match.a) > 1 or len(match.b) > 1:
            return 0
        mine, theirs = (sum(self.given.get((match.round, entry), 0) for entry in line) for line in (match.a, match.b))
        return mine - theirs

    def _boards_read(self, rooms: Sequence[Room]) -> int:
        """At how many boards the scale is read: all, or one room's where it has no table for so many."""
        every = sum(room.boards for room in rooms)
        return every if self.scale.has_table_for(every) else max(room.boards for room in rooms)

    def _award(self, lead: int, boards: int) -> VpAward:
        # A large field reads the same few hundred leads tens of thousands of times.
        if (lead, boards) not in self._read:
            self._read[lead, boards] = self.scale.award(lead, boards=boards)
        return self._read[lead, boards]


@dataclass(frozen=True, kw_only=True)
class StageMatches:
    """What the rooms of a stage come to; pending: how many of them still wait for a score."""

    encounters: Sequence[Encounter]
    awards: Sequence[Award]
    pending: int


def matches(rooms: Iterable[Room], terms: Terms, *, by_teams: bool) -> StageMatches:
    """Every match with its worth: encounters played, and awards for rests and fixed scores."""
    encounters: list[Encounter] = []
    awards: list[Award] = []
    pending = 0
    for match in _by_match(rooms) if by_teams else ([room] for room in rooms):
        first, fixed = match[0], fixed_score(match)
        if fixed:
            awards += (Award(entry, fixed.kind, fixed.vp_a, fixed.mp_a, first.round, first.b) for entry in first.a)
            awards += (Award(entry, fixed.kind, fixed.vp_b, fixed.mp_b, first.round, first.a) for entry in first.b)
        elif not first.b:
            awards += (Award(entry, BYE, *terms.rest, first.round) for entry in first.a)
        elif (worth := terms.worth(match)).vp_a is not None and worth.vp_b is not None:
            points = sum(room.points_a for room in match), sum(room.points_b for room in match)
            encounters.append(Encounter(first.a, first.b, *points, worth.vp_a, worth.vp_b, first.round))
        else:
            pending += sum(terms.waits(room) for room in match)
    return StageMatches(encounters=encounters, awards=awards, pending=pending)


def fixed_score(match: Sequence[Room]) -> FixedScore | None:
    """The score fixed for a match, in whichever of its rooms it was given."""
    return next((room.fixed for room in match if room.fixed), None)


def _by_match(rooms: Iterable[Room]) -> Iterable[list[Room]]:
    """The two rooms of each match of teams, both told from line A of the first."""
    rooms_by_match: defaultdict[tuple[int, frozenset[int]], list[Room]] = defaultdict(list)
    for room in rooms:
        match = rooms_by_match[room.round, frozenset(room.a + room.b)]
        match.append(room if not match or match[0].a == room.a else room.mirrored)
    return rooms_by_match.values()
