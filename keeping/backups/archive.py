"""The file of a backup: a zip with the database and a manifest that says what must be in it.

Whoever opens one gets what was put in, byte for byte, or is told which part of it is not so.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from pydantic import TypeAdapter, ValidationError

from records.outside import BACKUP, TooMuch, check_index, read_json

KIND = "referee backup"
FORMAT = 1
MANIFEST = "manifest.json"
# Quick rather than small: a page that is being answered wants the core too.
COMPRESSION = 1
PIECE = 1024 * 1024


class BadBackup(Exception):
    """A backup that cannot be made or must not be restored; its words say why."""


@dataclass(frozen=True)
class Manifest:
    """What was in the database at the moment of the backup, told by the copy itself."""

    program: str
    made: str
    database: str  # the vendor, as Django calls it
    file: str
    bytes: int
    sha256: str
    migrations: list[str]
    records: dict[str, int]  # of every table
    heads: dict[str, str]  # of every tournament the last line of its log, number and hash
    newest_line: int  # the youngest key of a line, of all tournaments
    kind: str = KIND
    format: int = FORMAT


_TOLD = TypeAdapter(Manifest)


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write(target: Path, content: Path, manifest: Manifest) -> None:
    """Put both into a new file that is whole when it has its name, and on the disk."""
    part = target.with_name(f"{target.name}.part")
    try:
        with part.open("xb") as out:
            part.chmod(0o600)
            with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=COMPRESSION) as archive:
                archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1, ensure_ascii=False))
                archive.write(content, manifest.file)
            out.flush()
            os.fsync(out.fileno())
        take_name(part, target)
    except FileExistsError as error:
        raise BadBackup(
            f"{error.filename2 or error.filename} is there already; a backup never replaces a file."
        ) from error
    except OSError as error:
        raise BadBackup(f"{target} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def take_name(part: Path, target: Path) -> None:
    """Give a finished file its name, which nobody may have taken meanwhile."""
    os.link(part, target)
    part.unlink()
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_manifest(path: Path) -> Manifest:
    """What the backup says of itself. Raises BadBackup for a file that is none, or damaged there."""
    with _open_archive(path) as archive:
        return _manifest(path, archive)


def unpack(path: Path, target: Path) -> Manifest:
    """Write the database of the backup to a new file. Raises BadBackup unless every byte is as it was put in."""
    with _open_archive(path) as archive:
        manifest = _manifest(path, archive)
        if manifest.file not in archive.namelist() or archive.getinfo(manifest.file).file_size != manifest.bytes:
            raise BadBackup(f"{path}: {manifest.file} is damaged: not of the {manifest.bytes} bytes that it must have.")
        with _damage_in_words(path, manifest.file), archive.open(manifest.file) as packed, target.open("xb") as out:
            size_and_hash = _copy_and_hash(packed, out)
        if size_and_hash != (manifest.bytes, manifest.sha256):
            raise BadBackup(
                f"{path}: {manifest.file} is damaged: {size_and_hash[0]} bytes with another hash than the manifest's."
            )
        return manifest


def _copy_and_hash(packed: Any, out: BinaryIO) -> tuple[int, str]:
    """How many bytes there were, and their hash."""
    hash, size = hashlib.sha256(), 0
    while piece := packed.read(PIECE):
        hash.update(piece)
        size += out.write(piece)
    out.flush()
    os.fsync(out.fileno())
    return size, hash.hexdigest()


@contextmanager
def _open_archive(path: Path) -> Iterator[ZipFile]:
    try:
        with path.open("rb") as file:
            check_index(file, BACKUP)
        archive = ZipFile(path)
    except (BadZipFile, TooMuch) as error:
        raise BadBackup(f"{path} is no backup, or its end is missing: {error}.") from error
    except OSError as error:
        raise BadBackup(f"{path}: {error.strerror}.") from error
    with archive:
        yield archive


def _manifest(path: Path, archive: ZipFile) -> Manifest:
    if MANIFEST not in archive.namelist():
        raise BadBackup(f"{path} is no backup of this program: it has no {MANIFEST}.")
    with _damage_in_words(path, MANIFEST):
        if archive.getinfo(MANIFEST).file_size > BACKUP.part:
            raise TooMuch("larger than any that this program writes")
        manifest = read_json(archive.read(MANIFEST), BACKUP)
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise BadBackup(f"{path} is no backup of this program: its {MANIFEST} is another one's.")
    if manifest.get("format") != FORMAT:
        raise BadBackup(f"{path} was made by another version of this program, in format {manifest.get('format')}.")
    missing = [field.name for field in fields(Manifest) if field.name not in manifest]
    if missing:
        raise BadBackup(f"{path}: {MANIFEST} is damaged: {', '.join(missing)} missing.")
    told = {field.name: manifest[field.name] for field in fields(Manifest)}
    try:
        return _TOLD.validate_json(json.dumps(told), strict=True)
    except ValidationError as error:
        place = "/".join(map(str, error.errors()[0]["loc"]))[:200]
        raise BadBackup(f"{path}: {MANIFEST} is damaged: {place} is not what it must be.") from error


@contextmanager
def _damage_in_words(path: Path, part: str) -> Iterator[None]:
    """What zip, its compression and JSON say of damage, with the part in which it is."""
    try:
        yield
    except (BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, KeyError) as error:
        raise BadBackup(f"{path}: {part} is damaged: {error}.") from error
    except OSError as error:
        raise BadBackup(f"{path}: {part} cannot be read or copied: {error.strerror or error}.") from error
