"""The triggers of some tables step aside within a transaction: erasing is the one change that records do not refuse.

What takes their place is the proof: a text that changed without a line which tells of it does not hold (`verify`).
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def unguarded(tables: Collection[str]) -> Iterator[None]:
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
