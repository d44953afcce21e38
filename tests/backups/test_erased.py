"""Nothing of a person who was erased is left in any byte: not in the database's files, nor in a backup of after.

And a backup of before, restored, is erased from again by the list beside it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import Permission
from django.db import connection

from tests import factories
from tests.backups.conftest import manage
from tests.factories import acting
from tests.published import publish_something
from tests.world import _play
from tournaments.actions.appeals import withdraw_appeal
from tournaments.actions.entries import change_entry
from tournaments.actions.imports import stage_import
from tournaments.models import Appeal, Player
from tournaments.permissions import Role

FIRST, LAST, CARD = "Zoë", "D’Ambrósi-Quill", "QX-778811"
# Whatever a file may hold it as: plain, as SQLite's JSON escapes it, and the parts that no escape touches.
NEEDLES = [
    form.encode() for text in (LAST, f"{FIRST} {LAST}", LAST.upper(), CARD) for form in (text, json.dumps(text)[1:-1])
] + [b"Quill", b"QUILL"]


@pytest.fixture
def named(transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, int]:
    """A tournament in whose every kind of record somebody is named: its file, and who."""
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path))
    monkeypatch.setattr(factories, "PAIRS", [(f"{FIRST} {LAST}", "Luca Serra"), *factories.PAIRS[1:]])
    tournament = factories.make_levante()
    bruno, dora, olga = (factories.make_user(name) for name in ("bruno", "dora", "olga"))
    factories.give_role(bruno, tournament, Role.ARBITER)
    factories.give_role(dora, tournament, Role.DIRECTOR)
    olga.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    player = Player.objects.get(last_name=LAST)
    Player.objects.filter(pk=player.pk).update(card_number=CARD, federation=tournament.federation)
    _play(tournament, bruno=bruno, dora=dora)
    rows = f"Cognome;Nome;Tessera\n{LAST};{FIRST};{CARD}\n{LAST.upper()};{FIRST};\n".encode()
    stage_import(by=acting(dora), tournament=tournament, kind="players", file_name="soci.csv", content=rows)
    entry = tournament.entries.get(number=1)
    change_entry(by=acting(dora), entry=entry, name=f"{LAST} & C.", category="", fixed_table=None)
    publish_something(tournament, dora)
    for appeal in Appeal.objects.filter(state="open"):
        withdraw_appeal(by=acting(dora), appeal=appeal, reason=f"{LAST} {FIRST} ci ripensa")
    path = tmp_path / "hall.sqlite3"
    factories.sealed(tournament)
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
        found |= {needle for needle in NEEDLES for content in contents if needle in content}
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


def test_without_the_sweep_the_bytes_linger(named: tuple[Path, int], place: Callable[[Path], object]) -> None:
    """What the test above would not find if it looked at nothing."""
    hall, player = named
    with place(hall).cursor() as cursor:  # type: ignore[attr-defined]
        cursor.execute("UPDATE tournaments_player SET last_name = 'x', card_number = '' WHERE id = %s", [player])
    assert b"Quill" in held(hall)
