"""The page of the score grid, and the parts of it that answer what was done there."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.paginator import Page
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from hall.clock.queries import clock_now
from hall.grid.queries import GridReading, Looker, desk_grid, progress_of, read_grid, table_versions_text
from hall.grid.sent_fields import unconfirmed_at_closing, unconfirmed_before_closing
from hall.seats.queries import kind_of_entry, seated_tables, tables_shown
from pages.caches import Latest
from records.requests import Request
from records.rights import Right
from tournaments.draw.queries import may_be_discarded
from tournaments.entries.admission_actions import seen_of_flags
from tournaments.rounds.actions import flagged_in
from tournaments.rounds.models import Round, Table
from tournaments.scores.history_queries import last_given
from tournaments.setup.access import find_round, get_tournament
from tournaments.setup.live_pages import draw_once, render_live

# What a score moves is read by the first who asks after it; what each may do there is worked out for each.
READ: Latest[GridReading] = Latest(most=32)


@require_safe
def round_grid(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return grid_page(request, find_round(tournament, number))


def grid_page(request: Request, round: Round, *, refusal: Sequence[str] = (), status: int = 200) -> HttpResponse:
    """The page of the grid, with why something was refused on it; before the round begins, of who will sit where."""
    page = tables_shown(request, round)
    context = {
        "tournament": round.tournament,
        "page": page,
        "round": round,
        "rounds": round.tournament.rounds.all(),
        "refusal": refusal,
        "clock": clock_now(round, timezone.now()),
    }
    context |= _grid(request, round, page) if round.has_begun else _seats(request, round, list(page))
    # A refusal stands on the page as it was typed into: it is asked for again from where the grid is.
    address = "" if request.method == "GET" else address_of_grid(round)
    return render_live(request, "hall/grid/round_grid.html", context, status=status, address=address)


def _grid(request: Request, round: Round, page: "Page[int]") -> dict[str, Any]:
    looker, address = Looker(request.user, request.rights, round), address_of_grid(round)
    of, version, only = (round.pk, page.number), round.tournament.data_version, list(page)
    read = draw_once(READ, request, of=of, version=version, draw=lambda: read_grid(round, only))
    # A refusal is shown at the address of what was refused: from there the scores are not "tavoli/…".
    rows = desk_grid(looker, read, root="" if request.path == address else address)
    progress = progress_of(read.tables)
    closing = unconfirmed_before_closing(round) if round.state == Round.State.PLAYING and not progress.missing else None
    return {
        "rows": rows,
        "boards": rows[0].cells if rows else (),
        "all_seen": table_versions_text(rows),
        "boards_move": bool(rows) and rows[0].table.board_set_id is not None,
        "progress": progress,
        "closing": closing,
        "closed": unconfirmed_at_closing(round),
        "reason": request.POST.get("reason", ""),
        "may_give": looker.may_give,
        "last": last_given(round, request.user) if looker.may_give else None,
        # What only the answer to one cell has; a name that is missing would cost most, asked by every cell.
        "is_refused": False,
        "oob": False,
    }


def _seats(request: Request, round: Round, only: Sequence[int]) -> dict[str, Any]:
    kind_of = kind_of_entry(round.tournament.contest)
    discards = Right.MANAGE_ROUNDS in request.rights and may_be_discarded(round)
    # Asked before it begins, of those who sit down for the first time.
    flagged = flagged_in(round) if round.state == Round.State.PUBLISHED else []
    return {
        "tables": seated_tables(round, only, request.rights),
        "kind_of_entry": kind_of,
        "may_discard": discards,
        "flagged": flagged,
        "flagged_seen": seen_of_flags(flagged),
        "reason": request.POST.get("reason", ""),
    }


def address_of_grid(round: Round) -> str:
    return reverse("round_grid", args=[round.tournament.slug, round.number])


def row_answer(request: Request, table: Table, *, why: str, status: int) -> HttpResponse:
    """The row of a table alone, with what it moves elsewhere on the page; why: in words, why nothing was confirmed."""
    round = table.round
    looker, read = Looker(request.user, request.rights, round), read_grid(round, [table.pk])
    (row,) = desk_grid(looker, read, root=address_of_grid(round))
    context = {
        "tournament": round.tournament,
        "round": round,
        "row": replace(row, why=why),
        "boards": row.cells,
        "progress": progress_of(read.tables),
        "is_refused": False,
    }
    return render(request, "hall/grid/_row_answer.html", context, status=status)
