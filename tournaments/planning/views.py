"""Stages: planned, changed, begun; the whole schedule of those that know it from the start.

Setting up: a new tournament, its settings while they may change; a copy of another.

Under which rules a tournament is played, for everybody: code, formula, points, ties.
"""

from dataclasses import dataclass
from typing import Any, cast
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, permission_required
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codes.games.catalogue import forbidden
from codes.victory_points import get_scale
from pages.forms import number_in
from pages.views import attempt, form_page, posted
from records.action import Actor, earlier_record
from records.locks import fields_digest
from records.requests import PublicRequest, Refused, Request
from records.rights import Right
from tournaments.draw.limits import limits
from tournaments.planning.actions import change_tournament, copy_tournament, create_tournament
from tournaments.planning.forms import DEALS, ChangeTournamentForm, CopyForm, NewTournamentForm, why_forbidden
from tournaments.planning.models import GroupPlace, Stage
from tournaments.planning.practice_actions import create_practice
from tournaments.planning.preset_forms import PRESETS, FirstTournamentForm, PracticeForm
from tournaments.planning.queries import entries_to_copy, staff_to_copy
from tournaments.planning.stage_actions import (
    FIELDS,
    add_stage,
    change_stage,
    check_startable,
    has_begun,
    open_fields,
    previous_of,
    publication_of,
    qualified,
    split,
    start_stage,
)
from tournaments.planning.stage_forms import GroupsForm, StageForm
from tournaments.rounds.actions import stage_now
from tournaments.scores.history_queries import table_readings
from tournaments.setup.access import get_public_tournament, get_tournament
from tournaments.setup.games import GAMES, GameId
from tournaments.setup.models import Tournament
from tournaments.setup.rules import locked_settings, settings_digest
from tournaments.setup.shared_pages import shared

USUAL_ROUNDS = 4


@require_http_methods(["GET", "HEAD", "POST"])
def stages(request: Request, slug: str) -> HttpResponse:
    right = Right.MANAGE_ROUNDS if request.method == "POST" else Right.VIEW_DESK
    tournament = get_tournament(request, slug, right)
    places = Prefetch("groups__places", GroupPlace.objects.select_related("entry"))
    planned = list(tournament.stages.prefetch_related(places, "rounds").order_by("number"))
    first = {"name": _("Girone unico") if not planned else "", "rounds_planned": USUAL_ROUNDS, "clubs_apart": True}
    form = StageForm(posted(request), tournament=tournament, number=len(planned) + 1, initial=first)
    if added := attempt(form, lambda data: add_stage(by=Actor.of(request), tournament=tournament, **data)):
        messages.success(request, _("Fase aggiunta."))
        tell_limits(request, added)
        return redirect("stages", slug)
    now = stage_now(tournament) if planned else None
    too_long = limits(tournament, planned)
    shown = [(one, too_long[one.number]) for one in planned]
    return form_page(request, "tournaments/planning/stages.html", form, tournament=tournament, stages=shown, now=now)


@require_http_methods(["GET", "HEAD", "POST"])
def stage(request: Request, slug: str, stage: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = _stage(tournament, stage)
    begun = has_begun(found)
    initial = {name: getattr(found, name) for name in FIELDS} | {"seen": fields_digest(found, FIELDS)}
    form = StageForm(posted(request), tournament=tournament, number=found.number, initial=initial)
    for name in set(form.fields) - open_fields(found) - {"seen"}:
        del form.fields[name]
    if attempt(form, lambda data: change_stage(by=Actor.of(request), stage=found, **data)):
        messages.success(request, _("Fase cambiata."))
        tell_limits(request, _stage(tournament, stage))
        return redirect("stages", slug)
    return form_page(request, "tournaments/planning/stage.html", form, tournament=tournament, stage=found, begun=begun)


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: Request, slug: str, stage: int) -> HttpResponse:
    tournament = get_tournament(request, slug, Right.MANAGE_ROUNDS)
    found = _stage(tournament, stage)
    context: dict[str, Any] = {"tournament": tournament, "stage": found}
    try:
        before = previous_of(found)
        check_startable(found, before)
    except Refused as error:
        status = 422 if request.method == "POST" else 200
        return render(
            request, "tournaments/planning/start_stage.html", context | {"refusal": error.messages}, status=status
        )
    form, shown = _groups(request, tournament, before)
    if attempt(form, lambda data: start_stage(by=Actor.of(request), stage=found, **data)):
        messages.success(request, _("Gironi formati: ora prepara il turno."))
        return redirect("prepare_round", slug)
    return form_page(request, "tournaments/planning/start_stage.html", form, **context, **shown)


def tell_limits(request: Request, stage: Stage) -> None:
    """Say at once what a stage just planned cannot play, or how many it asks for."""
    for one in limits(stage.tournament, [stage])[stage.number]:
        (messages.warning if one.entries else messages.info)(request, one.words)


