"""The drill: everything killed under many writers, restored elsewhere by the words of docs/backup.md alone."""

import http.client
import re
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture import figures
from tests.torture.arbiters import Arbiter, Crowd
from tests.torture.databases import Postgres, Sqlite
from tests.torture.hall import hall_in, kept_in
from tests.torture.reckoning import Result, compare
from tests.torture.server import ROOT, Server, environment

PAGE = ROOT / "docs" / "backup.md"
AT_WORK = 8  # seconds before the backup, and after it
GOAL = 600
NOT_INSTALLED = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache")


def drilled(database: Sqlite | Postgres) -> Result:
    with TemporaryDirectory(prefix="referee-torture.") as name:
        folder = Path(name)
        first, second = (_laptop(folder / one) for one in ("first", "second"))
        url = database.create("first")
        hall = hall_in(url, chief_arbiter=figures.WRITERS, root=first)
        before, crowd = _lost(first, url, hall, folder)
        begun = time.monotonic()
        restored = _restore_address(database, second)
        said = _by_the_page("manage.py restore", second, folder, restored)
        page = _looked_at(second, restored, hall, folder)
        took = time.monotonic() - begun
        kept = kept_in(restored, root=second)
    result = Result(f"drill, {database.name}")
    waiting = list(crowd.ledger.waiting.values())
    younger = set(crowd.ledger.acknowledged) - set(before)
    missing = compare(before, [*waiting, *younger], kept)
    result.faults += missing + crowd.ledger.faults
    result.faults += [] if "OK: every record verified" in said else [f"restore said: {said}"]
    result.faults += [] if page == 200 else [f"who was signed in is answered {page}"]
    result.faults += [] if took < GOAL else [f"it took {took:.0f} s"]
    result.figures = {
        "acknowledged before the backup": f"{len(before)}, all there"
        if not missing
        else f"{len(before)}, {missing[:3]}",
        "acknowledged after it": f"{len(younger)}, {len(younger & set(kept))} of them there",
        "by the page, to the first page of one who was signed in": f"{took:.0f} s",
    }
    return result


def _laptop(place: Path) -> Path:
    """The program, without what an installation makes of its own."""
    shutil.copytree(ROOT, place, ignore=NOT_INSTALLED)
    (place / ".venv").symlink_to(ROOT / ".venv")
    return place


def _lost(first: Path, url: str, hall: dict, folder: Path) -> tuple[list[tuple[object, ...]], Crowd]:
    """What was acknowledged before the backup was begun; everything is killed some seconds after it."""
    (folder / "server").mkdir()
    server = Server(folder / "server", url, root=first)
    server.start()
    server.wait()
    crowd = Crowd(hall, server.port, figures.WRITERS, pause=0.2, doubled=figures.DOUBLED)
    crowd.begin()
    time.sleep(AT_WORK)
    before = list(crowd.ledger.acknowledged)
    _by_the_page("manage.py backup", first, folder, url)
    time.sleep(AT_WORK)
    crowd.ledger.over.set()
    server.kill(workers_too=True)
    crowd.end()
    return before, crowd


def _by_the_page(command: str, laptop: Path, folder: Path, url: str) -> str:
    """Run the line of the page that has this command, with the places of here in place of the page's."""
    (line,) = re.findall(rf"^    (.*{re.escape(command)}.*)$", PAGE.read_text(), re.MULTILINE)
    line = re.sub(r"\S*evening\.zip", str(folder / "evening.zip"), line)
    line = re.sub(r"--secret-key \S+", f"--secret-key {folder / 'key'}", line)
    line = re.sub(r"DATABASE_URL=\S+ ", "", line)
    done = subprocess.run(  # noqa: S602 — as it stands on the page
        line, check=False, shell=True, cwd=laptop, env=environment(url), capture_output=True, text=True
    )
    return done.stdout if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr[-500:]}"


def _restore_address(database: Sqlite | Postgres, second: Path) -> str:
    """Where the page has it restored; on PostgreSQL into an empty database that is made first."""
    if isinstance(database, Postgres):
        return database.create("restored")
    (second / "var").mkdir()
    return database.url("restored", second / "var")


def _looked_at(second: Path, url: str, hall: dict, folder: Path) -> int:
    """How somebody is answered who signed in on the first laptop, and what they then write."""
    (folder / "again").mkdir()
    server = Server(folder / "again", url, root=second)
    server.start()
    try:
        server.wait()
        one = Arbiter(0, hall, Crowd(hall, server.port, 1, 0, 0).ledger, server.port, of=1, pause=0, doubled=0)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"{one.root}/direzione/", headers={"Cookie": one.cookies})
        return connection.getresponse().status
    finally:
        server.stop()
