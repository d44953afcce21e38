"""The codes that this installation carries."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from codes import build_cache
from codes.reading.loader import Rulebook, load_rulebook

RULEBOOKS = Path(__file__).parent / "rulebooks"


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all codes, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in RULEBOOKS.glob("*/rulebook.yaml")))


# Kept for the life of the process; whoever reads it first in an installation checks it whole.
@cache
def get_rulebook(rulebook_id: str) -> Rulebook:
    """The code with that id, loaded once. Raises KeyError for an unknown one."""
    if rulebook_id not in rulebook_ids():
        raise KeyError(rulebook_id)
    folder = RULEBOOKS / rulebook_id
    source = build_cache.digest_of(folder)
    return build_cache.load_or_make(rulebook_id, source, lambda: replace(load_rulebook(folder), source=source))


def all_rulebooks() -> tuple[Rulebook, ...]:
    return tuple(get_rulebook(rulebook_id) for rulebook_id in rulebook_ids())


def successors() -> dict[str, str]:
    """Which edition comes after which: from the id of one to the id of the next."""
    return {book.supersedes: book.id for book in all_rulebooks() if book.supersedes}
