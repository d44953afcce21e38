"""What every way of pairing takes and gives: entrants and history in, a plan with its reasons out.

A plan is a value: the same entrants, history and seed always give the same plan, and each of its matches carries the
reason for which these two meet, with the figures that a sentence about it needs. Rounds and tables count from 1;
entries are told by their number in the tournament.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

Pair = tuple[int, int]  # two entry numbers, the lower first: see `pair_of`

Figures = Mapping[str, int | str]


class Method(StrEnum):
    """How a round was paired."""

    CHOICE = "choice"
    ENTRY_ORDER = "entry-order"
    LOT = "lot"
    CATEGORY = "category"
    DANISH = "danish"
    DANISH_WITHOUT_REMATCHES = "danish-without-rematches"
    MITCHELL = "mitchell"
    ROUND_ROBIN = "round-robin"
    KNOCKOUT = "knockout"
    INDIVIDUAL = "individual"
    TEAMS = "teams"
    BY_HAND = "by-hand"


class Why(StrEnum):
    """Why these two lines meet, or why one rests; a comment names the figures that go with it."""

    CHOSEN = "chosen"  # place_a, place_b: their places in the order the director gave
    ENTERED = "entered"  # place_a, place_b: their places in the order of entry
    DRAWN = "drawn"  # place_a, place_b: their places in the order of the lot
    HALVES = "halves"  # place_a, place_b, group: same place in the upper and the lower half of a category
    NEIGHBOURS = "neighbours"  # rank_a, rank_b (vp_a, vp_b); round if they met before
    NEAREST = "nearest"  # the same; first passed over: met, forbidden, spared (for the others to be paired)
    ACCEPTED = "accepted"  # the same: a rematch or a forbidden pair that the director allowed, for want of others
    SWAPPED = "swapped"  # place_a, place_b: moved from their places to keep a forbidden pair apart
    REST_LOWEST = "rest-lowest"  # rank: the lowest that has not rested yet
    REST_SPARED = "rest-spared"  # rank, spared: the lowest whose rest leaves the others a pairing; who would be lower
    REST_LAST = "rest-last"  # place: the last of the order, nobody being left to meet
    REST_AGAIN = "rest-again"  # rank, rests: rests once more, everybody having rested or the director having allowed it
    MOVEMENT = "movement"  # round, table …: the seats of a fixed movement (Mitchell)
    ROVER = "rover"  # the same: the rover of a Mitchell, in the place of one that rests
    BERGER = "berger"  # round, place_a, place_b: the published table of an all-play-all
    SEEDED = "seeded"  # seed_a, seed_b, stage: a knock-out's bracket
    BYE = "bye"  # seed, stage: a free place of the bracket
    OPPONENT_GONE = "opponent-gone"  # seed, stage: whoever it would have met left before the match
    THIRD_ALONE = "third-alone"  # seed, stage: the other loser of the semi-finals is gone
    SPREAD = "spread"  # individuals: new partner, opponents met least
    REST_DRAWN = "rest-drawn"  # round, rests: drawn among those who rested least
    REST_TURN = "rest-turn"  # round: the rest that a movement or a table foresees
    LINE_UP = "line-up"  # teams: the line-up given before the match
    BY_HAND = "by-hand"  # the director put them there


class NoteKind(StrEnum):
    """What a plan had to give way on, or what a director must be told about it."""

    REMATCH = "rematch"  # entries a, b, round
    SAME_CLUB = "same-club"  # a, b, club: no other opponent would do
    FORBIDDEN_PAIR = "forbidden-pair"  # a, b
    REOPENED = "reopened"  # places: how many of the last had to be paired anew, the nearest having run out
    SECOND_REST = "second-rest"  # entry, rests
    FIXED_TABLE_MOVED = "fixed-table-moved"  # entry, table, fixed
    PARTNER_AGAIN = "partner-again"  # a, b
    OPPONENT_AGAIN = "opponent-again"  # a, b
    HALF_TABLE = "half-table"  # table
    BOARDS_SHARED = "boards-shared"  # table_a, table_b: the relay of a Mitchell
    SKIP = "skip"  # round: the mobile line skips a table
    ROVER = "rover"  # a, b: who takes whose place, so that b rests
    ARROW_SWITCH = "arrow-switch"  # round: the first in which the lines have exchanged their directions


@dataclass(frozen=True, kw_only=True)
class PairedTable:
    """Who sits at a table: line A against line B, each of one entry (two individuals playing together are two).

    `b` empty: the entries of line A rest. `why` with its `data` answers "why these two?".
    """

    table: int
    a: tuple[int, ...]
    b: tuple[int, ...] = ()
    why: Why
    data: Figures = field(default_factory=dict, hash=False)

    @property
    def rests(self) -> bool:
        return not self.b

    @property
    def entries(self) -> tuple[int, ...]:
        return self.a + self.b

    def pairs_met(self) -> Iterator[Pair]:
        """Every two entries that are opponents here."""
        return (pair_of(entry, other) for entry, other in product(self.a, self.b))

    def pairs_together(self) -> Iterator[Pair]:
        """Every two individuals that play together here; those who rest do not."""
        if not self.rests:
            yield from (pair_of(line[0], line[1]) for line in (self.a, self.b) if len(line) == 2)


@dataclass(frozen=True, kw_only=True)
class Note:
    """Something to tell about the whole plan."""

    kind: NoteKind
    data: Figures = field(default_factory=dict, hash=False)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A round's tables, in their order. Raises ``ValueError`` for an entry seated twice or a table used twice."""

    method: Method
    seed: str = ""
    matches: tuple[PairedTable, ...]
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        if empty := [match.table for match in self.matches if not match.a]:
            raise ValueError(f"tables with nobody in line A: {empty}")
        if twice := repeated_numbers(entry for match in self.matches for entry in match.entries):
            raise ValueError(f"seated twice: {twice}")
        if twice := repeated_numbers(match.table for match in self.matches):
            raise ValueError(f"tables used twice: {twice}")

    @property
    def entries(self) -> tuple[int, ...]:
        """Everybody in the plan, table by table, line A first."""
        return tuple(entry for match in self.matches for entry in match.entries)

    @property
    def resting(self) -> tuple[int, ...]:
        return tuple(entry for match in self.matches if match.rests for entry in match.a)

    def pairs_met(self) -> frozenset[Pair]:
        return frozenset(pair for match in self.matches for pair in match.pairs_met())

    def match_of(self, entry: int) -> PairedTable | None:
        return next((match for match in self.matches if entry in match.entries), None)


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """An entry that is here for the round (late, withdrawn: simply in the list or not).

    rank: its place, 1 the best (in a first round: by strength or entry). score: what the place comes from, to be
    told (VP, MP). fixed_table: the table it must keep. rests: how often it rested in this session.
    played_a, played_b: rounds on either line.
    """

    number: int
    rank: int
    score: tuple[int, ...] = ()
    club: str = ""
    category: str = ""
    fixed_table: int | None = None
    rests: int = 0
    played_a: int = 0
    played_b: int = 0


