"""The queue of the calls, what an arbiter does with one, and what the director sees: zones and figures."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import get_tournament
from tournaments.actions.base import Actor
from tournaments.actions.call_answers import (
    PUT_OFF,
    arrive,
    close_call,
    come_as_second,
    give_back_time,
    hand_over_call,
    put_off_call,
    take_call,
)
from tournaments.actions.calls import ask_second, withdraw_call
from tournaments.actions.zones import move_tables, set_zone
from tournaments.forms.calls import HandOverForm, MoveForm, ZoneForm, tables_in_words
from tournaments.models import Call, Round, Table, Tournament
from tournaments.models.calls import minutes_between
from tournaments.permissions import Right
from tournaments.queries.call_figures import figures_of
from tournaments.queries.calls import (
    calls_at,
    holds_call,
    may_be_second,
    may_give_back,
    minutes_given_since,
    who_may_go,
)
from tournaments.queries.clock import extra_minutes_of
from tournaments.queries.zones import Zone, zones_of
from tournaments.refusals import Refused
from tournaments.requests import Request
from tournaments.views.common import attempt, posted
from tournaments.views.drawn import queue_context
from tournaments.views.live import CALLS_EVERY, render_live

DONE = {
    "hand-over": _lazy("Chiamata passata."),
    "ask-second": _lazy("Secondo arbitro chiesto: lo vedono tutti nella coda."),
    "put-off": _lazy("Rimandata: il tavolo lo vede."),
    "give-back": _lazy("Tempo reso al tavolo: si vede sullo schermo della sala."),
    "withdraw": _lazy("Chiamata ritirata."),
}
# After these the table is done with, for now; the others lead to its page.
BACK_TO_QUEUE = ("hand-over", "put-off", "close", "withdraw")


@require_safe
def calls(request: Request, slug: str) -> HttpResponse:
    """The queue as a page of its own."""
    return _queue_page(request, get_tournament(request, slug, Right.ANSWER_CALLS))


def steps_context(request: Request, table: Table) -> dict[str, Any]:
    """What the part about the call shows on the staff's page of a table."""
    calls, now = calls_at(table), timezone.now()
    call = next((one for one in calls if one.is_open), None)
    last = calls[0] if calls and call is None else None
    return {
        "call": call,
        "last_call": last,
        "may_be_second": call is not None and may_be_second(request.user, request.role, call),
        "holds_call": call is not None and holds_call(request.user, request.rights, call),
        **_minutes_context(request, call or last, now),
        "call_put_off": PUT_OFF,
        "extra_minutes": extra_minutes_of(table),
        "call_arbiters": who_may_go(table.round.tournament) if call else [],
        "can_call": not table.is_bye and table.round.state in (Round.State.PUBLISHED, Round.State.PLAYING),
    }


def _minutes_context(request: Request, call: Call | None, now: datetime) -> dict[str, Any]:
    """Whether the minutes of the table's last call, open or closed, may go back to it; and with what it may close."""
    if call is None:
        return {}
    gives_back = may_give_back(request.user, request.rights, call)
    given = minutes_given_since(call) if call.is_open else 0
    # With «tempo in più» it closes only where the table has it, or is given it by that tap.
    has_time = gives_back or bool(given)
    return {
        # One that nobody took, and that is over, was no interruption that an arbiter saw.
        "gives_back": gives_back
        and (call.is_open or call.owner_id is not None or Right.DIRECT_CALLS in request.rights),
        "call_minutes_back": minutes_between(call.opened_at, now),
        "call_minutes_given": given,
        "call_outcomes": [one for one in Call.ANSWERS if one != Call.Outcome.EXTRA_TIME or has_time],
    }


