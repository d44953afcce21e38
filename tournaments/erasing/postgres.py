"""PostgreSQL's own copies of rows that are no more: dead rows, statistics of columns, segments of its write-ahead log.

Tables are written anew by `VACUUM (FULL)`. Their statistics hold values of their own, in a catalogue that is written
anew as well. A segment of the log is not emptied when it is done with: it gets another name and is written over when
its turn comes; so every segment that there is, is passed through, and what is left of each is filled with zeros.
"""

from collections.abc import Collection
from typing import Any

from django.db import DatabaseError

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

    def run(self, tables: Collection[str]) -> list[str]:
        """What could not be done, in words."""
        for table in sorted(tables):
            self.cursor.execute(f'VACUUM (FULL, ANALYZE) "{table}"')
        troubles = [] if self._statistics() else [STATISTICS]
        try:
            self._pass_through_the_log()
        except DatabaseError:
            troubles.append(LOG)
        if self._ask("SHOW archive_mode") != "off":
            troubles.append(ARCHIVE)
        return troubles

    def _statistics(self) -> bool:
        """Write the catalogue anew; the server only warns whoever does not own the database."""
        owns = self._ask("SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()")
        self.cursor.execute("VACUUM (FULL) pg_catalog.pg_statistic")
        return bool(owns)

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
