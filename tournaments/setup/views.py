"""Setting up: a new tournament, its settings while they may change; a copy of another.

Under which rules a tournament is played, for everybody: code, formula, points, ties.
"""

from dataclasses import dataclass
from typing import cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, permission_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from codes.games.catalogue import forbidden
from codes.victory_points import get_scale
from pages.views import attempt, form_page, posted
from records.action import Actor, earlier_record
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.scores.history_queries import table_readings
from tournaments.setup.access import get_public_tournament, get_tournament
from tournaments.setup.actions import change_tournament, copy_tournament, create_tournament
from tournaments.setup.forms import DEALS, ChangeTournamentForm, CopyForm, NewTournamentForm, why_forbidden
from tournaments.setup.games import GAMES, GameId
from tournaments.setup.models import Tournament
from tournaments.setup.queries import entries_to_copy, staff_to_copy
from tournaments.setup.rules import locked_settings, settings_digest
from tournaments.setup.shared_pages import shared
from tournaments.stages.views import tell_limits


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("tournaments.add_tournament", raise_exception=True)
def new_tournament(request: Request) -> HttpResponse:
    asked = str(request.POST.get("game") or request.GET.get("gioco") or GameId.TRESSETTE.value)
    game = asked if asked in GAMES else GameId.TRESSETTE.value
    # The seed is by chance, so that nobody chooses it; who draws one in public types that one.
    proposed = {"starts_on": timezone.localdate(), "boards_per_round": DEALS[game], "lot_seed": uuid4().hex}
    form = NewTournamentForm(posted(request), game=game, initial=proposed | {"is_public": True})
    if request.method == "POST":
        by = Actor.of(request)
        created = cast(Tournament | None, earlier_record(by, "create_tournament")) or attempt(
            form, lambda _data: create_tournament(by=by, stage=form.stage, **form.settings)
        )
        if created:
            messages.success(request, _("Torneo creato: ora le iscrizioni."))
            for stage in created.stages.order_by("number")[:1]:
                tell_limits(request, stage)
            return redirect("desk", created.slug)
    language = get_language() or "it"
    context = {
        "game": game,
        "games": GameId.choices,
        "forbidden": [(name, title.in_(language)) for name, (title, _why) in forbidden().items()],
        "why_forbidden": why_forbidden(asked) if asked in forbidden() else "",
    }
    return form_page(request, "tournaments/setup/new_tournament.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: Request, slug: str) -> HttpResponse:
    source = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    if not request.user.has_perm("tournaments.add_tournament"):
        raise PermissionDenied("add_tournament")
    entries, staff = entries_to_copy(source), list(staff_to_copy(source, but=request.user))
    initial = {"name": source.name, "place": source.place, "is_public": source.is_public}
    form = CopyForm(posted(request), initial=initial, entries=entries, staff=staff)
    if request.method == "POST":
        by, seed = Actor.of(request), uuid4().hex
        made = cast(Tournament | None, earlier_record(by, "copy_tournament")) or attempt(
            form, lambda _data: copy_tournament(by=by, source=source, lot_seed=seed, **form.copied)
        )
        if made:
            messages.success(request, _("Torneo copiato: riguarda le impostazioni prima di cominciare."))
            for stage in made.stages.order_by("number"):
                tell_limits(request, stage)
            return redirect("settings", made.slug)
    left, withdrawn = source.entries.count() - len(entries), sum(1 for one in entries if not one.is_proposed)
    return form_page(request, "tournaments/setup/copy.html", form, tournament=source, left=left, withdrawn=withdrawn)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: Request, slug: str) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    form = ChangeTournamentForm(
        posted(request),
        game=tournament.game,
        instance=tournament,
        initial={"seen": settings_digest(tournament)},
        locked=locked_settings(tournament),
    )
    if changed := attempt(
        form,
        lambda data: change_tournament(by=Actor.of(request), tournament=tournament, seen=data["seen"], **form.settings),
    ):
        messages.success(request, _("Impostazioni salvate."))
        return redirect("settings", changed.slug)
    return form_page(request, "tournaments/setup/settings.html", form, tournament=tournament)


@dataclass(frozen=True)
class Row:
    """A row of the table of victory points: the differences from first to last (none: and more)."""

    first: int
    last: int | None
    winner: int
    loser: int


@login_not_required
@require_safe
@shared
def regulations(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    scale = get_scale(tournament.vp_scale)
    language = get_language() or "it"
    context = {
        "tournament": tournament,
        "stages": tournament.stages.order_by("number"),
        "rows": scale_rows(tournament),
        "table_readings": table_readings(tournament),
        "scale_title": scale.title.in_(language),
        "scale_source": scale.source.in_(language),
        "match_text": tournament.online_match.text.in_(language) if tournament.online_match else "",
    }
    return render(request, "tournaments/setup/regulations.html", context)


def scale_rows(tournament: Tournament) -> list[Row]:
    """The table that the tournament's rounds are scored by, from equality to the widest win."""
    scale = get_scale(tournament.vp_scale)
    bands = scale.table_of(tournament.boards_per_round)
    return [Row(band.first, band.last, band.vp, scale.total - band.vp) for band in bands]
