"""What is published in a federation, as a feed: standings of its public tournaments, and of its seasons."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.models import SeasonPublication
from tournaments.exports.atom import MOST, Feed, FeedEntry, atom
from tournaments.models import Federation, Publication
from tournaments.requests import PublicRequest
from tournaments.views.common import hall_root
from tournaments.views.feeds import ATOM, FEED_FILE, as_file, entry_of


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
