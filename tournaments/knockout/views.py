"""Who goes on from a knock-out match: as the director decides, or by extra deals."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import Request
from records.rights import Right
from tournaments.knockout.actions import decide_knockout, record_tie_break
from tournaments.knockout.forms import TieBreakForm, WinnerForm
from tournaments.knockout.outcomes import has_tie_breaks
from tournaments.match_scores.models import KnockoutWinner
from tournaments.rounds.models import Table
from tournaments.setup.access import get_tournament


@require_http_methods(["GET", "HEAD", "POST"])
def knockout_winner(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    found, decided = _knockout_table(request, slug, number, table)
    seen = {"expected_version": decided.version if decided else 0}
    form = WinnerForm(posted(request), lines=(found.line_a_id, found.line_b_id), initial=seen)
    if attempt(form, lambda data: decide_knockout(by=Actor.of(request), table=found, **data)):
        messages.success(request, _("Deciso: resta nel registro col motivo."))
        return redirect("prepare_round", slug)
    tournament = found.round.tournament
    context = {
        "tournament": tournament,
        "table": found,
        "decided": _decided(found),
        "has_tie_break": has_tie_breaks(tournament),
    }
    return form_page(request, "tournaments/draw/knockout_winner.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def tie_break(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    found, decided = _knockout_table(request, slug, number, table)
    tournament = found.round.tournament
    if not has_tie_breaks(tournament):
        return redirect("knockout_winner", slug, number, table)
    form = TieBreakForm(posted(request), tournament=tournament, decided=decided)
    if attempt(form, lambda _data: record_tie_break(by=Actor.of(request), table=found, **form.record)):
        messages.success(request, _("Spareggio registrato: il turno può andare avanti."))
        return redirect("prepare_round", slug)
    context = {"tournament": tournament, "table": found, "decided": _decided(found)}
    return form_page(request, "tournaments/draw/tie_break.html", form, **context)


def _knockout_table(request: Request, slug: str, number: int, table: int) -> tuple[Table, KnockoutWinner | None]:
    """The table of a match, and what was decided of it."""
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = get_object_or_404(
        Table.objects.select_related("round__tournament", "round__stage", "line_a", "line_b"),
        round__tournament=tournament,
        round__number=number,
        number=table,
    )
    return found, _decided(found)


def _decided(table: Table) -> KnockoutWinner | None:
    """What is in force: read again for the page that refuses, which shows what somebody else decided meanwhile."""
    return table.knockout_winners.current().select_related("winner", "decided_by").first()
