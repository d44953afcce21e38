"""Tables of three and five: who sits where, for everybody; the draw, the scores, the papers, for the desk."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from pages.form_views import FormPage
from pages.forms import ReasonForm
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.scores.words import sums_rule
from tournaments.setup.access import get_public_tournament, get_tournament, within
from tournaments.setup.imprint import sheets_as
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared
from tournaments.sittings.actions import draw_sitting_tables, give_sitting_score, next_number, withdraw_sitting
from tournaments.sittings.exports import score_sheets_of, sitting_sheets
from tournaments.sittings.forms import DrawSittingForm, SittingScoreForm
from tournaments.sittings.models import Sitting, SittingScore
from tournaments.sittings.queries import (
    SittingTable,
    SittingView,
    entries_to_seat,
    plays_sittings,
    sittings_of,
    sizes_for,
    sums_of,
)


@login_not_required
@require_safe
@shared
def sittings(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    return render(request, "tournaments/sittings/sittings.html", {"tournament": tournament, **_shown(tournament)})


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
        request, "tournaments/sittings/desk_sittings.html", form, tournament=tournament, **shown, **context
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
    to=("desk_sittings", "slug"), page="tournaments/sittings/withdraw_sitting.html",
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
    return form_page(request, "tournaments/sittings/sitting_score.html", form, tournament=tournament, **context)


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
