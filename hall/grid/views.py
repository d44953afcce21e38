"""The page of the score grid, and what is answered there: scores confirmed, rounds drawn up, started, closed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Page
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from hall.clock.queries import clock_now
from hall.grid.queries import GridReading, Looker, desk_grid, progress_of, read_grid, table_versions_text
from hall.grid.sent_fields import read_table_versions, read_versions, unconfirmed_at_closing, unconfirmed_before_closing
from hall.seats.queries import grid_address, kind_of_entry, seated_tables, tables_shown
from pages.caches import Latest
from pages.forms import ReasonForm
from pages.views import FormPage, attempt, form_page, posted
from records.action import Actor
from records.requests import INCOMPLETE, OtherContent, Refused, Request, StaleVersion
from records.rights import Right
from tournaments.draw.queries import current_pairing, may_be_discarded
from tournaments.entries.admission_actions import seen_of_flags
from tournaments.planning.actions import change_tournament
from tournaments.rounds.actions import (
    close_round,
    create_round,
    flagged_in,
    publish_round,
    reopen_round,
    start_round,
    why_not_reopened,
)
from tournaments.rounds.forms import RoundForm
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import tables_progress
from tournaments.scores.confirmation_actions import confirm_table as do_confirm_table
from tournaments.scores.confirmation_actions import confirm_tables as do_confirm_tables
from tournaments.scores.history_queries import last_given
from tournaments.setup.access import find_round, get_tournament, within
from tournaments.setup.live_pages import draw_once, render_live
from tournaments.setup.rules import settings_digest
from tournaments.staff.queries import keeps_scores_alone

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
    manages, closing = Right.MANAGE_ROUNDS in request.rights, None
    why_shut = why_not_reopened(round, at=timezone.now()) if manages else ""
    if round.state == Round.State.PLAYING and not progress.missing:
        closing = unconfirmed_before_closing(round, sum(1 for one in read.tables if one.is_waited))
    return {
        "rows": rows,
        "boards": rows[0].cells if rows else (),
        "all_seen": table_versions_text(rows),
        "boards_move": bool(rows) and rows[0].table.board_set_id is not None,
        "progress": progress,
        "closing": closing,
        "is_alone": closing is not None and keeps_scores_alone(round.tournament, request.user),
        "closed": unconfirmed_at_closing(round),
        "reason": request.POST.get("reason", ""),
        "may_reopen": why_shut is None,
        "why_shut": why_shut,
        "may_write": looker.may_write,
        "may_correct": looker.may_give,
        "last": last_given(round, request.user) if looker.may_write else None,
        # What only the answer to one cell has; a name that is missing would cost most, asked by every cell.
        "is_refused": False,
        "oob": False,
    }


def _seats(request: Request, round: Round, only: Sequence[int]) -> dict[str, Any]:
    kind_of = kind_of_entry(round.tournament.contest)
    manages, pairing = Right.MANAGE_ROUNDS in request.rights, current_pairing(round)
    # Asked before it begins, of those who sit down for the first time.
    flagged = flagged_in(round) if round.state == Round.State.PUBLISHED else []
    return {
        "tables": seated_tables(round, only, request.rights),
        "kind_of_entry": kind_of,
        "may_discard": manages and may_be_discarded(round),
        "may_withdraw": manages and pairing is not None and round.state == Round.State.PUBLISHED,
        "pairing": pairing,
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


UNREADABLE = 422


@require_POST
def confirm_table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.CONFIRM_SCORE)
    tables = Table.objects.filter(round__tournament=tournament, round__number=number, line_b__isnull=False)
    found = get_object_or_404(tables.select_related("round__stage", *LINES), number=table)
    found.round.tournament = tournament
    return confirm_one(request, found, read_versions(request.POST.get("seen", "")), Actor.of(request))


def confirm_one(request: Request, table: Table, seen: Mapping[int, int] | None, by: Actor) -> HttpResponse:
    """Confirms the table's scores as they were seen; answers with its row, or with the whole grid."""
    why, status = [], 200
    try:
        if seen is None:
            raise Refused(_("Ricarica la pagina e riprova."))
        do_confirm_table(by=by, table=table, seen=seen)
    except Refused as error:
        why, status = list(error.messages), 422
    except (StaleVersion, OtherContent):
        why, status = [_("Intanto un punteggio è cambiato: guardalo e conferma di nuovo.")], 409
    if request.htmx:
        return row_answer(request, table, why=" ".join(why), status=status)
    if why:
        return grid_page(request, table.round, refusal=why, status=status)
    return HttpResponseRedirect(grid_address(table.round.tournament.slug, table, f"row-{table.number}"))


