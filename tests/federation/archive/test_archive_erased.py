"""Who is erased leaves nothing in the archive's index either: no stem of the name in any byte of the database."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from federation.archive.actions import refresh
from federation.archive.models import ArchivedRuling, ArchiveStem
from federation.archive.queries import Search, search
from federation.archive_exports.models import ArchiveExport
from people.accounts.models import Federation, Player, User
from tests import factories
from tests.named import FAMILY, every_page, files_of, make_named

pytestmark = [pytest.mark.dialect, pytest.mark.long]

# As the index has it: bare, in lower case, without its ending.
STEM = FAMILY.lower().removesuffix("o").encode()


@pytest.fixture
def named(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    return make_named(monkeypatch)


def holding() -> list[str]:
    """The files of the database in which the stem stands; of SQLite the one in memory, free pages and all."""
    if connection.vendor == "sqlite":
        return ["base"] if STEM in every_page() else []
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute(
            "SELECT current_setting('data_directory'), oid FROM pg_database WHERE datname = current_database()"
        )
        folder, database = cursor.fetchone()
    places = [Path(folder, part) for part in (f"base/{database}", "pg_wal")]
    return [path.name for place in places for path, content in files_of(place) if STEM in content]


def test_no_byte_of_a_name_is_left_in_the_archive(named: Player) -> None:
    federation = Federation.objects.get(code="fitres")
    refresh(federation, most=None)
    assert search(federation, Search(words=FAMILY)).total == 2
    export = {
        "asked_by": User.objects.get(username="olga"),
        "query": f"q={FAMILY}",
        "form": "jsonl",
        "language": "it",
    }
    ArchiveExport.objects.create(federation=federation, asked_at=factories.NOON, seen_at=factories.NOON, **export)
    assert holding()
    call_command("erase", str(named.pk), "--yes", "--all", "--by", "olga", "--reason", "Lo ha chiesto", verbosity=0)
    assert holding() == []
    assert not ArchiveStem.objects.filter(stem__contains=STEM.decode()).exists()
    assert not ArchiveExport.objects.exists()
    call_command("verify", verbosity=0)


def test_the_archive_is_made_again_without_the_name(named: Player) -> None:
    federation = Federation.objects.get(code="fitres")
    refresh(federation, most=None)
    before = set(ArchivedRuling.objects.values_list("source", flat=True))
    call_command("erase", str(named.pk), "--yes", "--all", "--by", "olga", "--reason", "Lo ha chiesto", verbosity=0)
    refresh(federation, most=None)
    assert set(ArchivedRuling.objects.values_list("source", flat=True)) == before
    assert search(federation, Search(words=FAMILY)).total == 0
    assert holding() == []
