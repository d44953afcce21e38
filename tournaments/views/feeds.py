"""What others' programs follow of a public tournament: its rounds as a calendar, its publications as a feed."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, time
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import get_public_tournament
from tournaments.exports.atom import MOST, Feed, FeedEntry, atom
from tournaments.exports.calendar import Event, calendar, whole_day
from tournaments.exports.publication import title_of
from tournaments.hall.shared_pages import shared
from tournaments.models import Publication, Round, Tournament
from tournaments.people.public_names import public_names
from tournaments.requests import PublicRequest
from tournaments.views.common import hall_root

CALENDAR = "text/calendar; charset=utf-8"
FEED_FILE = "pubblicazioni.atom"
View = Callable[..., HttpResponse]
ATOM = "application/atom+xml; charset=utf-8"


def as_file(name: str) -> Callable[[View], View]:
    """What is no page is never shown by a browser, which hands it to another program instead; outside of `shared`."""

    def of(view: View) -> View:
        @wraps(view)
        def answer(request: PublicRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            response = view(request, *args, **kwargs)
            response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
            return response

        return answer

    return of


@login_not_required
@require_safe
@as_file("turni.ics")
@shared
def rounds_calendar(request: PublicRequest, slug: str) -> HttpResponse:
    """The day of the tournament, and each public round as its clock says it."""
    tournament = get_public_tournament(request, slug)
    # Before a line is folded, which might cut a name in two.
    shown = public_names(slug, timezone.localdate()).in_text
    return HttpResponse(calendar(shown(tournament.name), _events(tournament, hall_root(request), shown)), CALENDAR)


def _events(tournament: Tournament, root: str, shown: Callable[[str], str]) -> Iterator[Event]:
    begins, ends = whole_day(tournament.starts_on)
    known = datetime.combine(tournament.starts_on, time(), tzinfo=UTC)
    name, place = shown(tournament.name), shown(tournament.place)
    address = root + reverse("tournament", args=[tournament.slug])
    yield Event(tournament.slug, name, begins, ends, known, place, address)
    for round in _public_rounds(tournament):
        title = _("%(tournament)s, turno %(number)d") % {"tournament": name, "number": round.number}
        address = root + reverse("round_tables", args=[tournament.slug, round.number])
        clock = getattr(round, "clock", None)
        first, last, since = (clock.started_at, clock.ends_at, clock.started_at) if clock else (begins, ends, known)
        yield Event(f"{tournament.slug}/turni/{round.number}", title, first, last, since, place, address)


def _public_rounds(tournament: Tournament) -> list[Round]:
    rounds = Round.objects.filter(tournament=tournament).select_related("clock").order_by("number")
    return [one for one in rounds if one.is_public]


@login_not_required
@require_safe
@as_file(FEED_FILE)
@shared
def publications_feed(request: PublicRequest, slug: str) -> HttpResponse:
    """The standings of the tournament as they are published."""
    tournament = get_public_tournament(request, slug)
    root, here = hall_root(request), reverse("publications_feed", args=[slug])
    feed = Feed(
        id=f"{slug}/pubblicazioni",
        title=_("%(tournament)s: classifiche pubblicate") % {"tournament": tournament.name},
        author=tournament.federation.name or tournament.name,
        address=root + here,
        about=root + reverse("standings", args=[slug]),
        at=datetime.combine(tournament.starts_on, time(), tzinfo=UTC),
        entries=publication_entries(tournament, root=root),
        language=get_language() or "it",
    )
    return HttpResponse(atom(feed), ATOM)


def publication_entries(tournament: Tournament, *, root: str) -> list[FeedEntry]:
    found = Publication.objects.filter(tournament=tournament).select_related("stage", "tournament")
    return [entry_of(one, root=root) for one in found.defer("rows").order_by("-number")[:MOST]]


def entry_of(publication: Publication, *, root: str) -> FeedEntry:
    """Without the reason, in which somebody may be named."""
    tournament = publication.tournament
    return FeedEntry(
        id=f"{tournament.slug}/classifiche/{publication.number}",
        title=f"{tournament.name}: {title_of(publication)}",
        address=root + reverse("publication", args=[tournament.slug, publication.number]),
        at=publication.published_at,
        summary=_("%(stage)s, dopo il turno %(round)d")
        % {"stage": publication.stage.name, "round": publication.round_number},
    )
