"""The tables of a round with their results, drawn: for pages that renew themselves once for all who ask."""

from typing import NamedTuple

from django.core.paginator import Page
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.hall.keeping import Latest
from tournaments.hall.seats import kind_of_entry, seated_tables
from tournaments.models import Round
from tournaments.publishing.gaps import tables_waited_for
from tournaments.requests import PublicRequest
from tournaments.views.drawn import drawn_once


class TablesParts(NamedTuple):
    """The tables of a page; of how many, on all pages, the result is missing."""

    tables: SafeString
    missing: int


# A score moves the page of everybody: the staff of a hall asks for it within the same five seconds.
KEPT: Latest[TablesParts] = Latest(most=32)


def tables_parts(request: PublicRequest, shown: Round, page: Page[int]) -> TablesParts:
    """As they are now; for a page that renews itself as they were at this version and in this minute."""
    # Without a task the page is the same for everybody, and kept whole (hall/shared_pages.py).
    of, version = (shown.pk, page.number), shown.tournament.data_version
    return drawn_once(KEPT, request, of=of, version=version, draw=lambda: _drawn(request, shown, page))


def _drawn(request: PublicRequest, shown: Round, page: Page[int]) -> TablesParts:
    is_playing = shown.state == Round.State.PLAYING
    context = {
        "tournament": shown.tournament,
        "tables": seated_tables(shown, list(page), request.rights),
        "kind_of_entry": kind_of_entry(shown.tournament.contest),
        "waiting": _("in gioco") if is_playing else _("in attesa"),
        "with_results": True,
    }
    drawn = render_to_string("tournaments/_tables.html", context)
    return TablesParts(drawn, tables_waited_for(shown) if is_playing else 0)
