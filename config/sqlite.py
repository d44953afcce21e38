"""Which SQLite every process of ours uses: Python's own, or a newer one that a package brings.

Write-ahead logging lets pages be read while a score is written, and a commit waits for the disk once instead of three
times (7.9 ms instead of 31.7 where we measured); before 3.51.3 it could corrupt a database that two processes write.
Where the package has no wheel everything works as well, slower: no compiler is asked for.

The journal is written into the file. A process with an older library puts it back to DELETE when it is alone, and is
refused («database is locked») while others have it open: two libraries never write one file in WAL. WAL needs memory
that the processes share: a file on a network drive was never safe.
"""

import sqlite3 as own
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from django.db.backends.base.base import BaseDatabaseWrapper

SAFE_WAL = (3, 51, 3)
PACKAGE = "pysqlite3"


@dataclass(frozen=True)
class Library:
    """An SQLite library: the Python module that drives it, and its version."""

    module: ModuleType
    version: tuple[int, ...]

    @property
    def journal(self) -> str:
        """The quickest journal that is safe with this version."""
        return "WAL" if self.version >= SAFE_WAL else "DELETE"

    def __str__(self) -> str:
        return f"SQLite {'.'.join(map(str, self.version))} ({self.module.__name__})"


def use_newest() -> Library:
    """Choose the library, and let whoever imports `sqlite3` from now on, Django first, find that one.

    Django's backend names the module itself and registers its converters and wraps its errors there, so another module
    under the same name is the only door; two libraries in one process would also drop each other's locks on a file.
    """
    chosen = newest(own, brought())
    sys.modules["sqlite3"] = chosen.module
    sys.modules["sqlite3.dbapi2"] = chosen.module.dbapi2
    return chosen


def brought() -> ModuleType | None:
    """The package's driver; None where there is none for this machine, or it cannot be loaded."""
    with suppress(ImportError):
        return import_module(PACKAGE)
    return None


def newest(own: ModuleType, brought: ModuleType | None) -> Library:
    """Python's own unless the other is newer: so an update of the system is never held back by a pinned package."""
    libraries = [Library(module, tuple(module.sqlite_version_info)) for module in (own, brought) if module]
    return max(libraries, key=lambda library: library.version)


def in_force(connection: BaseDatabaseWrapper, library: Library) -> str:
    """What a connection really runs on, in words for the log of the start."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        (journal,) = cursor.fetchone()
    return f"{library}, {journal.upper()}"
