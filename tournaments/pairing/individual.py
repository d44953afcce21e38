"""The individual tournament with a new partner every round ("giallo", F.I.Bur. art. 2).

Nobody plays twice with the same partner while that is possible, and opponents are spread: those who have met least
often meet. What goes first, in this order: partners who have not played together, opponents who have met less often.

- Each round is matched: first the partners, then pair against pair; then, in a small field, single players change
  seats while that helps. The drawn order tells equals apart.
- A tournament that lasts more than three quarters of a whist schedule (4k or 4k+1 players, up to 33) follows it as long
  as the rounds before did: then nobody is left without a new partner at the end. A shorter one would meet more
  opponents again by the schedule than without it.
- Players whom four does not divide rest: those who rested least, by lot among them.

One against one, single players are paired like pairs are: see the other modules.

Not handled: which line a pair sits in; a schedule is not taken up again once a round has left it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations

from codes.rfc3797 import key_string, select, words
from tournaments.pairing.foursomes import (
    AT_A_TABLE,
    Cost,
    Four,
    check_field,
    cost,
    notes_on,
    table_numbers,
    times_opponents,
    times_partners,
)
from tournaments.pairing.matching import cheapest
from tournaments.pairing.plan import Entrant, History, Method, Pair, PairedTable, Plan, Why, pair_of
from tournaments.pairing.whist import rounds_of, tables_of

SMALL_FIELD = 64  # so many can all be tried in each other's seat
TWO_TABLES = 2 * AT_A_TABLE
ATTEMPTS = 8  # draws tried in a small field, where one can end in a corner that another avoids


def plan_round(entrants: Collection[Entrant], history: History, *, round_number: int, rounds: int, seed: str) -> Plan:
    """The round, of so many, for those who are here: tables of two against two, and those who rest after them.

    Raises ``ValueError`` for fewer than four players, one listed twice, or a seed without a letter or digit.
    """
    check_field(entrants)
    numbers = _drawn_order([entrant.number for entrant in entrants], seed)
    fours = _scheduled_tables(numbers, history, round_number) if _is_long(rounds, len(numbers)) else None
    if fours is None:
        order = _drawn_order(numbers, seed, round_number)
        resting = _resting_players(order, {entrant.number: entrant.rests for entrant in entrants})
        fours = _search_tables([player for player in order if player not in resting], history, seed, round_number)
    return _plan(fours, entrants, history, round_number=round_number, seed=seed)


def _drawn_order(numbers: Sequence[int], seed: str, *more: int) -> list[int]:
    return select(key_string([*words(seed), *more]), sorted(numbers), len(numbers))


def _resting_players(order: Sequence[int], rests: Mapping[int, int]) -> set[int]:
    """Those who rested least, the first drawn of them: as many as four leaves over."""
    return set(sorted(order, key=lambda player: rests[player])[: len(order) % AT_A_TABLE])


def _is_long(rounds: int, players: int) -> bool:
    return 4 * rounds > 3 * rounds_of(players)


def _scheduled_tables(numbers: Sequence[int], history: History, round_number: int) -> list[Four] | None:
    """The round of the schedule for these players, if there is one and the rounds before were its own."""
    if round_number > rounds_of(len(numbers)):
        return None
    before: dict[Pair, tuple[int, ...]] = {}
    for earlier in range(1, round_number):
        for a, b, c, d in _of_schedule(numbers, earlier):
            before[pair_of(a, b)] = before[pair_of(c, d)] = (earlier,)
    return _of_schedule(numbers, round_number) if dict(history.together) == before else None


def _of_schedule(numbers: Sequence[int], round_number: int) -> list[Four]:
    tables = tables_of(len(numbers), round_number)
    return [(numbers[a], numbers[b], numbers[c], numbers[d]) for a, b, c, d in tables]


def _search_tables(order: Sequence[int], history: History, seed: str, round_number: int) -> list[Four]:
    """The best of a few draws in a small field, the first otherwise."""
    tables = _match_players(order, history)
    if len(order) > SMALL_FIELD:
        return tables
    best = _improve_tables(tables, history)
    for attempt in range(1, ATTEMPTS):
        if cost(best, history) == (0, 0):
            break
        other = _improve_tables(_match_players(_drawn_order(order, seed, round_number, attempt), history), history)
        best = min(best, other, key=lambda tables: cost(tables, history))
    if len(order) == TWO_TABLES and cost(best, history) != (0, 0):
        # So few seatings are all tried: no draw need end in the best one. The one found stays where none is better.
        best = min(best, *_every_seating(order), key=lambda tables: cost(tables, history))
    return best


def _every_seating(order: Sequence[int]) -> Iterator[list[Four]]:
    """The 315 ways in which eight players sit at two tables, each with one of three partners."""
    first, *others = order
    for three in combinations(others, AT_A_TABLE - 1):
        rest = [player for player in others if player not in three]
        yield from (
            [a_table, other_table] for a_table in _partnerships(first, *three) for other_table in _partnerships(*rest)
        )


def _partnerships(a: int, b: int, c: int, d: int) -> tuple[Four, Four, Four]:
    return (a, b, c, d), (a, c, b, d), (a, d, b, c)


def _match_players(order: Sequence[int], history: History) -> list[Four]:
    """Partners by an exact matching, then pairs against pairs by another."""
    pairs = [
        (order[a], order[b]) for a, b in _cheapest(len(order), lambda a, b: times_partners(history, order[a], order[b]))
    ]
    meetings = _cheapest(len(pairs), lambda a, b: times_opponents(history, pairs[a], pairs[b]))
    return [(*pairs[a], *pairs[b]) for a, b in meetings]


def _cheapest(size: int, price: Callable[[int, int], int]) -> list[Pair]:
    """A cheapest matching of places 0, 1, 2 …: one that costs nothing quickly found, else the exact one of them all."""
    head, tail = _taken_in_order(list(range(size)), price)
    pairs = [*head, *_cheapest_pairs(tail, price)]
    return pairs if not any(price(a, b) for a, b in pairs) else _cheapest_pairs(range(size), price)


def _taken_in_order(places: list[int], price: Callable[[int, int], int]) -> tuple[list[Pair], list[int]]:
    """Each place with the next that costs nothing, until a small field is left; and that field."""
    pairs: list[Pair] = []
    passed: list[int] = []
    while len(passed) + len(places) > SMALL_FIELD and places:
        first = places.pop(0)
        at = next((at for at, place in enumerate(places) if not price(first, place)), None)
        if at is None:
            passed.append(first)
        else:
            pairs.append((first, places.pop(at)))
    return pairs, passed + places


def _cheapest_pairs(places: Sequence[int], price: Callable[[int, int], int]) -> list[Pair]:
    return cheapest(places, [(a, b, price(a, b)) for a, b in combinations(places, 2)]) or []


def _improve_tables(tables: list[Four], history: History) -> list[Four]:
    """The tables after every exchange of two players that makes them cost less, until none does."""
    seats = [player for table in tables for player in table]
    helped = True
    while helped:
        helped = False
        for seat, other in combinations(range(len(seats)), 2):
            helped = _exchange_if_better(seats, seat, other, history) or helped
    return [_table(seats, table) for table in range(len(seats) // AT_A_TABLE)]


def _exchange_if_better(seats: list[int], seat: int, other: int, history: History) -> bool:
    """Whether two players change seats, which they do if it makes their tables cost less."""
    tables = sorted({seat // AT_A_TABLE, other // AT_A_TABLE})

    def now() -> Cost:
        return cost([_table(seats, table) for table in tables], history)

    before = now()
    seats[seat], seats[other] = seats[other], seats[seat]
    if now() < before:
        return True
    seats[seat], seats[other] = seats[other], seats[seat]
    return False


def _table(seats: Sequence[int], table: int) -> Four:
    a, b, c, d = seats[AT_A_TABLE * table : AT_A_TABLE * (table + 1)]
    return a, b, c, d


def _plan(
    fours: Sequence[Four], entrants: Collection[Entrant], history: History, *, round_number: int, seed: str
) -> Plan:
    tables = table_numbers(fours, entrants)
    playing = [_match(at, four, history, round_number) for at, four in zip(tables, fours, strict=True)]
    seated = {player for four in fours for player in four}
    resting = (entrant for entrant in entrants if entrant.number not in seated)
    rests = [_rest_table(at, entrant, round_number) for at, entrant in enumerate(resting, start=max(tables) + 1)]
    matches = (*sorted(playing, key=lambda match: match.table), *rests)
    return Plan(method=Method.INDIVIDUAL, seed=seed, matches=matches, notes=notes_on(matches, entrants, history))


def _match(at: int, four: Four, history: History, round_number: int) -> PairedTable:
    again, meetings = cost([four], history)
    data = {"round": round_number, "together": again, "met": meetings}
    return PairedTable(table=at, a=four[:2], b=four[2:], why=Why.SPREAD, data=data)


def _rest_table(at: int, entrant: Entrant, round_number: int) -> PairedTable:
    why = Why.REST_AGAIN if entrant.rests else Why.REST_DRAWN
    data = {"round": round_number, "rank": entrant.rank, "rests": entrant.rests}
    return PairedTable(table=at, a=(entrant.number,), why=why, data=data)
