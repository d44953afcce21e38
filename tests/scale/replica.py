"""The pages for everybody, read from a standby that streams from the tests' own PostgreSQL: `make replica`."""

import getpass
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from benchmarks.http import served
from people.accounts.models import User
from tests.factories import acting
from tournaments.entries.models import Entry
from tournaments.rounds.models import Table
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament

LATE = 3  # seconds after which the copy is left alone
PLACES = [Path(shutil.which("initdb") or "/nowhere").parent, *Path("/usr/lib/postgresql").glob("*/bin")]
turns = count(1)


def url(port: int) -> str:
    told = connection.settings_dict
    return f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{port}/{told['NAME']}"


def as_server(*command: str) -> None:
    """PostgreSQL refuses to run as root: then as the user of its package, as .ci/postgres does."""
    before = ["runuser", "-u", "postgres", "--"] if getpass.getuser() == "root" else []
    subprocess.run([*before, *command], check=True, cwd="/", stdout=subprocess.DEVNULL)


@dataclass
class Standby:
    """A copy of the server, which streams from it and answers readers."""

    programs: Path
    folder: Path
    port: int

    def start(self) -> None:
        from_where = connection.settings_dict
        main = ["-h", from_where["HOST"], "-p", str(from_where["PORT"]), "-U", from_where["USER"]]
        as_server(str(self.programs / "pg_basebackup"), *main, "-D", f"{self.folder}/data", "-R", "-c", "fast")
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._control("-l", f"{self.folder}/log", "-o", options, "-w", "start")

    def stop(self) -> None:
        self._control("-m", "immediate", "-w", "stop")

    def _control(self, *words: str) -> None:
        as_server(str(self.programs / "pg_ctl"), "-D", f"{self.folder}/data", *words)

    def ask(self, sql: str) -> object:
        with psycopg.connect(url(self.port), autocommit=True) as asked:
            return asked.execute(sql).fetchone()


@pytest.fixture
def standby(transactional_db: None) -> Iterator[Standby]:
    folder = Path(mkdtemp(prefix="referee-standby."))
    if getpass.getuser() == "root":
        shutil.chown(folder, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = Standby(next(place for place in PLACES if (place / "pg_basebackup").exists()), folder, port)
    made.start()
    try:
        yield made
    finally:
        if (folder / "data/postmaster.pid").exists():
            made.stop()
        shutil.rmtree(folder)


@dataclass
class Node:
    """A web node with the copy beside its database; each page is asked for by an address that was never asked for."""

    port: int

    def get(self, path: str, cookie: str = "") -> tuple[int, str]:
        asked = HTTPConnection("127.0.0.1", self.port, timeout=60)
        asked.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = asked.getresponse()
        return answer.status, answer.read().decode()

    def page(self, tournament: Tournament, where: str = "coppie/1/", cookie: str = "") -> str:
        status, text = self.get(f"/tornei/{tournament.slug}/{where}?{next(turns)}", cookie)
        assert status == 200, text[:300]
        return text

    def replica(self) -> dict[str, object]:
        return json.loads(self.get("/readyz")[1])["replica"]


@pytest.fixture
def node(standby: Standby) -> Iterator[Node]:
    told = {
        "DATABASE_URL": url(connection.settings_dict["PORT"]),
        "DATABASE_REPLICA_URL": url(standby.port),
        "REPLICA_SECONDS": str(LATE),
        "SECRET_KEY": settings.SECRET_KEY,
        "WEB_CONCURRENCY": "1",
        "GUNICORN_CMD_ARGS": "--workers 1",
        "LOG_LEVEL": "ERROR",
    }
    os.environ.setdefault("DATABASE_URL", told["DATABASE_URL"])
    with served(**told) as (port, _server):
        yield Node(port)


def until(done: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.2)


def rename(name: str) -> None:
    """A change that no data version tells of: whoever reads the copy meanwhile reads the old name."""
    Entry.objects.filter(number=1).update(name=name)


def test_pages_for_everybody_come_from_the_copy_while_it_is_not_late(
    node: Node, standby: Standby, tournament: Tournament, dora: User, table: Table
) -> None:
    until(lambda: node.replica()["read"])
    signed_in = Client()
    signed_in.force_login(dora)
    cookie = f"sessionid={signed_in.cookies['sessionid'].value}"

    standby.ask("SELECT pg_wal_replay_pause()")
    paused = time.monotonic()
    rename("Appena – Cambiata")
    assert "Appena – Cambiata" not in node.page(tournament)  # the copy's
    assert "Appena – Cambiata" in node.page(tournament, cookie=cookie)  # whoever has a task reads the database
    # A score moves the data version: the copy no longer stands where the tournament does.
    board = table.round.boards.earliest("number")
    give_score(by=acting(dora), table=table, board=board, points_a=9, points_b=2, expected_version=0)
    assert "Appena – Cambiata" in node.page(tournament)
    assert time.monotonic() - paused < LATE

    # Nothing of another tournament has moved, but the copy is late all the same.
    until(lambda: not node.replica()["read"])
    late = node.replica()["seconds_late"]
    assert isinstance(late, float)
    assert late > LATE
    rename("Ancora – Un’altra")
    assert "Ancora – Un’altra" in node.page(tournament)

    standby.ask("SELECT pg_wal_replay_resume()")
    until(lambda: node.replica()["read"])
    assert "Ancora – Un’altra" in node.page(tournament)


def test_what_the_copy_does_not_have_yet_is_found(node: Node, standby: Standby, tournament: Tournament) -> None:
    until(lambda: node.replica()["read"])
    standby.ask("SELECT pg_wal_replay_pause()")
    Entry.objects.create(tournament=tournament, number=77, name="Venuta – Adesso")
    assert "Venuta – Adesso" in node.page(tournament, "coppie/77/")


def test_a_tournament_is_hidden_at_once(node: Node, standby: Standby, tournament: Tournament) -> None:
    until(lambda: node.replica()["read"])
    node.page(tournament)
    standby.ask("SELECT pg_wal_replay_pause()")
    Tournament.objects.update(is_public=False)
    assert node.get(f"/tornei/{tournament.slug}/coppie/1/?{next(turns)}")[0] == 404


def test_pages_go_on_when_the_copy_dies_or_is_promoted(node: Node, standby: Standby, tournament: Tournament) -> None:
    until(lambda: node.replica()["read"])
    standby.ask("SELECT pg_promote()")
    until(lambda: not node.replica()["read"])
    rename("Dopo – La Promozione")
    assert "Dopo – La Promozione" in node.page(tournament)
    standby.stop()
    for _each in range(5):
        assert "Dopo – La Promozione" in node.page(tournament)
    assert node.replica() == {"seconds_late": None, "read": False}


def test_a_copy_killed_between_two_pages_is_noticed_by_no_reader(
    node: Node, standby: Standby, tournament: Tournament
) -> None:
    until(lambda: node.replica()["read"])
    node.page(tournament)
    standby.stop()
    started = time.monotonic()
    node.page(tournament)
    assert time.monotonic() - started < 5
    assert not node.replica()["read"]
