"""Pages for everybody, without log-in: tournaments, tables of a round, what a line of the standings comes from."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.access import find_round, get_public_tournament, rounds_of
from tournaments.hall.shared_pages import shared
from tournaments.hall.table_pages import tables_shown
from tournaments.models import Entry, Membership, Round, Tournament
from tournaments.pair_record import pair_record
from tournaments.publishing.gaps import tables_waited_for


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments that this person may see: those where they have a task, then the public ones."""
    mine = Membership.objects.none()
    if request.user.is_authenticated:
        mine = Membership.objects.filter(user=request.user).select_related("tournament__federation")
        mine = mine.order_by("-tournament__starts_on", "tournament__slug")
    others = Tournament.objects.filter(is_public=True).exclude(pk__in=[one.tournament_id for one in mine])
    return render(request, "tournaments/home.html", {"mine": mine, "others": others.select_related("federation")})


@login_not_required
@require_safe
@shared
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's front page: the tables of its latest round shown."""
    found = get_public_tournament(request, slug)
    return _tables(request, found, next(reversed(_public_rounds(found)), None))


@login_not_required
@require_safe
@shared
def round_tables(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits where in a round; a draft is shown to nobody."""
    found = get_public_tournament(request, slug)
    shown = find_round(found, number)
    if not shown.is_public:
        raise Http404
    return _tables(request, found, shown)


def _public_rounds(tournament: Tournament) -> list[Round]:
    return [one for one in rounds_of(tournament) if one.is_public]


def _tables(request: HttpRequest, tournament: Tournament, shown: Round | None) -> HttpResponse:
    page = tables_shown(request, shown) if shown else None
    context = {
        "tournament": tournament,
        "rounds": _public_rounds(tournament),
        "shown": shown,
        "page": page,
        "rows": queries.round_grid(shown, only=list(page.object_list)) if shown and page else (),
        "waiting": tables_waited_for(shown) if shown else 0,
    }
    return render(request, "tournaments/tournament.html", context)


@login_not_required
@require_safe
@shared
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everything a pair's line in the standings is made of."""
    found = get_public_tournament(request, slug)
    entries = Entry.objects.select_related("tournament").prefetch_related("members__player")
    entry = get_object_or_404(entries, tournament=found, number=number)
    return render(request, "tournaments/pair.html", {"tournament": found, "entry": entry, "record": pair_record(entry)})
