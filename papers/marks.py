"""What stands in the place of an erased text: a mark that no language has, put in words for each reader.

It is put in words where pages, papers and workbooks leave the house, not where each of them prints a name: so nobody
who writes a page need think of it.
"""

import re

from django.utils.translation import gettext as _

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
