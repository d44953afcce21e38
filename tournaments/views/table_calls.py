"""The call as its table sees it: made without a log-in by the code of a line, or by the staff for the table."""

from collections.abc import Sequence
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from codes.seats import Line
from tournaments.access import get_tournament, rights_of
from tournaments.actions.base import Actor, is_served
from tournaments.actions.calls import ask_second, call_arbiter, withdraw_call
from tournaments.actions.line_codes import claim_use
from tournaments.actions.slips import players_of
from tournaments.forms.calls import CallForm
from tournaments.hall.in_public import in_public
from tournaments.line_codes import Opened, opened_by
from tournaments.models import Call, LineRequests, Round, Table, User
from tournaments.permissions import Right
from tournaments.queries.calls import holds_call, minutes_waited, open_call, queue_version
from tournaments.queries.clock import extra_minutes_of
from tournaments.refusals import Refused
from tournaments.requests import PublicRequest, Request
from tournaments.signing_in.begin import held_back

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
        return render(request, "tournaments/code_refused.html", {"opened": opened}, status=403)
    if request.method == "POST":
        return _said(request, opened, key, is_staff=is_staff)
    if request.GET.get("v") == queue_version(tournament, timezone.now()):
        return HttpResponseNotModified()
    part = "_table_call" if "v" in request.GET else "table_call"
    return render(request, f"tournaments/{part}.html", _context(request, opened, key))


def _said(request: PublicRequest, opened: Opened, key: str, *, is_staff: bool) -> HttpResponse:
    speaking: dict[str, Any] = {"table": opened.table} if is_staff else {**opened.speaking}
    players = players_of(opened.table.round.tournament)
    by = Actor.of(cast(Request, request)) if is_staff else Actor.for_table(request, players)
    # Whoever sends again what arrived, its answer having been lost, is told so: it uses up nothing of the line's share.
    if is_served(by):
        return _taken(request, opened, key)
    # That nobody needs to come any more lightens the hall: it is heard however often the line has called.
    is_counted = not is_staff and request.POST.get("step") != "withdraw"
    if is_counted and not claim_use(**opened.speaking, kind=LineRequests.Kind.CALLED, at=by.at):
        held_back(request, "calling")
        return _refused(request, opened, key, [str(TOO_OFTEN)], status=429)
    try:
        _step(request, by, **speaking)
    except Refused as error:
        return _refused(request, opened, key, error.messages, status=422)
    return _taken(request, opened, key)


def _taken(request: PublicRequest, opened: Opened, key: str) -> HttpResponse:
    """Where the tap was made: the slip of the table, with the answer of the hall in it; it ends with the round."""
    if opened.table.round.state == Round.State.CLOSED:
        return render(request, "tournaments/table_call.html", _context(request, opened, key))
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


def _refused(request: PublicRequest, opened: Opened, key: str, refusal: Sequence[str], *, status: int) -> HttpResponse:
    context = _context(request, opened, key) | {"refusal": refusal}
    return render(request, "tournaments/table_call.html", context, status=status)


def _context(request: PublicRequest, opened: Opened, key: str) -> dict[str, Any]:
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
    return not is_staff or holds_call(cast(User, request.user), request.rights, call, Right.VIEW_DESK)


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
        return render(request, "tournaments/call_not_made.html", context, status=422)
    messages.success(request, _("Arbitro chiamato al tavolo %(table)d.") % {"table": table})
    if Right.VIEW_CASES in request.rights:
        return redirect("table", slug, number, table)
    return redirect("round_grid", slug, number)
