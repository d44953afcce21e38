"""The one form of every line: JSON with its keys in order and no blanks, so that equal content is equal bytes."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

# What a line may be at most. Of 300 pairs the longest, a pairing, has 65 kB and 7,700 values; records are eight levels
# deep, and the largest number has six digits.
LONGEST_LINE, MOST_VALUES = 8 * 1024 * 1024, 300_000
DEEPEST, LONGEST_NUMBER = 32, 20

# One for all lines: a large package has hundreds of thousands.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> bytes:
    """As the seals are made of it; raises ValueError for what JSON does not know."""
    return _ENCODER.encode(value).encode()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class TooMuch(ValueError):
    """A line that is larger, deeper or of larger numbers than any that the program writes."""


def parsed(line: bytes) -> Any:
    """What a line says. Raises ValueError where it is no canonical JSON, or holds what no database can keep."""
    # Counted before it is read: each of these bytes may begin a value, which takes thirty times its room.
    if len(line) > LONGEST_LINE or sum(map(line.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise TooMuch("too long")
    if b"\\u0000" in line:
        raise ValueError("NUL")
    try:
        value = _DECODER.decode(line.decode())
        is_canonical = canonical(value) == line
    except RecursionError as error:
        raise TooMuch("too deep") from error
    if not is_canonical:
        raise ValueError("not canonical")
    if line.count(b"[") + line.count(b"{") > DEEPEST:
        _check_depth(value, DEEPEST)
    return value


def _bounded(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    def bounded(text: str) -> Any:
        if len(text) > LONGEST_NUMBER:
            raise TooMuch("a number too large")
        return kind(text)

    return bounded


_DECODER = json.JSONDecoder(parse_int=_bounded(int), parse_float=_bounded(float))


def _check_depth(value: Any, levels: int) -> None:
    if isinstance(value, dict | list):
        if not levels:
            raise TooMuch("too deep")
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, levels - 1)
