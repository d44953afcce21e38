"""What every page of a document carries; and how the persons on it are named, the erased ones by a mark.

A mark is put in words where pages, papers and workbooks leave the house, not where each of them prints a name: so
nobody who writes a page need think of it.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.utils.translation import gettext as _

Shown = TypeVar("Shown")


class Names:
    """How persons are named on a paper: as they stand there, unless a tournament says otherwise."""

    def in_all(self, value: Shown) -> Shown:
        """The value with every name in it as it is to be read."""
        return value


AS_THEY_STAND = Names()


@dataclass(frozen=True)
class Imprint:
    """Whose the document is, what it is, when it was made, in which language."""

    title: str
    owner: str
    at: datetime
    author: str = ""
    language: str = "it"
    # The last line of the log when it was made, by which anybody may later tell a chain that was written anew.
    head: str = ""
    # The same with the tournament's address, for a machine to read.
    code: str = ""
    # How minors are named on it, where it is for everybody's eyes.
    names: Names = AS_THEY_STAND


OPENS, ENDS = "⟦", "⟧"
MARK = re.compile(f"{OPENS}([0-9]*){ENDS}")
# Of a note.
BLACKED = OPENS + ENDS


def mark_of(number: int) -> str:
    """What stands for the person whom the erasure of that number erased."""
    return f"{OPENS}{number}{ENDS}"


def in_words(text: str) -> str:
    """The text with its marks in the reader's language."""
    if OPENS not in text:
        return text
    return MARK.sub(_words, text)


def _words(match: "re.Match[str]") -> str:
    return _("Persona cancellata n. %(number)s") % {"number": match[1]} if match[1] else _("[oscurato]")
