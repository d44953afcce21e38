"""Putting a backup back where there is nothing, after everything in it was found as the manifest says."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups import archive, databases
from keeping.backups.archive import BadBackup, Manifest
from keeping.backups.databases import contents
from keeping.backups.versions import unknown_migrations


class DoesNotHold(Exception):
    """What was restored is not what the manifest says."""


def restore(source: Path, database: BaseDatabaseWrapper) -> Manifest:
    """Fill an empty place from the backup. Raises BadBackup, and then nothing was put there."""
    manifest = archive.read_manifest(source)
    if manifest.database != database.vendor:
        raise BadBackup(f"{source} is of {manifest.database}, and DATABASE_URL names {database.vendor}.")
    refuse_newer(source, manifest)
    if database.vendor == "postgresql":
        _fill(source, database)
    else:
        _place(source, str(database.settings_dict["NAME"]))
    return manifest


def _place(source: Path, name: str) -> None:
    """Let the copy take the database's name, once everything in it was found."""
    databases.refuse_unless_free(name)
    # Beside its place, so that taking its name is one step: nobody ever finds half a database.
    with TemporaryDirectory(prefix=".restore-", dir=Path(name).parent) as folder:
        content = Path(folder) / databases.SQLITE_FILE
        manifest = archive.unpack(source, content)
        with databases.open_sound_file(content) as ask:
            compare_with_manifest(source, manifest, contents(ask, "sqlite"))
        databases.replace_database(content, name)


def _fill(source: Path, database: BaseDatabaseWrapper) -> None:
    """Fill the empty database in one transaction; what it then holds can only be looked at afterwards."""
    databases.refuse_unless_empty(database)
    with TemporaryDirectory() as folder:
        content = Path(folder) / databases.POSTGRES_FILE
        manifest = archive.unpack(source, content)
        databases.restore_dump(database, content)
    try:
        compare_with_manifest(source, manifest, databases.database_contents(database))
    except BadBackup as error:
        raise DoesNotHold(str(error)) from error


def refuse_newer(source: Path, manifest: Manifest) -> None:
    """A program cannot read what a newer one wrote; what an older one wrote it migrates."""
    if missing := unknown_migrations(manifest.migrations):
        raise BadBackup(
            f"{source} was made by a newer program ({manifest.program}): this one does not know {missing[0]}. "
            "Install that version, then restore."
        )


def compare_with_manifest(source: Path, manifest: Manifest, restored: dict[str, Any]) -> None:
    """Raise BadBackup with the first thing that is not in the database as the manifest says."""
    for what in ("records", "heads"):
        expected, there = getattr(manifest, what), restored[what]
        for name in sorted(expected.keys() | there.keys()):
            if expected.get(name) != there.get(name):
                says = f"of {name} the manifest says {expected.get(name)}, the database {there.get(name)} ({what})"
                raise BadBackup(f"{source}: {says}.")
