"""What tests share is made once, and anew as soon as anything that makes it has changed."""

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils import timezone

from people.accounts.models import Federation
from tests import factories, snapshots
from tests.migrated import is_in_memory
from tests.snapshots import lent, made, path_of
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament

asked: list[str] = []


def make_something() -> dict[str, object]:
    asked.append("something")
    return {"tournament": factories.make_ponente(), "said": "Ecco"}


def make_more() -> Tournament:
    asked.append("more")
    tournament = made(make_something)["tournament"]
    factories.make_entry(tournament, 71)
    return tournament


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(snapshots, "KEPT", tmp_path)
    asked.clear()
    return tmp_path


def test_what_modules_share_is_made_once_and_each_finds_it_as_it_was_made(transactional_db: None, kept: Path) -> None:
    for _module in range(3):
        with lent(make_something) as world:
            assert world == {"tournament": Tournament.objects.get(), "said": "Ecco"}
            assert Entry.objects.count() == 2
            Federation.objects.update(name="Mutata da un test")
        assert not Federation.objects.exists()
    # PostgreSQL keeps no copies.
    assert asked == ["something"] * (1 if is_in_memory() else 3)


def test_a_maker_that_begins_with_what_another_made_is_kept_too(transactional_db: None, kept: Path) -> None:
    for make, entries in ((make_more, 3), (make_something, 2), (make_more, 3)):
        with lent(make):
            assert Entry.objects.count() == entries
    assert sorted(set(asked)) == ["more", "something"]
    assert len(asked) == (2 if is_in_memory() else 5)


@pytest.fixture
def written(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program of one module, and two modules of its tests, the first of which makes something by the second."""
    root = kept / "program"
    for name, text in {
        "codes/rules.yaml": "one: 1",
        "tests/maker.py": "from tests import helper\n",
        "tests/helper.py": "",
        "tests/other.py": "",
        "requirements.txt": "",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(snapshots, "ROOT", root)
    monkeypatch.setattr(snapshots, "_of_program", snapshots._of_program.__wrapped__)
    return root


MAKER = SimpleNamespace(__module__="tests.maker", __qualname__="make")


@pytest.mark.parametrize(
    ("name", "is_another"),
    [
        ("codes/rules.yaml", True),
        ("tests/maker.py", True),
        ("tests/helper.py", True),
        ("requirements.txt", True),
        ("tests/other.py", False),
    ],
)
def test_it_is_made_anew_when_what_makes_it_changed(written: Path, name: str, is_another: bool) -> None:
    before = path_of(MAKER)
    with (written / name).open("a") as file:
        file.write("# un altro giorno\n")
    assert (path_of(MAKER) != before) is is_another


def test_it_is_made_anew_each_day(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, tomorrow = path_of(MAKER), timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    assert path_of(MAKER) != before


def test_what_is_out_of_date_is_removed(transactional_db: None, kept: Path) -> None:
    of_before = kept / "0123456789abcdef" / "tests.world.make_world-0.sqlite3"
    of_before.parent.mkdir()
    of_before.touch()
    if not is_in_memory():
        assert made(make_something)["said"] == "Ecco"
        return
    yesterday = path_of(make_something).with_name(f"{__name__}.make_something-0.sqlite3")
    yesterday.parent.mkdir()
    yesterday.touch()
    made(make_something)
    assert sorted(one.suffix for one in kept.rglob("*") if one.is_file()) == [".lock", ".pickle", ".sqlite3"]
