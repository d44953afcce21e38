"""The clock of a round: started, stopped, called; and extra time for one table."""

from collections.abc import Callable
from datetime import timedelta

from django.utils.translation import gettext as _

from hall.clock.models import ExtraTime, RoundClock
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import Right
from tournaments.rounds.models import Round, Table
from tournaments.setup.rules import check_minutes

LONGEST_EXTRA = 60


@action(Right.RUN_CLOCK)
def start_clock(*, by: Actor, round: Round, minutes: int) -> RoundClock:
    """Start the clock of a round being played; minutes as the code of the game admits them."""
    if round.state != Round.State.PLAYING:
        raise Refused(_("L’orologio parte quando il turno è in corso: prima avvia il turno."))
    if RoundClock.objects.filter(round=round).exists():
        raise Refused(_("L’orologio di questo turno è già partito."))
    if minutes < 1:
        raise Refused(_("Un turno dura almeno un minuto."))
    check_minutes(round.tournament, minutes)
    clock = RoundClock(round=round, minutes=minutes, started_at=by.at)
    save_checked(clock)
    by.log(round, round=round.number, minutes=minutes)
    return clock


@action(Right.RUN_CLOCK)
def pause_clock(*, by: Actor, round: Round) -> RoundClock:
    clock = _running(round)
    if clock.is_paused:
        raise Refused(_("L’orologio è già fermo."))
    clock.paused_at = by.at
    clock.save(update_fields=["paused_at"])
    by.log(round, round=round.number, seconds_left=clock.seconds_left(by.at))
    return clock


@action(Right.RUN_CLOCK)
def resume_clock(*, by: Actor, round: Round) -> RoundClock:
    """Let it go on; the time it stood still is not lost."""
    clock = _running(round)
    if clock.paused_at is None:
        raise Refused(_("L’orologio sta già andando."))
    # Rounded up, so that nobody loses the part of a second.
    clock.paused_seconds += -((clock.paused_at - by.at) // timedelta(seconds=1))
    clock.paused_at = None
    clock.save(update_fields=["paused_at", "paused_seconds"])
    by.log(round, round=round.number, seconds_left=clock.seconds_left(by.at))
    return clock


@action(Right.RUN_CLOCK)
def call_time_out(*, by: Actor, round: Round) -> RoundClock:
    """Call the time-out (F.I.Bur. 15): from now on every table plays its last lap."""
    clock = _running(round)
    if clock.time_out_at is not None:
        raise Refused(_("Il time out è già stato chiamato."))
    clock.time_out_at = by.at
    clock.save(update_fields=["time_out_at"])
    by.log(round, round=round.number, seconds_left=clock.seconds_left(by.at))
    return clock


@action(Right.RUN_CLOCK)
def give_extra_time(*, by: Actor, table: Table, minutes: int, reason: str) -> ExtraTime:
    """Give one table minutes beyond the others', with the reason."""
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
    round = table.round
    by.log(round, round=round.number, table=table.number, minutes=minutes, reason=extra.reason)
    return extra


def _running(round: Round) -> RoundClock:
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
