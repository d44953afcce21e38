"""Which SQLite we run on, and what its journal lets two people do at once."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError
from django.db.backends.sqlite3.base import DatabaseWrapper

from config.settings import SQLITE_OPTIONS
from config.sqlite import Library, in_force, newest

pytestmark = pytest.mark.django_db  # which lets a test open connections of its own
DEFAULTS = {"TIME_ZONE": None, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False, "AUTOCOMMIT": True}


def driver(version: tuple[int, ...], name: str = "sqlite3") -> SimpleNamespace:
    return SimpleNamespace(sqlite_version_info=version, __name__=name)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[tuple[DatabaseWrapper, DatabaseWrapper]]:
    """Two connections as our processes open them, on a file with one line; neither waits for the other."""
    options = {"NAME": tmp_path / "hall.sqlite3", "OPTIONS": SQLITE_OPTIONS | {"timeout": 0}, **DEFAULTS}
    both = DatabaseWrapper(options, "one"), DatabaseWrapper(options, "other")
    with both[0].cursor() as cursor:
        cursor.execute("CREATE TABLE line (n INTEGER PRIMARY KEY)")
        cursor.execute("INSERT INTO line VALUES (1)")
    yield both
    for one in both:
        one.close()


@pytest.mark.parametrize(
    ("own", "brought", "chosen", "journal"),
    [
        ((3, 40, 1), (3, 53, 4), "pysqlite3", "WAL"),
        ((3, 54, 0), (3, 53, 4), "sqlite3", "WAL"),
        ((3, 53, 4), (3, 53, 4), "sqlite3", "WAL"),
        ((3, 40, 1), None, "sqlite3", "DELETE"),
        ((3, 51, 2), (3, 51, 1), "sqlite3", "DELETE"),
        ((3, 51, 3), None, "sqlite3", "WAL"),
    ],
)
def test_the_newer_library_is_used_and_logs_ahead_only_where_that_is_safe(own, brought, chosen, journal):
    library = newest(driver(own), driver(brought, "pysqlite3") if brought else None)
    assert (library.module.__name__, library.journal) == (chosen, journal)


def test_a_library_says_its_version_and_who_brings_it():
    assert str(Library(driver((3, 53, 4), "pysqlite3"), (3, 53, 4))) == "SQLite 3.53.4 (pysqlite3)"


def test_django_drives_the_library_that_was_chosen(people):
    assert DatabaseWrapper.Database is settings.SQLITE.module.dbapi2
    with people[0].cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        assert cursor.fetchone() == (".".join(map(str, settings.SQLITE.version)),)


def test_whoever_imports_sqlite_later_gets_the_same_library():
    assert sys.modules["sqlite3"] is settings.SQLITE.module


@pytest.mark.long
@pytest.mark.parametrize("missing", [[], ["pysqlite3"]])
def test_without_the_package_python_s_own_library_serves(missing, tmp_path):
    said = _started(f"import sys\nfor name in {missing}: sys.modules[name] = None\n", tmp_path)
    expected = sqlite3_of_python() if missing else settings.SQLITE
    assert said == f"{expected}, {expected.journal}"


def test_the_log_of_the_start_tells_the_journal_in_force(people):
    assert in_force(people[0], settings.SQLITE) == f"{settings.SQLITE}, {settings.SQLITE.journal}"


def test_a_page_being_read_does_not_stop_a_score_from_being_written(people):
    reader, writer = people
    refused = nullcontext() if settings.SQLITE.journal == "WAL" else pytest.raises(OperationalError)
    with reader.cursor() as reading, writer.cursor() as writing:
        reading.execute("BEGIN")
        assert reading.execute("SELECT n FROM line").fetchall() == [(1,)]
        with refused:
            writing.execute("INSERT INTO line VALUES (2)")
        assert reading.execute("SELECT n FROM line").fetchall() == [(1,)]


def test_a_page_is_read_while_a_score_is_being_written(people):
    reader, writer = people
    with reader.cursor() as reading, writer.cursor() as writing:
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("INSERT INTO line VALUES (2)")
        assert reading.execute("SELECT n FROM line").fetchall() == [(1,)]
        writing.execute("COMMIT")
        assert reading.execute("SELECT n FROM line").fetchall() == [(1,), (2,)]


def test_every_commit_reaches_the_disk_before_it_is_answered(people):
    for one in people:
        with one.cursor() as cursor:
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_errors_of_the_library_are_told_as_django_s(people):
    with people[0].cursor() as cursor, pytest.raises(IntegrityError):
        cursor.execute("INSERT INTO line VALUES (1)")


def sqlite3_of_python() -> Library:
    """Python's own, asked in a process that has not read our settings."""
    code = "import sqlite3; print(sqlite3.sqlite_version)"
    version = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout  # noqa: S603
    numbers = tuple(map(int, version.strip().split(".")))
    return Library(driver(numbers), numbers)


def _started(before: str, folder: Path) -> str:
    """What a process says of its library, its settings read after some lines of Python."""
    code = f"""{before}
import django
django.setup()
from django.conf import settings
from django.db import connection
from config.sqlite import in_force
print(in_force(connection, settings.SQLITE))
"""
    where = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": f"sqlite:///{folder}/start.sqlite3"}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=where)  # noqa: S603
    return done.stdout.strip()
