"""Whist tournaments: everybody plays once with everybody and twice against everybody (E. H. Moore, 1896).

They exist for 4k and 4k+1 players; those here are cyclic. A first round is given, and every later round adds one to
each of its players, modulo 4k-1 with one player who stays, or modulo 4k+1, where another player rests each time. It is
enough that the first round has every difference once between partners and twice between opponents. For nine players
the numbers are added digit by digit in base three, no cycle of nine having such a start.

The starts were found by search; their differences show that they are right, and the tests count the meetings.
"""

Table = tuple[int, int, int, int]  # two partners, then the two who play against them

STAYS = -1
NINE = 9

STARTS: dict[int, tuple[Table, ...]] = {
    4: ((STAYS, 0, 1, 2),),
    5: ((4, 1, 2, 3),),
    8: ((STAYS, 0, 1, 5), (4, 6, 2, 3)),
    9: ((1, 2, 3, 6), (4, 8, 5, 7)),
    12: ((STAYS, 0, 3, 9), (8, 1, 2, 4), (7, 10, 5, 6)),
    13: ((9, 2, 10, 11), (1, 6, 4, 7), (8, 12, 3, 5)),
    16: ((STAYS, 0, 12, 14), (4, 11, 3, 6), (1, 7, 5, 10), (13, 2, 8, 9)),
    17: ((7, 15, 3, 4), (16, 6, 1, 14), (2, 8, 9, 12), (5, 10, 11, 13)),
    20: ((STAYS, 0, 1, 18), (4, 13, 8, 16), (3, 10, 7, 12), (9, 15, 2, 17), (11, 14, 5, 6)),
    21: ((14, 3, 19, 20), (18, 6, 7, 15), (5, 12, 1, 4), (17, 2, 8, 10), (11, 16, 9, 13)),
    24: ((STAYS, 0, 4, 15), (21, 8, 19, 20), (13, 22, 9, 16), (10, 18, 1, 3), (5, 11, 2, 6), (7, 12, 14, 17)),
    25: ((11, 23, 14, 21), (16, 2, 17, 19), (24, 9, 3, 8), (6, 15, 10, 13), (12, 20, 1, 7), (18, 22, 4, 5)),
    28: (
        *((STAYS, 0, 17, 18), (20, 6, 1, 25), (26, 11, 10, 15), (2, 13, 16, 22)),
        *((9, 19, 21, 23), (3, 12, 5, 24), (7, 14, 4, 8)),
    ),
    29: (
        *((27, 12, 6, 9), (23, 7, 4, 13), (5, 17, 10, 21), (22, 3, 2, 24)),
        *((8, 16, 1, 25), (14, 20, 18, 19), (11, 15, 26, 28)),
    ),
    32: (
        *((STAYS, 0, 1, 23), (7, 22, 3, 21), (13, 27, 25, 30), (8, 20, 17, 28)),
        *((14, 24, 4, 29), (18, 26, 2, 5), (12, 19, 6, 10), (9, 11, 15, 16)),
    ),
    33: (
        *((32, 15, 27, 30), (19, 1, 7, 8), (24, 5, 2, 25), (29, 9, 4, 13)),
        *((11, 23, 14, 21), (6, 17, 10, 16), (12, 20, 26, 28), (31, 3, 18, 22)),
    ),
}


def rounds_of(players: int) -> int:
    """How many rounds the schedule for so many players has; 0 where none is known here."""
    if players not in STARTS:
        return 0
    return players if players % 2 else players - 1


def tables_of(players: int, round_number: int) -> tuple[Table, ...]:
    """The tables of a round, its players told by 0, 1, 2 … and one fewer than there are; who is missing rests.

    Raises ``ValueError`` for a field without a schedule, or a round that it does not have.
    """
    if not 1 <= round_number <= rounds_of(players):
        raise ValueError(f"no round {round_number} for {players} players")
    return tuple(_move_players(table, by=round_number - 1, players=players) for table in STARTS[players])


def _move_players(table: Table, *, by: int, players: int) -> Table:
    a, b, c, d = (_next_player(player, by, players) for player in table)
    return a, b, c, d


def _next_player(player: int, by: int, players: int) -> int:
    if player == STAYS:
        return players - 1
    if players == NINE:
        return 3 * ((player // 3 + by // 3) % 3) + (player + by) % 3
    return (player + by) % rounds_of(players)
