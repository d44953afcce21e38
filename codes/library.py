"""The codes that this installation carries."""

from functools import cache
from pathlib import Path

from codes.format.plain_yaml import Document
from codes.reading.loader import Rulebook, load_rulebook

RULEBOOKS = Path(__file__).parent / "rulebooks"


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all codes, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in RULEBOOKS.glob("*/rulebook.yaml")))


# Kept for the life of the process: a code is read and checked whole, a third of a second for all of them.
@cache
def get_rulebook(rulebook_id: str) -> Rulebook:
    """The code with that id, loaded once. Raises KeyError for an unknown one."""
    if rulebook_id not in rulebook_ids():
        raise KeyError(rulebook_id)
    return load_rulebook(RULEBOOKS / rulebook_id)


def all_rulebooks() -> tuple[Rulebook, ...]:
    return tuple(get_rulebook(rulebook_id) for rulebook_id in rulebook_ids())


def successors() -> dict[str, str]:
    """Which edition comes after which: from the id of one to the id of the next."""
    return {before: name for name in rulebook_ids() if (before := _edition_before(RULEBOOKS / name))}


@cache
def _edition_before(folder: Path) -> str:
    """The id that the edition in the folder supersedes, without loading the whole code."""
    data = Document(folder / "rulebook.yaml", "rulebook.yaml").data or {}
    return str(data.get("supersedes", ""))
