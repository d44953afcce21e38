"""What a database keeps of rows that are no more, in free pages, statistics and journals: gone after this."""

import time
from collections.abc import Collection

from django.core.cache import caches
from django.db import connection

from tournaments.erasing.postgres import PAUSE, READ, TRIES, PostgresSweep


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
