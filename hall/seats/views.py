"""Where do I sit? By name or number, for every phone in the hall.

Papers of the hall: who sits where in a round, and the players' name tags.

The tables of a round with their results, drawn: for pages that renew themselves once for all who ask.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Page
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from codes.seats import Line, Seat
from hall import papers
from hall.seats.exports import Tag, seating_sheets
from hall.seats.queries import find_entries, kind_of_entry, seated_tables
from pages.caches import Latest
from pages.views import hall_root
from papers.download import download
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.queries import check_in_address
from tournaments.papers import imprint_of, sheets_as
from tournaments.rounds.models import Round, Table
from tournaments.setup.access import get_public_tournament, get_tournament, rounds_of
from tournaments.setup.live_pages import draw_once
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared
from tournaments.standings.queries import tables_waited_for

MOST = 12
LONGEST = 80


@dataclass(frozen=True)
class Place:
    """Where an entry sits in a round: its table and line, who plays there, on which seats its own players are."""

    entry: Entry
    table: Table | None
    line: Line | None

    @property
    def rests(self) -> bool:
        return self.table is not None and self.table.is_bye

    @property
    def letters(self) -> str:
        if self.table is None or self.line is None:
            return ""
        return self.table.seat_names.line_a if self.line == Line.A else self.table.seat_names.line_b

    @property
    def opponents(self) -> list[Entry]:
        if self.table is None or self.line is None:
            return []
        return self.table.entries_on(Line.B if self.line == Line.A else Line.A)

    @property
    def partners(self) -> list[Entry]:
        if self.table is None or self.line is None:
            return []
        return [one for one in self.table.entries_on(self.line) if one.pk != self.entry.pk]

    @property
    def seats(self) -> list[tuple[str, str]]:
        if self.table is None or self.line is None:
            return []
        letters = self.table.seat_names.letters
        people = [(seat, self.table.player_at(seat)) for seat in Seat if seat.line == self.line]
        return [(str(letters[seat]), str(player)) for seat, player in people if player]


@login_not_required
@require_safe
@shared
def seat(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    shown = next((one for one in reversed(rounds_of(tournament)) if one.is_public), None)
    typed = request.GET.get("q", "").strip()[:LONGEST]
    found = find_entries(tournament, typed, shown.number if shown else 1) if typed else []
    context = {
        "tournament": tournament,
        "shown": shown,
        "typed": typed,
        "places": _places(found[:MOST], shown),
        "more": max(len(found) - MOST, 0),
    }
    return render(request, "hall/seats/seat.html", context)


def _places(found: Sequence[int], shown: Round | None) -> list[Place]:
    entries = Entry.objects.in_bulk(found)
    theirs = Q(line_a__in=found) | Q(line_b__in=found) | Q(line_a2__in=found) | Q(line_b2__in=found)
    tables: Iterable[Table] = Table.objects.filter(theirs, round=shown).with_players() if shown and found else []
    at = {entry.pk: (table, line) for table in tables for line in Line for entry in table.entries_on(line)}
    return [Place(entries[key], *at.get(key, (None, None))) for key in found]


@require_safe
def seating(request: Request, slug: str, number: int, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    round = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    title = _("Posti del turno %(round)s") % {"round": number}
    return sheets_as(kind, seating_sheets(round), tournament, title=title)


@require_safe
def tags(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    title = _("Cartellini")
    imprint = imprint_of(tournament, title, at=timezone.now())
    return download(papers.name_tags(tags_of(request, tournament), imprint), f"{tournament.name} – {title}", "pdf")


def tags_of(request: Request, tournament: Tournament) -> list[Tag]:
    root = hall_root(request)
    members = EntryMember.objects.filter(entry__tournament=tournament, until_round__isnull=True)
    members = members.exclude(entry__state="withdrawn").select_related("entry__tournament", "player__club")
    return [
        Tag(
            name=str(member.player),
            last_name=member.player.last_name,
            number=member.entry.number,
            entry=member.entry.name,
            club=member.player.club.name if member.player.club else "",
            url=f"{root}{reverse('seat', args=[tournament.slug])}?q={member.entry.number}",
            present_url=root + check_in_address(member.entry),
        )
        for member in members.order_by("entry__number", "position")
    ]


class TablesParts(NamedTuple):
    """The tables of a page; of how many, on all pages, the result is missing."""

    tables: SafeString
    missing: int


# A score moves the page of everybody: the staff of a hall asks for it within the same five seconds.
KEPT: Latest[TablesParts] = Latest(most=32)


def tables_parts(request: PublicRequest, shown: Round, page: Page[int]) -> TablesParts:
    """As they are now; for a page that renews itself as they were at this version and in this minute."""
    # Without a task the page is the same for everybody, and kept whole (tournaments/setup/shared_pages.py).
    of, version = (shown.pk, page.number), shown.tournament.data_version
    return draw_once(KEPT, request, of=of, version=version, draw=lambda: _drawn(request, shown, page))


def _drawn(request: PublicRequest, shown: Round, page: Page[int]) -> TablesParts:
    is_playing = shown.state == Round.State.PLAYING
    context = {
        "tournament": shown.tournament,
        "tables": seated_tables(shown, list(page), request.rights),
        "kind_of_entry": kind_of_entry(shown.tournament.contest),
        "waiting": _("in gioco") if is_playing else _("in attesa"),
        "with_results": True,
    }
    drawn = render_to_string("hall/seats/_tables.html", context)
    return TablesParts(drawn, tables_waited_for(shown) if is_playing else 0)
