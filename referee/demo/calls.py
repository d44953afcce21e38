"""The demo's calls: some answered, with their times; one that an arbiter goes to, one that waits."""

from hall.calls.actions import arrive, call_arbiter, close_call, give_back_time, take_call
from hall.calls.models import Call
from referee.demo.play import Play
from tournaments.rounds.models import Round

# Table, why it calls, minutes until the arbiter goes and is done, how it ends.
ANSWERED = (
    (1, Call.Reason.COUNT, 1, 2, Call.Outcome.INFORMATION),
    (2, Call.Reason.CARDS, 1, 3, Call.Outcome.NO_ANOMALY),
)
LASTS = 11  # minutes, all that happens here


def answer_calls(play: Play, round_: Round) -> None:
    """Two calls of a round, answered by Bruno; the second table gets its time back."""
    call = None
    for number, reason, until_taken, until_closed, outcome in ANSWERED:
        call = _call(play, round_, number, reason)
        arbiter = play.staff.arbiter
        take_call(by=play.clock.by(arbiter, minutes=until_taken), call=call)
        arrive(by=play.clock.by(arbiter, minutes=0), call=call)
        close_call(by=play.clock.by(arbiter, minutes=until_closed), call=call, outcome=outcome)
    if call:
        give_back_time(by=play.clock.by(play.staff.arbiter, minutes=0), call=call)


def leave_calls_open(play: Play, round_: Round) -> None:
    """Giulia goes to one table, and another waits."""
    call = _call(play, round_, 3, Call.Reason.ANOMALY)
    take_call(by=play.clock.by(play.staff.chief, minutes=0), call=call)
    _call(play, round_, 11, Call.Reason.CONDUCT)


def _call(play: Play, round_: Round, number: int, reason: str) -> Call:
    """Somebody of the desk sees the raised hand."""
    table = round_.tables.select_related("round__tournament").get(number=number)
    return call_arbiter(by=play.clock.by(play.staff.scorer, minutes=1), table=table, reason=reason)
