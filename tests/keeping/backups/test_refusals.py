"""What is no sound backup is not restored, and what is there is never replaced: both in words, and nothing is left."""

import json
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from django.conf import settings

from keeping.backups.archive import MANIFEST, BadBackup, read_manifest
from keeping.backups.databases import make_backup
from keeping.backups.restore import restore

pytestmark = pytest.mark.dialect


@pytest.fixture
def backup(hall: Path, place, tmp_path: Path) -> Path:
    make_backup(tmp_path / "backup.zip", place(hall))
    return tmp_path / "backup.zip"


@pytest.fixture
def refused(place, tmp_path: Path):
    """What the refusal of a file says; nothing of it stays, not even a file that was begun."""

    def words(source: Path) -> str:
        folder = tmp_path / "empty"
        folder.mkdir()
        with pytest.raises(BadBackup) as caught:
            restore(source, place(folder / "new.sqlite3"))
        assert list(folder.iterdir()) == []
        return str(caught.value)

    return words


def test_the_manifest_tells_what_the_copy_holds(backup: Path) -> None:
    manifest = read_manifest(backup)
    assert (manifest.database, manifest.file) == ("sqlite", "database.sqlite3")
    assert manifest.records["tournaments_board"] == 8
    assert manifest.records["tournaments_table"] == 2
    assert list(manifest.heads) == ["coppa-levante"]
    assert manifest.heads["coppa-levante"].startswith("1:")
    assert "tournaments.0001_initial" in manifest.migrations
    assert backup.stat().st_mode & 0o077 == 0


def test_a_backup_never_replaces_a_file(backup: Path, hall: Path, place) -> None:
    before = backup.read_bytes()
    with pytest.raises(BadBackup, match=r"backup.zip is there already"):
        make_backup(backup, place(hall))
    assert backup.read_bytes() == before


def test_a_backup_of_nothing_or_into_nowhere_is_refused(hall: Path, place, tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="there is no database there"):
        make_backup(tmp_path / "b.zip", place(tmp_path / "none.sqlite3"))
    with pytest.raises(BadBackup, match="there is no such folder"):
        make_backup(tmp_path / "nowhere" / "b.zip", place(hall))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hall.sqlite3"]


def test_a_file_cut_anywhere_is_refused(backup: Path, refused) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(whole[: len(whole) * 2 // 3])
    assert "backup.zip is no backup, or its end is missing" in refused(backup)


def test_a_byte_that_was_changed_is_refused_with_the_part_in_which_it_lies(backup: Path, refused) -> None:
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 1
    backup.write_bytes(content)
    assert "backup.zip: database.sqlite3 is damaged" in refused(backup)


def test_a_zip_put_together_anew_around_another_database_is_refused(backup: Path, refused) -> None:
    rewrite(backup, content=lambda content: content.replace(b"Coppa Levante", b"Coppa Ponente"))
    assert "database.sqlite3 is damaged" in refused(backup)


def test_a_manifest_that_counts_otherwise_is_refused_with_the_table(backup: Path, refused) -> None:
    rewrite(backup, manifest=lambda said: said["records"].update(tournaments_board=9))
    assert "of tournaments_board the manifest says 9, the database 8" in refused(backup)


def test_a_manifest_with_another_head_is_refused_with_the_tournament(backup: Path, refused) -> None:
    rewrite(backup, manifest=lambda said: said["heads"].update({"coppa-levante": "2:ff"}))
    assert "of coppa-levante the manifest says 2:ff, the database 1:" in refused(backup)


def test_the_backup_of_a_newer_program_is_refused(backup: Path, refused) -> None:
    rewrite(backup, manifest=lambda said: said["migrations"].append("tournaments.9999_later"))
    assert "this one does not know tournaments.9999_later" in refused(backup)


def test_the_backup_of_another_database_is_refused(backup: Path, refused) -> None:
    rewrite(backup, manifest=lambda said: said.update(database="postgresql"))
    assert "is of postgresql, and DATABASE_URL names sqlite" in refused(backup)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "it has no manifest.json"),
        ({MANIFEST: b"{"}, "manifest.json is damaged"),
        ({MANIFEST: b"[]"}, "its manifest.json is another one's"),
        ({MANIFEST: b'{"kind": "referee backup", "format": 9}'}, "in format 9"),
        ({MANIFEST: b'{"kind": "referee backup", "format": 1}'}, "manifest.json is damaged: program, made"),
    ],
)
def test_a_foreign_zip_is_refused(refused, hall: Path, tmp_path: Path, files, words) -> None:
    with ZipFile(tmp_path / "other.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    assert words in refused(tmp_path / "other.zip")


def test_a_foreign_file_and_one_that_is_not_there_are_refused(refused, place, hall: Path, tmp_path: Path) -> None:
    assert "hall.sqlite3 is no backup" in refused(hall)
    with pytest.raises(BadBackup, match="No such file"):
        restore(tmp_path / "none.zip", place(tmp_path / "new.sqlite3"))


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_nothing_is_restored_where_something_is(backup: Path, place, tmp_path: Path, end: str) -> None:
    there = tmp_path / f"taken.sqlite3{end}"
    there.write_bytes(b"of somebody")
    with pytest.raises(BadBackup, match=f"taken.sqlite3{end} is there already"):
        restore(backup, place(tmp_path / "taken.sqlite3"))
    assert there.read_bytes() == b"of somebody"


def test_a_database_that_is_not_sound_is_not_backed_up(hall: Path, place, tmp_path: Path) -> None:
    with settings.SQLITE.module.connect(hall) as other:
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute("UPDATE tournaments_table SET round_id = 99")
    with pytest.raises(BadBackup, match="of tournaments_table names no tournaments_round"):
        make_backup(tmp_path / "b.zip", place(hall))
    assert not (tmp_path / "b.zip").exists()


def rewrite(backup: Path, *, manifest=lambda said: None, content=lambda content: content) -> None:
    """The backup as somebody who knows zips would change it."""
    with ZipFile(backup) as archive:
        said, database = json.loads(archive.read(MANIFEST)), archive.read("database.sqlite3")
    manifest(said)
    with ZipFile(backup, "w", ZIP_STORED) as archive:
        archive.writestr(MANIFEST, json.dumps(said))
        archive.writestr("database.sqlite3", content(database))
