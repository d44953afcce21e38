"""Copying an SQLite file while others write it, and putting a copy where there is none."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from keeping.backups.archive import BadBackup, take_name
from keeping.backups.contents import Ask

FILE = "database.sqlite3"
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


def refuse_unless_empty(name: str) -> None:
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
