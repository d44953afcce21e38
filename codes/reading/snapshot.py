"""A code's files as one text, so that an installation keeps the edition it decided by, and reads it when it is gone."""

import json
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

from codes.deciding.book import Rulebook
from codes.format.errors import RulebookError
from codes.reading.files import CLAUSES, law_hash
from codes.reading.loader import load_rulebook


class EditionDamaged(Exception):
    """What was kept is no code that this program reads, or another one than its hash says."""


def packed(folder: Path) -> bytes:
    """All files by which the code decides and speaks: no worked cases, no tellings, no account of its clauses."""
    files = (path for path in folder.glob("*.yaml") if path.name != CLAUSES)
    paths = sorted([*files, *(folder / "procedures").glob("*.yaml")])
    contents = {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
    return zlib.compress(json.dumps(contents, ensure_ascii=False, sort_keys=True).encode(), 9)


def files_in(content: bytes) -> dict[str, str]:
    """The files by their names, as anybody may read them. Raises NotAsKept."""
    try:
        files = json.loads(zlib.decompress(content))
    except (zlib.error, ValueError) as error:
        raise EditionDamaged from error
    if not isinstance(files, dict) or any(".." in name or name.startswith("/") for name in files):
        raise EditionDamaged
    return {str(name): str(text) for name, text in files.items()}


def unpacked(content: bytes, expected: str) -> Rulebook:
    """The code that was kept under that hash. Raises NotAsKept."""
    files = files_in(content)
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "procedures").mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        if law_hash(folder) != expected:
            raise EditionDamaged
        try:
            return load_rulebook(folder)
        except RulebookError as error:
            raise EditionDamaged from error
