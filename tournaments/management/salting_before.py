"""Salts for the lines of a log that have none: their data, or their hash of before, stood in the chain as they are."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q

from tournaments.erasing.unguarded import unguarded
from tournaments.log import Line, former_digest, hash_of
from tournaments.sealing import new_salt

COLUMNS = Line._fields


def salt_all(entries: Any) -> None:
    """Chain every log that has lines without salts anew, whole; entries: the model of the migration.

    Also where lines have salts, but not yet what they keep of the hash of before.
    """
    without = Q(salt__isnull=True) | Q(former_hash__isnull=False, former_salt__isnull=True)
    lacking = entries.objects.filter(without).order_by().values_list("tournament", flat=True).distinct()
    for tournament in list(lacking):
        rows = entries.objects.filter(tournament=tournament).order_by("sequence")
        with unguarded({entries._meta.db_table}):
            _chain(entries, [_read(*one) for one in rows.values_list("pk", *COLUMNS)])


def _read(pk: int, *values: Any) -> tuple[int, Line]:
    return pk, Line(*values)


def _chain(entries: Any, lines: Sequence[tuple[int, Line]]) -> None:
    if not _holds(line for _pk, line in lines):
        return
    previous, changed = "", []
    were_salted = all(line.salt for _pk, line in lines)
    is_forgotten = False
    for pk, line in lines:
        is_forgotten = is_forgotten or bool(line.erased)
        again = _with_former(line, line.former_hash if were_salted else line.hash, is_forgotten=is_forgotten)
        again = again._replace(salt=line.salt or new_salt(), previous_hash=previous)
        previous = hash_of(again)
        changed.append((again.salt, again.former_hash, again.former_salt, again.previous_hash, previous, pk))
    with connection.cursor() as cursor:
        # As many rows as a season has: the quickest way of both databases.
        cursor.executemany(
            f"UPDATE {entries._meta.db_table} SET salt = %s, former_hash = %s, former_salt = %s,"  # noqa: S608 - our own table
            " previous_hash = %s, hash = %s WHERE id = %s",
            changed,
        )


def _with_former(line: Line, former: str | None, *, is_forgotten: bool) -> Line:
    """The line with its hash of before under a salt; where that is made of what is erased, with the digest alone."""
    if former is None:
        return line
    salted = line._replace(former_hash=former, former_salt=new_salt())
    return salted._replace(former_hash=former_digest(salted), former_salt=None) if is_forgotten else salted


def _holds(lines: Iterable[Line]) -> bool:
    previous = ""
    for number, line in enumerate(lines, start=1):
        if line.sequence != number or line.previous_hash != previous or line.hash != hash_of(line):
            return False
        previous = line.hash
    return True
