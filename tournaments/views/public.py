"""Pages for everybody, without log-in: tournaments, tables of a round, what a line of the standings comes from."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import (
    federations_of,
    federations_to_staff,
    find_round,
    get_public_tournament,
    may_found,
    rounds_of,
)
from tournaments.hall.shared_pages import shared, shared_list
from tournaments.hall.table_pages import tables_shown
from tournaments.hall.tournament_list import called, under_headings, visible_to, with_calls
from tournaments.models import Adjustment, Entry, Round, Tournament
from tournaments.permissions import Right
from tournaments.queries.absences import absences_in
from tournaments.queries.pair_record import pair_record
from tournaments.requests import PublicRequest
from tournaments.views.live import render_live
from tournaments.views.tables_parts import tables_parts

TOURNAMENTS_A_PAGE = 20
# Of what is typed to find a tournament.
LONGEST = 80


@login_not_required
@require_safe
@shared_list
def home(request: PublicRequest) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:LONGEST]
    today = timezone.localdate()
    tournaments = called(typed, request.user, today) if typed else visible_to(request.user, today)
    pages = Paginator(tournaments, TOURNAMENTS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = with_calls(page.object_list, request.user)
    lists = [(_("Trovati"), lines)] if typed and lines else under_headings(lines)
    allowed = {
        "federations": federations_of(request.user),
        "to_staff": federations_to_staff(request.user),
        "may_found": may_found(request.user),
    }
    context = {"page": page, "lists": lists, "typed": typed, **allowed}
    return render(request, "tournaments/home.html", context)


@login_not_required
@require_safe
@shared
def tournament(request: PublicRequest, slug: str) -> HttpResponse:
    found = get_public_tournament(request, slug)
    return _tables(request, found, next(reversed(_public_rounds(found)), None))


@login_not_required
@require_safe
@shared
def round_tables(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    shown = find_round(found, number)
    # A draft may still be drawn otherwise: nobody sees it here.
    if not shown.is_public:
        raise Http404
    return _tables(request, found, shown)


def _public_rounds(tournament: Tournament) -> list[Round]:
    return [one for one in rounds_of(tournament) if one.is_public]


def _tables(request: PublicRequest, tournament: Tournament, shown: Round | None) -> HttpResponse:
    page = tables_shown(request, shown) if shown else None
    context = {
        "tournament": tournament,
        "rounds": _public_rounds(tournament),
        "shown": shown,
        "page": page,
        "parts": tables_parts(request, shown, page) if shown and page else None,
        "absences": absences_in(shown) if shown and shown.has_begun and tournament.rules.by_fives else (),
    }
    return render_live(request, "tournaments/tournament.html", context)


@login_not_required
@require_safe
@shared
def pair(request: PublicRequest, slug: str, number: int) -> HttpResponse:
    found = get_public_tournament(request, slug)
    entries = Entry.objects.select_related("tournament").prefetch_related("members__player")
    entry = get_object_or_404(entries, tournament=found, number=number)
    record = pair_record(entry)
    context = {
        "tournament": found,
        "entry": entry,
        "record": record,
        "adjustments": _told(request, record.adjustments),
        "earlier_adjustments": _told(request, record.earlier_adjustments),
    }
    return render(request, "tournaments/pair.html", context)


def _told(request: PublicRequest, given: Iterable[Adjustment]) -> list[Adjustment]:
    """Penalties and bonuses, which are figures, for everybody; a warning is a measure, for who runs the tournament."""
    told = Right.VIEW_DESK in request.rights
    return [one for one in given if told or one.kind != Adjustment.Kind.WARNING]
