"""The clock of a round: run by whoever may, seen at the desk and on the big screen; extra time per table."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_safe

from codes.figures import round_figures
from hall.clock.actions import LONGEST_EXTRA, STEPS, give_extra_time, start_clock
from hall.clock.models import ExtraTime, RoundClock
from hall.clock.queries import extra_minutes, panel_at
from pages.forms import NumberField, choose_from, number_in
from pages.views import PostedForm, posted
from records.action import Actor
from records.requests import INCOMPLETE, PublicRequest, Refused, Request
from records.rights import Right
from tournaments.rounds.models import LINES, Round, Table
from tournaments.setup.access import find_round, get_public_tournament, get_tournament, rounds_of, within
from tournaments.setup.live_pages import render_live
from tournaments.setup.models import Tournament
from tournaments.setup.rules import minutes_admitted
from tournaments.setup.shared_pages import shared_now

DONE = {
    "start": _lazy("Orologio partito."),
    "pause": _lazy("Orologio fermo per tutta la sala."),
    "resume": _lazy("L’orologio riprende: il tempo della sosta non è perso."),
    "time-out": _lazy("Time out chiamato: ogni tavolo fa il giro finale."),
}
# Minutes proposed where neither the tournament nor its code has any.
STILL_LONG = 42


class StartForm(forms.Form):
    """How many minutes the clock starts from; the action knows how many the round may have."""

    minutes = NumberField(max_value=999)


class ExtraTimeForm(forms.Form):
    """Minutes for one table, and why."""

    table = forms.ModelChoiceField(Table.objects.none(), label=_lazy("Tavolo"))
    minutes = NumberField(label=_lazy("Minuti in più"), min_value=1, max_value=LONGEST_EXTRA)
    reason = forms.CharField(label=_lazy("Motivo"), max_length=500)

    def __init__(self, data: QueryDict | None, *, round: Round) -> None:
        super().__init__(data)
        called = [f"{line}__{part}" for line in LINES for part in ("number", "name")]
        tables = Table.objects.filter(round=round, line_b__isnull=False).select_related(*LINES).only("number", *called)
        choose_from(
            self, "table", tables.order_by("number"), lambda table: f"{table.number}: {table.words_a} · {table.words_b}"
        )


@require_http_methods(["GET", "HEAD", "POST"])
def clock(request: Request, slug: str, number: int) -> HttpResponse:
    """The clock of the round, large; a POST starts, stops or calls it."""
    right = Right.RUN_CLOCK if request.method == "POST" else Right.VIEW_DESK
    round = find_round(get_tournament(request, slug, right), number)
    if request.method != "POST":
        return _page(request, round)
    step = request.POST.get("step", "")
    try:
        _take(step, Actor.of(request), round, request.POST)
    except Refused as error:
        return _page(request, round, refusal=error.messages, status=422)
    messages.success(request, DONE[step])
    return redirect("clock", slug, number)


def _take(step: str, by: Actor, round: Round, data: QueryDict) -> None:
    if step == "start":
        typed = StartForm(data)
        if not typed.is_valid():
            raise Refused(_("Scrivi quanti minuti dura il turno, per esempio %(n)d.") % {"n": STILL_LONG})
        start_clock(by=by, round=round, minutes=typed.cleaned_data["minutes"])
    elif step in STEPS:
        STEPS[step](by=by, round=round)
    else:
        raise Refused(str(INCOMPLETE))


def _page(
    request: Request,
    round: Round,
    *,
    form: ExtraTimeForm | None = None,
    refusal: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    running = RoundClock.objects.filter(round=round).first()
    admitted = minutes_admitted(round.tournament)
    planned = round.tournament.round_minutes or (admitted[-1] if admitted else STILL_LONG)
    context = {
        "tournament": round.tournament,
        "round": round,
        "clock": running,
        "now": timezone.now(),
        "left": running.seconds_left(timezone.now()) if running else planned * 60,
        "admitted": admitted,
        "planned": planned,
        "extras": ExtraTime.objects.filter(table__round=round).select_related("table", "given_by").order_by("given_at"),
        "form": form or ExtraTimeForm(None, round=round),
        "refusal": refusal,
    }
    at = reverse("clock", args=[round.tournament.slug, round.number])
    return render_live(request, "hall/clock/clock.html", context, status=status, address=at)


extra_time = PostedForm(
    find=within(Round.objects.all()), right=Right.RUN_CLOCK, of="round",
    form=lambda request, round: ExtraTimeForm(posted(request), round=round),
    act=lambda by, round, **said: give_extra_time(by=by, **said),
    said=_lazy("Tempo in più registrato: si vede sullo schermo della sala."), to=("clock", "slug", "number"),
    page=partial(_page, status=422),
)  # fmt: skip


MOST_TURNS = 999_999  # no screen is left on so long


@login_not_required
@require_safe
@shared_now
def screen(request: PublicRequest, slug: str) -> HttpResponse:
    tournament = get_public_tournament(request, slug)
    return render(request, "hall/clock/screen.html", _context(tournament, request.GET.get("n", "")))


@login_not_required
@require_safe
@shared_now
def screen_panel(request: PublicRequest, slug: str) -> HttpResponse:
    """The next panel alone; the page asks for one after the other."""
    tournament = get_public_tournament(request, slug)
    return render(request, "hall/clock/_screen_panel.html", _context(tournament, request.GET.get("n", "")))


def _context(tournament: Tournament, turn: str) -> dict[str, Any]:
    shown = next((one for one in reversed(rounds_of(tournament)) if one.is_public), None)
    told = round_figures(tournament.rulebook).time_left_told
    clock = RoundClock.objects.filter(round=shown).first() if shown and told else None
    panel, following = panel_at(tournament, shown, clock, number_in(turn, most=MOST_TURNS) or 0)
    return {
        "tournament": tournament,
        "round": shown,
        "panel": panel,
        "next": following,
        "clock": clock,
        "left": clock.seconds_left(timezone.now()) if clock else 0,
        "runs": bool(clock and shown and shown.state == Round.State.PLAYING),
        "extras": sorted(extra_minutes(shown).items()) if shown and panel.kind == "clock" else (),
    }
