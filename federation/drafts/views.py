"""Drafts of a code: sent in, tried on the archive, what would have come out otherwise."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.drafts.actions import ask_for_trial, discard_draft, load_draft_edition
from federation.drafts.exports import in_words, ordered_then, results_workbook
from federation.drafts.forms import DraftForm, ResultsForm
from federation.drafts.models import DraftEdition, DraftResult, DraftTrial
from federation.drafts.queries import counts_of, drafts_of, last_trial, results_of
from federation.drafts.words import why_in_words
from pages.views import attempt, form_page, posted
from papers.download import download
from people.offices.access import get_federation
from records.action import Actor
from records.refusals import Refused
from records.requests import Request
from records.rights import FederationRight
from referee.cases.words import spoken
from tournaments.jobs.worker import see_to_the_work

PER_PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
def drafts(request: Request, code: str) -> HttpResponse:
    """The drafts there are, and one more."""
    federation = get_federation(request, code, FederationRight.TRY_EDITIONS)
    files = request.FILES if request.method == "POST" else None
    form = DraftForm(posted(request), files, too_big=getattr(request, "upload_too_big", False))
    if request.method == "POST" and (draft := attempt(form, lambda data: _load(request, federation, data))):
        messages.success(request, _("Bozza caricata: ora si può provare."))
        return redirect("draft", code, draft.pk)
    return form_page(request, "federation/drafts.html", form, federation=federation, drafts=drafts_of(federation))


def _load(request: Request, federation: Any, data: dict[str, Any]) -> DraftEdition:
    sent = {"code": data["code"], "name": data["name"], "sent": data["file"]}
    return load_draft_edition(by=Actor.of(request), federation=federation, **sent)


@require_safe
def draft(request: Request, code: str, pk: int) -> HttpResponse:
    """The draft and what came out when it was tried, the different ones first."""
    found = _draft(request, code, pk)
    trial = last_trial(found)
    if trial and trial.is_under_way:
        see_to_the_work()
    context: dict[str, Any] = {"federation": found.federation, "draft": found, "trial": trial, **_progress(trial)}
    if request.htmx:
        return render(request, "federation/_trial_bar.html", context)
    form = ResultsForm(request.GET)
    if not form.is_valid():
        return redirect("draft", code, pk)
    if trial and trial.state == DraftTrial.State.DONE:
        context |= _results(request, trial, form.cleaned_data["esito"])
    return render(request, "federation/draft_edition.html", context)


@require_POST
def try_draft(request: Request, code: str, pk: int) -> HttpResponse:
    found = _draft(request, code, pk)
    try:
        ask_for_trial(by=Actor.of(request), draft=found)
    except Refused as error:
        return _refused(request, found, error)
    see_to_the_work()
    return redirect("draft", code, pk)


@require_POST
def discard(request: Request, code: str, pk: int) -> HttpResponse:
    found = _draft(request, code, pk)
    try:
        discard_draft(by=Actor.of(request), draft=found)
    except Refused as error:
        return _refused(request, found, error)
    messages.success(request, _("Bozza tolta."))
    return redirect("drafts", code)


@require_safe
def export_draft(request: Request, code: str, pk: int) -> HttpResponse:
    """All that came out, as a workbook."""
    found = _draft(request, code, pk)
    trial = last_trial(found)
    if trial is None or trial.state != DraftTrial.State.DONE:
        return redirect("draft", code, pk)
    return download(results_workbook(trial, timezone.now()), _("Bozza %(name)s") % {"name": found.name}, "xlsx")


def _refused(request: Request, draft: DraftEdition, error: Refused) -> HttpResponse:
    for words in error.messages:
        messages.error(request, words)
    return redirect("draft", draft.federation.code, draft.pk)


def _draft(request: Request, code: str, pk: int) -> DraftEdition:
    federation = get_federation(request, code, FederationRight.TRY_EDITIONS)
    return get_object_or_404(drafts_of(federation).select_related("federation", "loaded_by"), pk=pk)


def _progress(trial: DraftTrial | None) -> dict[str, Any]:
    return {"hundredths": 100 * trial.done // trial.total if trial and trial.total else None}


def _results(request: Request, trial: DraftTrial, verdict: str) -> dict[str, Any]:
    counts = counts_of(trial)
    named = [(value, name, counts[value]) for value, name in DraftResult.Verdict.choices]
    shown = verdict or next((value for value, _name, count in named if count), DraftResult.Verdict.DIFFERENT.value)
    page = Paginator(results_of(trial, shown), PER_PAGE).get_page(request.GET.get("page"))
    return {"counts": named, "shown": shown, "page": page, "lines": [_line(one) for one in page]}


def _line(one: DraftResult) -> dict[str, Any]:
    return {
        "result": one, "title": spoken(one.ruling.title), "before": in_words(ordered_then(one)),
        "after": in_words(one.orders), "question": spoken(one.question), "why": why_in_words(one.why),
        "source": f"ruling-{one.ruling_id}", "cited": ", ".join(map(str, one.ruling.cites)),
        "cites": ", ".join(map(str, one.cites)),
    }  # fmt: skip
