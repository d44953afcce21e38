"""Who reads from a copy of the database, where there is one; `make replica` tries a real one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, connections, transaction
from django.http import Http404

from records import replica
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

ROUTER = replica.Router()


def test_only_what_is_made_for_everybody_reads_the_copy() -> None:
    assert ROUTER.db_for_read(Entry) == "default"
    with replica._from_copy():
        assert ROUTER.db_for_read(Entry) == "replica"
        assert ROUTER.db_for_write(Entry) == "default"
    assert ROUTER.db_for_read(Entry) == "default"


@pytest.mark.django_db(transaction=True)
def test_nothing_inside_a_transaction_reads_the_copy() -> None:
    with replica._from_copy(), transaction.atomic():
        assert ROUTER.db_for_read(Entry) == "default"
        assert not Tournament.objects.exists()


def test_tables_are_made_where_scores_are_written_and_nowhere_else() -> None:
    assert [ROUTER.allow_migrate(one, "tournaments") for one in ("default", "replica")] == [True, False]


@pytest.mark.parametrize(
    ("lsn", "replayed", "seconds"), [(100, 100, 0), (100, 90, 10), (100, 95, 10), (100, 60, 40), (100, 59, None)]
)
def test_the_copy_is_as_late_as_the_time_when_the_database_stood_there(
    lsn: int, replayed: int, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = replica.Watch()
    watch.stood.extend([(1000.0, 60), (1030.0, 90)])
    rows = {"default": (lsn,), "replica": (True, replayed)}
    monkeypatch.setattr(replica, "_row", lambda alias, _sql: rows[alias])
    monkeypatch.setattr(replica.time, "monotonic", lambda: 1040.0)
    assert watch.seconds() == seconds


def test_a_copy_that_was_promoted_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"default": (100,), "replica": (False, 100)}
    monkeypatch.setattr(replica, "_row", lambda alias, _sql: rows[alias])
    assert replica.Watch().seconds() is None


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch) -> replica.Watch:
    """A copy that was not late a moment ago."""
    monkeypatch.setitem(connections.settings, replica.REPLICA, connections.settings["default"])
    watch = replica.Watch()
    watch.late, watch.ask_at = 0.0, float("inf")
    monkeypatch.setattr(replica, "WATCH", watch)
    return watch


def test_a_page_is_read_from_a_copy_that_stands_where_the_tournament_does(copy: replica.Watch) -> None:
    assert replica.read_for_all(replica.replica_alias, lambda: True) == "replica"
    assert replica.read_for_all(replica.replica_alias, lambda: False) == "default"
    copy.late = 5.1
    assert replica.read_for_all(replica.replica_alias, lambda: True) == "default"


@pytest.mark.parametrize(("wrong", "read_on"), [(OperationalError("gone"), False), (Http404("not yet"), True)])
def test_what_goes_wrong_at_the_copy_is_read_again_here(wrong: Exception, read_on: bool, copy: replica.Watch) -> None:
    def make() -> str:
        if replica.replica_alias() == replica.REPLICA:
            raise wrong
        return replica.replica_alias()

    assert replica.read_for_all(make, lambda: True) == "default"
    assert replica.is_used(copy.late) is read_on


@pytest.mark.long
def test_a_copy_of_sqlite_is_refused() -> None:
    given = os.environ | {"DATABASE_REPLICA_URL": "sqlite:///:memory:", "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", "from django.conf import settings; settings.DATABASES"]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], env=given, check=False, capture_output=True, text=True)
    assert run.returncode == 1
    assert "DATABASE_REPLICA_URL needs PostgreSQL" in run.stderr
