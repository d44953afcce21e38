"""The big screen of the hall: tables, clock and standings in turn, by itself, without log-in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.access import get_public_tournament, rounds_of
from tournaments.models import ExtraTime, Round, RoundClock, Table, Tournament
from tournaments.publishing.reading import rows_of

TABLES_A_PANEL = 12
ROWS_A_PANEL = 14

Item = TypeVar("Item")


@dataclass(frozen=True)
class Panel:
    """What the screen shows for some seconds: a kind, its rows, and which of how many of that kind it is."""

    kind: str
    rows: Sequence[Any] = ()
    part: int = 1
    parts: int = 1
    title: str = ""


@login_not_required
@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The page to leave open on the projector."""
    tournament = get_public_tournament(request, slug)
    return render(request, "tournaments/screen.html", _context(tournament, request.GET.get("n", "")))


@login_not_required
@require_safe
def screen_panel(request: HttpRequest, slug: str) -> HttpResponse:
    """The next panel alone; the page asks for one after the other."""
    tournament = get_public_tournament(request, slug)
    return render(request, "tournaments/_screen_panel.html", _context(tournament, request.GET.get("n", "")))


def _context(tournament: Tournament, turn: str) -> dict[str, Any]:
    shown = next((one for one in reversed(rounds_of(tournament)) if one.is_public), None)
    running = RoundClock.objects.filter(round=shown).first() if shown else None
    panels = _panels(tournament, shown, has_clock=running is not None)
    place = int(turn) % len(panels) if turn.isdecimal() and len(turn) < len("1000000") else 0
    return {
        "tournament": tournament,
        "round": shown,
        "panel": panels[place],
        "next": (place + 1) % len(panels),
        "clock": running,
        "now": timezone.now(),
        "left": running.seconds_left(timezone.now()) if running else 0,
        "runs": bool(running and shown and shown.state == Round.State.PLAYING),
        "extras": _extras(shown),
    }


def _panels(tournament: Tournament, shown: Round | None, *, has_clock: bool) -> list[Panel]:
    """Before and while a round is played its tables and clock, after it the standings as well."""
    panels: list[Panel] = []
    if shown and shown.state != Round.State.CLOSED:
        tables = list(Table.objects.filter(round=shown).with_players().order_by("number"))
        panels += _cut("tables", tables, TABLES_A_PANEL)
    if shown and shown.state == Round.State.PLAYING and has_clock:
        panels.append(Panel("clock"))
    if shown and shown.state != Round.State.PLAYING:
        panels += _standings(tournament)
    return panels or [Panel("empty")]


def _standings(tournament: Tournament) -> list[Panel]:
    """The standings published last in the stage being played; where there are none, those of the moment."""
    published = tournament.publications.filter(stage=queries.last_stage_begun(tournament)).order_by("number").last()
    if published:
        return _cut("standings", rows_of(published), ROWS_A_PANEL, title=str(published.get_kind_display()))
    rows = queries.standings(tournament).rows
    return _cut(
        "standings", rows if any(row.encounters for row in rows) else (), ROWS_A_PANEL, title=_("non ufficiale")
    )


def _cut(kind: str, rows: Sequence[Item], size: int, *, title: str = "") -> list[Panel]:
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [Panel(kind, part, number, len(parts), title) for number, part in enumerate(parts, start=1)]


def _extras(shown: Round | None) -> list[tuple[int, int]]:
    """The tables with extra time, and how many minutes in all."""
    if shown is None:
        return []
    minutes: dict[int, int] = {}
    for number, more in ExtraTime.objects.filter(table__round=shown).values_list("table__number", "minutes"):
        minutes[number] = minutes.get(number, 0) + more
    return sorted(minutes.items())
