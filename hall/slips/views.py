"""The page that the QR of a line opens: its players send their result, or confirm the other line's. No log-in."""

from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import cast

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from codes.seats import Line
from hall.calls.views import call_context
from hall.line_codes.actions import claim_use
from hall.line_codes.codes import OpenedTable, closed_with, opened_by
from hall.line_codes.models import LineRequests
from hall.slips.actions import StaleSlip, agree_slip, record_for_table, send_slip, withdraw_slip
from hall.slips.forms import SlipForm
from hall.slips.queries import at_table, ways_of
from pages.forms import SeenForm
from people.sign_in.doors import log_too_many_tries
from records.action import Actor, is_served
from records.requests import INCOMPLETE, PublicRequest, Refused, Request
from records.rights import Right, rights_of
from tournaments.rounds.models import Board, Round, Table
from tournaments.setup.public_names import in_public
from tournaments.staff.actions import players_of

STOP_ASKING = 286  # htmx takes the part and asks no more


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_public
def table_slip(request: PublicRequest, slug: str, key: str) -> HttpResponse:
    """Who sits at the table, what was sent, what is still to do; a POST sends, or agrees, for the line of the code."""
    # Whoever holds the sheet may open it, also while the tournament is hidden (decision 18).
    opened = opened_by(slug, key)
    if opened is None:
        return _round_over(request, slug, key)
    request.rights = rights_of(request.user, opened.table.round.tournament)
    if _is_staff(request):
        return _record(request, opened) if request.method == "POST" else _page(request, opened)
    if opened.line is None or not opened.is_in_force:
        # 403: a phone that had something waiting keeps it, and shows it with its figures.
        return render(request, "hall/calls/code_refused.html", {"opened": opened}, status=403)
    return _speak(request, opened) if request.method == "POST" else _page(request, opened)


def _round_over(request: PublicRequest, slug: str, key: str) -> HttpResponse:
    """That the round of the code is closed, in words; nothing where it never was one."""
    closed = closed_with(slug, key)
    if closed is None:
        raise Http404
    table, line = closed
    # An open slip that asks by itself shows the words in its place, and asks no more.
    status = STOP_ASKING if request.htmx and request.method == "GET" else HTTPStatus.NOT_FOUND
    context = {"table": table, "tournament": table.round.tournament, "ways": ways_of(table, line, with_places=True)}
    return render(request, "hall/slips/slip_over.html", context, status=status)


def _speak(request: PublicRequest, opened: OpenedTable) -> HttpResponse:
    """What the line sent, once it is counted."""
    # Whoever sends again what arrived, its answer having been lost, is told so: it uses up nothing of the line's share.
    by = Actor.for_table(request, players_of(opened.table.round.tournament))
    if is_served(by):
        return _taken(request, opened)
    if not claim_use(**opened.speaking, kind=LineRequests.Kind.SENT, at=by.at):
        log_too_many_tries(request, "sending")
        words = _("Troppi invii con questo codice: aspettate qualche minuto, o chiamate l’arbitro.")
        return _page(request, opened, form=_form_sent(request, opened), refusal=[words], status=429)
    if _is_the_others(request, opened):
        # This stops a slip, not a fraud: that is for the two codes and the check at the desk (decision 44).
        return _page(request, opened, form=_form_sent(request, opened), status=422)
    steps = {"send": _send, "agree": _agree, "withdraw": _withdraw}
    step = steps.get(request.POST.get("step", ""))
    if step is None:
        return _page(request, opened, refusal=[str(INCOMPLETE)], status=422)
    return step(request, opened, by)


# ---- for whom this phone speaks ---------------------------------------------


def _mark(table: Table) -> str:
    return f"line-at-{table.pk}"


def _is_the_others(request: PublicRequest, opened: OpenedTable) -> bool:
    """Whether this phone has already sent something for the other line of the table."""
    said = request.session.get(_mark(opened.table))
    return bool(said and opened.line and said == opened.line.other)


def _is_staff(request: PublicRequest) -> bool:
    """Whether this person gives scores by their role: they record, whichever code they hold, and speak for no line."""
    return Right.GIVE_SCORE in request.rights


# ---- what is done -----------------------------------------------------------


