"""PostgreSQL's own copies of rows that are no more: dead rows, statistics of columns, segments of its write-ahead log.

Tables are written anew by `VACUUM (FULL)`. Their statistics hold values of their own, in a catalogue that is written
anew as well. A segment of the log is not emptied when it is done with: it gets another name and is written over when
its turn comes; so every segment that there is, is passed through, and what is left of each is filled with zeros.

`VACUUM (FULL)` copies a dead row too as long as any transaction of before goes on, be it in another database of the
server. A plain `VACUUM` only keeps what somebody in this database may still see: it goes first and takes the dead rows
away. How many the other then kept is told: both are told again until none is.

What a database keeps of rows that are no more, in free pages, statistics and journals: gone after this.

The triggers of some tables step aside within a transaction: erasing is the one change that records do not refuse.

What takes their place is the proof: a text that changed without a line which tells of it does not hold (`verify`).
"""

import re
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import caches
from django.db import DatabaseError, connection

# A reader who began before still sees the old rows, or keeps the old pages in the log: it is waited for.
TRIES, PAUSE = 40, 0.25
READ = "Somebody is reading the database: sweep it by `manage.py erase --sweep`."
LOG = (
    "PostgreSQL did not let this account renew its write-ahead log, which still holds the old rows: "
    "see «PostgreSQL» in docs/erasing.md."
)
ARCHIVE = "PostgreSQL archives its write-ahead log: archives of before still hold the old rows (docs/erasing.md)."
STATISTICS = "PostgreSQL did not let this account renew its statistics, which hold values of columns: docs/erasing.md."


class PostgresSweep:
    """One sweep by a cursor outside any transaction."""

    def __init__(self, cursor: Any) -> None:
        self.cursor = cursor
        self.tries = TRIES  # of all tables together

    def run(self, tables: Collection[str]) -> list[str]:
        """What could not be done, in words."""
        anew = [self._anew(f'"{table}"', "ANALYZE, ") for table in sorted(tables)]  # each, whatever the others did
        troubles = [] if all(anew) else [READ]
        # The server only warns whoever does not own the database.
        owns = self._ask("SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()")
        if not owns:
            troubles.append(STATISTICS)
        elif not self._anew("pg_catalog.pg_statistic") and not troubles:
            troubles.append(READ)
        try:
            self._pass_through_the_log()
        except DatabaseError:
            troubles.append(LOG)
        if self._ask("SHOW archive_mode") != "off":
            troubles.append(ARCHIVE)
        return troubles

    def _anew(self, table: str, also: str = "") -> bool:
        """Write a table anew, again while somebody may still see dead rows of it; whether none of these is left."""
        while True:
            self.cursor.execute(f"VACUUM (FREEZE, DISABLE_PAGE_SKIPPING) {table}")
            with self._server_notices() as details:
                self.cursor.execute(f"VACUUM (FULL, {also}VERBOSE) {table}")
            # In whatever language the server speaks, its first figure is how many dead rows it had to keep.
            pages = [int(figures[0]) for detail in details if (figures := re.findall(r"\d+", detail))]
            if pages and not any(pages):
                return True
            if not self.tries:
                return False
            self.tries -= 1
            time.sleep(PAUSE)

    @contextmanager
    def _server_notices(self) -> Iterator[list[str]]:
        """The details of what the server says meanwhile."""
        notices: list[str] = []

        def listen(diagnostic: Any) -> None:
            if diagnostic.message_detail:
                notices.append(diagnostic.message_detail)

        connection = self.cursor.connection
        connection.add_notice_handler(listen)
        try:
            yield notices
        finally:
            connection.remove_notice_handler(listen)

    def _pass_through_the_log(self) -> None:
        # The segment that is written now holds old rows too: left first, it waits for its turn like the others.
        self._leave_segment()
        self.cursor.execute("CHECKPOINT")  # old files of tables go, and segments done with are renamed
        for _segment in range(self._ask("SELECT count(*) FROM pg_ls_waldir()") + 1):
            self._leave_segment()
        self.cursor.execute("CHECKPOINT")

    def _leave_segment(self) -> None:
        # One in which nothing was written is not left.
        self.cursor.execute("SELECT pg_logical_emit_message(false, 'referee', 'sweep'), pg_switch_wal()")

    def _ask(self, sql: str) -> Any:
        self.cursor.execute(sql)
        return self.cursor.fetchone()[0]


def sweep(tables: Collection[str]) -> list[str]:
    """Write the files anew without what was erased, outside any transaction; what was in the way, nothing if all went.

    SQLite: statistics, the whole file, its write-ahead log. PostgreSQL: the tables, their statistics and its log.
    """
    caches["pages"].clear()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            return PostgresSweep(cursor).run(tables)
        # Statistics hold values of their own, where somebody had them made.
        if cursor.execute("SELECT 1 FROM sqlite_master WHERE name LIKE 'sqlite_stat_'").fetchone():
            cursor.execute("ANALYZE")
        cursor.execute("VACUUM")
        for _try in range(TRIES):
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (busy, *_pages) = cursor.fetchone()
            if not busy:
                return []
            time.sleep(PAUSE)
    return [READ]


@contextmanager
def without_guards(tables: Collection[str]) -> Iterator[None]:
    """Within a transaction; where it is taken back, so is this."""
    names = sorted(tables)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # What is still to be looked at is looked at now: no table with such rows is altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for name in names:
                cursor.execute(f'ALTER TABLE "{name}" DISABLE TRIGGER USER')
            yield
            for name in names:
                cursor.execute(f'ALTER TABLE "{name}" ENABLE TRIGGER USER')
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        guards = [guard for name in names for guard in _guards(cursor, name)]
        for name, _statement in guards:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _name, statement in guards:
            cursor.execute(statement)


def _guards(cursor: "object", table: str) -> list[tuple[str, str]]:
    """The triggers of an SQLite table by name, with the statement that makes each."""
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])  # type: ignore[attr-defined]
    return list(cursor.fetchall())  # type: ignore[attr-defined]
