"""Which engine made a document: the version of the program, and a fingerprint of what the standings are reckoned by."""

import hashlib
import tomllib
from functools import cache
from pathlib import Path

from django.conf import settings

SCORING = Path(__file__).parent.parent / "scoring"


@cache
def engine_version() -> str:
    """As «0.1.0 1f3a…»: the release, and the SHA-256 (twelve digits) over the code of the scoring and its scales."""
    with (Path(settings.BASE_DIR) / "pyproject.toml").open("rb") as file:
        release = tomllib.load(file)["project"]["version"]
    return f"{release} {_fingerprint()[:12]}"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for path in sorted(SCORING.rglob("*")):
        if path.suffix in {".py", ".yaml"}:
            digest.update(path.relative_to(SCORING).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
