"""Published standings of a season, for everybody: players, clubs, and how each figure came about.

What is published in a federation, as a feed: standings of its public tournaments, and of its seasons.
"""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.seasons.arithmetic import account_of, shown_lines
from federation.seasons.models import Season, SeasonPublication, SeasonRow
from federation.seasons.queries import content_of, public_seasons, publications_of, season_names, stored_rows
from federation.seasons.views import PER_PAGE, shows_clubs
from hall.listing.exports import MOST, Feed, FeedEntry, atom
from hall.listing.views import ATOM, FEED_FILE, as_file, entry_of
from pages.views import hall_root
from people.accounts.models import Federation
from people.offices.log import head_of
from records.requests import PublicRequest
from tournaments.publication.models import Publication


@login_not_required
@require_safe
def season_list(request: PublicRequest, code: str) -> HttpResponse:
    """The seasons of which standings were published; a federation without any is not found here."""
    federation, found = _federation(code)
    latest_first = found.annotate(latest=Max("publications__published_at")).order_by("-latest", "pk")
    page = Paginator(latest_first, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "federation/seasons/public_seasons.html", {"federation": federation, "page": page})


@login_not_required
@require_safe
def public_season(request: PublicRequest, code: str, season: str, number: int | None = None) -> HttpResponse:
    """The last standings published, or those of a number."""
    publication, latest = _publication(code, season, number)
    of_clubs = shows_clubs(request)
    rows = SeasonRow.objects.filter(publication=publication, player__isnull=of_clubs).order_by("number")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    lines = [_line(one) for one in page.object_list]
    context = {
        "federation": publication.season.federation,
        "season": publication.season,
        "publication": publication,
        "latest": latest,
        "of_clubs": of_clubs,
        "page": page,
        "lines": shown_lines(lines, season_names(lines, timezone.localdate(), clubs=of_clubs), of_clubs=of_clubs),
        "published": publications_of(publication.season),
        "head": head_of(publication.season.federation),
    }
    return render(request, "federation/seasons/public_season.html", context)


@login_not_required
@require_safe
def season_player(request: PublicRequest, code: str, season: str, number: int, pk: int) -> HttpResponse:
    """How the points of a player came about."""
    publication, _latest = _publication(code, season, number)
    row = get_object_or_404(SeasonRow, publication=publication, player=pk)
    return _account(request, publication, row, of_clubs=False)


@login_not_required
@require_safe
def season_club(request: PublicRequest, code: str, season: str, number: int, pk: int) -> HttpResponse:
    """How the points of a club came about."""
    publication, _latest = _publication(code, season, number)
    row = get_object_or_404(SeasonRow, publication=publication, club=pk)
    return _account(request, publication, row, of_clubs=True)


@login_not_required
@require_safe
def season_data(request: PublicRequest, code: str, season: str, number: int) -> HttpResponse:
    """The file whose SHA-256 is the hash; nobody is named in it."""
    publication, _latest = _publication(code, season, number)
    content = content_of(publication, stored_rows(publication))
    return HttpResponse(content, content_type="application/json")


def _federation(code: str) -> "tuple[Federation, Any]":
    federation = get_object_or_404(Federation, code=code)
    found = public_seasons(federation)
    if not found.exists():
        raise Http404
    return federation, found


def _publication(code: str, season: str, number: int | None) -> tuple[SeasonPublication, SeasonPublication]:
    """The publication, and the last one of the season."""
    found = get_object_or_404(Season.objects.select_related("federation"), federation__code=code, code=season)
    published = list(publications_of(found).select_related("rules__table", "season__federation"))
    wanted = next((one for one in published if number in (None, one.number)), None)
    if wanted is None:
        raise Http404
    return wanted, published[0]


def _line(row: SeasonRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "of": row.player_id or row.club_id,
        "points": row.points,
        "results": row.results,
    }


def _account(request: PublicRequest, publication: SeasonPublication, row: SeasonRow, *, of_clubs: bool) -> HttpResponse:
    line = _line(row)
    names = season_names([line], timezone.localdate(), clubs=of_clubs, with_results=True)
    context = {
        "federation": publication.season.federation,
        "season": publication.season,
        "publication": publication,
        "row": row,
        "of_clubs": of_clubs,
        "name": (names.clubs if of_clubs else names.players)[line["of"]],
        "account": account_of(line, names, of_clubs=of_clubs),
    }
    return render(request, "federation/seasons/season_account.html", context)


@login_not_required
@require_safe
@as_file(FEED_FILE)
def federation_feed(request: PublicRequest, code: str) -> HttpResponse:
    """Of a federation of which nothing public was published nothing is found here."""
    federation, root = get_object_or_404(Federation, code=code), hall_root(request)
    entries = [*_of_tournaments(federation, root), *_of_seasons(federation, root)]
    if not entries:
        raise Http404
    feed = Feed(
        id=f"federazioni/{code}/pubblicazioni",
        title=_("%(federation)s: classifiche pubblicate") % {"federation": federation.name},
        author=federation.name,
        address=root + reverse("federation_feed", args=[code]),
        about=root + reverse("home"),
        at=entries[0].at,
        entries=entries,
        language=get_language() or "it",
    )
    return HttpResponse(atom(feed), ATOM)


def _of_tournaments(federation: Federation, root: str) -> list[FeedEntry]:
    found = Publication.objects.filter(tournament__federation=federation, tournament__is_public=True)
    latest = found.select_related("stage", "tournament").defer("rows").order_by("-published_at", "-pk")[:MOST]
    return [entry_of(one, root=root) for one in latest]


def _of_seasons(federation: Federation, root: str) -> list[FeedEntry]:
    found = SeasonPublication.objects.filter(season__federation=federation).select_related("season")
    return [_season(federation, one, root) for one in found.order_by("-published_at", "-pk")[:MOST]]


def _season(federation: Federation, publication: SeasonPublication, root: str) -> FeedEntry:
    season, number = publication.season, publication.number
    return FeedEntry(
        id=f"federazioni/{federation.code}/stagioni/{season.code}/{number}",
        title=_("%(season)s: classifica n. %(number)d") % {"season": season.name, "number": number},
        address=root + reverse("public_season_number", args=[federation.code, season.code, number]),
        at=publication.published_at,
    )
