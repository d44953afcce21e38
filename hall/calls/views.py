"""The queue of the calls, what an arbiter does with one, and what the director sees: zones and figures.

The call as its table sees it: made without a log-in by the code of a line, or by the staff for the table.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from codes.seats import Line
from hall.calls.actions import (
    PUT_OFF,
    arrive,
    ask_second,
    call_arbiter,
    close_call,
    come_as_second,
    give_back_time,
    hand_over_call,
    move_tables,
    put_off_call,
    set_zone,
    take_call,
    withdraw_call,
)
from hall.calls.forms import CallForm, HandOverForm, MoveForm, ZoneForm, tables_in_words
from hall.calls.models import Call, minutes_between
from hall.calls.queries import (
    Zone,
    calls_at,
    figures_of,
    has_taken_call,
    may_be_second,
    may_give_back,
    minutes_given_since,
    minutes_waited,
    open_call,
    queue_context,
    queue_version,
    who_may_go,
    zones_of,
)
from hall.clock.queries import extra_minutes_of
from hall.line_codes.actions import claim_use
from hall.line_codes.codes import OpenedTable, opened_by
from hall.line_codes.models import LineRequests
from pages.views import attempt, posted
from people.accounts.models import User
from people.sign_in.doors import log_too_many_tries
from records.action import Actor, is_served
from records.requests import PublicRequest, Refused, Request
from records.rights import Right, rights_of
from tournaments.rounds.models import Round, Table
from tournaments.setup.access import get_tournament
from tournaments.setup.live_pages import CALLS_EVERY, render_live
from tournaments.setup.models import Tournament
from tournaments.setup.public_names import in_public
from tournaments.staff.actions import players_of

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
        "holds_call": call is not None and has_taken_call(request.user, request.rights, call),
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
    return render_live(request, "hall/calls/calls.html", context, status=status, address=address, every=CALLS_EVERY)


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
    if attempt(form, lambda data: act(by=Actor.of(request), tournament=tournament, **data)):
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
        "hall/calls/direct_calls.html",
        context,
        status=422 if form.is_bound else 200,
        address=reverse("direct_calls", args=[slug]),
        every=CALLS_EVERY,
    )


def _is_typed(request: Request, zone: Zone) -> bool:
    """Whether the range that was sent is this arbiter's."""
    return zone.arbiter is not None and request.method == "POST" and request.POST.get("arbiter") == str(zone.arbiter.pk)


TOO_OFTEN = _lazy("Avete chiamato molte volte in pochi minuti: quello che avete mandato prima resta. Alzate la mano.")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_public
def table_call(request: PublicRequest, slug: str, key: str) -> HttpResponse:
    """What became of the call: asked for again and again with the version shown; a POST calls, adds or withdraws.

    A call may outlive its round: until it is closed its table reads of it, and may say that nobody needs to come.
    """
    opened = opened_by(slug, key, or_called=True)
    if opened is None or (request.method != "POST" and _is_over(opened.table)):
        raise Http404
    tournament = opened.table.round.tournament
    request.rights = rights_of(request.user, tournament)
    is_staff = Right.GIVE_SCORE in request.rights
    if not is_staff and (opened.line is None or not opened.is_in_force):
        return render(request, "hall/calls/code_refused.html", {"opened": opened}, status=403)
    if request.method == "POST":
        return _said(request, opened, key, is_staff=is_staff)
    if request.GET.get("v") == queue_version(tournament, timezone.now()):
        return HttpResponseNotModified()
    part = "_table_call" if "v" in request.GET else "table_call"
    return render(request, f"hall/calls/{part}.html", _context(request, opened, key))


def _said(request: PublicRequest, opened: OpenedTable, key: str, *, is_staff: bool) -> HttpResponse:
    speaking: dict[str, Any] = {"table": opened.table} if is_staff else {**opened.speaking}
    players = players_of(opened.table.round.tournament)
    by = Actor.of(cast(Request, request)) if is_staff else Actor.for_table(request, players)
    # Whoever sends again what arrived, its answer having been lost, is told so: it uses up nothing of the line's share.
    if is_served(by):
        return _taken(request, opened, key)
    # That nobody needs to come any more lightens the hall: it is heard however often the line has called.
    is_counted = not is_staff and request.POST.get("step") != "withdraw"
    if is_counted and not claim_use(**opened.speaking, kind=LineRequests.Kind.CALLED, at=by.at):
        log_too_many_tries(request, "calling")
        return _refused(request, opened, key, [str(TOO_OFTEN)], status=429)
    try:
        _step(request, by, **speaking)
    except Refused as error:
        return _refused(request, opened, key, error.messages, status=422)
    return _taken(request, opened, key)


