"""Which engine made a document: the version of the program, and a fingerprint of what the standings are reckoned by."""

import hashlib
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

PARTS = ("tournaments/scoring", "codes/victory_points.py", "codes/scales", "codes/rfc3797.py")


@cache
def engine_version() -> str:
    """As «0.1.0 1f3a…»: the release, and the SHA-256 (twelve digits) over the code of the scoring and its scales."""
    with (Path(settings.BASE_DIR) / "pyproject.toml").open("rb") as file:
        release = tomllib.load(file)["project"]["version"]
    return f"{release} {_fingerprint()[:12]}"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(_files()):
        # With its name, and an end after each: lines moved from one file into another change the fingerprint too.
        digest.update(path.relative_to(settings.BASE_DIR).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    """The code and the data that the figures of standings come from."""
    for part in PARTS:
        path = Path(settings.BASE_DIR) / part
        yield from (one for one in (path.rglob("*") if path.is_dir() else [path]) if one.suffix in {".py", ".yaml"})
