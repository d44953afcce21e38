"""The one form of every line: JSON with its keys in order and no blanks, so that equal content is equal bytes."""

import hashlib
import json
from typing import Any

# One for all lines: a large package has hundreds of thousands.
_ENCODER = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> bytes:
    """As the seals are made of it; raises ValueError for what JSON does not know."""
    return _ENCODER.encode(value).encode()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def parsed(line: bytes) -> Any:
    """What a line says. Raises ValueError where it is no canonical JSON, or holds what no database can keep."""
    if b"\\u0000" in line:
        raise ValueError("NUL")
    try:
        value = json.loads(line.decode())
        is_canonical = canonical(value) == line
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not is_canonical:
        raise ValueError("not canonical")
    return value
