"""What others' programs follow of a public tournament: its rounds as a calendar, its publications as a feed.

Pages for everybody, without log-in: tournaments, tables of a round, what a line of the standings comes from.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, time
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from hall.listing.exports import MOST, Event, Feed, FeedEntry, atom, calendar, whole_day
from hall.listing.inbox_queries import inbox_in, inbox_of
from hall.listing.queries import tournaments_called, under_headings, visible_to, with_calls
from hall.seats.queries import tables_shown
from hall.seats.views import tables_parts
from pages.views import hall_root
from people.offices.access import federations_of, federations_to_staff, may_found
from people.sign_in.actions import has_administrator
from records.requests import PublicRequest
from records.rights import Right
from tournaments.check_in.queries import absences_in
from tournaments.entries.models import Entry
from tournaments.publication.exports import title_of
from tournaments.publication.models import Publication
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment
from tournaments.setup.access import find_round, get_public_tournament, rounds_of
from tournaments.setup.live_pages import render_live
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import public_names
from tournaments.setup.shared_pages import shared, shared_list
from tournaments.standings.record_queries import pair_record

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
    rounds = Round.objects.filter(tournament=tournament).select_related("clock").order_by("number")
    for round in (one for one in rounds if one.is_public):
        title = _("%(tournament)s, turno %(number)d") % {"tournament": name, "number": round.number}
        address = root + reverse("round_tables", args=[tournament.slug, round.number])
        clock = getattr(round, "clock", None)
        first, last, since = (clock.started_at, clock.ends_at, clock.started_at) if clock else (begins, ends, known)
        yield Event(f"{tournament.slug}/turni/{round.number}", title, first, last, since, place, address)


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
        author=tournament.federation.named_or(tournament.name),
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


TOURNAMENTS_A_PAGE = 20
# Of what is typed to find a tournament.
LONGEST = 80


@login_not_required
@require_safe
@shared_list
def home(request: PublicRequest) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:LONGEST]
    today = timezone.localdate()
    tournaments = tournaments_called(typed, request.user, today) if typed else visible_to(request.user, today)
    pages = Paginator(tournaments, TOURNAMENTS_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = with_calls(page.object_list, request.user)
    lists = [(_("Trovati"), lines)] if typed and lines else under_headings(lines)
    inbox = [] if typed or page.number > 1 else inbox_of(request.user)
    allowed = {
        "inbox": inbox,
        "inbox_count": sum(one.how_many for one in inbox),
        "federations": federations_of(request.user),
        "to_staff": federations_to_staff(request.user),
        "may_found": may_found(request.user),
    }
    # Of an installation in which nobody has come in yet.
    is_new = not (typed or lines or request.user.is_authenticated) and not has_administrator()
    context = {"page": page, "lists": lists, "typed": typed, "is_new": is_new, **allowed}
    return render(request, "hall/listing/home.html", context)


@login_not_required
@require_safe
@shared
def tournament(request: PublicRequest, slug: str) -> HttpResponse:
    found = get_public_tournament(request, slug)
    return _tables(request, found, next(reversed(_rounds_to_show(found)), None))


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


def _rounds_to_show(tournament: Tournament) -> list[Round]:
    return [one for one in rounds_of(tournament) if one.is_public]


def _tables(request: PublicRequest, tournament: Tournament, shown: Round | None) -> HttpResponse:
    page = tables_shown(request, shown) if shown else None
    context = {
        "tournament": tournament,
        "rounds": _rounds_to_show(tournament),
        "shown": shown,
        "page": page,
        "parts": tables_parts(request, shown, page) if shown and page else None,
        "absences": absences_in(shown) if shown and shown.has_begun and tournament.rules.by_fives else (),
        # Asked for only where the page is drawn whole, for whoever has a task here.
        "inbox": SimpleLazyObject(lambda: inbox_in(request.user, tournament) if request.rights else []),
    }
    return render_live(request, "hall/listing/tournament.html", context)


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
    return render(request, "hall/listing/pair.html", context)


def _told(request: PublicRequest, given: Iterable[Adjustment]) -> list[Adjustment]:
    """Penalties and bonuses, which are figures, for everybody; a warning is a measure, for who runs the tournament."""
    told = Right.VIEW_DESK in request.rights
    return [one for one in given if told or one.kind != Adjustment.Kind.WARNING]
