"""Publicly verifiable random selection, as RFC 3797 describes it.

Everybody can repeat a draw from three public things: the sources of randomness, fixed before the draw; the pool, in
its published order; how many are drawn. The sources become one ASCII key string; draw number ``i`` hashes that
string between two copies of ``i`` and takes the hash modulo what is left of the pool.

Not handled: decimal numbers as a source (section 4 allows them, nobody here has one). MD5 is part of the method and
guards nothing: the seed is public, so it must have been stored before anybody could know what it would decide.

It lies below both applications, because the standings draw by it as well as the law (`codes.arbitral.lots`).
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

Source = str | int | Sequence[int]

MAX_DRAWS = 1 << 16  # the counter of a draw has two bytes


def key_string(sources: Iterable[Source]) -> str:
    """The ASCII string that is hashed: each source in its canonical form, each followed by ``/`` (section 4).

    A source is a number, several numbers (their order does not count, so they are sorted), or a text. Raises
    ``ValueError`` for a source with nothing in it, a text without letters or digits, a negative number, or no source.

    >>> key_string([9319, [2, 5, 12, 8, 10], "Cefalù, 3 maggio"])
    '9319./2.5.8.10.12./CEFALU3MAGGIO/'
    """
    key = "".join(f"{_canonical(source)}/" for source in sources)
    if not key:
        raise ValueError("a draw needs at least one source")
    return key


@lru_cache(maxsize=256)  # a bulk of lots has one seed
def words(text: str) -> tuple[str, ...]:
    """The words of a text without their accents, each to be a source of its own; at least one.

    So "board 1, table 23" and "board 12, table 3" make different keys. Raises ``ValueError`` for a text without
    letters or digits.

    >>> words("Cefalù, 3 maggio")
    ('Cefalu', '3', 'maggio')
    """
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    parts = tuple(re.findall("[A-Za-z0-9]+", text))
    if not parts:
        raise ValueError(f"a lot needs words to start from: {text!r}")
    return parts


def digest(key: str, draw: int) -> str:
    """MD5 of the key between two copies of the draw's number (0 first, two bytes, big-endian), as 32 hex digits.

    Raises ``ValueError`` for a number that two bytes cannot hold or a key that is not ASCII.
    """
    if not 0 <= draw < MAX_DRAWS:
        raise ValueError(f"draw {draw} does not fit in two bytes")
    counter = draw.to_bytes(2, "big")
    return hashlib.md5(counter + key.encode("ascii") + counter, usedforsecurity=False).hexdigest().upper()


def select(key: str, pool: Sequence[T], count: int) -> list[T]:
    """The ``count`` members drawn from ``pool``, in the order of the draw; nobody is drawn twice (sections 4 and 6).

    With ``count`` equal to the size of the pool this is a whole random order. Raises ``ValueError`` when more are
    asked for than the pool holds, or fewer than none.
    """
    if not 0 <= count <= len(pool):
        raise ValueError(f"cannot draw {count} out of {len(pool)}")
    remaining = list(pool)
    return [remaining.pop(int(digest(key, draw), 16) % len(remaining)) for draw in range(count)]


def _canonical(source: Source) -> str:
    if isinstance(source, str):
        return _folded(source)
    numbers = [source] if isinstance(source, int) else sorted(source)
    if not numbers or numbers[0] < 0:
        raise ValueError(f"not a source of randomness: {source!r}")
    return "".join(f"{number}." for number in numbers)


def _folded(text: str) -> str:
    """The letters and digits of a text, upper case, accents dropped: what people spell differently does not count."""
    if text.isascii() and text.isalnum():
        return text.upper()
    letters = "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii() and c.isalnum()).upper()
    if not letters:
        raise ValueError(f"a source needs letters or digits: {text!r}")
    return letters
