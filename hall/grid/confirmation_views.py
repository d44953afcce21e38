"""Scores confirmed from the grid: those of a table by one button, those of all tables where everything agrees."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from hall.grid.sent_fields import read_table_versions, read_versions
from hall.grid.views import grid_page, row_answer
from hall.seats.queries import grid_address
from records.action import Actor
from records.refusals import OtherContent, Refused, StaleVersion
from records.requests import Request
from records.rights import Right
from tournaments.rounds.models import LINES, Round, Table
from tournaments.rounds.queries import tables_progress
from tournaments.scores.confirmation_actions import confirm_table as do_confirm_table
from tournaments.scores.confirmation_actions import confirm_tables as do_confirm_tables
from tournaments.setup.access import find_round, get_tournament

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
