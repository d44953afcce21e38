"""«Prendo io» by many at the same moment: one goes to each call, all others read who.

TAKES=calls,arbiters makes it smaller: every one of the arbiters takes every one of the calls, all at once.
"""

import os
import re
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture.calls import CallingTable, Client, Ledger, end
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import calls_in, hall_in
from tests.torture.reckoning import Result, unlike
from tests.torture.server import Server, serving

TAKES, TOGETHER = map(int, os.environ.get("TAKES", "50,20").split(","))
PATIENCE = 120  # seconds that whoever is ready waits for the others
AWAY = 503  # the page sends again
WHO = re.compile(r"Ci va già ([\w-]+)\.")


class TakingArbiter(Client):
    """Takes one call after the other, each at the same moment as all others."""

    def __init__(self, number: int, hall: dict, ledger: Ledger, server: Server, *, calls: list[int]) -> None:
        super().__init__(f"arbiter-{number}", hall, hall["sessions"]["arbiter"][number], ledger, server.port)
        self.calls, self.told, self.slowest = calls, {}, 0.0

    def ready(self, together: threading.Barrier) -> "TakingArbiter":
        self.together = together
        return self

    def work(self) -> None:
        try:
            for call in self.calls:
                self.together.wait(PATIENCE)
                begun = time.monotonic()
                self.told[call] = self.take(call)
                self.slowest = max(self.slowest, time.monotonic() - begun)
        except BaseException:
            self.together.abort()
            raise

    def take(self, call: int) -> str:
        """Who goes, as the answer says."""
        address, key = f"{self.root}/chiamate/{call}/", f"{self.name}-{call}"
        while (answer := self.send(address, key, step="take"))[0] == AWAY:
            time.sleep(self.chance.uniform(0.05, 0.3))
        status, page = answer
        said = WHO.search(page)
        if status == 302:
            return self.name
        if status == 422 and said:
            return said[1]
        raise RuntimeError(f"{status} to «Prendo io» of call {call}")


def taken(database: Sqlite | Postgres) -> Result:
    url = database.create("takes")
    hall = hall_in(url, tables=TAKES, boards=2, arbiter=TOGETHER, chief_arbiter=1)
    result = Result(f"{TAKES} calls, each taken by {TOGETHER} at once, {database.name}")
    with TemporaryDirectory() as folder, serving(Server(Path(folder), url)) as server:
        ledger = Ledger()
        for number in range(1, TAKES + 1):
            CallingTable(number, hall, ledger, server.port).call(number)
        calls = [pk for pk, *_rest in calls_in(url)]
        together = threading.Barrier(TOGETHER)
        arbiters = [
            TakingArbiter(number, hall, ledger, server, calls=calls).ready(together) for number in range(TOGETHER)
        ]
        begun = time.monotonic()
        for one in arbiters:
            one.start()
        for one in arbiters:
            one.join()
        end(ledger, arbiters)
        result.figures |= {
            "takes": f"{sum(len(one.told) for one in arbiters)} in {time.monotonic() - begun:.1f} s",
            "slowest": f"{max(one.slowest for one in arbiters):.2f} s",
        }
    told = {call: {one.name: one.told.get(call, "") for one in arbiters} for call in calls}
    result.faults += ledger.faults + list(unlike(told, calls_in(url)))
    return result
