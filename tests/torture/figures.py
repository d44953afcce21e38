"""How much of each, by variables of the environment (`make torture KILLS=50`); the defaults are what was asked for."""

import os


def _number(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


KILLS = _number("KILLS", 200)  # of workers and of the master
CLIENTS = _number("CLIENTS", 20)
ARBITERS = _number("ARBITERS", 40)
SECONDS = _number("SECONDS", 60)
DOUBLED = _number("DOUBLED", 30)  # of a hundred requests, sent twice at the same moment
PAUSE = _number("PAUSE", 1000)  # milliseconds, on average, that an arbiter takes from one entry to the next
STOPS = _number("STOPS", 3)  # of the database
MIGRATIONS = _number("MIGRATIONS", 25)  # killed
WRITERS = _number("WRITERS", 40)  # in the drill
SEED = _number("SEED", 20261123)
