"""The test database with every migration applied, kept from one run to the next: migrating takes a core seconds.

It is made anew when a migration, or what one calls, changed. Only SQLite in memory is filled so, PostgreSQL migrates.
There Django truncates every table after a test that commits. To delete what is in the few that are filled is quicker,
and leaves dead rows, whose erasing is what other tests are about.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from typing import IO, Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "tests"
# What the tables depend on: our migrations and what they call, and by the requirements those of others.
WRITTEN = (
    "*/migrations/*.py",
    "records/guards.py",
    "keeping/management/commands/migrate.py",
    "tournaments/entries/models.py",
    "records/guards.py",
    "requirements.txt",
)

_locks: list[IO[str]] = []


def is_in_memory() -> bool:
    return connection.vendor == "sqlite" and connection.is_in_memory_db()


def filled() -> Any:
    """The database that Django is about to open, as kept; whoever holds what is returned holds the database."""
    name = connection.creation._get_test_db_name()
    if connection.vendor != "sqlite" or not connection.creation.is_in_memory_db(name):
        return None
    held = connection.Database.connect(name, uri=True)
    if not path().exists():
        _wait_for_who_migrates()
    if path().exists():
        copied(connection.Database.connect(path()), held)
    return held


def _wait_for_who_migrates() -> None:
    """Of the workers of a run one migrates; the lock is given back by `keep`, or with the process."""
    KEPT.mkdir(parents=True, exist_ok=True)
    lock = (KEPT / "migrating").open("w")
    flock(lock, LOCK_EX)
    _locks.append(lock)
    if path().exists():
        _give_back()


def _give_back() -> None:
    while _locks:
        _locks.pop().close()


def keep() -> None:
    """Keep the database as it is now, for who comes next; two who do so at once keep the same."""
    if is_in_memory() and not path().exists():
        _write()
    _give_back()


def _write() -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for outdated in KEPT.glob("migrated-*"):
        outdated.unlink(missing_ok=True)
    unfinished = KEPT / f"new-{os.getpid()}"
    copied_into(unfinished)
    unfinished.replace(path())


def copied_into(file: Path) -> None:
    """The database as it is now."""
    connection.ensure_connection()
    target = connection.Database.connect(file)
    connection.connection.backup(target)
    target.close()


def put_back(as_django_does: Callable[[], None]) -> None:
    """Make the database again what it was before the first test: as migrated, with nothing in it."""
    connection.ensure_connection()  # a test may have closed its own
    if connection.vendor != "sqlite":
        _leave_alone()
        as_django_does()
        return
    _empty().backup(connection.connection)
    ContentType.objects.clear_cache()


def _leave_alone() -> None:
    """End what others still ask of the database: a gone page's last request would lock against emptying."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


@cache
def _empty() -> Any:
    copy = connection.Database.connect(":memory:", check_same_thread=False)
    copied(connection.Database.connect(path()), copy)
    return copy


def copied(source: Any, target: Any) -> None:
    source.backup(target)
    source.close()


@cache
def path() -> Path:
    digest = hashlib.sha256()
    for one in sorted(found for pattern in WRITTEN for found in ROOT.glob(pattern)):
        digest.update(one.relative_to(ROOT).as_posix().encode() + b"\0" + one.read_bytes() + b"\0")
    return KEPT / f"migrated-{digest.hexdigest()[:16]}.sqlite3"


def file_in(folder: Path) -> str:
    """The address of an SQLite database of its own, as migrated, for a process that a test starts."""
    file = folder / "referee.sqlite3"
    if path().exists():
        shutil.copy(path(), file)
    else:
        told = os.environ | {"DATABASE_URL": f"sqlite:///{file}"}
        subprocess.run([sys.executable, ROOT / "manage.py", "migrate", "--verbosity", "0"], env=told, check=True)  # noqa: S603  # ours
    return f"sqlite:///{file}"
