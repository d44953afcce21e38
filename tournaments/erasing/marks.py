"""What stands in the place of an erased text: a mark that no language has, put in words for each reader.

It is put in words where pages, papers and workbooks leave the house, not where each of them prints a name: so nobody
who writes a page need think of it.
"""

import re

from django.http import HttpResponse
from django.utils.translation import gettext as _

OPENS, ENDS = "⟦", "⟧"
MARK = re.compile(f"{OPENS}([0-9]*){ENDS}")
_OPENS = OPENS.encode()
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


class Marked(HttpResponse):
    """An answer to a program whose marks are put in words as a page's are: after minors have their initials."""


def on_page(response: HttpResponse) -> HttpResponse:
    """The page with its marks in words; a compressed one was put in words before."""
    is_page = isinstance(response, Marked) or response.headers.get("Content-Type", "").startswith("text/html")
    if (
        is_page
        and not response.streaming
        and not response.has_header("Content-Encoding")
        and _OPENS in response.content
    ):
        response.content = in_words(response.content.decode()).encode()
        if response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(response.content))
    return response


def _words(found: "re.Match[str]") -> str:
    return _("Persona cancellata n. %(number)s") % {"number": found[1]} if found[1] else _("[oscurato]")
