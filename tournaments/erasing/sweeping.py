"""What a database keeps of rows that are no more, in free pages and journals: gone after this."""

import time
from collections.abc import Collection

from django.core.cache import caches
from django.db import connection

# A reader who began before keeps the old pages in the log: it is waited for.
TRIES, PAUSE = 40, 0.25


def sweep(tables: Collection[str]) -> bool:
    """Write the files anew without what was erased, outside any transaction; whether nothing was in the way.

    SQLite: the whole file, and its write-ahead log emptied. PostgreSQL: the tables; its own logs: docs/erasing.md.
    """
    caches["pages"].clear()
    if connection.in_atomic_block:  # a test, or a command within another's transaction
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in sorted(tables):
                cursor.execute(f'VACUUM (FULL) "{table}"')
            return True
        cursor.execute("VACUUM")
        for _try in range(TRIES):
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (busy, *_pages) = cursor.fetchone()
            if not busy:
                return True
            time.sleep(PAUSE)
    return False
