"""A database copied while it is in use, put where there is none, and what it holds: SQLite and PostgreSQL.

What it holds is asked in the same words of the one that is copied and of the one that was restored.
"""

import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree, which
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups import archive
from keeping.backups.archive import BadBackup, Manifest, take_name
from tournaments.publication.proof import engine_version

# Rows of one statement; asked of whatever driver has the copy open.
Ask = Callable[[str], list[tuple[Any, ...]]]
TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
NEWEST_LINE = "SELECT coalesce(max(id), 0) FROM records_logentry"


def contents(ask: Ask, vendor: str) -> dict[str, Any]:
    """Migrations, number of records by table and heads of the logs, as the manifest keeps them."""
    tables = sorted(name for (name,) in ask(TABLES[vendor]))
    return {
        "migrations": sorted(f"{app}.{name}" for app, name in ask("SELECT app, name FROM django_migrations")),
        "records": {table: ask(f'SELECT count(*) FROM "{table}"')[0][0] for table in tables},  # noqa: S608 — the database's own names
        "heads": heads(ask),
        "newest_line": ask(NEWEST_LINE)[0][0],
    }


def heads(ask: Ask) -> dict[str, str]:
    """By the tournament's address: number and whole hash of the last line of its log."""
    last = (
        "SELECT t.slug, l.sequence, l.hash FROM records_logentry l JOIN tournaments_tournament t"
        " ON t.id = l.tournament_id WHERE l.sequence ="
        " (SELECT max(o.sequence) FROM records_logentry o WHERE o.tournament_id = t.id) ORDER BY t.slug"
    )
    return {slug: f"{sequence}:{hash}" for slug, sequence, hash in ask(last)}


SQLITE_FILE = "database.sqlite3"
# Beside a database lie what was not yet moved into it, and who has it open.
BESIDE = ("-wal", "-shm", "-journal")


def copy_database(name: str, target: Path) -> None:
    """Everything committed at one moment, in a new file; with write-ahead logging nobody waits for it.

    VACUUM writes only what is there: of what was erased nothing lingers in free pages, as it may in the original.
    """
    if not Path(name).is_file():
        raise BadBackup(f"{name}: there is no database there.")
    try:
        with closing(_connect(name)) as source:
            source.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"{name} cannot be copied: {error}.") from error


@contextmanager
def open_sound_file(path: Path) -> Iterator[Ask]:
    """Questions to a sound file. Raises BadBackup with the first finding of SQLite's own check."""
    try:
        with closing(_connect(str(path))) as connection:
            findings = connection.execute("PRAGMA integrity_check").fetchall()
            if findings != [("ok",)]:
                raise BadBackup(f"The database is not sound: {findings[0][0]}")
            loose = connection.execute("PRAGMA foreign_key_check").fetchall()
            if loose:
                raise BadBackup(
                    f"The database is not sound: row {loose[0][1]} of {loose[0][0]} names no {loose[0][2]}."
                )
            yield lambda statement: connection.execute(statement).fetchall()
    except sqlite3.DatabaseError as error:
        raise BadBackup(f"The database is not sound: {error}.") from error


def refuse_unless_free(name: str) -> None:
    place = Path(name)
    taken = [path for path in (place, *(Path(f"{name}{end}") for end in BESIDE)) if path.exists()]
    if taken:
        raise BadBackup(
            f"{taken[0]} is there already. A backup is restored only where there is nothing: name another file by "
            "DATABASE_URL, or move this one and what lies beside it away."
        )
    if not place.parent.is_dir():
        raise BadBackup(f"{place.parent}: there is no such folder.")


def replace_database(content: Path, name: str) -> None:
    """Give a sound copy, which lies in the same folder, the place of the database."""
    try:
        take_name(content, Path(name))
    except FileExistsError as error:
        raise BadBackup(f"{name} was made meanwhile; nothing was restored.") from error


def _connect(name: str) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=20, isolation_level=None)


POSTGRES_FILE = "database.pgdump"
OURS = {SQLITE_FILE, f"{SQLITE_FILE}-journal", POSTGRES_FILE}
LEFT_OVER = 3600  # seconds after which whoever made it is no longer at work
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


def make_backup(target: Path, database: BaseDatabaseWrapper) -> Manifest:
    """Write a backup to a new file. Raises BadBackup, in words, when it cannot be made."""
    if target.exists():
        raise BadBackup(f"{target} is there already; a backup never replaces a file.")
    if not target.parent.is_dir():
        raise BadBackup(f"{target.parent}: there is no such folder.")
    _sweep(target.parent)
    # Beside the file that it will be: there, if anywhere, is room for it.
    with TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
        copy, what_it_holds = _copied_by_vendor(database, Path(folder))
        manifest = Manifest(
            program=engine_version(),
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            database=database.vendor,
            file=copy.name,
            bytes=copy.stat().st_size,
            sha256=archive.digest(copy),
            **what_it_holds,
        )
        archive.write(target, copy, manifest)
    return manifest


def _sweep(folder: Path) -> None:
    """The copies that processes left which were killed while they made a backup here, and nothing else."""
    for begun in folder.glob(".backup-*"):
        held = {path.name for path in begun.iterdir()} if begun.is_dir() else {""}
        if held <= OURS and time() - begun.stat().st_mtime > LEFT_OVER:
            rmtree(begun)


def _copied_by_vendor(database: BaseDatabaseWrapper, folder: Path) -> tuple[Path, dict[str, Any]]:
    """The copy, and what it holds."""
    if database.vendor == "postgresql":
        copy = folder / POSTGRES_FILE
        return copy, dump_database(database, copy)
    copy = folder / SQLITE_FILE
    copy_database(str(database.settings_dict["NAME"]), copy)
    with open_sound_file(copy) as ask:
        return copy, contents(ask, database.vendor)
