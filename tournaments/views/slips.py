"""The page that a table's QR opens: its players send their result, the other line confirms it. No log-in."""

from collections.abc import Callable, Sequence
from typing import cast

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from codes.seats import Line
from tournaments.access import rights_of
from tournaments.actions.base import Actor
from tournaments.actions.slips import StaleSlip, agree_slip, players_of, record_for_table, send_slip
from tournaments.forms.scores import SeenForm
from tournaments.forms.slips import LineForm, SlipForm
from tournaments.links import table_for
from tournaments.models import Board, Round, Table
from tournaments.permissions import Right
from tournaments.queries.slips import at_table
from tournaments.refusals import Refused
from tournaments.requests import PublicRequest, Request

# All phones of a hall share one address: what is counted is what one table sends.
MOST_REQUESTS = 60
WITHIN_SECONDS = 600


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_slip(request: PublicRequest, slug: str, key: str) -> HttpResponse:
    """Who sits at the table, what was sent, what is still to do; a POST says which line, sends, or agrees."""
    # Whoever holds the sheet may open it, also while the tournament is hidden (decision 18).
    table = table_for(slug, key)
    if table is None:
        raise Http404
    request.rights = rights_of(request.user, table.round.tournament)
    if request.method != "POST":
        return _page(request, table)
    if _is_too_often(table):
        words = _("Troppi invii da questo tavolo: aspettate qualche minuto, o chiamate l’arbitro.")
        return _page(request, table, refusal=[words], status=429)
    steps = {"line": _choose_line, "send": _send, "agree": _agree, "record": _record}
    step = steps.get(request.POST.get("step", ""))
    if step is None:
        return _page(request, table, refusal=[_("Ricaricate la pagina e riprovate.")], status=422)
    return step(request, table)


def _is_too_often(table: Table) -> bool:
    counter = f"table-slip:{table.pk}"
    cache.add(counter, 0, WITHIN_SECONDS)
    try:
        return bool(cache.incr(counter) > MOST_REQUESTS)
    except ValueError:  # it ran out in between
        return False


# ---- for whom this phone speaks ---------------------------------------------


def _mark(table: Table) -> str:
    return f"line-at-{table.pk}"


def _line(request: PublicRequest, table: Table) -> Line | None:
    """The line that this phone said it was."""
    said = request.session.get(_mark(table))
    return None if said is None else Line(said)


def _is_staff(request: PublicRequest) -> bool:
    """Whether this person gives scores by their role: they record, they do not speak for a line."""
    return Right.GIVE_SCORE in request.rights


# ---- what is done -----------------------------------------------------------


def _choose_line(request: PublicRequest, table: Table) -> HttpResponse:
    form, mark = LineForm(request.POST), _mark(table)
    if not form.is_valid():
        return _page(request, table, refusal=[*form.errors["line"]], status=422)
    said = form.cleaned_data["line"]
    # This stops a slip, not a fraud: that is for the signed sheet and the check at the desk (decision 18).
    if request.session.get(f"{mark}-sent") and _line(request, table) != said:
        words = _("Da questo telefono ha già risposto l’altra linea: usatene uno vostro.")
        return _page(request, table, refusal=[words], status=422)
    request.session[mark] = said.value
    return redirect(request.path)


def _send(request: PublicRequest, table: Table) -> HttpResponse:
    line = _line(request, table)
    if line is None:
        return _page(request, table, refusal=[_("Dite prima quale linea siete.")], status=422)
    form = _posted_form(request, table)
    if not form.is_valid():
        return _page(request, table, form=form, status=422)
    return _attempt(
        request,
        table,
        lambda by: send_slip(by=by, table=table, line=line, results=form.results, expected_version=form.seen),
        form,
    )


def _agree(request: PublicRequest, table: Table) -> HttpResponse:
    line, seen = _line(request, table), SeenForm(request.POST)
    if line is None:
        return _page(request, table, refusal=[_("Dite prima quale linea siete.")], status=422)
    if not seen.is_valid():  # no page of ours says it: they agree to nothing that anybody saw
        return _page(request, table, is_stale=True, status=409)
    version = seen.cleaned_data["version"]
    return _attempt(request, table, lambda by: agree_slip(by=by, table=table, line=line, version=version))


def _posted_form(request: PublicRequest, table: Table) -> SlipForm:
    boards = list(Board.objects.played_at(table))
    return SlipForm(request.POST, tournament=table.round.tournament, boards=boards)


def _attempt(
    request: PublicRequest, table: Table, act: Callable[[Actor], object], form: SlipForm | None = None
) -> HttpResponse:
    """The answer to what a line did, in the name of the tables; refused or late, the page with what was typed."""
    try:
        act(Actor.for_table(request, players_of(table.round.tournament)))
    except Refused as error:
        return _page(request, table, form=form, refusal=error.messages, status=422)
    except StaleSlip:
        return _page(request, table, form=form, is_stale=True, status=409)
    request.session[f"{_mark(table)}-sent"] = True
    return redirect(request.path)


def _record(request: PublicRequest, table: Table) -> HttpResponse:
    """An arbiter or the scorer records in their own name."""
    if not _is_staff(request):
        raise Http404
    form = _posted_form(request, table)
    if not form.is_valid():
        return _page(request, table, form=form, status=422)
    try:
        # Whoever holds a right is signed in.
        record_for_table(by=Actor.of(cast(Request, request)), table=table, results=form.results)
    except Refused as error:
        return _page(request, table, form=form, refusal=error.messages, status=422)
    return redirect(request.path)


# ---- what is answered -------------------------------------------------------


def _page(
    request: PublicRequest,
    table: Table,
    *,
    form: SlipForm | None = None,
    refusal: Sequence[str] = (),
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The page as it stands now; with what was typed and why it was not taken, if so."""
    tournament, now, line = table.round.tournament, at_table(table), _line(request, table)
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
        "is_playing": table.round.state == Round.State.PLAYING,
        "wants_form": form is not None or "correggi" in request.GET,
        "form": form or SlipForm(tournament=tournament, boards=boards, results=figures),
        "refusal": refusal,
        "is_stale": is_stale,
    }
    return render(request, "tournaments/table_slip.html", context, status=status)
