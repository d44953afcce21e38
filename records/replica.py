"""Public pages are read from a replica of the database, which PostgreSQL keeps up to date.

Nothing that decides reads here: no action, no page of somebody signed in, nothing inside a transaction. Once a second a
thread asks how late the replica is; if it is too late, gone or promoted, it is not used (docs/decisions/0050).

Also: reading everything as of one moment, while others go on writing.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections, transaction
from django.http import Http404

Made = TypeVar("Made")

REPLICA = "replica"
# Seconds between two measurements; after a failure longer, so that only one request waits in vain.
EVERY, AFTER_FAILURE = 1, 5
REMEMBERED = 120

log = logging.getLogger("referee.replica")
_reading: ContextVar[bool] = ContextVar("reading_replica", default=False)


def replica_alias() -> str:
    """The alias of the database from which this thread reads now."""
    is_copy = _reading.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block
    return REPLICA if is_copy else DEFAULT_DB_ALIAS


class Router:
    """Tells Django where to read; writes and migrations always go to the main database."""

    def db_for_read(self, _model: Any, **_hints: Any) -> str:
        return replica_alias()

    def db_for_write(self, _model: Any, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Any, _other: Any, **_hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, _app: str, **_hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class Watch:
    """Measures how late the replica is: how long ago the main database was where the replica is now. Uses one clock."""

    def __init__(self) -> None:
        self.stood: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)
        self.asking = Lock()
        self.ask_at = 0.0
        self.late: float | None = None

    def seconds(self) -> float | None:
        """None if unknown, or if there is no replica."""
        # One thread measures; the others use its last result.
        if time.monotonic() >= self.ask_at and self.asking.acquire(blocking=False):
            try:
                self._ask()
            finally:
                self.asking.release()
        return self.late

    def failed(self, why: object) -> None:
        connections[REPLICA].close()
        self._note(None, why)
        self.ask_at = time.monotonic() + AFTER_FAILURE

    def _ask(self) -> None:
        self.ask_at = time.monotonic() + EVERY
        (stands,) = _row(DEFAULT_DB_ALIAS, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
        now = time.monotonic()
        self.stood.append((now, stands))
        try:
            is_copy, replayed = _row(REPLICA, "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn")
        except (DatabaseError, InterfaceError) as error:
            self.failed(error)
            return
        if not is_copy or replayed is None:
            # A promoted replica is a database of its own.
            self._note(None, "it is no copy")
            return
        since = next((at for at, where in reversed(self.stood) if where <= replayed), None)
        self._note(None if since is None else now - since, "it has not caught up yet")

    def _note(self, late: float | None, why: object) -> None:
        before, self.late = is_used(self.late), late
        if before and not is_used(late):
            log.warning("the replica is not read: %s", why if late is None else f"it is {late:.0f} s late")
        elif is_used(late) and not before:
            log.warning("the replica is read")


WATCH = Watch()


def _row(alias: str, sql: str) -> tuple[Any, ...]:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)
        return tuple(cursor.fetchone())


def is_used(late: float | None) -> bool:
    return late is not None and late <= settings.REPLICA_SECONDS


def replica_state() -> dict[str, object] | None:
    """For the operator: how many seconds late the replica is, and whether pages use it; None without a replica."""
    if REPLICA not in connections:
        return None
    late = WATCH.seconds()
    return {"seconds_late": None if late is None else round(late, 1), "read": is_used(late)}


@contextmanager
def _from_copy() -> Iterator[None]:
    before = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(before)


def read_for_all(make: Callable[[], Made], stands: Callable[[], bool]) -> Made:
    """Return what `make` returns, read from the replica if that is not too late and `stands` agrees there.

    A record that is missing in the replica may be on its way: it is looked for again in the main database.
    """
    if REPLICA not in connections or not is_used(WATCH.seconds()):
        return make()
    try:
        with _from_copy():
            if stands():
                return make()
    except Http404:
        pass
    except (DatabaseError, InterfaceError) as error:
        WATCH.failed(error)
    return make()


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is of one moment. Nothing can be written inside, and nobody waits for it.

    Inside another transaction the moment is that transaction's.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with _without_lock():
            yield


@contextmanager
def _without_lock() -> Iterator[None]:
    """A transaction of SQLite without the lock that our transactions take when they begin (config/settings.py)."""
    connection.ensure_connection()
    sqlite: Any = connection
    usual = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            yield
    finally:
        sqlite.transaction_mode = usual
