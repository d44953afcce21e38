"""What a table does with its call: it calls the arbiter, says why, calls again, wants a second one, calls off.

By the code of a line without an account, as results are sent (decision 18), or by the staff for it.
docs/decisions/0051-calls.md

What an arbiter does with a table's call: takes it, hands it over, puts it off, is there, closes it.

The tournament is locked before a call is read (decision 40): of two who take it at once the second sees who goes.

Who walks which tables: a range typed for one arbiter, or tables moved from one to another.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from codes.seats import Line, Seat
from hall.calls.models import MOST_TABLES, Call, ZoneTable, minutes_between
from hall.calls.queries import has_taken_call, is_of_grade, minutes_given_since, walker_by_table, walkers_digest
from hall.clock.actions import LONGEST_EXTRA, give_extra_time
from hall.line_codes.actions import check_speaks
from hall.line_codes.models import FIRST_ISSUE
from people.accounts.models import User
from records.action import Actor, action, nested_actor, require, save_checked
from records.prepared_queries import prepared_records
from records.requests import Overtaken, Refused
from records.rights import Right, rights_of, role_in
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running
from tournaments.setup.models import Tournament
from tournaments.staff.actions import USERNAME


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
    return _log_call(by, call, "call_arbiter" if is_new else "renew_call", **said)


@action
def withdraw_call(*, by: Actor, call: Call, line: Line | None = None, issue: int = FIRST_ISSUE) -> Call:
    """The table needs nobody any more; either line may say so, the other one sees it."""
    _check_caller(by, call.table, line, issue)
    if line is None:
        require_hold(by, call, Right.VIEW_DESK)
    check_is_open(call)
    end(call, by, Call.Outcome.WITHDRAWN)
    return _log_call(by, call, line=line.value if line else "")


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
    return _log_call(by, call, line=line.value if line else "")


def require_hold(by: Actor, call: Call, right: Right = Right.ANSWER_CALLS) -> None:
    """Whoever goes, anybody with the right while nobody does, and who directs the calls of all."""
    rights = rights_of(by.user, call.table.round.tournament)
    if has_taken_call(by.user, rights, call, right):
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


def _log_call(by: Actor, call: Call, name: str = "", **data: object) -> Call:
    told = {key: value for key, value in data.items() if value}
    return by.log(call, name, round=call.table.round.number, table=call.table.number, **told)


def _check_caller(by: Actor, table: Table, line: Line | None, issue: int) -> None:
    """A line of the table by its code in force, in the name of the tables; else somebody of the staff."""
    tournament = table.round.tournament
    if line is None:
        require(by, tournament, Right.VIEW_DESK)
        return
    if by.user.username != USERNAME.format(slug=tournament.slug):
        raise PermissionDenied
    check_speaks(table, line, issue)


PUT_OFF = (5, 10, 15)


@action(Right.ANSWER_CALLS)
def take_call(*, by: Actor, call: Call) -> Call:
    """«Prendo io»: one goes. Taken by the same person already, it stays as it is."""
    check_is_open(call)
    if call.owner_id == by.user.pk:
        return call
    if call.owner is not None:
        raise Refused(_("Ci va già %(who)s.") % {"who": call.owner})
    _give_to(call, by.user, by)
    save_checked(call)
    return _log_call(by, call)


@action
def hand_over_call(*, by: Actor, call: Call, to: User) -> Call:
    """Somebody else goes: said by who goes now, or by who directs the calls."""
    require_hold(by, call)
    check_is_open(call)
    check_answers(to, _tournament(call))
    if to.pk == call.owner_id:
        raise Refused(_("Ci va già %(who)s.") % {"who": to})
    if to.pk == call.second_id:
        raise Refused(_("%(who)s ci va già come secondo arbitro.") % {"who": to})
    _give_to(call, to, by)
    dropped = call.second_id if call.second and not _is_of_grade(call.second, to, call) else None
    if dropped:  # the table's right stands: another one is wanted, of the grade of who goes now
        call.second = None
    save_checked(call)
    return _log_call(by, call, to=to.pk, second_dropped=dropped)


@action(Right.ANSWER_CALLS)
def come_as_second(*, by: Actor, call: Call) -> Call:
    """The second arbiter whom the table asked for; of the grade of the first, or above."""
    check_is_open(call)
    if call.second_asked_at is None or call.owner is None:
        raise Refused(_("A questo tavolo nessuno ha chiesto un secondo arbitro."))
    if call.second is not None:
        raise Refused(_("Ci va già %(who)s.") % {"who": call.second})
    if call.owner_id == by.user.pk:
        raise Refused(_("Sei il primo arbitro: il secondo è un altro."))
    if not _is_of_grade(by.user, call.owner, call):
        raise Refused(_("Il secondo arbitro è di grado pari o superiore al primo."))
    call.second = by.user
    save_checked(call)
    return _log_call(by, call)


@action
def put_off_call(*, by: Actor, call: Call, minutes: int) -> Call:
    """Later: until then it stands behind the others, and its table is told."""
    require_hold(by, call)
    check_is_open(call)
    if minutes not in PUT_OFF:
        raise Refused(_("Si rimanda di 5, 10 o 15 minuti."))
    call.put_off_until = by.at + timedelta(minutes=minutes)
    save_checked(call)
    return _log_call(by, call, minutes=minutes)


@action(Right.ANSWER_CALLS)
def arrive(*, by: Actor, call: Call) -> Call:
    """The arbiter stands at the table; nobody else was on the way."""
    check_is_open(call)
    if call.owner is not None and call.owner_id != by.user.pk:
        raise Refused(_("Ci va già %(who)s.") % {"who": call.owner})
    if call.arrived_at is not None:
        return call
    return _arrive(call, by)


@action
def close_call(*, by: Actor, call: Call, outcome: str) -> Call:
    """With how it ended; «tempo in più» gives the table its minutes, unless it was given some since it called."""
    require_hold(by, call)
    check_is_open(call)
    if outcome not in Call.ANSWERS:
        raise Refused(_("Scegli com’è finita la chiamata."))
    if call.owner is None:
        _give_to(call, by.user, by)
    if outcome == Call.Outcome.EXTRA_TIME and not minutes_given_since(call):
        _give_back(call, by)
    end(call, by, Call.Outcome(outcome))
    return _log_call(by, call, outcome=call.outcome, minutes=call.minutes_back)


@action
def give_back_time(*, by: Actor, call: Call) -> Call:
    """The minutes that the call took, to its table as extra time; once."""
    require_hold(by, call)
    if call.minutes_back is not None:
        raise Refused(_("Il tempo di questa chiamata è già stato reso."))
    _give_back(call, by)
    save_checked(call)
    return _log_call(by, call, minutes=call.minutes_back)


def _give_back(call: Call, by: Actor) -> None:
    call.minutes_back = minutes_to_give(call, by)
    # Its words name nobody: who called and who went stand in the call.
    give_extra_time(
        by=nested_actor(by, "extra-time"), table=call.table, minutes=call.minutes_back, reason=_("Chiamata all’arbitro")
    )


def minutes_to_give(call: Call, by: Actor) -> int:
    """From the first tap to the end, or to now while it is open; each minute begun is the table's."""
    return min(LONGEST_EXTRA, minutes_between(call.opened_at, call.closed_at or by.at))