def _groups(request: Request, tournament: Tournament, before: Stage) -> tuple[GroupsForm, dict[str, Any]]:
    published = publication_of(before)
    grouped = GroupPlace.objects.filter(group__stage=before).values("group").distinct().count() > 1
    per_group, unit = _typed(request, "per_group"), tournament.entries_a_table
    rows = qualified(before, per_group)
    sizes = split(len(rows), _typed(request, "groups") or 1, unit=unit)
    form = GroupsForm(
        posted(request),
        has_groups=grouped,
        is_published=published is not None,
        initial={"sizes": " ".join(map(str, sizes)), "per_group": per_group or None},
    )
    return form, {"rows": rows, "sizes": sizes, "unit": unit, "published": published, "before": before}


def _stage(tournament: Tournament, number: int) -> Stage:
    return get_object_or_404(Stage.objects.select_related("tournament"), tournament=tournament, number=number)


def _typed(request: Request, name: str) -> int:
    """The small number asked for in the address; 0 for anything else."""
    return min(number_in(request.GET.get(name), most=999) or 0, 26)  # groups are called by letters


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("tournaments.add_tournament", raise_exception=True)
def new_tournament(request: Request) -> HttpResponse:
    asked = str(request.POST.get("game") or request.GET.get("gioco") or GameId.TRESSETTE.value)
    game = asked if asked in GAMES else GameId.TRESSETTE.value
    # The seed is by chance, so that nobody chooses it; who draws one in public types that one.
    proposed = {"starts_on": timezone.localdate(), "boards_per_round": DEALS[game], "lot_seed": uuid4().hex}
    # What was typed before another game was chosen; of another game's own nothing fits.
    typed = {
        name: value for name, value in request.GET.items() if name in NewTournamentForm.base_fields and name != "game"
    }
    form = NewTournamentForm(posted(request), game=game, initial=proposed | {"is_public": True} | typed)
    if request.method == "POST":
        by = Actor.of(request)
        created = cast(Tournament | None, earlier_record(by, "create_tournament")) or attempt(
            form, lambda _data: create_tournament(by=by, stage=form.stage, **form.settings)
        )
        if created:
            return _opened(request, created)
    language = get_language() or "it"
    context = {
        "game": game,
        "games": GameId.choices,
        "forbidden": [(name, title.in_(language)) for name, (title, _why) in forbidden().items()],
        "why_forbidden": why_forbidden(asked) if asked in forbidden() else "",
    }
    return form_page(request, "tournaments/planning/new_tournament.html", form, **context)


@require_http_methods(["GET", "HEAD", "POST"])
@permission_required("tournaments.add_tournament", raise_exception=True)
def first_tournament(request: Request) -> HttpResponse:
    """The first evening: a preset, a place, and whose it is."""
    wanted = request.GET.get("modello", "")
    initial = {"starts_on": timezone.localdate(), "preset": wanted if wanted in PRESETS else next(iter(PRESETS))}
    form = FirstTournamentForm(posted(request), initial=initial)
    if request.method == "POST":
        by, seed = Actor.of(request), uuid4().hex
        created = cast(Tournament | None, earlier_record(by, "create_tournament")) or attempt(
            form, lambda _data: create_tournament(by=by, stage=form.stage, lot_seed=seed, **form.settings)
        )
        if created:
            return _opened(request, created)
    return form_page(request, "tournaments/planning/first_tournament.html", form, presets=PRESETS)


@require_POST
@permission_required("tournaments.add_tournament", raise_exception=True)
def practice_tournament(request: Request) -> HttpResponse:
    """One tap: a tournament to try, with its pairs entered."""
    form, by = PracticeForm(request.POST), Actor.of(request)
    made = cast(Tournament | None, earlier_record(by, "create_practice")) or attempt(
        form, lambda _data: create_practice(by=by, on=timezone.localdate(), lot_seed=uuid4().hex, **form.practice)
    )
    if made is None:
        return form_page(
            request, "tournaments/planning/first_tournament.html", FirstTournamentForm(), presets=PRESETS, trying=form
        )
    messages.success(request, _("Torneo di prova pronto: tocca tutto quello che vuoi, poi buttalo."))
    return redirect("desk", made.slug)


def _opened(request: Request, created: Tournament) -> HttpResponse:
    messages.success(request, _("Torneo creato: ora le iscrizioni."))
    for stage in created.stages.order_by("number")[:1]:
        tell_limits(request, stage)
    return redirect("desk", created.slug)


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
    return form_page(request, "tournaments/planning/copy.html", form, tournament=source, left=left, withdrawn=withdrawn)


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
    return form_page(request, "tournaments/planning/settings.html", form, tournament=tournament)


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
    return render(request, "tournaments/planning/regulations.html", context)


def scale_rows(tournament: Tournament) -> list[Row]:
    """The table that the tournament's rounds are scored by, from equality to the widest win."""
    scale = get_scale(tournament.vp_scale)
    bands = scale.table_of(tournament.boards_per_round)
    return [Row(band.first, band.last, band.vp, scale.total - band.vp) for band in bands]
