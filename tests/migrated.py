"""The test database with every migration applied, kept from one run to the next: migrating takes a core ten seconds.

It is made anew when a migration, or what one calls, changed. Only SQLite in memory is filled so, PostgreSQL migrates.
There the tables are emptied after a test that commits: Django would truncate all of them and then look through every
model for its permissions, which takes longer than most of these tests.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "tests"
# What the tables depend on: our migrations and what they call, and by the requirements those of others.
WRITTEN = ("*/migrations/*.py", "tournaments/management/*.py", "tournaments/models/fields.py", "requirements.txt")

T = TypeVar("T")
# On PostgreSQL: the tables in which migrating wrote something, and how much.
_of_migrations: dict[str, int] = {}
_made: dict[Callable[[], Any], tuple[Any, Any]] = {}


def is_in_memory() -> bool:
    return connection.vendor == "sqlite" and connection.is_in_memory_db()


def filled() -> Any:
    """The database that Django is about to open, as kept; whoever holds what is returned holds the database."""
    name = connection.creation._get_test_db_name()
    if connection.vendor != "sqlite" or not connection.creation.is_in_memory_db(name):
        return None
    held = connection.Database.connect(name, uri=True)
    if path().exists():
        copied(connection.Database.connect(path()), held)
    return held


def keep() -> None:
    """Keep the database as it is now, for who comes next; two who do so at once keep the same."""
    if connection.vendor == "postgresql":
        _of_migrations.update({table: rows for table, rows in _counted().items() if rows})
    if not is_in_memory() or path().exists():
        return
    KEPT.mkdir(parents=True, exist_ok=True)
    for outdated in KEPT.glob("migrated-*"):
        outdated.unlink(missing_ok=True)
    unfinished = KEPT / f"new-{os.getpid()}"
    connection.ensure_connection()
    target = connection.Database.connect(unfinished)
    connection.connection.backup(target)
    target.close()
    unfinished.replace(path())


def put_back(as_django_does: Callable[[], None]) -> None:
    """Make the database again what it was before the first test: as migrated, with nothing in it."""
    connection.ensure_connection()  # a test may have closed its own
    if connection.vendor != "sqlite":
        if not _emptied():
            as_django_does()
        return
    _empty().backup(connection.connection)
    ContentType.objects.clear_cache()


def _emptied() -> bool:
    """Whether every table that a test filled is empty again: not where we may not, or what migrating wrote is gone."""
    found = _counted()
    if any(found.get(table) != rows for table, rows in _of_migrations.items()):
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser') = 'on'")
        if not cursor.fetchone()[0]:
            return False
        # Neither our triggers, which forbid it, nor foreign keys, as nothing that refers to anything is left.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in found.keys() - _of_migrations.keys():
            if found[table]:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608 — a table of ours
    return True


def _counted() -> dict[str, int]:
    """How many rows each table has."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        count = "SELECT '{0}', count(*) FROM {1}"
        cursor.execute(" UNION ALL ".join(count.format(one, connection.ops.quote_name(one)) for one in names))
        return dict(cursor.fetchall())


@cache
def _empty() -> Any:
    copy = connection.Database.connect(":memory:", check_same_thread=False)
    copied(connection.Database.connect(path()), copy)
    return copy


def once(make: Callable[[], T]) -> T:
    """What `make` returned, and the database as it left it: made once by a process, then copied back for other tests.

    For tests that commit: within a transaction nothing can be copied.
    """
    if not is_in_memory():
        return make()
    if make not in _made:
        told, copy = make(), connection.Database.connect(":memory:", check_same_thread=False)
        connection.connection.backup(copy)
        _made[make] = told, copy
        return told
    told, copy = _made[make]
    copy.backup(connection.connection)
    ContentType.objects.clear_cache()  # emptying the database between two tests gave them other numbers
    return told


def copied(source: Any, target: Any) -> None:
    source.backup(target)
    source.close()


@cache
def path() -> Path:
    digest = hashlib.sha256()
    for one in sorted(found for pattern in WRITTEN for found in ROOT.glob(pattern)):
        digest.update(one.relative_to(ROOT).as_posix().encode() + b"\0" + one.read_bytes() + b"\0")
    return KEPT / f"migrated-{digest.hexdigest()[:16]}.sqlite3"
