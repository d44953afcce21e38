"""Nothing of a person who was erased is left in any byte that the database keeps: of PostgreSQL in no file at all.

Of SQLite here the database in memory, free pages and all; its files: tests/keeping/backups/test_erased.py.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from time import sleep

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.db import connection

from keeping.backups.erasures import swept_tables
from keeping.erasing.sweep import LOG, READ, STATISTICS, sweep
from people.accounts.models import Player
from tests.named import every_page, files_of, make_named, needles_in

pytestmark = [pytest.mark.dialect, pytest.mark.long]

IS_SERVER = connection.vendor == "postgresql"


@pytest.fixture
def named(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    player = make_named(monkeypatch)
    session = SessionStore()
    session["told"] = str(player)
    session.create()
    with connection.cursor() as cursor:  # as the server does by itself: statistics hold values of their own
        cursor.execute("ANALYZE")
    return player


def held() -> dict[str, set[bytes]]:
    """The needles in every file of the server, by the file's path: tables, indexes, log, what is left of others."""
    if connection.vendor == "sqlite":
        told = needles_in(every_page())
        return {"base": told} if told else {}
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute("SHOW data_directory")
        (folder,) = cursor.fetchone()
    told = {path.relative_to(folder): needles_in(content) for path, content in files_of(folder)}
    return {str(path): needles for path, needles in told.items() if needles}


def erase(named: Player) -> None:
    call_command("erase", str(named.pk), "--yes", "--all", "--by", "olga", "--reason", "Lo ha chiesto", verbosity=0)


def test_no_byte_of_the_name_is_left_in_any_file(named: Player) -> None:
    before = held()
    assert {path.split("/")[0] for path in before} == ({"base", "pg_wal"} if IS_SERVER else {"base"})
    erase(named)
    assert held() == {}
    call_command("verify", verbosity=0)


@contextmanager
def seen_as_before() -> Iterator[Callable[[], None]]:
    """Somebody else who still sees everything as it was before, and what ends that; in memory there is nobody else."""
    if not IS_SERVER:
        yield lambda: None
        return
    other = connection.copy()
    with closing(other), other.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT 1")
        yield lambda: cursor.execute("COMMIT")


def test_whoever_still_sees_the_old_rows_is_waited_for(named: Player) -> None:
    with seen_as_before() as end, ThreadPoolExecutor() as beside:
        waited = beside.submit(lambda: (sleep(2), end()))
        erase(named)
        assert held() == {}
        waited.result()


@contextmanager
def written_in_another_database() -> Iterator[None]:
    """A transaction that writes, and goes on, in another database of the same server; a file has no other."""
    if not IS_SERVER:
        yield
        return
    other = connection.copy()
    other.settings_dict = {**other.settings_dict, "NAME": "postgres"}
    with closing(other), other.cursor() as cursor:
        cursor.execute("BEGIN")
        cursor.execute("SELECT pg_current_xact_id()")
        yield
        cursor.execute("ROLLBACK")


def test_who_writes_in_another_database_of_the_server_is_not_waited_for(named: Player) -> None:
    with written_in_another_database():
        Player.objects.filter(pk=named.pk).update(last_name="Senza")
        assert sweep(swept_tables()) == []


def test_whoever_does_not_end_is_told_of(named: Player) -> None:
    with seen_as_before() as _end:
        Player.objects.filter(pk=named.pk).update(last_name="Senza")
        assert sweep(swept_tables()) == ([READ] if IS_SERVER else [])


def test_whoever_may_not_renew_the_log_is_told(named: Player, ordinary: None) -> None:
    assert sweep(swept_tables()) == ([STATISTICS, LOG] if IS_SERVER else [])
    if IS_SERVER:
        with pytest.raises(CommandError, match="did not let this account renew its write-ahead log"):
            call_command("erase", "--sweep", verbosity=0)


@pytest.fixture
def ordinary(named: Player) -> Iterator[None]:
    """An account that owns its tables and is nothing else on the server; of a file there is none."""
    if not IS_SERVER:
        yield
        return
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (superuser,) = cursor.fetchone()
        cursor.execute("CREATE ROLE ordinary")
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" OWNER TO ordinary')
        cursor.execute("SET ROLE ordinary")
        yield
        cursor.execute("RESET ROLE")
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" OWNER TO "{superuser}"')
        cursor.execute("DROP ROLE ordinary")
