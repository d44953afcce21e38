"""Pages for everybody, without log-in: tournaments, tables of a round, standings."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.access import get_public_tournament
from tournaments.models import Round, Tournament


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments that this person may see, their own first."""
    visible = Q(is_public=True)
    mine: list[Tournament] = []
    if request.user.is_authenticated:
        mine = list(Tournament.objects.filter(memberships__user=request.user).select_related("federation"))
    others = Tournament.objects.filter(visible).exclude(pk__in=[one.pk for one in mine]).select_related("federation")
    return render(request, "tournaments/home.html", {"mine": mine, "others": others})


@login_not_required
@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament's front page: the tables of its latest round shown."""
    found = get_public_tournament(request, slug)
    shown = found.rounds.exclude(state=Round.State.DRAFT).order_by("-number").first()
    return _tables(request, found, shown)


@login_not_required
@require_safe
def round_tables(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits where in a round; a draft is shown to nobody."""
    found = get_public_tournament(request, slug)
    shown = get_object_or_404(found.rounds.exclude(state=Round.State.DRAFT), number=number)
    return _tables(request, found, shown)


def _tables(request: HttpRequest, tournament: Tournament, shown: Round | None) -> HttpResponse:
    context = {
        "tournament": tournament,
        "rounds": tournament.rounds.exclude(state=Round.State.DRAFT),
        "shown": shown,
        "rows": queries.round_grid(shown) if shown else (),
    }
    return render(request, "tournaments/tournament.html", context)


@login_not_required
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings now, each tie explained."""
    found = get_public_tournament(request, slug)
    context = {"tournament": found, "standings": queries.standings(found)}
    return render(request, "tournaments/standings.html", context)