def _queue_page(
    request: Request, tournament: Tournament, *, refusal: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    context = queue_context(request, tournament) | {"refusal": refusal}
    address = reverse("calls", args=[tournament.slug])
    return render_live(request, "tournaments/calls.html", context, status=status, address=address, every=CALLS_EVERY)


@require_POST
def step(request: Request, slug: str, pk: int) -> HttpResponse:
    """One tap on a call; «Prendo io» opens its table."""
    tournament = get_tournament(request, slug, Right.ANSWER_CALLS)
    found = Call.objects.of(tournament).select_related("table__round")
    call = get_object_or_404(found, pk=pk)
    name = request.POST.get("step", "")
    try:
        _act(request, tournament, call, name)
    except Refused as error:
        return _queue_page(request, tournament, refusal=error.messages, status=422)
    if name == "close":
        messages.success(request, _closed_with(call))
    elif name in DONE:
        messages.success(request, DONE[name])
    if name in BACK_TO_QUEUE:
        return redirect("calls", slug)
    return redirect("table", slug, call.table.round.number, call.table.number)


def _closed_with(call: Call) -> str:
    """That it is closed; with the minutes that its table got by the same tap."""
    call.refresh_from_db(fields=["outcome", "minutes_back"])
    if call.outcome != Call.Outcome.EXTRA_TIME:
        return _("Chiamata chiusa.")
    given = call.minutes_back or minutes_given_since(call)
    words = _("Chiamata chiusa: il tavolo %(table)d ha %(n)d′ in più, e si vede sullo schermo della sala.")
    return words % {"table": call.table.number, "n": given}


def _act(request: Request, tournament: Tournament, call: Call, name: str) -> None:
    by = Actor.of(request)
    alone: dict[str, Callable[..., Call]] = {
        "take": take_call,
        "second": come_as_second,
        "ask-second": ask_second,
        "arrive": arrive,
        "give-back": give_back_time,
        "withdraw": withdraw_call,
    }
    if name in alone:
        alone[name](by=by, call=call)
    elif name == "close":
        close_call(by=by, call=call, outcome=request.POST.get("outcome", ""))
    elif name == "put-off":
        minutes = request.POST.get("minutes", "")
        put_off_call(by=by, call=call, minutes={"5": 5, "10": 10, "15": 15}.get(minutes, 0))
    elif name == "hand-over":
        form = HandOverForm(request.POST, arbiters=who_may_go(tournament))
        if not form.is_valid():
            raise Refused(_("Scegli chi ci va."))
        hand_over_call(by=by, call=call, to=form.cleaned_data["to"])
    else:
        raise Refused(_("Questo comando non esiste: ricarica la pagina."))


@require_http_methods(["GET", "HEAD", "POST"])
def direct(request: Request, slug: str) -> HttpResponse:
    """The director's page: who walks which tables, and how long calls took."""
    tournament = get_tournament(request, slug, Right.DIRECT_CALLS)
    arbiters = who_may_go(tournament)
    # A range typed for one arbiter, or tables that were dragged, or ticked, and go to another one.
    is_move = request.method == "POST" and "to" in request.POST
    form = (MoveForm if is_move else ZoneForm)(posted(request), arbiters=arbiters)
    act = move_tables if is_move else set_zone
    if request.method == "POST" and attempt(
        form, lambda data: act(by=Actor.of(request), tournament=tournament, **data)
    ):
        messages.success(request, _("Zona registrata."))
        return redirect(reverse("direct_calls", args=[slug]) + "#zones")
    zones = zones_of(tournament, arbiters)
    context = queue_context(request, tournament) | {
        "form": form,
        "is_move": is_move,
        "zones": zones,
        "lines": [
            (one.arbiter, tables_in_words(frozenset(one.tables)), _is_typed(request, one)) for one in zones.zones
        ],
        "ticked": [] if not is_move else request.POST.getlist("tables"),
        "typed": request.POST.get("tables", "")[:200],
        "figures": figures_of(tournament),
    }
    return render_live(
        request,
        "tournaments/direct_calls.html",
        context,
        status=422 if form.is_bound else 200,
        address=reverse("direct_calls", args=[slug]),
        every=CALLS_EVERY,
    )


def _is_typed(request: Request, zone: Zone) -> bool:
    """Whether the range that was sent is this arbiter's."""
    return zone.arbiter is not None and request.method == "POST" and request.POST.get("arbiter") == str(zone.arbiter.pk)