@dataclass(frozen=True, kw_only=True)
class History:
    """What happened in the rounds so far, each list of rounds ascending.

    met: the rounds in which two entries were opponents; together: in which two individuals were partners;
    rested: in which an entry rested.
    """

    met: Mapping[Pair, tuple[int, ...]] = field(default_factory=dict, hash=False)
    together: Mapping[Pair, tuple[int, ...]] = field(default_factory=dict, hash=False)
    rested: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)

    @classmethod
    def of_rounds(cls, rounds: Mapping[int, Plan]) -> "History":
        """The history that these plans leave behind, each under the number of its round."""
        met: dict[Pair, tuple[int, ...]] = {}
        together: dict[Pair, tuple[int, ...]] = {}
        rested: dict[int, tuple[int, ...]] = {}
        for number, plan in sorted(rounds.items()):
            for match in plan.matches:
                for pair in match.pairs_met():
                    met[pair] = (*met.get(pair, ()), number)
                for pair in match.pairs_together():
                    together[pair] = (*together.get(pair, ()), number)
            for entry in plan.resting:
                rested[entry] = (*rested.get(entry, ()), number)
        return cls(met=met, together=together, rested=rested)

    def last_met(self, entry: int, other: int) -> int:
        """The last round in which the two were opponents; 0 if never."""
        return self.met.get(pair_of(entry, other), (0,))[-1]


class RelaxedRule(StrEnum):
    """What could be given way on where nothing else will do."""

    REMATCHES = "rematches"  # pairs: those that would meet again
    FORBIDDEN_PAIRS = "forbidden-pairs"  # pairs: those forbidden that would meet
    REMATCHES_AND_FORBIDDEN_PAIRS = "rematches-and-forbidden-pairs"  # pairs: of both kinds, neither being enough alone
    SECOND_REST = "second-rest"  # entries: those who would rest again
    MORE_TABLES = "more-tables"  # count: the tables missing


@dataclass(frozen=True, kw_only=True)
class Relaxation:
    """The least that makes a pairing possible: what, how often, and for whom."""

    relaxing: RelaxedRule
    count: int
    pairs: tuple[Pair, ...] = ()
    entries: tuple[int, ...] = ()


class NoPairing(Exception):
    """No pairing keeps every rule; `relaxations` are the smallest ways out, for a director to choose from."""

    def __init__(self, *relaxations: Relaxation) -> None:
        self.relaxations = relaxations
        super().__init__("; ".join(f"{relaxation.relaxing}: {relaxation.count}" for relaxation in relaxations))


def pair_of(entry: int, other: int) -> Pair:
    """Two entries as a history knows them, whoever of them sat on which line."""
    return (entry, other) if entry < other else (other, entry)


def repeated_numbers(numbers: Iterable[int]) -> list[int]:
    """The numbers that occur more than once, ascending."""
    return sorted(number for number, times in Counter(numbers).items() if times > 1)
