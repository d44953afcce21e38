"""The director's desk: where the tournament stands and what to do next; the log."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import get_tournament
from tournaments.log import verify_log
from tournaments.log_wording import told
from tournaments.models import LogEntry, Round, Tournament
from tournaments.permissions import Right
from tournaments.queries import RoundProgress, round_progress

LOG_LINES_PER_PAGE = 50
PAIRS_TO_PLAY = 2


@dataclass(frozen=True)
class NextStep:
    """What to do next, and where."""

    words: str
    href: str
    symbol: str


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Rounds with what is missing in each, and the ways to the rest."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    progress = round_progress(tournament)
    pairs = tournament.entries.count()
    context = {
        "tournament": tournament,
        "progress": progress,
        "pairs": pairs,
        "staff": tournament.memberships.count(),
        "next": next_step(tournament, progress, pairs, request.rights),  # type: ignore[attr-defined]  # left there by get_tournament
    }
    return render(request, "tournaments/desk.html", context)


def next_step(
    tournament: Tournament, progress: Sequence[RoundProgress], pairs: int, rights: Collection[Right]
) -> NextStep | None:
    """The one thing that takes the tournament on; None when this person waits for others."""
    open_rounds = [one for one in progress if one.round.state != Round.State.CLOSED]
    playing = next((one for one in open_rounds if one.round.state == Round.State.PLAYING), None)
    manages = Right.MANAGE_ROUNDS in rights
    if playing and (manages or Right.GIVE_SCORE in rights):
        return _go_on_playing(tournament, playing, manages=manages)
    if not manages:
        return None
    if open_rounds:
        return _on_round(tournament, open_rounds[0].round)
    if pairs < PAIRS_TO_PLAY:
        return NextStep(_("Iscrivi le coppie"), reverse("entries", args=[tournament.slug]), "user-plus")
    number = len(progress) + 1
    words = _("Prepara il turno %(number)d") % {"number": number}
    return NextStep(words, reverse("prepare_round", args=[tournament.slug]), "plus")


def _go_on_playing(tournament: Tournament, playing: RoundProgress, *, manages: bool) -> NextStep:
    href = reverse("round_grid", args=[tournament.slug, playing.round.number])
    number = {"number": playing.round.number}
    if manages and not playing.missing:
        return NextStep(_("Turno %(number)d: controlla e chiudi") % number, href, "lock")
    return NextStep(_("Punteggi del turno %(number)d") % number, href, "pencil")


def _on_round(tournament: Tournament, round: Round) -> NextStep:
    href = reverse("round_grid", args=[tournament.slug, round.number])
    number = {"number": round.number}
    if round.state == Round.State.DRAFT:
        return NextStep(_("Turno %(number)d: controlla e pubblica") % number, href, "eye")
    return NextStep(_("Turno %(number)d: avvia il gioco") % number, href, "play")


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The log, newest first, and whether its chain still holds."""
    tournament = get_tournament(request, slug, Right.VIEW_LOG)
    lines = LogEntry.objects.filter(tournament=tournament).select_related("actor").order_by("-sequence")
    page = Paginator(lines, LOG_LINES_PER_PAGE).get_page(request.GET.get("page"))
    told_lines = [(line, told(line)) for line in page]
    context = {"tournament": tournament, "page": page, "lines": told_lines, "verification": verify_log(tournament)}
    return render(request, "tournaments/log.html", context)
