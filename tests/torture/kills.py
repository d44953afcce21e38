"""SIGKILL to workers and master, in the midst of clients that send until they are acknowledged."""

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.torture import figures
from tests.torture.arbiters import Crowd
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import hall_in
from tests.torture.reckoning import Result, reckon
from tests.torture.server import Server, kill, serving

MASTERS = 8  # one kill in so many is of the master


def killed(database: Sqlite | Postgres) -> Result:
    url = database.create("kills")
    hall = hall_in(url, chief_arbiter=figures.CLIENTS)
    chance = Random(figures.SEED)  # noqa: S311 — the same moments every time
    workers = masters = 0
    with TemporaryDirectory() as folder, serving(Server(Path(folder), url)) as server:
        crowd = Crowd(hall, server.port, figures.CLIENTS, pause=0.05, doubled=figures.DOUBLED)
        crowd.begin()
        begun = time.monotonic()
        while workers + masters < figures.KILLS:
            time.sleep(chance.uniform(0.2, 1.8))
            if chance.randrange(MASTERS) == 0:
                masters += 1
                # Under systemd the workers are killed with it; without, they notice by themselves that it is gone.
                workers += server.kill(workers_too=chance.random() < 0.5) - 1
                server.start()
                server.wait()
            elif there := server.workers():
                workers += kill(chance.choice(there))
        crowd.end()
        took = time.monotonic() - begun
    shown = {"killed": f"{workers} workers, {masters} masters under {figures.CLIENTS} clients in {took:.0f} s"}
    return reckon(Result(f"SIGKILL, {database.name}", shown), crowd.ledger, url)
