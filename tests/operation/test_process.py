"""A process of the server: what it holds before it serves, and how it ends."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse

from codes.library import rulebook_ids
from config import gunicorn
from tests import migrated
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.long

# What lays documents out, reads workbooks or signs: loaded with the first document (an application’s `papers.py`);
# what draws, encrypts, and looks for words with slips: with the first round, secret and search. Of the stemmers only
# the two languages of the codes are ever loaded, which the library by itself would not leave at.
LATER = (
    *("numba", "numpy", "openpyxl", "PIL", "pyhanko", "pypdf", "reportlab"),
    *("cryptography", "rapidfuzz", "rustworkx", "snowballstemmer"),
)
SERVED = f"""
import sys
import config.wsgi
from django.conf import settings
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
for address in ("/", "/codice/", "/codice/fitres-tressette/", "/giochi/", "/strumenti/", "/accesso/"):
    assert Client().get(address).status_code == 200, address
print(*(name for name in {LATER} if name in sys.modules))
"""


SERVE = [sys.executable, *"-m gunicorn config.wsgi --config python:config.gunicorn --bind".split()]
MIGRATE = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]


def told(folder: Path, **environment: str) -> dict[str, str]:
    return os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "BACKUP_DIR": str(folder)} | environment


def refused(command: list[str], folder: Path, **environment: str) -> str:
    """The one line in which it says that it does not start, below what it tells of itself."""
    ended = subprocess.run(command, env=told(folder, **environment), capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    (sentence,) = [line for line in (ended.stdout + ended.stderr).splitlines() if " INFO " not in line]
    return sentence


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, check=True, stdout=subprocess.PIPE
    )
    return done.stdout.decode().strip()


@pytest.mark.long
def test_process_that_served_pages_has_loaded_nothing_that_lays_documents_out(tmp_path: Path) -> None:
    assert python(SERVED, DATABASE_URL=migrated.file_in(tmp_path)) == ""


SAYS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["manage.py", {!r}]
import manage
print(signal.getsignal(signal.SIGINT) == signal.SIG_DFL)
"""


def test_what_comes_before_serving_ends_at_once_and_a_worker_puts_in_order_first() -> None:
    assert {name: python(SAYS.format(name)) for name in ("prepare_run", "collectstatic", "worker")} == {
        "prepare_run": "True",
        "collectstatic": "True",
        "worker": "False",
    }


@pytest.mark.long
@pytest.mark.parametrize("after", [0.5, 2.0, 4.0, 8.0], ids="{} s".format)
def test_server_interrupted_whenever_it_comes_ends_within_two_seconds(tmp_path: Path, after: float) -> None:
    environment = told(tmp_path, DATABASE_URL=migrated.file_in(tmp_path))
    server = subprocess.Popen([*SERVE, f"unix:{tmp_path}/socket"], env=environment, start_new_session=True)
    time.sleep(after)
    os.killpg(server.pid, signal.SIGINT)  # as a terminal does: to every process at once
    try:
        server.wait(timeout=2)
    finally:
        server.kill()


def test_pages_asked_for_before_the_processes_part_are_answered(tournament: Tournament) -> None:
    statuses: list[str] = []

    def application(environ: dict[str, Any], start_response: Callable[..., None]) -> HttpResponse:
        answered = WSGIHandler()(environ, start_response)
        statuses.append(f"{answered.status_code} {environ['PATH_INFO']}")
        return answered

    gunicorn.when_ready(SimpleNamespace(app=SimpleNamespace(wsgi=lambda: application)))
    assert {one[:3] for one in statuses} == {"200"}, statuses
    assert len(statuses) == 2 + len(rulebook_ids())


def test_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        sentence = refused([*SERVE, f"127.0.0.1:{port}"], tmp_path, DATABASE_URL=migrated.file_in(tmp_path))
    assert sentence.startswith(f"La porta {port} è già in uso")


@pytest.mark.parametrize("command", [MIGRATE, [*SERVE, "127.0.0.1:0"]], ids=["migrate", "serve"])
def test_database_of_a_newer_program_is_refused_in_a_sentence(tmp_path: Path, command: list[str]) -> None:
    address = migrated.file_in(tmp_path)
    with sqlite3.connect(address.removeprefix("sqlite:///")) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '0999_later', '2030-01-01')"
        )
    sentence = refused(command, tmp_path, DATABASE_URL=address)
    assert "di un programma più nuovo" in sentence
    assert "referee.0999_later" in sentence


@pytest.mark.parametrize("command", [MIGRATE, [*SERVE, "127.0.0.1:0"]], ids=["migrate", "serve"])
def test_database_that_does_not_open_is_told_in_a_sentence(tmp_path: Path, command: list[str]) -> None:
    sentence = refused(command, tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/referee.sqlite3")
    assert "nowhere/referee.sqlite3» non si apre" in sentence