def _send(request: PublicRequest, opened: OpenedTable, by: Actor) -> HttpResponse:
    form = _posted_form(request, opened)
    if not form.is_valid():
        return _page(request, opened, form=form, status=422)
    return _attempt(
        request,
        opened,
        lambda: send_slip(by=by, **opened.speaking, results=form.results, expected_version=form.seen),
        form,
    )


def _agree(request: PublicRequest, opened: OpenedTable, by: Actor) -> HttpResponse:
    return _of_version(request, opened, partial(agree_slip, by=by))


def _withdraw(request: PublicRequest, opened: OpenedTable, by: Actor) -> HttpResponse:
    return _of_version(request, opened, partial(withdraw_slip, by=by))


def _of_version(request: PublicRequest, opened: OpenedTable, act: Callable[..., object]) -> HttpResponse:
    """What is done to the very slip that the phone showed."""
    seen = SeenForm(request.POST)
    if not seen.is_valid():  # no page of ours says it: they answer nothing that anybody saw
        return _page(request, opened, is_stale=True, status=409)
    version = seen.cleaned_data["version"]
    return _attempt(request, opened, lambda: act(**opened.speaking, version=version))


def _posted_form(request: PublicRequest, opened: OpenedTable, *, by_board: bool = False) -> SlipForm:
    boards = list(Board.objects.played_at(opened.table))
    return SlipForm(request.POST, tournament=opened.table.round.tournament, boards=boards, by_board=by_board)


def _form_sent(request: PublicRequest, opened: OpenedTable) -> SlipForm | None:
    """What was typed, where something was: a refusal shows it again."""
    return _posted_form(request, opened) if request.POST.get("step") == "send" else None


def _attempt(
    request: PublicRequest, opened: OpenedTable, act: Callable[[], object], form: SlipForm | None = None
) -> HttpResponse:
    """The answer to what a line did, in the name of the tables; refused or late, the page with what was typed."""
    try:
        act()
    except Refused as error:
        return _page(request, opened, form=form, refusal=error.messages, status=422)
    except StaleSlip:
        return _page(request, opened, form=form, is_stale=True, status=409)
    return _taken(request, opened)


def _taken(request: PublicRequest, opened: OpenedTable) -> HttpResponse:
    request.session[_mark(opened.table)] = opened.speaking["line"].value
    return redirect(request.path)


def _record(request: PublicRequest, opened: OpenedTable) -> HttpResponse:
    """An arbiter or the scorer records in their own name."""
    form = _posted_form(request, opened, by_board=True)
    if request.POST.get("step") != "record":
        return _page(request, opened, refusal=[str(INCOMPLETE)], status=422)
    if not form.is_valid():
        return _page(request, opened, form=form, status=422)
    try:
        # Whoever holds a right is signed in.
        record_for_table(by=Actor.of(cast(Request, request)), table=opened.table, results=form.results)
    except Refused as error:
        return _page(request, opened, form=form, refusal=error.messages, status=422)
    return redirect(request.path)


# ---- what is answered -------------------------------------------------------


def _page(
    request: PublicRequest,
    opened: OpenedTable,
    *,
    form: SlipForm | None = None,
    refusal: Sequence[str] = (),
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page as it stands now; with what was typed and why it was not taken, if so."""
    table, line = opened.table, opened.line
    tournament, now = table.round.tournament, at_table(table)
    boards = [cell.board for cell in now.row.cells]
    figures = now.sent.figures if now.sent else {}
    context = {
        "tournament": tournament,
        "round": table.round,
        "table": now.row.table,
        "row": now.row,
        "is_recorded": now.is_recorded,
        "sent": now.sent,
        "figures": figures,
        "line": line,
        "line_name": dict(zip(Line, tournament.seat_names.lines, strict=True))[line] if line else "",
        "is_ours": bool(now.sent and now.sent.slip.given_by_line == line),
        "is_staff": _is_staff(request),
        "spoke_for_the_other": _is_the_others(request, opened),
        "is_playing": table.round.state == Round.State.PLAYING,
        "wants_form": form is not None or "correggi" in request.GET,
        "given": now.scored_cells,
        "form": form or SlipForm(tournament=tournament, boards=boards, results=now.figures),
        "refusal": refusal,
        "is_stale": is_stale,
        "ways": ways_of(now.row.table, line, with_places=now.is_recorded),
    } | call_context(request, table, request.path.rstrip("/").rpartition("/")[2], line)
    return render(request, "hall/slips/table_slip.html", context, status=status)
