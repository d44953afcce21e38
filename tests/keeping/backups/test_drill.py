"""The drill: backed up while three processes write and one of them is killed, restored elsewhere, nothing missing."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from keeping.backups import secret
from keeping.backups.archive import read_manifest
from keeping.backups.databases import make_backup
from tests.keeping.backups.conftest import ROOT, environment, make_hall, manage

pytestmark = [pytest.mark.dialect, pytest.mark.long]


def test_no_score_acknowledged_before_a_backup_is_missing_after_the_restore(transactional_db, place, tmp_path) -> None:
    hall = make_hall(tmp_path / "hall.sqlite3", tables=120)
    backup, elsewhere = tmp_path / "backup.zip", tmp_path / "elsewhere.sqlite3"
    with writing(hall, tmp_path) as (folder, pids):
        wait_for(lambda: len(acknowledged(folder)) > 20)
        killing = threading.Timer(0.05, os.kill, (pids[0], signal.SIGKILL))
        killing.start()
        before = acknowledged(folder)
        make_backup(backup, place(hall))
        killing.join()
        # The two others go on.
        at_the_end = acknowledged(folder)
        wait_for(lambda: len(acknowledged(folder)) > len(at_the_end))

    done = manage(elsewhere, "restore", backup)
    assert done.returncode == 0, done.stderr
    assert "OK: every record verified, 0 publications recomputed." in done.stdout
    restored = scores(elsewhere)
    assert before <= restored <= scores(hall)
    assert acknowledged(folder) <= scores(hall)
    assert len(restored) < len(scores(hall))


def test_the_command_says_what_it_backed_up_and_keeps_the_secret_key_apart(hall: Path, tmp_path: Path) -> None:
    backup, key = tmp_path / "backup.zip", tmp_path / "key"
    done = manage(hall, "backup", backup, "--secret-key", key)
    said = done.stdout.splitlines()
    assert said[0].startswith(f"{backup}: ") and said[0].endswith(" records, 1 logs, sound.")
    assert said[1] == f"coppa-levante {read_manifest(backup).heads['coppa-levante']}"
    assert key.read_text() == settings.SECRET_KEY
    assert key.stat().st_mode & 0o077 == 0
    assert settings.SECRET_KEY.encode() not in backup.read_bytes() + unpacked(backup)


def test_a_backup_that_cannot_be_made_fails_in_words(hall: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"hall.sqlite3 is there already; a backup never replaces a file"):
        call_command("backup", hall)
    with pytest.raises(CommandError, match=r"Nothing was restored. .*hall.sqlite3 is no backup"):
        call_command("restore", hall)


def test_a_record_that_does_not_hold_is_told_after_the_restore(hall: Path, place, tmp_path: Path) -> None:
    with settings.SQLITE.module.connect(hall) as other:
        other.execute("UPDATE tournaments_tournament SET data_version = 5")
    make_backup(tmp_path / "backup.zip", place(hall))
    done = manage(tmp_path / "elsewhere.sqlite3", "restore", tmp_path / "backup.zip")
    assert done.returncode == 2
    assert "Restored, but it does not hold:\ncoppa-levante: Registro, 1 riga: Mancano le ultime 4 righe." in done.stderr


def test_the_secret_key_goes_back_to_its_place_and_the_one_that_was_there_stays(settings, tmp_path: Path) -> None:
    settings.VAR_DIR, settings.SECRET_KEY = tmp_path, "of this laptop"
    (tmp_path / "secret_key").write_text("of this laptop")
    (tmp_path / "stick").write_text("of the hall\n")
    (said,) = secret.put_keys_back(secret.read_keys(tmp_path / "stick"))
    assert said.startswith(f"The secret key is in {tmp_path / 'secret_key'}, ")
    assert (tmp_path / "secret_key").read_text() == "of the hall"
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "secret_key.replaced").read_text() == "of this laptop"
    settings.SECRET_KEY = "of the environment"
    (said,) = secret.put_keys_back(secret.Keys("of the hall", ()))
    assert "write the other one there" in said


@contextmanager
def writing(database: Path, tmp_path: Path) -> Iterator[tuple[Path, list[int]]]:
    folder = tmp_path / "acknowledged"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.keeping.backups.writers", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, env=environment(database), stdout=subprocess.PIPE, text=True) as writers:  # noqa: S603
        try:
            yield folder, [int(pid) for pid in writers.stdout.readline().split()]
        finally:
            (folder / "stop").touch()


def unpacked(backup: Path) -> bytes:
    with ZipFile(backup) as archive:
        return archive.read("database.sqlite3")


def acknowledged(folder: Path) -> set[tuple[int, ...]]:
    """Table, board and points of every score whose writer was told that it is kept."""
    lines = [line for path in folder.glob("[0-9]") for line in path.read_text().splitlines(keepends=True)]
    # A writer that is killed may leave its last line unfinished.
    return {tuple(map(int, line.split())) for line in lines if line.endswith("\n")}


def scores(database: Path) -> set[tuple[int, ...]]:
    with closing(settings.SQLITE.module.connect(database)) as connection:
        return set(connection.execute("SELECT table_id, board_id, points_a FROM tournaments_boardscore"))


def wait_for(condition) -> None:
    until = time.monotonic() + 40
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)
