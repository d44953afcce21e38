"""Appeals: received at the desk, decided by the chief arbiter, or withdrawn."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import get_tournament
from tournaments.actions.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.actions.base import Actor
from tournaments.forms.publications import AppealDecisionForm, AppealForm
from tournaments.forms.scores import ReasonForm
from tournaments.models import Adjustment, Appeal, BoardScore, Publication, Tournament
from tournaments.permissions import Right
from tournaments.requests import Request
from tournaments.views.common import attempt, form_page, posted


@require_http_methods(["GET", "HEAD", "POST"])
def appeals(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.RECEIVE_APPEAL if request.method == "POST" else Right.VIEW_DESK)
    form = AppealForm(posted(request), tournament=tournament)
    if request.method == "POST" and attempt(form, lambda data: file_appeal(by=Actor.of(request), **data)):
        messages.success(request, _("Reclamo ricevuto: finché è in esame nessuna classifica diventa definitiva."))
        return redirect("appeals", slug)
    filed = Appeal.objects.filter(tournament=tournament).select_related("entry", "filed_by", "decided_by")
    context = {"tournament": tournament, "appeals": filed.order_by("-number"), "against": _against(tournament)}
    return form_page(request, "tournaments/appeals.html", form, **context)


@require_safe
def appeal(request: Request, slug: str, number: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    return _page(request, _find(tournament, number), AppealDecisionForm(), ReasonForm())


@require_POST
def decide(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.DECIDE_APPEAL), number)
    form = AppealDecisionForm(posted(request))
    if attempt(form, lambda data: decide_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Decisione registrata."))
        return redirect("appeal", slug, number)
    # Read again: somebody else may have closed it while this one wrote.
    return _page(request, _find(found.tournament, number), form, ReasonForm())


@require_POST
def withdraw(request: Request, slug: str, number: int) -> HttpResponse:
    found = _find(get_tournament(request, slug, Right.RECEIVE_APPEAL), number)
    form = ReasonForm(posted(request))
    if attempt(form, lambda data: withdraw_appeal(by=Actor.of(request), appeal=found, **data)):
        messages.success(request, _("Reclamo ritirato."))
        return redirect("appeal", slug, number)
    return _page(request, _find(found.tournament, number), AppealDecisionForm(), form)


def _find(tournament: Tournament, number: int) -> Appeal:
    related = Appeal.objects.select_related("tournament", "entry", "filed_by", "decided_by")
    return get_object_or_404(related, tournament=tournament, number=number)


def _page(request: Request, found: Appeal, decision: AppealDecisionForm, withdrawal: ReasonForm) -> HttpResponse:
    bound: Any = withdrawal if withdrawal.is_bound else decision
    context = {"tournament": found.tournament, "appeal": found, "decision": decision, "withdrawal": withdrawal}
    return form_page(request, "tournaments/appeal.html", bound, **context)


def _against(tournament: Tournament) -> list[str]:
    scores = BoardScore.objects.filter(table__round__tournament=tournament).exclude(reference="")
    penalties = Adjustment.objects.filter(entry__tournament=tournament).exclude(reference="")
    references = {*scores.values_list("reference", flat=True), *penalties.values_list("reference", flat=True)}
    numbers = Publication.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True)
    return [*sorted(references), *(_("Classifica n. %(number)s") % {"number": number} for number in numbers)]
