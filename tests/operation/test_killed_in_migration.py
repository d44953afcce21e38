"""`manage.py migrate` killed where it hurts most: when a migration is done, and is about to be recorded."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.keeping.backups.conftest import ROOT

pytestmark = pytest.mark.long

KILLED = 9
MIGRATE = "from django.core.management import call_command; call_command('migrate', 'sessions', verbosity=0)"
WITH_DJANGO = "import django; django.setup();"
AND_BE_KILLED = (
    "import os; from django.db.migrations import recorder;"
    f"recorder.MigrationRecorder.record_applied = lambda *told: os._exit({KILLED});"
)


def python(place: Path, program: str) -> int:
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{place}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", WITH_DJANGO + program]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=60).returncode


def test_a_migration_that_was_not_recorded_was_not_made(tmp_path: Path) -> None:
    place = tmp_path / "hall.sqlite3"
    assert python(place, AND_BE_KILLED + MIGRATE) == KILLED
    assert python(place, MIGRATE) == 0


def manage(place: Path, *command: str, most: int = 0) -> "subprocess.Popen[str]":
    """The command line; most: no file of its may be longer than so many bytes, as on a full disk."""
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{place}", "DJANGO_SETTINGS_MODULE": "config.settings"}
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}));" if most else ""
    program = f"{limit}import sys; sys.argv = ['manage.py', *{command!r}]; import manage; manage.main()"
    return subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True, stderr=PIPE)


def test_two_at_once_are_one_after_the_other(tmp_path: Path) -> None:
    place = tmp_path / "hall.sqlite3"
    both = [manage(place, "migrate", "sessions", "--verbosity", "0") for _time in range(2)]
    assert [(one.communicate(timeout=120)[1], one.returncode) for one in both] == [("", 0), ("", 0)]
    assert place.stat().st_mode & 0o777 == 0o600


def test_a_full_disk_is_told_in_words(tmp_path: Path) -> None:
    done = manage(tmp_path / "hall.sqlite3", "migrate", "--verbosity", "0", most=40_000)
    said = done.communicate(timeout=120)[1]
    assert (done.returncode, "Traceback" in said) == (1, False), said
    assert said.splitlines()[-1].startswith("The database could not be used: ")


def test_a_database_that_somebody_holds_is_told_in_words(tmp_path: Path) -> None:
    place = tmp_path / "hall.sqlite3"
    assert python(place, MIGRATE) == 0
    with closing(sqlite3.connect(place)) as other:
        other.execute("BEGIN EXCLUSIVE")
        done = manage(place, "clearsessions")
        said = done.communicate(timeout=120)[1]
    assert (done.returncode, "Traceback" in said) == (1, False), said
    assert said.splitlines()[-1] == "The database could not be used: database is locked. Nothing was half done."
