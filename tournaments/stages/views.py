"""Stages: planned, changed, begun; the whole schedule of those that know it from the start."""

from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pages.fields import number_in
from pages.views import attempt, form_page, posted
from records.action import Actor
from records.locks import fields_digest
from records.refusals import Refused
from records.requests import Request
from records.rights import Right
from tournaments.draw.limits import limits
from tournaments.rounds.actions import stage_now
from tournaments.setup.access import get_tournament
from tournaments.setup.models import Tournament
from tournaments.stages.actions import (
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
from tournaments.stages.forms import GroupsForm, StageForm
from tournaments.stages.models import GroupPlace, Stage

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
    return form_page(request, "tournaments/stages/stages.html", form, tournament=tournament, stages=shown, now=now)


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
    return form_page(request, "tournaments/stages/stage.html", form, tournament=tournament, stage=found, begun=begun)


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
            request, "tournaments/stages/start_stage.html", context | {"refusal": error.messages}, status=status
        )
    form, shown = _groups(request, tournament, before)
    if attempt(form, lambda data: start_stage(by=Actor.of(request), stage=found, **data)):
        messages.success(request, _("Gironi formati: ora prepara il turno."))
        return redirect("prepare_round", slug)
    return form_page(request, "tournaments/stages/start_stage.html", form, **context, **shown)


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
