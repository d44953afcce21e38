"""Documents of a whole tournament that take long: asked for, watched while a worker makes them, fetched.

Each sees what they asked for themselves, so no address tells of another's: it names a kind of document, not a job.
"""

from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.actions.jobs import KEPT, ask_for_document, fresh
from tournaments.documents import KINDS, Document, document
from tournaments.exports.signing import download_signed
from tournaments.models import Job, JobFile, Tournament
from tournaments.own_worker import see_to_the_work
from tournaments.permissions import Right
from tournaments.refusals import Refused
from tournaments.requests import Request

# A worker looks every second: after so long there is none, or it has much to do.
UNATTENDED = timedelta(seconds=30)


@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: Request, slug: str, kind: str) -> HttpResponse:
    """What is asked for and how far it is; a POST asks for it."""
    tournament, wanted = _wanted(request, slug, kind)
    refusal: tuple[str, ...] | list[str] = ()
    if request.method == "POST":
        try:
            ask_for_document(tournament=tournament, kind=kind, by=Actor.of(request))
        except Refused as error:
            refusal = error.messages
        else:
            see_to_the_work()
            return redirect("prepare_document", slug, kind)
    job = _mine(request, tournament, kind)
    if job and job.is_under_way:
        see_to_the_work()
    context = {
        "tournament": tournament,
        "kind": kind,
        "document": wanted,
        "job": job,
        "lacking": wanted.lacking(),
        **_told(tournament, job),
    }
    if request.htmx and not refusal:
        return _part(request, context)
    context["refusal"] = refusal
    return render(request, "tournaments/prepare_document.html", context, status=422 if refusal else 200)


@require_safe
def prepared(request: Request, slug: str, kind: str) -> HttpResponse:
    """The finished document, for whoever asked for it and may still have all that is in it."""
    tournament, _wanted_kind = _wanted(request, slug, kind)
    job = _mine(request, tournament, kind)
    file = JobFile.objects.filter(job=job).first() if job else None
    if job is None or file is None:
        return redirect("prepare_document", slug, kind)
    if not request.rights.issuperset(job.rights):
        raise PermissionDenied(job.kind)
    return download_signed(bytes(file.content), file.name, file.suffix)


def _wanted(request: Request, slug: str, kind: str) -> tuple[Tournament, Document]:
    """The tournament and the kind of document, for somebody who may have it."""
    tournament = get_tournament(request, slug, Right.EXPORT)
    if kind not in KINDS:
        raise Http404
    wanted = document(kind)
    if not wanted.concerns(tournament):
        raise Http404
    if not wanted.needs <= request.rights:
        raise PermissionDenied(kind)
    return tournament, wanted


def _mine(request: Request, tournament: Tournament, kind: str) -> Job | None:
    """The last that this person asked for, as long as it is kept."""
    asked = Job.objects.filter(tournament=tournament, asked_by=request.user, kind=kind)
    return fresh(asked, timezone.now()).first()


def _told(tournament: Tournament, job: Job | None) -> dict[str, Any]:
    """What the page says beside the job's own words."""
    if job is None:
        return {"state": ""}
    is_alone = job.state == Job.State.WAITING and timezone.now() - job.asked_at > UNATTENDED
    return {
        "state": "unattended" if is_alone else job.state,
        "has_newer": job.data_version is not None and job.data_version < tournament.data_version,
        "until": job.ended_at and job.ended_at + KEPT,
        "hundredths": 100 * job.done // job.total if job.total else None,
    }


def _part(request: Request, context: dict[str, Any]) -> HttpResponse:
    """The bar alone while nothing else changes, so that no word is read out twice; else all that is told of the job."""
    if request.GET.get("stato") == context["state"]:
        return render(request, "tournaments/_job_bar.html", context)
    response = render(request, "tournaments/_job.html", context)
    response["HX-Retarget"], response["HX-Reswap"] = "#job", "innerHTML"
    return response
