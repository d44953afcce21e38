"""What processes share by files: JSON under our seal. A file of somebody else counts as none."""

import pickle
import zlib
from pathlib import Path

import pytest

from pages.caches import FileCache


class Runs:
    """What a pickle may do when it is opened."""

    def __init__(self, place):
        self.place = place

    def __reduce__(self):
        return Path.touch, (self.place,)


@pytest.fixture
def cache(tmp_path):
    return FileCache(str(tmp_path / "cache"), {})


def file_of(cache, key):
    return Path(cache._key_to_file(key))


def test_what_is_kept_is_read_again(cache):
    cache.set("a", {"b": [1.5, 2]})
    assert cache.get("a") == {"b": [1.5, 2]}
    assert cache.get_many(["a", "c"]) == {"a": {"b": [1.5, 2]}}
    assert (cache.has_key("a"), cache.has_key("c"), cache.touch("a"), cache.touch("c")) == (True, False, True, False)
    assert cache.add("a", 1) is False


def test_what_is_over_is_gone(cache):
    cache.set("a", True, timeout=-1)
    assert cache.get("a") is None
    assert not cache.has_key("a")


def test_a_pickle_that_somebody_put_there_is_not_opened(cache, tmp_path):
    cache.set("a", True)
    content = pickle.dumps(None) + zlib.compress(pickle.dumps(Runs(tmp_path / "run")))
    for forged in (content, pickle.dumps(Runs(tmp_path / "run")), b"", b"x" * 31):
        file_of(cache, "a").write_bytes(forged)
        assert (cache.get("a"), cache.has_key("a"), cache.touch("a")) == (None, False, False)
    assert not (tmp_path / "run").exists()


def test_a_changed_or_exchanged_file_counts_as_none(cache):
    cache.set("a", False)
    cache.set("b", True)
    whole = file_of(cache, "b").read_bytes()
    file_of(cache, "a").write_bytes(whole)
    assert cache.get("a") is None
    file_of(cache, "b").write_bytes(whole.replace(b"true", b"null"))
    assert cache.get("b", "none") == "none"


def test_the_secret_key_seals_it(cache, settings):
    cache.set("a", True)
    settings.SECRET_KEY = "another one"
    assert cache.get("a") is None
