"""Which edition of a code a tournament is pinned to; the settings name who knows the codes, none is imported here."""

from typing import Any, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string


class Edition(NamedTuple):
    """One edition of one code: its id, the name of the edition, the game it is written for."""

    rulebook: str
    name: str
    game: str


def newest_edition(rulebook: str) -> Edition:
    """The latest edition of the code that begins with that one. Raises KeyError for an unknown code."""
    return Edition(*import_string(settings.NEWEST_EDITION)(rulebook))


def edition_of(rulebook: str) -> Edition:
    """The edition with that very id. Raises KeyError for an unknown one."""
    return Edition(*import_string(settings.EDITION)(rulebook))


class Offered(NamedTuple):
    """An edition that a tournament may be opened under, with the titles of its code by language."""

    rulebook: str
    name: str
    game: str
    title: Any


def offered_editions(game: str) -> list[Offered]:
    """Every edition written for that game, each code's newest first."""
    return [one for one in (Offered(*row) for row in import_string(settings.EDITIONS)()) if one.game == game]
