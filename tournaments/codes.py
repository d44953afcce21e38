"""Which edition of a code a tournament is pinned to; the settings name who knows the codes, none is imported here."""

from typing import NamedTuple

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
