"""Salts for the lines of a log that have none: their data stood in the chain as they are."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from tournaments.erasing.unguarded import unguarded
from tournaments.log import Line, hash_of
from tournaments.sealing import new_salt

COLUMNS = tuple(name for name in Line._fields if name not in ("erased", "former_hash"))


def salt_all(entries: Any) -> None:
    """Chain every log that has lines without salts anew, whole; entries: the model of the migration."""
    lacking = entries.objects.filter(salt__isnull=True).order_by().values_list("tournament", flat=True).distinct()
    for tournament in list(lacking):
        rows = entries.objects.filter(tournament=tournament).order_by("sequence")
        with unguarded({entries._meta.db_table}):
            _chain(entries, [_read(*one) for one in rows.values_list("pk", *COLUMNS)])


def _read(pk: int, *values: Any) -> tuple[int, Line]:
    told = dict(zip(COLUMNS, values, strict=True))
    return pk, Line(**told, erased=None, former_hash=None)


def _chain(entries: Any, lines: Sequence[tuple[int, Line]]) -> None:
    if not _holds(line for _pk, line in lines):
        return
    previous, changed = "", []
    for pk, line in lines:
        again = line._replace(salt=line.salt or new_salt(), former_hash=line.hash, previous_hash=previous)
        previous = hash_of(again)
        changed.append((again.salt, again.former_hash, again.previous_hash, previous, pk))
    with connection.cursor() as cursor:
        # As many rows as a season has: the quickest way of both databases.
        cursor.executemany(
            f"UPDATE {entries._meta.db_table} SET salt = %s, former_hash = %s, previous_hash = %s, hash = %s"  # noqa: S608 - our own table
            " WHERE id = %s",
            changed,
        )


def _holds(lines: Iterable[Line]) -> bool:
    previous = ""
    for number, line in enumerate(lines, start=1):
        if line.sequence != number or line.previous_hash != previous or line.hash != hash_of(line):
            return False
        previous = line.hash
    return True
