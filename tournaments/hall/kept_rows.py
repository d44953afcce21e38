"""Rows of long tables, drawn once and kept while they say the same: of two hundred tables a score changes one.

A row is kept by all that it shows, never by time or by a count of changes: two processes that keep rows of their own
show the same, and whoever may do other things at a table gets another row. Whoever adds to a row something that
changes adds it to what the row says; a test compares kept rows with fresh ones. What is no value, or moves with the
clock, is not kept (a fixed score says how long ago), nor what answers one person; where each asker's token and key go
stands a comment.
"""

from collections.abc import Callable, Hashable

from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.hall.keeping import Latest

# Some pages of a hundred tables for each of those who look at them differently; a row is about two thousand letters.
KEPT: Latest[SafeString] = Latest(most=4096)


def kept_row(of: Hashable, says: object, draw: Callable[[], SafeString]) -> SafeString:
    """The row as it was drawn when it said the same, or drawn now.

    of: which row, and for whom it differs: whoever shares it takes turns in one place, and is never shown another's.
    says: values alone, all that the drawing depends on besides the language.
    """
    return KEPT.get((of, get_language()), says, draw)


def drawn(context: Context, template: str, **what: object) -> SafeString:
    """The template with that besides what the page around it has."""
    found = context.template.engine.get_template(template)  # type: ignore[union-attr]
    with context.push(**what):
        return found.render(context)
