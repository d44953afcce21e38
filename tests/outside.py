"""An outside program with the database's file: no trigger and, as far as it goes, no constraint stops it."""

from django.db import connection

from tournaments.publication.verification_queries import check_all
from tournaments.setup.models import Tournament


def unguard() -> None:
    """Until the transaction ends, nothing guards the tables; on SQLite `guard` gives the constraints back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is still to be looked at is, before nothing is
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'c' AND conrelid > 0")
            for table, name in cursor.fetchall():
                if str(table).startswith(("tournaments_", "referee_", "federation_", "people_", "hall_")):
                    cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
            return
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        # What keeps the words that are searched in step with the stems guards nothing.
        guards = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE 'archived_stems%'"
        for (name,) in cursor.execute(guards).fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


def guard() -> None:
    """What a transaction does not take back by itself."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def write(sql: str, *values: object) -> None:
    """What an outside program does to the file, past triggers and constraints."""
    unguard()
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
    guard()


def troubles(tournament: Tournament) -> list[str]:
    """What the verification finds wrong."""
    return [one.trouble for one in check_all(tournament) if not one.holds]
