"""Standings for everybody: the published ones with their proof, or those of the moment; errors reported in them.

For everybody: how a round was paired, its proof, and the schedule of a tournament.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from pages.caches import Keeper
from pages.views import attempt, form_page, posted
from records.requests import PublicRequest
from tournaments.draw.models import Pairing
from tournaments.draw.queries import canonical_pairing, discarded_before, entries_by_number, pairing_on_page, verify
from tournaments.entries.models import Entry
from tournaments.planning.queries import schedule
from tournaments.publication.actions import report_error as keep_report
from tournaments.publication.forms import ReportForm
from tournaments.publication.models import ErrorReport, Publication
from tournaments.publication.proof import canonical_publication, texts_of
from tournaments.publication.queries import line_of, publication_check, tables_in_words
from tournaments.publication.snapshots import is_measure
from tournaments.rounds.models import Round
from tournaments.scores.history_queries import table_readings
from tournaments.scores.round_queries import last_stage_begun
from tournaments.scoring.standings import Item
from tournaments.setup.access import find_round, get_public_tournament
from tournaments.setup.live_pages import render_live
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import in_public, public_names
from tournaments.setup.shared_pages import shared
from tournaments.standings.queries import standings_now, state_of, with_entries
from tournaments.standings.table import standings_table

ROWS_A_PAGE = 100
NOW = "adesso"


@login_not_required
@require_safe
@shared
def standings(request: PublicRequest, slug: str) -> HttpResponse:
    """The latest standings published of the stage being played; those of the moment where there are none."""
    found = get_public_tournament(request, slug)
    published = _published(found)
    stage = last_stage_begun(found) if published else None
    latest = next((one for one in reversed(published) if one.stage_id == stage), None)
    if latest and NOW not in request.GET:
        return _publication_page(request, found, latest, published)
    # Before the figures: a score that comes in between moves the state, and the next request reckons anew.
    state = state_of(found)
    now = standings_now(found, state)
    page = _page(request, now.rows)
    rows = with_entries(found, now, page.object_list)
    context = {
        "tournament": found,
        "standings": now,
        "page": page,
        # By its figures, which a call or a case leaves as they are, though it moves the state.
        "table": standings_table(rows, (page.object_list, now.groups), tournament=found),
        "published": published,
        "latest": latest,
        "table_readings": table_readings(found),
    }
    return render_live(request, "tournaments/publication/standings.html", context)


@login_not_required
@require_safe
@shared
def publication(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    published = _published(found)
    shown = next((one for one in published if one.number == number), None)
    if shown is None:
        raise Http404
    return _publication_page(request, found, shown, published)


@login_not_required
@require_safe
@shared
def publication_line(request: PublicRequest, slug: str, number: int, entry: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    shown = _find(found, number)
    line = line_of(shown, entry)
    if line is None:
        raise Http404
    # Rows published before told of warnings that cost nothing: no page for everybody does.
    told = (item for item in line.items if not is_measure(item.warnings, item.vp, item.mp))
    items = [ToldItem.of(item, line.names) for item in told]
    context = {"tournament": found, "publication": shown, "line": line, "items": items}
    return render(request, "tournaments/publication/publication_line.html", context)


@login_not_required
@require_safe
@shared
def publication_data(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    """The very bytes that the hash was made of, for whoever wants to compute it."""
    found = get_public_tournament(request, slug)
    return HttpResponse(canonical_publication(_find(found, number)), content_type="application/json")


@login_not_required
@require_safe
@shared
def publication_names(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    """The texts that stand in that file as digests, each with the salt by which anybody makes the digest again."""
    found = _find(get_public_tournament(request, slug), number)
    names = public_names(slug, timezone.localdate())
    # By the salt of a name that is not shown anybody could find it out.
    told = [one for one in texts_of(found) if names.in_text(one["text"]) == one["text"]]
    return JsonResponse({"hash": found.hash, "texts": told}, json_dumps_params={"ensure_ascii": False})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@in_public
def report_error(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    shown = _find(found, number)
    form = ReportForm(posted(request), publication=shown)
    now = timezone.now()
    if attempt(form, lambda data: keep_report(publication=shown, at=now, **data)):
        messages.success(
            request, _("Segnalazione ricevuta: la direzione la guarda prima che la classifica sia definitiva.")
        )
        return redirect("publication", slug, number)
    return form_page(request, "tournaments/publication/report_error.html", form, tournament=found, **_clock(shown))


@dataclass(frozen=True)
class ToldItem:
    """An item of a line's account with the names of who took part."""

    item: Item
    partners: str
    opponents: str

    @classmethod
    def of(cls, item: Item, names: Any) -> "ToldItem":
        partners, opponents = (
            ", ".join(f"{number} {names.get(number, '')}".strip() for number in side)
            for side in (item.partners, item.opponents)
        )
        return cls(item, partners, opponents)


