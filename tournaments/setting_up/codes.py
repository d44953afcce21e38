"""Which edition of a code a tournament is pinned to, and which it may be opened under."""

from typing import NamedTuple

from codes import editions
from codes.format.text import Text


class Edition(NamedTuple):
    """One edition of one code: its id, the name of the edition, the game it is written for."""

    rulebook: str
    name: str
    game: str


def newest_edition(rulebook: str) -> Edition:
    """The latest edition of the code that begins with that one. Raises KeyError for an unknown code."""
    return Edition(*editions.newest_edition(rulebook))


def edition_of(rulebook: str) -> Edition:
    """The edition with that very id. Raises KeyError for an unknown one."""
    return Edition(*editions.edition(rulebook))


class OfferedEdition(NamedTuple):
    """An edition that a tournament may be opened under, with the titles of its code by language."""

    rulebook: str
    name: str
    game: str
    title: Text


def offered_editions(game: str) -> list[OfferedEdition]:
    """Every edition written for that game, each code's newest first."""
    return [one for one in (OfferedEdition(*row) for row in editions.offered()) if one.game == game]
