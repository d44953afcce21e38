"""What a table does with its call: it calls the arbiter, says why, calls again, wants a second one, calls off.

By the code of a line without an account, as results are sent (decision 18), or by the staff for it.
docs/decisions/0051-calls.md
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from tournaments.access import rights_of
from tournaments.actions.base import Actor, action, require, save_checked
from tournaments.actions.guards import check_running
from tournaments.actions.line_codes import check_speaks
from tournaments.actions.slips import USERNAME
from tournaments.log import write_line
from tournaments.models import FIRST_ISSUE, Call, Round, Table
from tournaments.permissions import Right
from tournaments.prepared import prepared_records
from tournaments.queries.calls import holds_call
from tournaments.refusals import Refused


@action
def call_arbiter(
    *,
    by: Actor,
    table: Table,
    line: Line | None = None,
    issue: int = FIRST_ISSUE,
    reason: str = "",
    seat: Seat | None = None,
) -> Call:
    """The table's open call: a new one, or the one there is, renewed and with what is said now.

    line, issue: whose code speaks; without a line it is somebody of the staff, who calls for the table.
    """
    _check_caller(by, table, line, issue)
    check_running(table.round.tournament)
    if table.is_bye:
        raise Refused(_("A questo tavolo nessuno gioca."))
    if table.round.state not in (Round.State.PUBLISHED, Round.State.PLAYING):
        raise Refused(_("Il turno è chiuso: parlate con la direzione."))
    if reason and reason not in Call.Reason.values:
        raise Refused(_("Questo motivo non esiste: ricaricate la pagina."))
    call = open_call_at(table)
    is_new = call is None
    if call is None:
        call = Call(table=table, line=line.value if line else "", opened_by=by.user, opened_at=by.at)
    elif not reason and not seat:
        call.renewals, call.renewed_at = call.renewals + 1, by.at
    call.reason, call.seat = reason or call.reason, seat.value if seat else call.seat
    save_checked(call)
    said = {"reason_told": call.reason, "seat": call.seat, "line": line.value if line else ""}
    log_call(by, call, "call_arbiter" if is_new else "renew_call", said)
    return call


@action
def withdraw_call(*, by: Actor, call: Call, line: Line | None = None, issue: int = FIRST_ISSUE) -> Call:
    """The table needs nobody any more; either line may say so, the other one sees it."""
    _check_caller(by, call.table, line, issue)
    if line is None:
        require_hold(by, call, Right.VIEW_DESK)
    check_is_open(call)
    end(call, by, Call.Outcome.WITHDRAWN)
    log_call(by, call, "withdraw_call", {"line": line.value if line else ""})
    return call


@action
def ask_second(*, by: Actor, call: Call, line: Line | None = None, issue: int = FIRST_ISSUE) -> Call:
    """A second arbiter, of the same or a higher grade: a right of every player of the table (F.I.Bur.)."""
    _check_caller(by, call.table, line, issue)
    if line is None:
        require_hold(by, call, Right.VIEW_DESK)
    check_is_open(call)
    if call.owner_id is None:
        raise Refused(_("Il primo arbitro non è ancora partito: il secondo si chiede dopo di lui."))
    if call.second_asked_at is not None:
        raise Refused(_("Il secondo arbitro è già stato chiesto."))
    call.second_asked_at = by.at
    save_checked(call)
    log_call(by, call, "ask_second", {"line": line.value if line else ""})
    return call


def require_hold(by: Actor, call: Call, right: Right = Right.ANSWER_CALLS) -> None:
    """Whoever goes, anybody with the right while nobody does, and who directs the calls of all."""
    rights = rights_of(by.user, call.table.round.tournament)
    if holds_call(by.user, rights, call, right):
        return
    require(by, call.table.round.tournament, right)
    raise Refused(_("Ci va già %(who)s.") % {"who": call.owner})


def open_call_at(table: Table) -> Call | None:
    return calls[0] if (calls := _open_calls(table=table.pk)) else None


@prepared_records
def _open_calls(*, table: int) -> "QuerySet[Call]":
    return Call.objects.open().filter(table=table)[:1]


def check_is_open(call: Call) -> None:
    if not call.is_open:
        words = _("Questa chiamata è già chiusa (%(outcome)s).")
        raise Refused(words % {"outcome": call.get_outcome_display()})


def end(call: Call, by: Actor, outcome: Call.Outcome) -> None:
    """Close it, saved; the caller writes the line."""
    call.closed_at, call.closed_by, call.outcome = by.at, by.user, outcome
    save_checked(call)


def log_call(by: Actor, call: Call, name: str, data: Mapping[str, Any]) -> None:
    round = call.table.round
    told = {key: value for key, value in data.items() if value}
    write_line(
        tournament=round.tournament,
        actor=by.user,
        at=by.at,
        action=name,
        record=call,
        data={"round": round.number, "table": call.table.number, **told},
    )


def _check_caller(by: Actor, table: Table, line: Line | None, issue: int) -> None:
    """A line of the table by its code in force, in the name of the tables; else somebody of the staff."""
    tournament = table.round.tournament
    if line is None:
        require(by, tournament, Right.VIEW_DESK)
        return
    if by.user.username != USERNAME.format(slug=tournament.slug):
        raise PermissionDenied
    check_speaks(table, line, issue)
