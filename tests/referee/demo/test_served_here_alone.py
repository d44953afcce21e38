"""The demonstration, whose passwords everybody knows, is served to its own machine alone, and says what it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from referee.demo import presence
from tests import factories
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def asked_anew():
    presence.is_shown.cache_clear()
    yield
    presence.is_shown.cache_clear()


@pytest.fixture
def demonstration(db: None) -> Tournament:
    return factories.make_tournament(presence.SLUG)


@pytest.mark.long
def test_where_it_is_meant_every_page_says_so(client: Client, demonstration: Tournament, settings) -> None:
    settings.DEMO = True
    for path in ("/", "/accesso/", f"/tornei/{presence.SLUG}/", "/codice/"):
        assert "le password le conoscono tutti" in client.get(path).content.decode(), path


def test_a_real_tournament_on_the_same_machine_says_nothing(client: Client, tournament: Tournament, settings) -> None:
    settings.DEMO = True
    assert "le password le conoscono tutti" not in client.get("/").content.decode()
    assert presence.refusal(["127.0.0.1"]) == ""


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("127.0.0.1", True),
        ("127.0.0.8", True),
        ("::1", True),
        ("localhost", True),
        ("/run/referee.sock", True),
        ("0.0.0.0", False),  # noqa: S104 — refused
        ("::", False),
        ("192.168.1.10", False),
        ("torneo.example.org", False),
    ],
)
def test_it_is_served_to_its_own_machine_alone(demonstration: Tournament, settings, address: str, may: bool) -> None:
    settings.DEMO = True
    why_not = presence.refusal(["127.0.0.1", address])
    assert why_not == ("" if may else f"La dimostrazione si serve solo su questo computer, non su {address}.")


def test_in_production_its_database_is_refused(demonstration: Tournament, settings) -> None:
    settings.DEMO = False
    assert "contiene la dimostrazione" in presence.refusal(["127.0.0.1"])


@pytest.mark.long
def test_the_server_itself_refuses(transactional_db: None, demonstration: Tournament, tmp_path: Path) -> None:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": as_another_process_reads_it(tmp_path),
        "HASHED_STATIC": "False",
    }
    # An address of the documentation (RFC 5737), which no machine has: without our refusal gunicorn could not bind it.
    command = [sys.executable, "-m", "gunicorn", "config.wsgi", "--config", "python:config.gunicorn", "--bind"]
    for demo, bind, said in (
        ("False", "127.0.0.1:0", "contiene la dimostrazione"),
        ("True", "192.0.2.1:8000", "solo su questo computer, non su 192.0.2.1"),
    ):
        server = {"args": [*command, bind], "env": environment | {"DEMO": demo}, "cwd": ROOT}
        done = subprocess.run(**server, check=False, capture_output=True, text=True, timeout=60)
        assert done.returncode != 0
        assert said in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def as_another_process_reads_it(place: Path) -> str:
    """The address of the tests' database; of SQLite's, which lies in memory, that of a copy."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(place / "copy.sqlite3")])
        return f"sqlite:///{place / 'copy.sqlite3'}"
    told = connection.settings_dict
    return f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"
