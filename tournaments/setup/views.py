"""Setting up: a new tournament, its settings while they may change, who does what.

Under which rules a tournament is played, for everybody: code, formula, points, ties.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, permission_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from codes.games.catalogue import forbidden
from codes.victory_points import get_scale
from pages.form_views import PostedForm
from pages.views import attempt, form_page, posted
from records.action import Actor, earlier_record
from records.requests import PublicRequest, Request
from records.rights import Right
from tournaments.invitations.actions import end_of_day, open_links
from tournaments.invitations.forms import InviteForm, ResetForm
from tournaments.own_club.queries import club_names, confirming_memberships
from tournaments.scores.history_queries import table_readings
from tournaments.setup.access import get_public_tournament, get_tournament
from tournaments.setup.actions import change_tournament, copy_tournament, create_tournament, end_task, set_membership
from tournaments.setup.forms import DEALS, ChangeTournamentForm, CopyForm, NewTournamentForm, why_forbidden
from tournaments.setup.games import GAMES, GameId
from tournaments.setup.models import Membership, Tournament
from tournaments.setup.player_actions import unlink_player
from tournaments.setup.queries import entries_to_copy, staff_to_copy
from tournaments.setup.rules import locked_settings, settings_digest
from tournaments.setup.shared_pages import shared
from tournaments.setup.staff_forms import StaffForm, TaskForm
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


@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_STAFF if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    form = StaffForm(posted(request), initial={"seen": tournament.data_version})
    if attempt(
        form,
        lambda data: set_membership(
            by=Actor.of(request), tournament=tournament, ends_at=_end_of(data.pop("only_today")), **data
        ),
    ):
        messages.success(request, _("Incarico registrato."))
        if tournament.single_arbiter and confirming_memberships(tournament).exists():
            messages.warning(request, _("È segnato «Arbitro unico»: con un capo arbitro in carica non vale più."))
        return redirect("staff", slug)
    return staff_page(request, tournament, form=form)


def _task(tournament: Tournament, key: int) -> Membership:
    return get_object_or_404(tournament.memberships, pk=key)


def _end_of(only_today: bool) -> datetime | None:  # as the form says it
    return end_of_day(timezone.now()) if only_today else None


def staff_page(request: Request, tournament: Tournament, **bound: BaseForm) -> HttpResponse:
    """Who does what, with the forms that change it; bound: the one that was sent, and refused."""
    manages = Right.MANAGE_STAFF in request.rights
    context = {
        "tournament": tournament,
        "memberships": tournament.memberships.select_related("user__player", "club"),
        "clubs": club_names() if manages else [],
        "links": open_links(tournament, timezone.now()) if manages else [],
        "seen": tournament.data_version,
        "form": StaffForm(initial={"seen": tournament.data_version}),
        "inviting": InviteForm(auto_id="i_%s"),
        "resetting": ResetForm(tournament=tournament, auto_id="p_%s"),
    } | bound
    sent = next((form for form in bound.values() if form.is_bound), None)
    return render(request, "tournaments/setup/staff.html", context, status=422 if sent else 200)


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


def _ended(request: Request, tournament: Tournament, task: Membership) -> HttpResponse:
    # Whoever took away the own one is no longer shown these pages.
    return redirect("home") if task.user == request.user else redirect("staff", tournament.slug)


_on_staff = partial(
    PostedForm[Tournament, Membership],
    find=get_tournament, right=Right.MANAGE_STAFF, of="tournament", form=TaskForm, page=staff_page, name="asked",
)  # fmt: skip
unlink = _on_staff(
    act=lambda by, tournament, task, seen: unlink_player(by=by, membership=_task(tournament, task)),
    said=_lazy("Scheda staccata."), to=("staff", "slug"),
)  # fmt: skip
end = _on_staff(
    act=lambda by, tournament, task, seen: end_task(by=by, membership=_task(tournament, task), seen=seen),
    said=lambda task: _("Incarico tolto a %(name)s.") % {"name": task.user}, to=_ended,
)  # fmt: skip