def _published(tournament: Tournament) -> list[Publication]:
    """All publications in order, their rows left unread."""
    return list(tournament.publications.select_related("stage", "published_by").defer("rows").order_by("number"))


def _find(tournament: Tournament, number: int) -> Publication:
    related = Publication.objects.select_related("tournament", "stage")
    return get_object_or_404(related, tournament=tournament, number=number)


def _page(request: PublicRequest, rows: Any) -> Any:
    return Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))


def _clock(shown: Publication) -> dict[str, Any]:
    now = timezone.now()
    left = int((shown.closes_at - now).total_seconds()) if shown.closes_at else 0
    return {"publication": shown, "is_open": shown.is_open(now), "left": left, "now": now}


def _publication_page(
    request: PublicRequest, tournament: Tournament, shown: Publication, published: list[Publication]
) -> HttpResponse:
    shown.tournament = tournament
    read = publication_check(shown)
    page = _page(request, read.rows)
    same_stage = [one for one in published if one.stage_id == shown.stage_id]
    reports = list(ErrorReport.objects.filter(publication__in=same_stage).values_list("state", "answer").order_by("pk"))
    lapsed = [answer for state, answer in reports if state == ErrorReport.State.LAPSED]
    context = {
        "tournament": tournament,
        "page": page,
        "table": standings_table(page.object_list, shown.hash, tournament=tournament, publication=shown),
        "pending": tables_in_words(read.pending),
        "hash_again": str(read.hash),
        "earlier": next((one for one in reversed(same_stage) if one.number < shown.number), None),
        "later": next((one for one in same_stage if one.number > shown.number), None),
        "latest": same_stage[-1],
        "published": published,
        "table_readings": table_readings(tournament),
        "open_reports": sum(state == ErrorReport.State.OPEN for state, _answer in reports),
        "lapsed_reports": len(lapsed),
        "lapsed_reasons": list(dict.fromkeys(lapsed)),
        **_clock(shown),
    }
    return render_live(request, "tournaments/publication/publication.html", context)


# By their content, so late for nobody; for as long as a hall may look at them.
TABLES_IN_WORDS: Keeper[SafeString] = Keeper("pairing", late=0, seconds=3600)


@login_not_required
@require_safe
@shared
def proof(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    versions = list(_public_pairings(round).select_related("published_by"))
    current = next((one for one in versions if one.state == Pairing.State.PUBLISHED), None)
    if current:
        current.round = round
    verdict = verify(current) if current else None
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": [one for one in tournament.rounds.all() if one.is_public],
        "current": current,
        "tables": pairing_in_words(current, verdict.hash) if current and verdict else "",
        "verdict": verdict,
        "before": [one for one in versions if one is not current],
        "discarded": discarded_before(tournament, number),
    }
    return render(request, "tournaments/publication/pairing_proof.html", context)


def pairing_in_words(pairing: Pairing, hash: str) -> SafeString:
    """The tables with the reasons, as HTML: made once for a published record, for it never changes.

    hash: of the record as it is now. What else stands there is in the key too: names, address and language.
    """
    tournament = pairing.round.tournament
    names = Entry.objects.filter(tournament=tournament).order_by("number").values_list("number", "name")
    told = sha256(repr((hash, tournament.slug, get_language(), list(names))).encode()).hexdigest()

    def make() -> SafeString:
        found = pairing_on_page(pairing, entries_by_number(pairing.round))
        return render_to_string("tournaments/publication/_pairing_told.html", {"tournament": tournament, "told": found})

    return TABLES_IN_WORDS.get(told, 0, make)


@login_not_required
@require_safe
@shared
def record(request: PublicRequest, slug: str, number: int, version: int) -> HttpResponse:
    """The record of a published pairing: the very bytes whose SHA-256 is its hash."""
    tournament = get_public_tournament(request, slug)
    round = _public_round(tournament, number)
    found = get_object_or_404(_public_pairings(round), version=version)
    found.round = round
    return HttpResponse(canonical_pairing(found), content_type="application/json; charset=utf-8")


@login_not_required
@require_safe
@shared
def calendar(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    stages = [(stage, schedule(stage)) for stage in tournament.stages.order_by("number")]
    context = {"tournament": tournament, "stages": [(stage, rounds) for stage, rounds in stages if rounds]}
    return render(request, "tournaments/publication/calendar.html", context)


def _public_round(tournament: Tournament, number: int) -> Round:
    found = find_round(tournament, number)
    if not found.is_public:
        raise Http404
    return found


def _public_pairings(round: Round) -> QuerySet[Pairing]:
    """What was ever public of a round, the newest first."""
    return Pairing.objects.filter(round=round, published_at__isnull=False).order_by("-version")
