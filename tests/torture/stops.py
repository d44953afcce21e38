"""The database gone for a while in mid-load: a server stopped or killed, a file held by somebody else, a full disk."""

import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture import figures
from tests.torture.arbiters import Crowd
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import hall_in
from tests.torture.reckoning import Result, reckon, unproven
from tests.torture.server import Server, serving

WORKING, STOPPED = 4, 4  # seconds
HELD = 25  # longer than SQLite waits for whoever holds it
DISK = "96m"
FULL = 10


def stopped(database: Sqlite | Postgres) -> Result:
    """PostgreSQL killed and stopped in turns; SQLite's file held longer than anybody waits for it."""
    url = database.create("stops")
    if isinstance(database, Postgres):
        result = _amid_load(f"stopped {figures.STOPS} times", database, url, _stop_and_start)
    else:
        result = _amid_load(f"held for {HELD} s", database, url, _hold)
    return result


def _stop_and_start(database: Postgres) -> None:
    for number in range(figures.STOPS):
        database.stop("fast" if number % 2 else "immediate")
        time.sleep(STOPPED)
        database.start()
        time.sleep(WORKING)


def _hold(database: Sqlite) -> None:
    with closing(_library().connect(database.path("stops"), isolation_level=None, timeout=20)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(HELD)
        other.execute("ROLLBACK")


def _library() -> type[sqlite3]:
    """The one that our processes use: two on one file would drop each other's locks."""
    from config.sqlite import use_newest  # noqa: PLC0415 — it puts itself in the place of Python's own

    return use_newest().module


def filled(database: Sqlite | Postgres) -> Result:
    """A small disk on which something else grows until nothing is left, and goes away again."""
    with TemporaryDirectory(prefix="referee-torture.") as folder, _small_disk(Path(folder)) as disk:
        Path(folder).chmod(0o755)
        place = disk / "database"
        place.mkdir()
        url = database.create("full", place)
        return _amid_load("disk full", database, url, lambda _database: _fill(disk))


def _fill(disk: Path) -> None:
    ballast = disk / "ballast"
    until = time.monotonic() + FULL
    with ballast.open("wb", buffering=0) as file:
        while time.monotonic() < until:
            with suppress(OSError):  # full: what is freed meanwhile is taken too
                while time.monotonic() < until:
                    file.write(bytes(4096))
            time.sleep(0.05)
    ballast.unlink()


@contextmanager
def _small_disk(folder: Path) -> Iterator[Path]:
    disk = folder / "disk"
    disk.mkdir()
    done = subprocess.run(  # noqa: S603 — ours
        ["/bin/mount", "-t", "tmpfs", "-o", f"size={DISK},mode=755", "tmpfs", disk],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"A small disk to fill has to be mounted, as root: {done.stderr}")
    try:
        yield disk
    finally:
        subprocess.run(["/bin/umount", "--lazy", disk], check=True)  # noqa: S603 — ours


def _amid_load(what: str, database: Sqlite | Postgres, url: str, happen: Callable[..., None]) -> Result:
    """The clients at work before, while and after it happens; each is answered in words meanwhile."""
    hall = hall_in(url, chief_arbiter=figures.CLIENTS)
    with TemporaryDirectory() as folder, serving(Server(Path(folder), url)) as server:
        crowd = Crowd(hall, server.port, figures.CLIENTS, pause=0.1, doubled=figures.DOUBLED)
        crowd.begin()
        time.sleep(WORKING)
        happen(database)
        healthy = len(crowd.ledger.acknowledged)
        time.sleep(WORKING)
        crowd.end()
    result = reckon(Result(f"{what}, {database.name}"), crowd.ledger, url)
    result.faults += unproven(crowd.ledger, healthy)
    return result
