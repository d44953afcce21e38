"""Making a backup of the database, whichever it is, while it is in use."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups import archive, postgres, sqlite
from keeping.backups.archive import BadBackup, Manifest
from keeping.backups.contents import contents
from tournaments.publication.proof import engine_version


def make_backup(target: Path, database: BaseDatabaseWrapper) -> Manifest:
    """Write a backup to a new file. Raises BadBackup, in words, when it cannot be made."""
    if target.exists():
        raise BadBackup(f"{target} is there already; a backup never replaces a file.")
    if not target.parent.is_dir():
        raise BadBackup(f"{target.parent}: there is no such folder.")
    # Beside the file that it will be: there, if anywhere, is room for it.
    with TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
        copy, what_it_holds = _copy_database(database, Path(folder))
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


def _copy_database(database: BaseDatabaseWrapper, folder: Path) -> tuple[Path, dict[str, Any]]:
    """The copy, and what it holds."""
    if database.vendor == "postgresql":
        copy = folder / postgres.FILE
        return copy, postgres.dump_database(database, copy)
    copy = folder / sqlite.FILE
    sqlite.copy_database(str(database.settings_dict["NAME"]), copy)
    with sqlite.open_sound_file(copy) as ask:
        return copy, contents(ask, database.vendor)