@require_POST
def confirm_tables(request: Request, slug: str, number: int) -> HttpResponse:
    """«Conferma tutti»: every table shown where nothing speaks against it."""
    round = find_round(get_tournament(request, slug, Right.CONFIRM_SCORE), number)
    seen = read_table_versions(request.POST.get("seen", ""))
    try:
        if seen is None:
            raise Refused(_("Ricarica la pagina e riprova."))
        do_confirm_tables(by=Actor.of(request), round=round, seen=seen)
    except Refused as error:
        return grid_page(request, round, refusal=error.messages, status=422)
    except OtherContent:
        words = _("Intanto i punteggi sono cambiati: guardali e conferma di nuovo.")
        return grid_page(request, round, refusal=[words], status=409)
    _tell(request, round, seen)
    return redirect("round_grid", slug, number)


def _tell(request: Request, round: Round, seen: Mapping[int, Mapping[int, int]]) -> None:
    left = [str(one.number) for one in tables_progress(round) if one.number in seen and one.unconfirmed]
    messages.success(request, _("Punteggi confermati."))
    if left:
        words = _("Intanto cambiati, e non confermati: tavoli %(tables)s.") % {"tables": ", ".join(left)}
        messages.warning(request, words)


# Of a reason, as elsewhere on the desk.
MOST_WRITTEN = 2000
STEPS: Mapping[str, tuple[Callable[..., Round], Promise]] = {
    Round.State.DRAFT.value: (publish_round, _lazy("Tavoli pubblicati: ora li vedono tutti.")),
    Round.State.PUBLISHED.value: (start_round, _lazy("Turno avviato: i punteggi si possono registrare.")),
    Round.State.PLAYING.value: (close_round, _lazy("Turno chiuso.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
def new_round(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    form = RoundForm(posted(request), tournament=tournament)
    if created := attempt(
        form, lambda data: create_round(by=Actor.of(request), tournament=tournament, pairings=form.pairings)
    ):
        messages.success(
            request, _("Turno %(number)d preparato: controllalo, poi pubblicalo.") % {"number": created.number}
        )
        if form.left_out:
            names = ", ".join(str(entry) for entry in form.left_out)
            messages.warning(request, _("Senza tavolo in questo turno: %(pairs)s.") % {"pairs": names})
        return redirect("round_grid", slug, created.number)
    return form_page(request, "hall/grid/new_round.html", form, tournament=tournament)


@require_POST
def advance(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = get_object_or_404(tournament.rounds.select_related("tournament"), number=number)
    # The step is the one of the state that the form saw: a page left open never advances twice.
    seen = request.POST.get("state", "")
    if seen not in STEPS:
        return grid_page(request, found, refusal=[str(INCOMPLETE)], status=422)
    step, done = STEPS[seen]
    try:
        step(by=Actor.of(request), round=found, **_let_be(request, seen))
    except Refused as error:
        found.refresh_from_db(fields=["state"])
        return grid_page(request, found, refusal=error.messages, status=422)
    messages.success(request, str(done))
    return redirect("round_grid", slug, number)


reopen = FormPage(
    find=within(Round.objects.select_related("stage")), right=Right.MANAGE_ROUNDS, of="round", form=ReasonForm,
    act=reopen_round, said=_lazy("Turno riaperto: si danno e si confermano di nuovo i punteggi, poi si richiude."),
    to=("round_grid", "slug", "number"), page="hall/grid/reopen_round.html",
    shows=lambda request, round: {"obstacle": why_not_reopened(round, at=timezone.now())},
)  # fmt: skip


@require_POST
def one_hand(request: Request, slug: str, number: int) -> HttpResponse:
    """Whoever keeps the scores alone says once that they count as given."""
    round = find_round(get_tournament(request, slug, Right.MANAGE_ROUNDS), number)
    tournament = round.tournament
    try:
        change_tournament(by=Actor.of(request), tournament=tournament, seen=settings_digest(tournament), one_hand=True)
    except Refused as error:
        return grid_page(request, round, refusal=error.messages, status=422)
    messages.success(request, _("D’ora in poi i punteggi valgono come li dai. Si cambia in «Impostazioni»."))
    return redirect("round_grid", slug, number)


def _let_be(request: Request, state: str) -> dict[str, Any]:
    """What whoever closes a round lets be unconfirmed, or whoever begins one lets play though flagged, and why."""
    reason = request.POST.get("reason", "")[:MOST_WRITTEN]
    if state == Round.State.PUBLISHED:
        return {"flagged": request.POST.get("flagged", ""), "reason": reason}
    if state != Round.State.PLAYING:
        return {}
    sent = read_table_versions(request.POST.get("unconfirmed", ""))
    return {"unconfirmed": sent or {}, "reason": reason}