def _taken(request: PublicRequest, opened: OpenedTable, key: str) -> HttpResponse:
    """Where the tap was made: the slip of the table, with the answer of the hall in it; it ends with the round."""
    if opened.table.round.state == Round.State.CLOSED:
        return render(request, "hall/calls/table_call.html", _context(request, opened, key))
    return redirect("table_slip", opened.table.round.tournament.slug, key)


def _is_over(table: Table) -> bool:
    return table.round.state == Round.State.CLOSED and not Call.objects.open().filter(table=table).exists()


def _step(request: PublicRequest, by: Actor, table: Table, **speaking: Any) -> Call:
    step = request.POST.get("step")
    if step == "call":
        form = CallForm(request.POST)
        if not form.is_valid():
            raise Refused(_("Questo motivo non esiste: ricaricate la pagina."))
        return call_arbiter(by=by, table=table, **form.cleaned_data, **speaking)
    steps = {"withdraw": withdraw_call, "second": ask_second}
    call = open_call(table)
    if step not in steps or request.POST.get("call") is None:
        raise Refused(_("Ricaricate la pagina e riprovate."))
    # What is withdrawn is the call that was on the screen, not one made meanwhile.
    if call is None or str(call.pk) != request.POST["call"]:
        raise Refused(_("Questa chiamata è già chiusa."))
    return steps[step](by=by, call=call, **speaking)


def _refused(
    request: PublicRequest, opened: OpenedTable, key: str, refusal: Sequence[str], *, status: int
) -> HttpResponse:
    context = _context(request, opened, key) | {"refusal": refusal}
    return render(request, "hall/calls/table_call.html", context, status=status)


def _context(request: PublicRequest, opened: OpenedTable, key: str) -> dict[str, Any]:
    table = opened.table
    return {"tournament": table.round.tournament, "table": table, "round": table.round, "key": key} | call_context(
        request, table, key, opened.line
    )


def call_context(request: PublicRequest, table: Table, key: str, line: Line | None) -> dict[str, Any]:
    """What the part about the call shows on the page of a line; one of the staff who holds its code speaks as such."""
    call, now = open_call(table), timezone.now()
    seats = table.seat_names.members[line] if line else ()
    return {
        "call": call,
        "speaks_of_call": call is not None and _speaks_of(request, call),
        "call_key": key,
        "call_minutes": minutes_waited(call, now) if call else 0,
        "call_later": bool(call and call.put_off_until and call.put_off_until > now),
        "call_version": queue_version(table.round.tournament, now),
        "call_seats": seats,
        "call_reasons": Call.Reason.choices,
        "extra_minutes": extra_minutes_of(table),
        "can_call": not table.is_bye and table.round.state in (Round.State.PUBLISHED, Round.State.PLAYING),
    }


def _speaks_of(request: PublicRequest, call: Call) -> bool:
    """Whether what is asked of it here is heard: of the table's own line, of the staff where the call is theirs."""
    is_staff = isinstance(request.user, User) and Right.GIVE_SCORE in request.rights
    return not is_staff or has_taken_call(cast(User, request.user), request.rights, call, Right.VIEW_DESK)


@require_POST
def call_from_desk(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """Somebody of the staff calls for a table."""
    tournament = get_tournament(request, slug, Right.VIEW_DESK)
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    found = get_object_or_404(tables.select_related("round"), round__number=number, number=table)
    found.round.tournament = tournament
    form = CallForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(_("Questo motivo non esiste: ricarica la pagina."))
        call_arbiter(by=Actor.of(request), table=found, **form.cleaned_data)
    except Refused as error:
        context = {"tournament": tournament, "round": found.round, "table": found, "refusal": error.messages}
        return render(request, "hall/calls/call_not_made.html", context, status=422)
    messages.success(request, _("Arbitro chiamato al tavolo %(table)d.") % {"table": table})
    if Right.VIEW_CASES in request.rights:
        return redirect("table", slug, number, table)
    return redirect("round_grid", slug, number)
