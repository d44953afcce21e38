"""Appeals: received at the desk, decided by the chief arbiter, or withdrawn."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import get_tournament
from tournaments.actions.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.actions.base import Actor
from tournaments.desk.forms import ReasonForm
from tournaments.models import Adjustment, Appeal, BoardScore, Publication, Tournament
from tournaments.permissions import Right
from tournaments.publishing.forms import AppealForm, DecisionForm
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def appeals(request: HttpRequest, slug: str) -> HttpResponse:
    """All appeals of the tournament, and a new one."""
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL if request.method == "POST" else Right.VIEW_DESK)
    form = AppealForm(posted(request), tournament=tournament)
    if request.method == "POST" and attempt(form, lambda data: file_appeal(by=Actor.of(request), **data)):
        messages.success(request, _("Reclamo ricevuto: finché è in esame nessuna classifica diventa definitiva."))
        return redirect("appeals", slug)
    filed = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    context = {"tournament": tournament, "appeals": filed.order_by("-number"), "against": _against(tournament)}
    return form_page(request, "tournaments/appeals.html", form, **context)


@require_safe
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An appeal with what may be done about it."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return _page(request, _find(tournament, number), DecisionForm(), ReasonForm())


@require_POST
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Upholds or rejects it."""
    found = _find(get_tournament(request, slug, Right.DECIDE_APPEAL), number)
    form = DecisionForm(posted(request))
    if attempt(form, lambda data: decide_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Decisione registrata."))
        return redirect("appeal", slug, number)
    return _page(request, found, form, ReasonForm())


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Takes note that it was given up."""
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = ReasonForm(posted(request))
    if attempt(form, lambda data: withdraw_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Reclamo ritirato."))
        return redirect("appeal", slug, number)
    return _page(request, found, DecisionForm(), form)


def _find(tournament: Tournament, number: int) -> Appeal:
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    return get_object_or_404(related, tournament=tournament, number=number)


def _page(request: HttpRequest, found: Appeal, decision: DecisionForm, withdrawal: ReasonForm) -> HttpResponse:
    bound: Any = withdrawal if withdrawal.is_bound else decision
    context = {"tournament": found.tournament, "appeal": found, "decision": decision, "withdrawal": withdrawal}
    return form_page(request, "tournaments/appeal.html", bound, **context)


def _against(tournament: Tournament) -> list[str]:
    """What an appeal may be against, to choose from: the references of rulings, then the published standings."""
    scores = BoardScore.objects.filter(table__round__tournament=tournament).exclude(reference="")
    penalties = Adjustment.objects.filter(entry__tournament=tournament).exclude(reference="")
    references = {*scores.values_list("reference", flat=True), *penalties.values_list("reference", flat=True)}
    numbers = Publication.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)
    return [*sorted(references), *(_("Classifica n. %(number)s") % {"number": number} for number in numbers)]
