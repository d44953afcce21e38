"""Tables of four single players, two against two: what both individual pairings make of them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from tournaments.pairing.plan import Entrant, History, Note, Pair, PairedTable, Told, pair_of, repeated

Four = tuple[int, int, int, int]  # two partners, then the two who play against them

AT_A_TABLE = 4

Cost = tuple[int, int]  # partners again, opponents again


def check_field(entrants: Collection[Entrant]) -> None:
    """Raises ``ValueError`` for fewer than four players, or one listed twice."""
    if len(entrants) < AT_A_TABLE:
        raise ValueError(f"a table needs four: {len(entrants)}")
    if twice := repeated(one.number for one in entrants):
        raise ValueError(f"listed twice: {twice}")


def together(history: History, one: int, other: int) -> int:
    """How often two players were partners."""
    return len(history.together.get(pair_of(one, other), ()))


def met(history: History, one: Pair, other: Pair) -> int:
    """How often the players of two pairs were opponents, all meetings counted."""
    return sum(len(history.met.get(pair_of(a, b), ())) for a, b in product(one, other))


def cost(fours: Iterable[Four], history: History) -> Cost:
    """How often the partners have played together before, then how often the opponents have met."""
    pairs = [((one, two), (three, four)) for one, two, three, four in fours]
    again = sum(together(history, *pair) for both in pairs for pair in both)
    return again, sum(met(history, one, other) for one, other in pairs)


def numbered(fours: Sequence[Four], entrants: Collection[Entrant]) -> list[int]:
    """The number of each table: the one that a player of it must keep, else the free ones in order."""
    fixed = {one.number: one.fixed_table for one in entrants}
    kept: dict[int, int] = {}
    for at, four in enumerate(fours):
        wanted = next((table for player in four if (table := fixed[player]) is not None and table not in kept), None)
        if wanted is not None:
            kept[wanted] = at
    given = {at: table for table, at in kept.items()}
    free = (table for table in range(1, len(fours) + len(kept) + 1) if table not in kept)
    return [given[at] if at in given else next(free) for at in range(len(fours))]


def notes_on(matches: Sequence[PairedTable], entrants: Iterable[Entrant], history: History) -> tuple[Note, ...]:
    """Partners and opponents who come back, second rests, fixed tables that could not be kept."""
    fixed = {one.number: one for one in entrants}
    notes = (note for match in matches for note in _about(match, fixed, history))
    return tuple(notes)


def _about(match: PairedTable, entrants: Mapping[int, Entrant], history: History) -> Iterator[Note]:
    for a, b in match.pairs_together():
        if (a, b) in history.together:
            yield Note(told=Told.PARTNER_AGAIN, data={"a": a, "b": b})
    for a, b in match.pairs_met():
        if (a, b) in history.met:
            yield Note(told=Told.OPPONENT_AGAIN, data={"a": a, "b": b})
    for one in (entrants[number] for number in match.entries):
        if match.rests and one.rests:
            yield Note(told=Told.SECOND_REST, data={"entry": one.number, "rests": one.rests + 1})
        elif not match.rests and one.fixed_table not in (None, match.table) and one.fixed_table is not None:
            data = {"entry": one.number, "table": match.table, "fixed": one.fixed_table}
            yield Note(told=Told.FIXED_TABLE_MOVED, data=data)
