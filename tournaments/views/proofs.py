"""For everybody: how a round was paired, its proof, and the schedule of a tournament."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.access import find_round, get_public_tournament
from tournaments.drawing.proof import canonical, verify
from tournaments.drawing.schedule import schedule
from tournaments.drawing.tables import entries_by_number, shown
from tournaments.hall.shared_pages import shared
from tournaments.models import Pairing, Round, Tournament


@login_not_required
@require_safe
@shared
def proof(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who meets whom in a public round and why, from which figures, by which draw; and whether it holds."""
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    versions = list(_published(round).select_related("published_by"))
    current = next((one for one in versions if one.state == Pairing.State.PUBLISHED), None)
    if current:
        current.round = round
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": [one for one in tournament.rounds.all() if one.is_public],
        "current": current,
        "told": shown(current, entries_by_number(round)) if current else None,
        "verdict": verify(current) if current else None,
        "before": [one for one in versions if one is not current],
    }
    return render(request, "tournaments/pairing_proof.html", context)


@login_not_required
@require_safe
@shared
def record(request: HttpRequest, slug: str, number: int, version: int) -> HttpResponse:
    """The record of a published pairing: the very bytes whose SHA-256 is its hash."""
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    found = get_object_or_404(_published(round), version=version)
    found.round = round
    return HttpResponse(canonical(found), content_type="application/json; charset=utf-8")


@login_not_required
@require_safe
@shared
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds as far as they are known: the whole schedule of a Mitchell or an all-play-all, a bracket's winners."""
    tournament = get_public_tournament(request, slug)
    stages = [(stage, schedule(stage)) for stage in tournament.stages.order_by("number")]
    context = {"tournament": tournament, "stages": [(stage, rounds) for stage, rounds in stages if rounds]}
    return render(request, "tournaments/calendar.html", context)


def _public_round(tournament: Tournament, number: int) -> Round:
    found = find_round(tournament, number)
    if not found.is_public:
        raise Http404
    return found


def _published(round: Round) -> QuerySet[Pairing]:
    """What was ever public of a round, the newest first."""
    return Pairing.objects.filter(round=round, published_at__isnull=False).order_by("-version")
