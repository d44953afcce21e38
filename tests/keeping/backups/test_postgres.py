"""A PostgreSQL database backed up by its own programs, restored into an empty one and found there as it was."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from keeping.backups import databases
from keeping.backups.archive import BadBackup, read_manifest
from keeping.backups.databases import make_backup
from keeping.backups.restore import restore
from records.rights import Role
from tests import factories
from tournaments.scores.actions import give_score
from tournaments.scores.models import BoardScore

pytestmark = pytest.mark.dialect

TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname"


@pytest.fixture
def levante(transactional_db: None) -> None:
    tournament = factories.make_levante()
    dora = factories.make_person("dora")
    factories.give_role(dora, tournament, Role.DIRECTOR)
    factories.sealed(tournament)
    round = tournament.rounds.get(number=1)
    give_score(
        by=factories.acting(dora),
        table=round.tables.get(number=1),
        board=round.boards.get(number=1),
        points_a=4,
        points_b=7,
        expected_version=0,
    )


@pytest.fixture
def elsewhere(levante: None) -> Iterator[BaseDatabaseWrapper]:
    """An empty database on the same server."""
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS referee_elsewhere")
        cursor.execute("CREATE DATABASE referee_elsewhere")
    with closing(connection.copy()) as other:
        other.settings_dict = {**other.settings_dict, "NAME": "referee_elsewhere"}
        yield other
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE referee_elsewhere")


def rows(database: BaseDatabaseWrapper, statement: str) -> list[tuple]:
    with database.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall()


def test_everything_is_there_after_the_restore(elsewhere: BaseDatabaseWrapper, tmp_path: Path) -> None:
    made = make_backup(tmp_path / "backup.zip", connection)
    assert made.records["tournaments_boardscore"] == 1
    assert restore(tmp_path / "backup.zip", elsewhere) == made
    assert databases.database_contents(elsewhere) == databases.database_contents(connection)
    assert rows(elsewhere, TRIGGERS) == rows(connection, TRIGGERS) != []
    assert rows(elsewhere, "SELECT points_a, points_b FROM tournaments_boardscore") == [(4, 7)]


def test_nothing_is_restored_into_a_database_with_tables(levante: None, tmp_path: Path) -> None:
    make_backup(tmp_path / "backup.zip", connection)
    with pytest.raises(BadBackup, match="holds tables already"):
        restore(tmp_path / "backup.zip", connection)
    assert BoardScore.objects.count() == 1


def test_what_the_program_of_the_server_says_is_told(levante: None, tmp_path: Path) -> None:
    with closing(connection.copy()) as gone:
        gone.settings_dict = {**gone.settings_dict, "NAME": "referee_elsewhere"}
        (tmp_path / "d").write_bytes(b"no dump")
        with pytest.raises(BadBackup, match="pg_restore: "):
            databases.restore_dump(gone, tmp_path / "d")


def test_without_the_program_it_says_what_to_install(levante: None, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadBackup, match="pg_dump is not on this machine: install PostgreSQL's client"):
        make_backup(tmp_path / "backup.zip", connection)
    assert list(tmp_path.iterdir()) == []


def test_the_manifest_has_the_heads_of_the_logs(levante: None, tmp_path: Path) -> None:
    make_backup(tmp_path / "backup.zip", connection)
    assert read_manifest(tmp_path / "backup.zip").heads.keys() == {"coppa-levante"}
