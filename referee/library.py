"""The codes that this installation carries."""

from functools import cache
from pathlib import Path

from referee.law.rulebook import Rulebook, load_rulebook

RULEBOOKS = Path(__file__).parent / "rulebooks"


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all codes, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in RULEBOOKS.glob("*/rulebook.yaml")))


@cache
def get_rulebook(rulebook_id: str) -> Rulebook:
    """The code with that id, loaded once. Raises KeyError for an unknown one."""
    if rulebook_id not in rulebook_ids():
        raise KeyError(rulebook_id)
    return load_rulebook(RULEBOOKS / rulebook_id)


def all_rulebooks() -> tuple[Rulebook, ...]:
    """Every code of this installation."""
    return tuple(get_rulebook(rulebook_id) for rulebook_id in rulebook_ids())
