"""All'italiana: everybody meets everybody, by the Berger tables (FIDE Handbook C.05, Annex 1; F.I.Bur. art. 2).

The table is a circle. In the first round place 1 meets the last, 2 the last but one, and so on; from round to round
every place but the last moves on by half the circle, and the last changes line. That is what makes the lines alternate.
With an odd number of places the last is nobody's: who would meet it rests. Who is first named sits in line A.

Not handled: more than two rounds of the table.
"""

from collections.abc import Sequence

from tournaments.pairing.plan import Method, NoPairing, PairedTable, Plan, Relaxation, RelaxedRule, Why, pair_of

Places = Sequence[int | None]  # the entry at each place of the draw; nobody where one has withdrawn

FEWEST_FOR_A_SWAP = 4  # with two places a cycle is one round


def rounds_of(places: int, *, double: bool = False) -> int:
    """How many rounds it takes until everybody has met everybody, once or (double) on either line."""
    once = even_places(places) - 1
    return 2 * once if double else once


def even_places(places: int) -> int:
    """The places of the table: one more than the entries where these are odd. Raises ``ValueError`` under two."""
    if places < 2:
        raise ValueError(f"nobody to meet: {places}")
    return places + places % 2


def berger(places: int, table_round: int) -> tuple[tuple[int, int], ...]:
    """A row of the Berger table for an even number of places: who sits in line A, who in line B, by place from 1.

    Raises ``ValueError`` for an odd number of places or a row that the table does not have.
    """
    if places % 2 or not 1 <= table_round < places:
        raise ValueError(f"no row {table_round} for {places} places")
    circle = places - 1
    moved = (table_round - 1) * (places // 2)
    opening = [(place + moved) % circle + 1 for place in range(circle)]  # who sits where 1, 2, 3 … opened
    first = (opening[0], places) if table_round % 2 else (places, opening[0])
    return (first, *zip(opening[1 : places // 2], reversed(opening[places // 2 :]), strict=True))


def row_of(places: int, round_number: int, *, double: bool = False) -> tuple[int, bool]:
    """The row of the table for a round, and whether the lines are crossed (the second time around).

    In a double round the last two rows of the first cycle change places, as FIDE recommends: so nobody sits three
    times running in one line where the cycles join.
    """
    cycle = places - 1
    again, index = divmod(round_number - 1, cycle)
    row = index + 1
    if double and not again and places >= FEWEST_FOR_A_SWAP and row >= cycle - 1:
        row = cycle - 1 if row == cycle else cycle
    return row, bool(again)


def plan_round(places: Places, *, round_number: int, double: bool = False) -> Plan:
    """The round for the entries at these places, which stay the same for the whole tournament.

    Who would meet nobody (odd field, opponent withdrawn) rests, after the tables where they play. Raises
    ``ValueError`` for a round before the first, ``NoPairing`` once everybody has met everybody, with the rematches
    that one round more would bring.
    """
    if round_number < 1:
        raise ValueError(f"no such round: {round_number}")
    size = even_places(len(places))
    if round_number > rounds_of(size, double=double):
        raise NoPairing(_rematches(places, (round_number - 1) % (size - 1) + 1))
    row, crossed = row_of(size, round_number, double=double)
    lines = [line[::-1] if crossed else line for line in berger(size, row)]
    full = [line for line in lines if len(_entries_at(places, line)) == 2]
    half = [line for line in lines if len(_entries_at(places, line)) == 1]
    matches = (
        _match(places, line, table=table, round_number=round_number)
        for table, line in enumerate((*full, *half), start=1)
    )
    return Plan(method=Method.ROUND_ROBIN, matches=tuple(matches))


def _match(places: Places, line: tuple[int, int], *, table: int, round_number: int) -> PairedTable:
    here = _entries_at(places, line)
    why = Why.BERGER if len(here) == 2 else Why.REST_TURN
    data = {"round": round_number, "place_a": line[0], "place_b": line[1]}
    return PairedTable(table=table, a=here[:1], b=here[1:], why=why, data=data)


def _entries_at(places: Places, line: tuple[int, int]) -> tuple[int, ...]:
    """The entries at these two places; nobody has the one that makes an odd field even."""
    entries = (places[place - 1] for place in line if place <= len(places))
    return tuple(entry for entry in entries if entry is not None)


def _rematches(places: Places, row: int) -> Relaxation:
    tables = (_entries_at(places, line) for line in berger(even_places(len(places)), row))
    pairs = tuple(sorted(pair_of(*here) for here in tables if len(here) == 2))
    return Relaxation(relaxing=RelaxedRule.REMATCHES, count=len(pairs), pairs=pairs)