# ---- what other actions tell ------------------------------------------------


def anomaly_begun(table: Table, *, by: Actor) -> None:
    """Whoever goes to the table begins an anomaly there: they have arrived."""
    call = open_call_at(table)
    if call and call.owner_id == by.user.pk and call.arrived_at is None:
        _arrive(call, by)


def ruled_at(table: Table, *, by: Actor, ruled_by: User, reference: str) -> None:
    """A ruling at the table closes the call of whoever gave it; by: who put it in force, of one that was proposed."""
    call = open_call_at(table)
    if call and call.owner_id == ruled_by.pk:
        end(call, by, Call.Outcome.RULING)
        _log_call(by, call, "close_call", outcome=call.outcome, reference=reference)


def _tournament(call: Call) -> Tournament:
    return call.table.round.tournament


def _is_of_grade(second: User, first: User, call: Call) -> bool:
    return is_of_grade(*(role_in(one, _tournament(call)) for one in (second, first)))


def check_answers(user: User, tournament: Tournament) -> None:
    """Refuse somebody who answers no calls there."""
    if Right.ANSWER_CALLS not in rights_of(user, tournament):
        raise Refused(_("%(who)s non arbitra in questo torneo.") % {"who": user})


def _give_to(call: Call, user: User, by: Actor) -> None:
    call.owner, call.taken_at, call.arrived_at, call.put_off_until = user, by.at, None, None


def _arrive(call: Call, by: Actor) -> Call:
    if call.owner is None:
        _give_to(call, by.user, by)
    call.arrived_at = by.at
    save_checked(call)
    return _log_call(by, call, "arrive")


@action(Right.DIRECT_CALLS)
def set_zone(*, by: Actor, tournament: Tournament, arbiter: User, tables: frozenset[int], seen: str) -> Tournament:
    """Exactly these table numbers are the arbiter's; taken from whoever walked them before.

    seen: `walkers_digest` the zones that the page showed. Raises Overtaken where they are others by now.
    """
    _check(tournament, tables, seen, arbiter)
    ZoneTable.objects.filter(tournament=tournament, arbiter=arbiter).exclude(table__in=tables).delete()
    _give(tournament, tables, arbiter)
    return _log_zone(by, tournament, tables, arbiter)


@action(Right.DIRECT_CALLS)
def move_tables(*, by: Actor, tournament: Tournament, tables: frozenset[int], to: User | None, seen: str) -> Tournament:
    """These table numbers are walked by that arbiter besides their own, or by nobody; `seen` as for `set_zone`."""
    _check(tournament, tables, seen, to)
    if not tables:
        raise Refused(_("Scegli prima i tavoli da spostare."))
    _give(tournament, tables, to)
    return _log_zone(by, tournament, tables, to)


def _check(tournament: Tournament, tables: Iterable[int], seen: str, arbiter: User | None) -> None:
    if arbiter:
        check_answers(arbiter, tournament)
    if any(not 1 <= number <= MOST_TABLES for number in tables):
        raise Refused(_("I tavoli si contano da 1."))
    now = walkers_digest(walker_by_table(tournament))
    if seen != now:
        said = _("Qualcun altro ha cambiato le zone nel frattempo: guardale come sono adesso e invia di nuovo.")
        raise Overtaken(said, field="seen", now=now)


def _give(tournament: Tournament, tables: frozenset[int], arbiter: User | None) -> None:
    there = ZoneTable.objects.filter(tournament=tournament, table__in=tables)
    if arbiter is None:
        there.delete()
        return
    there.exclude(arbiter=arbiter).delete()
    new = tables - set(there.values_list("table", flat=True))
    ZoneTable.objects.bulk_create(
        ZoneTable(tournament=tournament, table=number, arbiter=arbiter) for number in sorted(new)
    )


def _log_zone(by: Actor, tournament: Tournament, tables: Iterable[int], arbiter: User | None) -> Tournament:
    account = {"account": arbiter.pk} if arbiter else {}
    return by.log(tournament, tables=sorted(tables), **account)
