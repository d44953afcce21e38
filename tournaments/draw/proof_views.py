"""For everybody: how a round was paired, its proof, and the schedule of a tournament."""

from hashlib import sha256

from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pages.caches import Keeper
from records.requests import PublicRequest
from tournaments.draw.models import Pairing
from tournaments.draw.queries import canonical_pairing, discarded_before, entries_by_number, pairing_on_page, verify
from tournaments.entries.models import Entry
from tournaments.rounds.models import Round
from tournaments.setup.access import find_round, get_public_tournament
from tournaments.setup.models import Tournament
from tournaments.setup.shared_pages import shared
from tournaments.stages.queries import schedule

# By their content, so late for nobody; for as long as a hall may look at them.
TABLES_IN_WORDS: Keeper[SafeString] = Keeper("pairing", late=0, seconds=3600)


@login_not_required
@require_safe
@shared
def proof(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    versions = list(_published(round).select_related("published_by"))
    current = next((one for one in versions if one.state == Pairing.State.PUBLISHED), None)
    if current:
        current.round = round
    verdict = verify(current) if current else None
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": [one for one in tournament.rounds.all() if one.is_public],
        "current": current,
        "tables": tables_in_words(current, verdict.hash) if current and verdict else "",
        "verdict": verdict,
        "before": [one for one in versions if one is not current],
        "discarded": discarded_before(tournament, number),
    }
    return render(request, "tournaments/draw/pairing_proof.html", context)


def tables_in_words(pairing: Pairing, hash: str) -> SafeString:
    """The tables with the reasons, as HTML: made once for a published record, for it never changes.

    hash: of the record as it is now. What else stands there is in the key too: names, address and language.
    """
    tournament = pairing.round.tournament
    names = Entry.objects.filter(tournament=tournament).order_by("number").values_list("number", "name")
    told = sha256(repr((hash, tournament.slug, get_language(), list(names))).encode()).hexdigest()

    def make() -> SafeString:
        found = pairing_on_page(pairing, entries_by_number(pairing.round))
        return render_to_string("tournaments/draw/_pairing_told.html", {"tournament": tournament, "told": found})

    return TABLES_IN_WORDS.get(told, 0, make)


@login_not_required
@require_safe
@shared
def record(request: PublicRequest, slug: str, number: int, version: int) -> HttpResponse:
    """The record of a published pairing: the very bytes whose SHA-256 is its hash."""
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    found = get_object_or_404(_published(round), version=version)
    found.round = round
    return HttpResponse(canonical_pairing(found), content_type="application/json; charset=utf-8")


@login_not_required
@require_safe
@shared
def calendar(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    stages = [(stage, schedule(stage)) for stage in tournament.stages.order_by("number")]
    context = {"tournament": tournament, "stages": [(stage, rounds) for stage, rounds in stages if rounds]}
    return render(request, "tournaments/draw/calendar.html", context)


def _public_round(tournament: Tournament, number: int) -> Round:
    found = find_round(tournament, number)
    if not found.is_public:
        raise Http404
    return found


def _published(round: Round) -> QuerySet[Pairing]:
    """What was ever public of a round, the newest first."""
    return Pairing.objects.filter(round=round, published_at__isnull=False).order_by("-version")
