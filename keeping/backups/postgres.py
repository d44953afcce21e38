"""Copying a PostgreSQL database by its own programs, and putting a copy into an empty one."""

import os
import subprocess
from contextlib import closing
from pathlib import Path
from shutil import which
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups.archive import BadBackup
from keeping.backups.contents import TABLES, Ask, contents

FILE = "database.pgdump"
# Roles and their rights are the server's affair, and another one has others.
OURS_ALONE = ("--no-owner", "--no-privileges")


def dump_database(database: BaseDatabaseWrapper, target: Path) -> dict[str, Any]:
    """Dump what one moment shows, and tell what that moment held; nobody waits for it."""
    # A connection of its own, whose transaction nobody else ends.
    with closing(database.copy()) as own, own.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run(database, "pg_dump", "-Fc", *OURS_ALONE, f"--snapshot={snapshot}", f"--file={target}")
        return contents(_ask_with(cursor), "postgresql")


def refuse_unless_empty(database: BaseDatabaseWrapper) -> None:
    with closing(database.copy()) as own, own.cursor() as cursor:
        if _ask_with(cursor)(TABLES["postgresql"]):
            raise BadBackup(
                f"The database {database.settings_dict['NAME']} holds tables already. A backup is restored only where "
                "there is nothing: make a new database and name it by DATABASE_URL."
            )


def restore_dump(database: BaseDatabaseWrapper, content: Path) -> None:
    """All of it or, where anything fails, nothing."""
    name = str(database.settings_dict["NAME"])
    _run(
        database, "pg_restore", "--single-transaction", "--exit-on-error", *OURS_ALONE, f"--dbname={name}", str(content)
    )


def database_contents(database: BaseDatabaseWrapper) -> dict[str, Any]:
    with closing(database.copy()) as own, own.cursor() as cursor:
        return contents(_ask_with(cursor), "postgresql")


def _ask_with(cursor: Any) -> Ask:
    def ask(statement: str) -> list[tuple[Any, ...]]:
        cursor.execute(statement)
        return list(cursor.fetchall())

    return ask


def _run(database: BaseDatabaseWrapper, program: str, *words: str) -> None:
    path = which(program)
    if path is None:
        raise BadBackup(f"{program} is not on this machine: install PostgreSQL's client (postgresql-client).")
    done = subprocess.run(  # noqa: S603 — PostgreSQL's own program
        [path, *words], check=False, env=os.environ | _where(database), capture_output=True, text=True
    )
    if done.returncode:
        raise BadBackup(f"{program}: {done.stderr.strip()}")


def _where(database: BaseDatabaseWrapper) -> dict[str, str]:
    """Where the programs find the database; a password is not told on a command line, which everybody may read."""
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}
    variables = {variable: str(database.settings_dict.get(name) or "") for name, variable in names.items()}
    mode = database.settings_dict.get("OPTIONS", {}).get("sslmode", "")
    return {variable: value for variable, value in (variables | {"PGSSLMODE": mode}).items() if value}
