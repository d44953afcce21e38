"""The clock of a round: started, stopped, called; and extra time for one table."""

from collections.abc import Callable
from datetime import timedelta

from django.utils.translation import gettext as _

from hall.clock.models import ExtraTime, RoundClock
from records.action import Actor, action, require, required_text, save_checked
from records.log import write_line
from records.refusals import Refused
from records.rights import Right
from tournaments.rounds.models import Round, Table
from tournaments.setup.rules import check_minutes

LONGEST_EXTRA = 60


@action
def start_clock(*, by: Actor, round: Round, minutes: int) -> RoundClock:
    """Start the clock of a round being played; minutes as the code of the game admits them."""
    require(by, round.tournament, Right.RUN_CLOCK)
    if round.state != Round.State.PLAYING:
        raise Refused(_("L’orologio parte quando il turno è in corso: prima avvia il turno."))
    if RoundClock.objects.filter(round=round).exists():
        raise Refused(_("L’orologio di questo turno è già partito."))
    if minutes < 1:
        raise Refused(_("Un turno dura almeno un minuto."))
    check_minutes(round.tournament, minutes)
    clock = RoundClock(round=round, minutes=minutes, started_at=by.at)
    save_checked(clock)
    _log(round, by=by, action_name="start_clock", minutes=minutes)
    return clock


@action
def pause_clock(*, by: Actor, round: Round) -> RoundClock:
    clock = _running(by, round)
    if clock.is_paused:
        raise Refused(_("L’orologio è già fermo."))
    clock.paused_at = by.at
    clock.save(update_fields=["paused_at"])
    _log(round, by=by, action_name="pause_clock", seconds_left=clock.seconds_left(by.at))
    return clock


@action
def resume_clock(*, by: Actor, round: Round) -> RoundClock:
    """Let it go on; the time it stood still is not lost."""
    clock = _running(by, round)
    if clock.paused_at is None:
        raise Refused(_("L’orologio sta già andando."))
    # Rounded up, so that nobody loses the part of a second.
    clock.paused_seconds += -((clock.paused_at - by.at) // timedelta(seconds=1))
    clock.paused_at = None
    clock.save(update_fields=["paused_at", "paused_seconds"])
    _log(round, by=by, action_name="resume_clock", seconds_left=clock.seconds_left(by.at))
    return clock


@action
def call_time_out(*, by: Actor, round: Round) -> RoundClock:
    """Call the time-out (F.I.Bur. 15): from now on every table plays its last lap."""
    clock = _running(by, round)
    if clock.time_out_at is not None:
        raise Refused(_("Il time out è già stato chiamato."))
    clock.time_out_at = by.at
    clock.save(update_fields=["time_out_at"])
    _log(round, by=by, action_name="call_time_out", seconds_left=clock.seconds_left(by.at))
    return clock


@action
def give_extra_time(*, by: Actor, table: Table, minutes: int, reason: str) -> ExtraTime:
    """Give one table minutes beyond the others', with the reason."""
    require(by, table.round.tournament, Right.RUN_CLOCK)
    if table.round.state != Round.State.PLAYING:
        raise Refused(_("Il tempo in più si dà mentre il turno è in corso."))
    if table.is_bye:
        raise Refused(_("A questo tavolo nessuno gioca."))
    if not 1 <= minutes <= LONGEST_EXTRA:
        raise Refused(_("I minuti in più vanno da 1 a %(most)d.") % {"most": LONGEST_EXTRA})
    extra = ExtraTime(
        table=table,
        minutes=minutes,
        reason=required_text(reason, _("Scrivi il motivo.")),
        given_by=by.user,
        given_at=by.at,
    )
    save_checked(extra)
    _log(table.round, by=by, action_name="give_extra_time", table=table.number, minutes=minutes, reason=extra.reason)
    return extra


def _running(by: Actor, round: Round) -> RoundClock:
    require(by, round.tournament, Right.RUN_CLOCK)
    clock = RoundClock.objects.filter(round=round).first()
    if clock is None:
        raise Refused(_("L’orologio di questo turno non è ancora partito."))
    if round.state != Round.State.PLAYING:
        raise Refused(_("Il turno è finito: l’orologio non cambia più."))
    return clock


STEPS: dict[str, Callable[..., RoundClock]] = {
    "pause": pause_clock,
    "resume": resume_clock,
    "time-out": call_time_out,
}


def _log(round: Round, *, by: Actor, action_name: str, **data: object) -> None:
    write_line(
        tournament=round.tournament,
        actor=by.user,
        at=by.at,
        action=action_name,
        record=round,
        data={"round": round.number, **data},
    )
