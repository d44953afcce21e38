"""Nothing of a person who was erased is left in any byte: not in the database's files, nor in a backup of after.

And a backup of before, restored, is erased from again by the list beside it.
"""

from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.db import connection

from people.accounts.models import Player, User
from people.players.models import PlayerMerge
from tests.factories import NOON
from tests.keeping.backups.conftest import manage
from tests.named import LAST, make_named, needles_in

pytestmark = [pytest.mark.dialect, pytest.mark.long]


@pytest.fixture
def named(transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, int]:
    """A tournament in whose every kind of record somebody is named: its file, and who."""
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path))
    player = make_named(monkeypatch)
    path = tmp_path / "hall.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    return path, player.pk


def held(*paths: Path) -> set[bytes]:
    """The needles that stand in the files, and in what lies packed in them."""
    found = set()
    for path in paths:
        contents = [path.read_bytes()]
        if path.suffix == ".zip":
            with ZipFile(path) as packed:
                contents += [packed.read(name) for name in packed.namelist()]
        found |= {needle for content in contents for needle in needles_in(content)}
    return found


def done(*words: object) -> str:
    told = manage(*words)  # type: ignore[arg-type]
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_no_byte_of_the_name_is_left_in_any_file(named: tuple[Path, int], tmp_path: Path) -> None:
    hall, player = named
    before, after, again = tmp_path / "before.zip", tmp_path / "after.zip", tmp_path / "again.sqlite3"
    done(hall, "backup", before)
    assert len(held(hall)) > 5
    assert len(held(before)) > 5
    done(hall, "erase", player, "--yes", "--all", "--by", "olga", "--reason", "Lo ha chiesto")
    done(hall, "backup", after)
    beside = [path for path in tmp_path.iterdir() if path not in (before, hall)]
    assert held(hall, *beside) == set()
    assert "OK" in done(hall, "verify")
    said = done(again, "restore", before)
    assert "Erased again what erasure no. 1" in said
    assert held(again, *tmp_path.glob("again.sqlite3-*")) == set()


def test_the_other_record_of_the_person_is_erased_again_too(named: tuple[Path, int], tmp_path: Path) -> None:
    _hall, player = named
    other = Player.objects.create(first_name="Zxqelvio", last_name="Zxqvarelli")
    merge = PlayerMerge(
        kept_id=player, merged=other, reason="Zxqvarelli è lui", by=User.objects.earliest("pk"), at=NOON
    )
    merge.save()
    hall, before, again = tmp_path / "two.sqlite3", tmp_path / "before.zip", tmp_path / "again.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(hall)])
    done(hall, "backup", before)
    assert b"Zxqvarelli" in hall.read_bytes()
    # Whichever of the two is named, the person is erased.
    done(hall, "erase", other.pk, "--yes", "--all", "--by", "olga", "--reason", "Lo ha chiesto")
    assert "Erased again what erasure no. 2" in done(again, "restore", before)
    left = [path.read_bytes() for path in (hall, again, *tmp_path.glob("again.sqlite3-*"))]
    assert [word for word in (b"Zxqvarelli", b"Zxqelvio") for content in left if word in content] == []
    assert held(again, *tmp_path.glob("again.sqlite3-*")) == set()


def test_without_the_sweep_the_bytes_linger(named: tuple[Path, int], place: Callable[[Path], object]) -> None:
    """What the test above would not find if it looked at nothing."""
    hall, player = named
    with place(hall).cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute("UPDATE people_player SET last_name = 'x', card_number = '' WHERE id = %s", [player])
    assert LAST.encode() in held(hall)
