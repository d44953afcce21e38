"""Who goes on from a knock-out match: as the director decides, or by extra deals.

Tables of three and five: who sits where, for everybody; the draw, the scores, the papers, for the desk.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from pages.forms import ReasonForm
from pages.views import FormPage, attempt, form_page, posted
from records.action import Actor
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.papers import sheets_as
from tournaments.rounds.models import Table
from tournaments.scores.match_models import KnockoutWinner
from tournaments.scores.words import sums_rule
from tournaments.setup.access import get_public_tournament, get_tournament, within
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared
from tournaments.standings.actions import (
    decide_knockout,
    draw_sitting_tables,
    give_sitting_score,
    next_number,
    record_tie_break,
    withdraw_sitting,
)
from tournaments.standings.exports import score_sheets_of, sitting_sheets
from tournaments.standings.forms import DrawSittingForm, SittingScoreForm, TieBreakForm, WinnerForm
from tournaments.standings.models import Sitting, SittingScore
from tournaments.standings.outcomes import has_tie_breaks
from tournaments.standings.sitting_queries import (
    SittingTable,
    SittingView,
    entries_to_seat,
    plays_sittings,
    sittings_of,
    sizes_for,
    sums_of,
)


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
    return form_page(request, "tournaments/standings/knockout_winner.html", form, **context)


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
    return form_page(request, "tournaments/standings/tie_break.html", form, **context)


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


@login_not_required
@require_safe
@shared
def sittings(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    return render(request, "tournaments/standings/sittings.html", {"tournament": tournament, **_shown(tournament)})


@require_http_methods(["GET", "HEAD", "POST"])
def desk_sittings(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    shown = _shown(tournament)
    number, sizes = next_number(tournament), sizes_for(tournament)
    form = DrawSittingForm(posted(request), sizes=sizes, is_first=not shown["views"], initial={"number": number})
    if attempt(form, lambda data: draw_sitting_tables(by=Actor.of(request), tournament=tournament, **data)):
        messages.success(request, _("Tornata sorteggiata: i posti sono qui, e per tutti nella pagina pubblica."))
        return redirect("desk_sittings", slug)
    withdrawn = Sitting.objects.filter(tournament=tournament, withdrawn_at__isnull=False)
    context = {
        "is_possible": plays_sittings(tournament) and bool(sizes),
        "number": number,
        "here": len(entries_to_seat(tournament)),
        "withdrawn": withdrawn.select_related("withdrawn_by"),
    }
    return form_page(
        request, "tournaments/standings/desk_sittings.html", form, tournament=tournament, **shown, **context
    )


def _shown(tournament: Tournament) -> dict[str, Any]:
    """The sittings, the last first, and the standings by sums."""
    views = sittings_of(tournament)
    first = views[0].sitting if views else None
    return {
        "views": views[::-1],
        "sums": sums_of(views),
        "rule": sums_rule(first.place_points, first.rest_points) if first else "",
        "by_place": bool(first and first.place_points),
        "missing": sum(one.missing for one in views),
    }


withdraw = FormPage(
    find=within(Sitting.objects.select_related("withdrawn_by")), right=Right.MANAGE_ROUNDS, of="sitting",
    form=ReasonForm, act=withdraw_sitting, said=_lazy("Tornata ritirata: resta agli atti."),
    to=("desk_sittings", "slug"), page="tournaments/standings/withdraw_sitting.html",
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def score(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.GIVE_SCORE)
    view = _view(tournament, number)
    found = _table(view, table)
    form = SittingScoreForm(posted(request), table=found)
    if attempt(form, lambda data: give_sitting_score(by=Actor.of(request), sitting=view.sitting, table=table, **data)):
        messages.success(request, _("Punteggio registrato."))
        return redirect("desk_sittings", slug)
    versions = SittingScore.objects.filter(sitting=view.sitting, table=table).select_related("given_by")
    context = {"view": view, "table": found, "versions": versions.order_by("-version")}
    return form_page(request, "tournaments/standings/sitting_score.html", form, tournament=tournament, **context)


def _view(tournament: Tournament, number: int) -> SittingView:
    found = next((one for one in sittings_of(tournament) if one.sitting.number == number), None)
    if found is None:
        raise Http404
    return found


def _table(view: SittingView, number: int) -> SittingTable:
    found = next((one for one in view.tables if one.number == number), None)
    if found is None:
        raise Http404
    return found


@require_safe
def export(request: Request, slug: str, *, kind: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    return sheets_as(kind, sitting_sheets(tournament), tournament, title=_("Tavoli di tre e di cinque"))


@require_safe
def sheets(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.EXPORT)
    view = _view(tournament, number)
    title = _("Segnapunti della tornata %(number)d") % {"number": number}
    return sheets_as("pdf", score_sheets_of(view), tournament, title=title)
