"""A hall's database in a file of its own, and other places that are still empty."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseWrapper

from config.settings import SQLITE_OPTIONS
from records.rights import Role
from tests import factories

ROOT = Path(__file__).resolve().parents[3]
# Each database has its own way of being copied: only that of the tests' own is there to be tried.
collect_ignore = (
    ["test_postgres.py"]
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    else ["test_automatic.py", "test_drill.py", "test_erased.py", "test_keys.py", "test_refusals.py"]
)
DEFAULTS = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}


@pytest.fixture
def hall(transactional_db: None, tmp_path: Path) -> Path:
    """Two tables of a tournament with all their boards still to play, directed by Dora."""
    return make_hall(tmp_path / "hall.sqlite3", tables=2)


def make_hall(path: Path, *, tables: int) -> Path:
    """Eight boards at each table."""
    tournament = factories.make_tournament(boards_per_round=8)
    entries = factories.make_entries(tournament, 2 * tables)
    factories.make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    factories.give_role(factories.make_person("dora"), tournament, Role.DIRECTOR)
    factories.sealed(tournament)
    factories.sealed_federation(tournament.federation)
    # The tests' own database lies in memory; other processes need a file.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path


@pytest.fixture
def place() -> Callable[[Path], DatabaseWrapper]:
    """The connection of an installation whose database is, or will be, that file."""
    return lambda path: DatabaseWrapper({"NAME": str(path), "OPTIONS": SQLITE_OPTIONS, **DEFAULTS}, "hall")


def manage(database: Path, *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *map(str, words)]
    return subprocess.run(  # noqa: S603 — our own command
        command, check=False, cwd=ROOT, env=environment(database), capture_output=True, text=True, timeout=60
    )


def environment(database: Path) -> dict[str, str]:
    return os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": f"sqlite:///{database}"}
