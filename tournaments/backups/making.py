"""Making a backup of the database, whichever it is, while it is in use."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db.backends.base.base import BaseDatabaseWrapper

from tournaments.backups import archive, sqlite
from tournaments.backups.archive import BadBackup, Manifest
from tournaments.backups.contents import contents
from tournaments.publishing.version import engine_version

COPIED = ("sqlite",)


def make(target: Path, connection: BaseDatabaseWrapper) -> Manifest:
    """Write a backup to a new file. Raises BadBackup, in words, when it cannot be made."""
    if connection.vendor not in COPIED:
        raise BadBackup(f"This backs up SQLite; {connection.vendor} brings its own means (pg_dump -Fc, pg_restore).")
    if target.exists():
        raise BadBackup(f"{target} is there already; a backup never replaces a file.")
    if not target.parent.is_dir():
        raise BadBackup(f"{target.parent}: there is no such folder.")
    # Beside the file that it will be: there, if anywhere, is room for it.
    with TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
        copy = Path(folder) / sqlite.FILE
        sqlite.copy(str(connection.settings_dict["NAME"]), copy)
        with sqlite.asked(copy) as ask:
            held = contents(ask, connection.vendor)
        manifest = Manifest(
            program=engine_version(),
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            database=connection.vendor,
            file=copy.name,
            bytes=copy.stat().st_size,
            sha256=archive.digest(copy),
            **held,
        )
        archive.write(target, copy, manifest)
    return manifest
