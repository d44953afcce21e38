"""`manage.py migrate` killed where it hurts most: when a migration is done, and is about to be recorded."""

import os
import subprocess
import sys
from pathlib import Path

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
