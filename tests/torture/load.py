"""Many arbiters at once for a while, part of what they send arriving twice at the same moment."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture import figures
from tests.torture.arbiters import Crowd
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import hall_in
from tests.torture.reckoning import Result, reckon
from tests.torture.server import Server, serving


def loaded(database: Sqlite | Postgres) -> Result:
    url = database.create("load")
    hall = hall_in(url, chief_arbiter=figures.ARBITERS)
    with TemporaryDirectory() as folder, serving(Server(Path(folder), url)) as server:
        crowd = Crowd(hall, server.port, figures.ARBITERS, pause=figures.PAUSE / 1000, doubled=figures.DOUBLED)
        crowd.begin()
        begun = time.monotonic()
        time.sleep(figures.SECONDS)
        crowd.end()
        took = time.monotonic() - begun
    result = Result(f"{figures.ARBITERS} arbiters, {figures.DOUBLED} % sent twice, {database.name}")
    ledger = crowd.ledger
    waited = sorted(ledger.seconds)
    share = {name: f"{waited[int(len(waited) * part)] * 1000:.0f} ms" for name, part in (("p50", 0.5), ("p95", 0.95))}
    result.figures = {"a second": f"{len(waited) / took:.1f} requests, for {took:.0f} s", **share}
    result.figures["slowest"] = f"{waited[-1]:.2f} s"
    reckon(result, ledger, url)
    if away := {status: times for status, times in ledger.answers.items() if status >= 500}:
        result.faults.append(f"nothing was wrong, and it answered {away}")
    return result
