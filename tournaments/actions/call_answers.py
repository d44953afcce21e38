"""What an arbiter does with a table's call: takes it, hands it over, puts it off, is there, closes it.

The tournament is locked before a call is read (decision 40): of two who take it at once the second sees who goes.
"""

from datetime import timedelta

from django.utils.translation import gettext as _

from tournaments.access import rights_of, role_in
from tournaments.actions.base import Actor, action, nested, require, save_checked
from tournaments.actions.calls import check_is_open, end, log_call, open_call_at, require_hold
from tournaments.actions.clock import LONGEST_EXTRA, give_extra_time
from tournaments.models import Call, Table, Tournament, User
from tournaments.models.calls import minutes_between
from tournaments.permissions import Right
from tournaments.queries.calls import is_of_grade, minutes_given_since
from tournaments.refusals import Refused

PUT_OFF = (5, 10, 15)


@action
def take_call(*, by: Actor, call: Call) -> Call:
    """«Prendo io»: one goes. Taken by the same person already, it stays as it is."""
    require(by, _tournament(call), Right.ANSWER_CALLS)
    check_is_open(call)
    if call.owner_id == by.user.pk:
        return call
    if call.owner is not None:
        raise Refused(_("Ci va già %(who)s.") % {"who": call.owner})
    _give_to(call, by.user, by)
    save_checked(call)
    log_call(by, call, "take_call", {})
    return call


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
    log_call(by, call, "hand_over_call", {"to": to.pk, "second_dropped": dropped})
    return call


@action
def come_as_second(*, by: Actor, call: Call) -> Call:
    """The second arbiter whom the table asked for; of the grade of the first, or above."""
    require(by, _tournament(call), Right.ANSWER_CALLS)
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
    log_call(by, call, "come_as_second", {})
    return call


@action
def put_off_call(*, by: Actor, call: Call, minutes: int) -> Call:
    """Later: until then it stands behind the others, and its table is told."""
    require_hold(by, call)
    check_is_open(call)
    if minutes not in PUT_OFF:
        raise Refused(_("Si rimanda di 5, 10 o 15 minuti."))
    call.put_off_until = by.at + timedelta(minutes=minutes)
    save_checked(call)
    log_call(by, call, "put_off_call", {"minutes": minutes})
    return call


@action
def arrive(*, by: Actor, call: Call) -> Call:
    """The arbiter stands at the table; nobody else was on the way."""
    require(by, _tournament(call), Right.ANSWER_CALLS)
    check_is_open(call)
    if call.owner is not None and call.owner_id != by.user.pk:
        raise Refused(_("Ci va già %(who)s.") % {"who": call.owner})
    if call.arrived_at is not None:
        return call
    _arrive(call, by)
    return call


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
    log_call(by, call, "close_call", {"outcome": call.outcome, "minutes": call.minutes_back})
    return call


@action
def give_back_time(*, by: Actor, call: Call) -> Call:
    """The minutes that the call took, to its table as extra time; once."""
    require_hold(by, call)
    if call.minutes_back is not None:
        raise Refused(_("Il tempo di questa chiamata è già stato reso."))
    _give_back(call, by)
    save_checked(call)
    log_call(by, call, "give_back_time", {"minutes": call.minutes_back})
    return call


def _give_back(call: Call, by: Actor) -> None:
    call.minutes_back = minutes_to_give(call, by)
    # Its words name nobody: who called and who went stand in the call.
    give_extra_time(
        by=nested(by, "extra-time"), table=call.table, minutes=call.minutes_back, reason=_("Chiamata all’arbitro")
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
        log_call(by, call, "close_call", {"outcome": call.outcome, "reference": reference})


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


def _arrive(call: Call, by: Actor) -> None:
    if call.owner is None:
        _give_to(call, by.user, by)
    call.arrived_at = by.at
    save_checked(call)
    log_call(by, call, "arrive", {})
