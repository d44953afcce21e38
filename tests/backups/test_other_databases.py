"""A database that has means of its own is left to these, in words."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tournaments.backups.archive import BadBackup
from tournaments.backups.making import make
from tournaments.backups.restoring import restore

POSTGRES = SimpleNamespace(vendor="postgresql", settings_dict={"NAME": "referee"})


def test_postgresql_is_left_to_its_own_means(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match=r"This backs up SQLite; postgresql brings its own means \(pg_dump -Fc"):
        make(tmp_path / "b.zip", POSTGRES)
    with pytest.raises(BadBackup, match=r"This restores SQLite; postgresql"):
        restore(tmp_path / "b.zip", POSTGRES)
    assert list(tmp_path.iterdir()) == []
