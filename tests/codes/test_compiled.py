"""Codes kept compiled: the same as their files say, and never anything else."""

import os
import pickle
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from codes import build_cache
from codes.finding.procedures import Finder
from codes.library import RULEBOOKS, get_rulebook, rulebook_ids
from codes.reading.loader import load_rulebook

OF = bytes(32)  # a digest of what something was made of


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installation that has kept nothing yet, and where it will."""
    monkeypatch.setattr("codes.build_cache._places", [])
    build_cache.keep_in(tmp_path / "codes", "of this installation")
    return tmp_path / "codes"


def never() -> str:
    raise AssertionError("made again")


def maker(made: str) -> Callable[[], str]:
    return lambda: made


@pytest.mark.long
@pytest.mark.parametrize("code", rulebook_ids())
def test_code_kept_is_what_its_files_say(place: Path, code: str) -> None:
    book = get_rulebook(code)
    build_cache.load_or_make(code, OF, lambda: book)
    kept = build_cache.load_or_make(code, OF, lambda: pytest.fail("made again"))
    assert kept is not book
    assert kept == book  # and its worked cases, its synonyms, how it is told
    assert [one.table.rows for one in kept.procedures.values()] == [one.table.rows for one in book.procedures.values()]
    assert [one.digest for one in kept.procedures.values()] == [one.digest for one in book.procedures.values()]


def test_code_of_the_library_is_what_its_files_say() -> None:
    book = get_rulebook("tressette-online")
    assert replace(book, source=b"") == load_rulebook(RULEBOOKS / "tressette-online")
    assert book.source == build_cache.digest_of(RULEBOOKS / "tressette-online")


def test_search_kept_finds_the_same(place: Path) -> None:
    book = get_rulebook("tressette-online")
    finder = build_cache.load_or_make("words", OF, lambda: Finder(book))
    kept = build_cache.load_or_make("words", OF, lambda: pytest.fail("made again"))
    for query in ("ritardo", "disconesso", "tempo scaduto", "art. 3"):
        assert kept.scores(query) == finder.scores(query)


def test_kept_is_not_made_again(place: Path) -> None:
    assert build_cache.load_or_make("a", OF, maker("first")) == "first"
    assert build_cache.load_or_make("a", OF, never) == "first"


def test_worked_cases_stay_packed_until_they_are_asked_for(place: Path) -> None:
    book = get_rulebook("tressette-online")
    build_cache.load_or_make("code", OF, lambda: book)
    kept = build_cache.load_or_make("code", OF, lambda: pytest.fail("made again"))
    assert "_content" not in kept.illustrations.__dict__
    assert kept.examples == book.examples
    assert "_content" in kept.illustrations.__dict__


@pytest.mark.parametrize("change", ["a file more", "a file less", "another word", "another name"])
def test_code_is_made_again_when_its_files_change(tmp_path: Path, change: str) -> None:
    folder = shutil.copytree(RULEBOOKS / "tressette-online", tmp_path / "code")
    before = build_cache.digest_of(folder)
    telling = min((folder / "tellings").iterdir())
    if change == "a file more":
        (folder / "tellings" / "z.yaml").write_text("")
    elif change == "a file less":
        telling.unlink()
    elif change == "another word":
        telling.write_text(telling.read_text().replace("a", "e", 1))
    else:
        telling.rename(telling.with_name("z.yaml"))
    assert build_cache.digest_of(folder) != before


def test_same_files_elsewhere_have_the_same_digest(tmp_path: Path) -> None:
    folder = shutil.copytree(RULEBOOKS / "tressette-online", tmp_path / "code")
    assert build_cache.digest_of(folder) == build_cache.digest_of(RULEBOOKS / "tressette-online")


def test_kept_of_other_files_is_made_again(place: Path) -> None:
    build_cache.load_or_make("a", OF, maker("first"))
    assert build_cache.load_or_make("a", bytes(31) + b"1", maker("second")) == "second"
    assert build_cache.load_or_make("a", bytes(31) + b"1", never) == "second"


@pytest.mark.parametrize("left", [b"", b"x", bytes(32), bytes(4000)])
def test_damaged_file_is_made_again(place: Path, left: bytes) -> None:
    build_cache.load_or_make("a", OF, maker("first"))
    (place / "a").write_bytes(left)
    assert build_cache.load_or_make("a", OF, maker("again")) == "again"
    assert build_cache.load_or_make("a", OF, never) == "again"


def test_file_cut_or_changed_anywhere_is_made_again(place: Path) -> None:
    build_cache.load_or_make("a", OF, maker("first"))
    whole = (place / "a").read_bytes()
    for at in range(0, len(whole), 5):
        for broken in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            (place / "a").write_bytes(broken)
            assert build_cache.load_or_make("a", OF, maker("again")) == "again"


def test_file_under_another_name_is_made_again(place: Path) -> None:
    build_cache.load_or_make("a", OF, maker("first"))
    (place / "a").rename(place / "b")
    assert build_cache.load_or_make("b", OF, maker("second")) == "second"


def test_file_of_another_installation_is_made_again(place: Path) -> None:
    build_cache.load_or_make("a", OF, maker("theirs"))
    build_cache.keep_in(place, "of another installation")
    assert build_cache.load_or_make("a", OF, maker("ours")) == "ours"


def test_file_makes_nothing_but_codes_whatever_its_seal(place: Path, tmp_path: Path) -> None:
    class Command:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "done"),)

    build_cache.load_or_make("a", OF, Command)
    with pytest.raises(pickle.UnpicklingError):
        build_cache.load_or_make("a", OF, never)
    assert not (tmp_path / "done").exists()


def test_code_is_read_where_nothing_can_be_written(place: Path) -> None:
    place.write_text("a file where the folder would be")
    assert build_cache.load_or_make("a", OF, maker("made")) == "made"
    assert build_cache.load_or_make("a", OF, maker("made again")) == "made again"
    assert [one.name for one in place.parent.iterdir()] == ["codes"]


def test_nothing_is_left_beside_what_is_kept(place: Path) -> None:
    build_cache.load_or_make("a", OF, maker("made"))
    assert [one.name for one in place.iterdir()] == ["a"]
