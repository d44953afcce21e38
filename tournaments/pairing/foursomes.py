"""Tables of four single players, two against two: what both individual pairings make of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from tournaments.pairing.plan import Entrant, History, Note, NoteKind, Pair, PairedTable, pair_of, repeated_numbers

Four = tuple[int, int, int, int]  # two partners, then the two who play against them

AT_A_TABLE = 4

Cost = tuple[int, int]  # partners again, opponents again


def check_field(entrants: Collection[Entrant]) -> None:
    """Raises ``ValueError`` for fewer than four players, or one listed twice."""
    if len(entrants) < AT_A_TABLE:
        raise ValueError(f"a table needs four: {len(entrants)}")
    if twice := repeated_numbers(entrant.number for entrant in entrants):
        raise ValueError(f"listed twice: {twice}")


def times_partners(history: History, player: int, other: int) -> int:
    """How often two players were partners."""
    return len(history.together.get(pair_of(player, other), ()))


def times_opponents(history: History, pair: Pair, other: Pair) -> int:
    """How often the players of two pairs were opponents, all meetings counted."""
    return sum(len(history.met.get(pair_of(a, b), ())) for a, b in product(pair, other))


def cost(fours: Iterable[Four], history: History) -> Cost:
    """How often the partners have played together before, then how often the opponents have met."""
    pairs = [((a, b), (c, d)) for a, b, c, d in fours]
    again = sum(times_partners(history, *pair) for both in pairs for pair in both)
    return again, sum(times_opponents(history, pair, other) for pair, other in pairs)


def table_numbers(fours: Sequence[Four], entrants: Collection[Entrant]) -> list[int]:
    """The number of each table: the one that a player of it must keep, else the free ones in order."""
    fixed = {entrant.number: entrant.fixed_table for entrant in entrants}
    places: dict[int, int] = {}
    for at, four in enumerate(fours):
        wanted = next((table for player in four if (table := fixed[player]) is not None and table not in places), None)
        if wanted is not None:
            places[wanted] = at
    tables = {at: table for table, at in places.items()}
    free = (table for table in range(1, len(fours) + len(places) + 1) if table not in places)
    return [tables[at] if at in tables else next(free) for at in range(len(fours))]


def notes_on(matches: Sequence[PairedTable], entrants: Iterable[Entrant], history: History) -> tuple[Note, ...]:
    """Partners and opponents who come back, second rests, fixed tables that could not be kept."""
    fixed = {entrant.number: entrant for entrant in entrants}
    notes = (note for match in matches for note in _notes_on_table(match, fixed, history))
    return tuple(notes)


def _notes_on_table(match: PairedTable, entrants: Mapping[int, Entrant], history: History) -> Iterator[Note]:
    for a, b in match.pairs_together():
        if (a, b) in history.together:
            yield Note(kind=NoteKind.PARTNER_AGAIN, data={"a": a, "b": b})
    for a, b in match.pairs_met():
        if (a, b) in history.met:
            yield Note(kind=NoteKind.OPPONENT_AGAIN, data={"a": a, "b": b})
    for entrant in (entrants[number] for number in match.entries):
        if match.rests and entrant.rests:
            yield Note(kind=NoteKind.SECOND_REST, data={"entry": entrant.number, "rests": entrant.rests + 1})
        elif not match.rests and entrant.fixed_table not in (None, match.table) and entrant.fixed_table is not None:
            data = {"entry": entrant.number, "table": match.table, "fixed": entrant.fixed_table}
            yield Note(kind=NoteKind.FIXED_TABLE_MOVED, data=data)
