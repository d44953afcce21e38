"""Mitchell: the fixed line (A) keeps its tables, the moving line (B) moves up one table each round (F.I.Bur. art. 2).

Where the boards are dealt afresh at every table nothing else moves, and a movement lasts as many rounds as tables.
Where the same boards are played by several tables they may go round as well, down one table each round. With an odd
number of tables that alone keeps everybody from a board they have played. With an even number the two lines would meet
their boards again half-way, and there are two remedies, both of common use at bridge:

- skip: half-way the moving line goes up two tables once; it never meets the line it skips, so one round less.
- relay: one set of boards waits between the two halves, and the last table shares the set of the first; every round
  can be played, at the price of a set that passes back and forth in the round.

Half tables: a place of a line with nobody; who comes there, or waits there, rests. A late pair may take such a place.

Not handled here: the pair that takes another's place in each round (`rover.py`), the rounds in which the lines have
exchanged their directions (`drawers.py`), moving more than one line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.pairing.plan import (
    Method,
    NoPairing,
    Note,
    NoteKind,
    PairedTable,
    Plan,
    Relaxation,
    RelaxedRule,
    Why,
    pair_of,
)

Places = Sequence[int | None]  # the entry at each place of a line; nobody at a half table


class Boards(StrEnum):
    """What is played: nothing to move, one set for the whole hall in each round, or sets that go round."""

    NONE = "none"
    SAME = "same"
    MOVING = "moving"


class Remedy(StrEnum):
    """What keeps an even number of tables from boards they have played."""

    SKIP = "skip"
    RELAY = "relay"


@dataclass(frozen=True, kw_only=True)
class Movement:
    """How lines and boards move between a number of tables; tables, rounds, places and sets count from 1.

    The moving pair of place 1 starts at table 1, and so on. `remedy` is none where nothing needs one.
    """

    tables: int
    boards: Boards = Boards.NONE
    remedy: Remedy | None = None

    def __post_init__(self) -> None:
        if self.tables < 1:
            raise ValueError(f"no tables: {self.tables}")
        if (self.remedy is not None) != self.needs_remedy:
            raise ValueError(f"{self.remedy} with {self.tables} tables and boards {self.boards}")

    @property
    def needs_remedy(self) -> bool:
        """Whether the boards would come back half-way."""
        return self.boards is Boards.MOVING and self.tables % 2 == 0

    @property
    def most_rounds(self) -> int:
        """The rounds after which somebody would meet opponents, or a board, again."""
        return self.tables - 1 if self.remedy is Remedy.SKIP else self.tables

    @property
    def skip_before(self) -> int | None:
        """The round before which the moving line goes up two tables instead of one."""
        return self.tables // 2 + 1 if self.remedy is Remedy.SKIP else None

    @property
    def shared(self) -> tuple[int, int] | None:
        """The two tables that play one set of boards in every round."""
        return (1, self.tables) if self.remedy is Remedy.RELAY else None

    def mobile_at(self, table: int, round_number: int) -> int:
        """The place in the moving line of who comes to a table in a round."""
        skipped = self.skip_before is not None and round_number >= self.skip_before
        return (table - round_number - skipped) % self.tables + 1

    def set_at(self, table: int, round_number: int) -> int | None:
        """The set of boards at a table in a round; none where boards are dealt afresh."""
        if self.boards is Boards.NONE:
            return None
        if self.boards is Boards.SAME:
            return round_number
        beyond_relay = self.remedy is Remedy.RELAY and table > self.tables // 2
        return (table + beyond_relay + round_number - 2) % self.tables + 1


def tables_for(entries: int) -> int:
    """The tables that so many entries fill, the last one half if they are odd: as many rounds can be played."""
    return (entries + 1) // 2


def movement_for(*, tables: int, rounds: int, boards: Boards = Boards.NONE) -> Movement:
    """The movement for a session: the skip while it lasts long enough, else the relay.

    The skip stops at any round with every board played equally often, and nobody waits for a shared set. Raises
    ``NoPairing`` for more rounds than tables, with the tables missing.
    """
    if rounds > tables:
        raise NoPairing(Relaxation(relaxing=RelaxedRule.MORE_TABLES, count=rounds - tables))
    if boards is not Boards.MOVING or tables % 2:
        return Movement(tables=tables, boards=boards)
    return Movement(tables=tables, boards=boards, remedy=Remedy.SKIP if rounds < tables else Remedy.RELAY)


def lines_of(first: Plan) -> tuple[Places, Places]:
    """The fixed and the moving line as a first round seats them: line A of each table stays, line B moves.

    Who rests in it keeps the fixed place, and nobody has the mobile one. Raises ``ValueError`` when the tables do not
    count from 1 without a gap.
    """
    tables = sorted(first.matches, key=lambda match: match.table)
    if [match.table for match in tables] != list(range(1, len(tables) + 1)):
        raise ValueError(f"not the tables of a Mitchell: {[match.table for match in tables]}")
    return [match.a[0] for match in tables], [match.b[0] if match.b else None for match in tables]


def plan_round(*, fixed: Places, mobile: Places, movement: Movement, round_number: int) -> Plan:
    """The round for the entries of the two lines, each at its place for the whole session.

    Raises ``ValueError`` for lines that do not fit the movement or a round before the first, and ``NoPairing`` for a
    round in which somebody would meet opponents, or a board, again: the rematches of the round.
    """
    if len(fixed) != movement.tables or len(mobile) != movement.tables or round_number < 1:
        raise ValueError(f"{len(fixed)} and {len(mobile)} places at {movement.tables} tables, round {round_number}")
    seats = {
        table: _entries_at(fixed, mobile, movement, table, round_number) for table in range(1, movement.tables + 1)
    }
    if round_number > movement.most_rounds:
        raise NoPairing(_rematches(seats.values()))
    matches = tuple(
        _match(table, here, movement=movement, round_number=round_number) for table, here in seats.items() if here
    )
    return Plan(method=Method.MITCHELL, matches=matches, notes=tuple(_notes(matches, movement, round_number)))


def _entries_at(fixed: Places, mobile: Places, movement: Movement, table: int, round_number: int) -> tuple[int, ...]:
    """The entries at a table, the fixed one first: two, one who rests, or nobody."""
    both = fixed[table - 1], mobile[movement.mobile_at(table, round_number) - 1]
    return tuple(entry for entry in both if entry is not None)


def _match(table: int, here: tuple[int, ...], *, movement: Movement, round_number: int) -> PairedTable:
    boards = movement.set_at(table, round_number)
    data = {"round": round_number, "table": table, "place_b": movement.mobile_at(table, round_number)}
    return PairedTable(
        table=table,
        a=here[:1],
        b=here[1:],
        why=Why.MOVEMENT if len(here) == 2 else Why.REST_TURN,
        data=data if boards is None else {**data, "board_set": boards},
    )


def _notes(matches: Sequence[PairedTable], movement: Movement, round_number: int) -> Iterator[Note]:
    if round_number == movement.skip_before:
        yield Note(kind=NoteKind.SKIP, data={"round": round_number})
    if movement.shared:
        yield Note(kind=NoteKind.BOARDS_SHARED, data=dict(zip(("table_a", "table_b"), movement.shared, strict=True)))
    for match in matches:
        if match.rests:
            yield Note(kind=NoteKind.HALF_TABLE, data={"table": match.table})


def _rematches(seats: Iterable[tuple[int, ...]]) -> Relaxation:
    pairs = tuple(sorted(pair_of(*here) for here in seats if len(here) == 2))
    return Relaxation(relaxing=RelaxedRule.REMATCHES, count=len(pairs), pairs=pairs)
