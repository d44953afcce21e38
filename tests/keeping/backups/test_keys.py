"""The keys apart from the backup: with them second factors count again, without them words say what to do."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db import connection

from keeping.backups import secret
from people.accounts.models import User
from people.sign_in.actions import phone_to_confirm
from people.sign_in.models import BackupCodes, Phone
from records.secrets import decrypt
from tests.keeping.backups.conftest import make_hall, manage

pytestmark = [pytest.mark.dialect, pytest.mark.long]

CODE = "31415926"


@pytest.fixture
def hall(transactional_db: None, tmp_path: Path) -> tuple[Path, bytes]:
    """A hall's database in which Dora has a phone and one backup code, and the secret of the phone."""
    make_hall(tmp_path / "without.sqlite3", tables=1)
    dora = User.objects.get(username="dora")
    phone_to_confirm(dora)
    Phone.objects.update(confirmed=True)
    BackupCodes.of([CODE], user=dora, name="backup").save()
    return copied(tmp_path / "hall.sqlite3"), decrypt(Phone.objects.get().secret)


def copied(path: Path) -> Path:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path


def in_clear(hidden: bytes, *files: Path) -> list[str]:
    """Forms of the secret and of the code that stand in the files."""
    bytes_ = b"".join(file.read_bytes() for file in files)
    return [form for form in (hidden.hex(), CODE) if form.encode() in bytes_]


def restored(backup: Path, place: Path, *words: object) -> "subprocess.CompletedProcess[str]":
    return manage(place, "restore", backup, *words)


def test_a_backup_without_its_keys_gives_no_second_factor(hall, tmp_path: Path, monkeypatch) -> None:
    path, hidden = hall
    keys, backup = tmp_path / "keys", tmp_path / "backup.zip"
    assert manage(path, "backup", backup, "--secret-key", keys).returncode == 0
    with ZipFile(backup) as file:
        file.extractall(tmp_path / "opened")
    assert in_clear(hidden, *(one for one in (tmp_path / "opened").rglob("*") if one.is_file())) == []

    # Another machine, without the key: all comes back, and what is missing is told.
    monkeypatch.setenv("SECRET_KEY", "that of another machine, long enough to be one")
    said = restored(backup, tmp_path / "without-keys.sqlite3")
    assert said.returncode == 0, said.stderr
    assert "The second factor of 1 accounts cannot be opened: dora." in said.stdout
    # With it: it is told where to write it, and then every one opens.
    said = restored(backup, tmp_path / "with-keys.sqlite3", "--secret-key", keys)
    assert "The secret key comes from SECRET_KEY here" in said.stdout
    assert "cannot be opened" not in said.stdout
    monkeypatch.setenv("SECRET_KEY", keys.read_text())
    opens = manage(tmp_path / "with-keys.sqlite3", "second_factors")
    assert opens.stdout == "1 phones and 1 sets of backup codes: every one opens.\n"


def test_keys_of_their_own_go_into_the_file_beside_the_secret_key(settings, tmp_path: Path) -> None:
    own, other = "k" * 32, "o" * 32
    settings.ENCRYPTION_KEYS = [own]
    secret.write_keys(tmp_path / "keys")
    assert (tmp_path / "keys").read_text() == f"{settings.SECRET_KEY}\nENCRYPTION_KEYS={own}\n"
    keys = secret.read_keys(tmp_path / "keys")
    assert secret.put_keys_back(keys) == ["The secret key is the one in use."]
    settings.ENCRYPTION_KEYS = [other]
    _same, missing = secret.put_keys_back(keys)
    assert missing.startswith("1 of the keys for what lies encrypted are not in use here: put what follows")
    secret.use(keys)
    assert secret.in_use().encryption == (other, own)


def test_a_key_that_is_too_short_is_refused_at_the_start(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("ENCRYPTION_KEYS", f"{'k' * 32},short")
    said = manage(tmp_path / "none.sqlite3", "check")
    assert "A key of ENCRYPTION_KEYS has less than 32 characters: openssl rand -hex 32." in said.stderr
