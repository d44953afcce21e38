"""Somebody of a name that nobody else has, named in every kind of record; and the bytes to look for."""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.backends.sqlite3.base import Database

from people.accounts.models import Player
from records.rights import Role
from tests import factories
from tests.factories import acting
from tests.published import publish_something
from tests.world import _play
from tournaments.appeals.actions import withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.entries.actions import change_entry
from tournaments.entry_lists.actions import stage_import

# Tests that run beside these write on the same server: each process of them looks for a name of its own.
OWN = "aeiou"[int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 5]
FIRST, FAMILY, CARD = "Zoë", f"Quill{OWN}ro", f"QX-778811{OWN}"
LAST = f"D’Ambrósi-{FAMILY}"
# Whatever a file may hold it as: plain, as SQLite's JSON escapes it, and the parts that no escape touches.
NEEDLES = [
    form.encode() for text in (LAST, f"{FIRST} {LAST}", LAST.upper(), CARD) for form in (text, json.dumps(text)[1:-1])
] + [FAMILY.encode(), FAMILY.upper().encode()]


def needles_in(content: bytes) -> set[bytes]:
    return {needle for needle in NEEDLES if needle in content}


def every_page() -> bytes:
    """SQLite's file of the database as it is, pages that nobody uses any more included."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "copy"
        with closing(Database.connect(file)) as copy:
            connection.connection.backup(copy)
        return file.read_bytes()


def files_of(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """PostgreSQL's files below a folder and what is in them; others work on the same server, so any may be gone."""
    for place, _folders, names in os.walk(folder):
        for path in (Path(place, name) for name in names):
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                continue
            yield path, content


def make_named(monkeypatch: pytest.MonkeyPatch) -> Player:
    """Who is named, in a tournament that was played; Olga may erase."""
    monkeypatch.setattr(factories, "PAIRS", [(f"{FIRST} {LAST}", "Luca Serra"), *factories.PAIRS[1:]])
    tournament = factories.make_levante()
    bruno, dora, giulia, olga = (factories.make_user(name) for name in ("bruno", "dora", "giulia", "olga"))
    factories.give_role(giulia, tournament, Role.CHIEF_ARBITER)
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
        withdraw_appeal(
            by=acting(giulia), appeal=appeal, member=appeal.entry.members.first(), reason=f"{LAST} {FIRST} ci ripensa"
        )
    factories.sealed(tournament)
    factories.sealed_federation(tournament.federation)
    return player
