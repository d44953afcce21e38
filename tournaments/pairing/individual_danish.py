"""The Danish individual: of every four neighbours in the standings the first plays with the fourth against the others.

No partner comes back while that is possible: then the same four play 1 and 3 against 2 and 4, or 1 and 2 against 3 and
4, and if no two of them may play together again, the nearest players below take part. From the top down, each table
starts with the best who is left; where that leaves the last tables without a way, it goes back up as far as it must.

Who rests: the lowest who has not rested yet, or has rested least.

Not handled: opponents who meet again, which is what neighbours do.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, count

from tournaments.pairing.foursomes import AT_A_TABLE, Four, check_field, notes_on, table_numbers, times_partners
from tournaments.pairing.matching import cheapest
from tournaments.pairing.plan import Entrant, History, Method, PairedTable, Plan, Why

WINDOWS = (8, 16)  # places from which the four of a table are taken
STEPS = 5_000  # tables tried before a wider window, and then before one more repeated partner

Choice = tuple[Four, int]  # the places of four players, and how often these two pairs have played together


def plan_round(entrants: Collection[Entrant], history: History) -> Plan:
    """The round by the standings: tables in their order, then those who rest.

    Partners who come back are as few as the search finds, and each is told in a note. Raises ``ValueError`` for fewer
    than four players, or one listed twice.
    """
    check_field(entrants)
    ranked = sorted(entrants, key=lambda entrant: (entrant.rank, entrant.number))
    resting = _resting_players(ranked)
    playing = [entrant for entrant in ranked if entrant not in resting]
    fours = _fours([entrant.number for entrant in playing], history)
    tables = table_numbers(fours, playing)
    places = {entrant.number: place for place, entrant in enumerate(playing)}
    matches = [_match(table, four, playing, places) for table, four in zip(tables, fours, strict=True)]
    rests = [_rest_table(table, entrant) for table, entrant in enumerate(resting, start=max(tables) + 1)]
    seated = (*sorted(matches, key=lambda match: match.table), *rests)
    return Plan(method=Method.INDIVIDUAL, matches=seated, notes=notes_on(seated, ranked, history))


def _resting_players(ranked: Sequence[Entrant]) -> list[Entrant]:
    upwards = sorted(ranked, key=lambda entrant: (entrant.rests, -entrant.rank, -entrant.number))
    return upwards[: len(ranked) % AT_A_TABLE]


def _fours(order: Sequence[int], history: History) -> list[Four]:
    """The tables with the fewest partners who come back, found in the narrowest window that gives them."""
    searches = ((repeats, window) for repeats in _repeats(order, history) for window in WINDOWS)
    found_tables = (_search(order, history, window=window, repeats=repeats) for repeats, window in searches)
    return next(fours for fours in found_tables if fours is not None)  # at the last every partner may come back


def _repeats(order: Sequence[int], history: History) -> Iterator[int]:
    """How often partners may come back: not at all, then at the least what a matching of partners alone costs."""
    yield 0
    edges = ((a, b, times_partners(history, a, b)) for a, b in combinations(order, 2))
    least = sum(times_partners(history, a, b) for a, b in cheapest(order, edges) or ())
    yield from count(max(least, 1))


def _search(order: Sequence[int], history: History, *, window: int, repeats: int) -> list[Four] | None:
    """Table after table from the top, back by one where a table has no choice left; None if that goes on too long."""
    left = list(range(len(order)))
    taken: list[Choice] = []
    open_choices = [_choices(left, order, history, window=window, repeats=repeats)]
    for _ in range(STEPS + len(order)):
        choice = next(open_choices[-1], None)
        if choice is None:
            open_choices.pop()
            if not taken:
                return None
            left = sorted((*left, *taken.pop()[0]))
            continue
        taken.append(choice)
        left = [place for place in left if place not in choice[0]]
        if not left:
            return [(order[a], order[b], order[c], order[d]) for (a, b, c, d), _ in taken]
        spent = sum(again for _, again in taken)
        open_choices.append(_choices(left, order, history, window=window, repeats=repeats - spent))
    return None


def _choices(
    left: Sequence[int], order: Sequence[int], history: History, *, window: int, repeats: int
) -> Iterator[Choice]:
    """The tables that the best who is left may have, the nearest first: which four, then who plays with whom."""
    first, *others = left[:window]
    for second, third, fourth in sorted(combinations(others, 3), key=lambda three: (sum(three), three)):
        for four in (
            (first, fourth, second, third),
            (first, third, second, fourth),
            (first, second, third, fourth),
        ):
            again = sum(times_partners(history, order[a], order[b]) for a, b in (four[:2], four[2:]))
            if again <= repeats:
                yield four, again


def _match(table: int, four: Four, playing: Sequence[Entrant], places: Mapping[int, int]) -> PairedTable:
    """1 and 4 against 2 and 3 of four who stand next to each other are neighbours; all else is the nearest possible."""
    first, fourth, second, third = (places[player] for player in four)
    ordinary = (second, third, fourth) == (first + 1, first + 2, first + 3)
    ranks = [str(playing[places[player]].rank) for player in four]
    data = {"rank_a": "+".join(ranks[:2]), "rank_b": "+".join(ranks[2:])}
    return PairedTable(table=table, a=four[:2], b=four[2:], why=Why.NEIGHBOURS if ordinary else Why.NEAREST, data=data)


def _rest_table(table: int, entrant: Entrant) -> PairedTable:
    why = Why.REST_AGAIN if entrant.rests else Why.REST_LOWEST
    return PairedTable(table=table, a=(entrant.number,), why=why, data={"rank": entrant.rank, "rests": entrant.rests})
