"""Where do I sit? By name or number, for every phone in the hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from codes.seats import Line, Seat
from tournaments.access import get_public_tournament, rounds_of
from tournaments.hall.seat_search import find_entries
from tournaments.hall.shared_pages import shared
from tournaments.models import Entry, Round, Table
from tournaments.requests import PublicRequest

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
    return render(request, "tournaments/seat.html", context)


def _places(found: Sequence[int], shown: Round | None) -> list[Place]:
    entries = Entry.objects.in_bulk(found)
    theirs = Q(line_a__in=found) | Q(line_b__in=found) | Q(line_a2__in=found) | Q(line_b2__in=found)
    tables = Table.objects.filter(theirs, round=shown).with_players() if shown and found else []
    at = {entry.pk: (table, line) for table in tables for line in Line for entry in table.entries_on(line)}
    return [Place(entries[key], *at.get(key, (None, None))) for key in found]
