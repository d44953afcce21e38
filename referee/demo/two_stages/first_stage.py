"""The four rounds in one field: a rest, a late pair, a substitution, warnings, lateness, a correction."""

from hall.clock.actions import call_time_out, give_extra_time
from referee.demo.play import Play
from referee.demo.two_stages.field import enter_late_pair, substitute_player
from referee.demo.two_stages.rounds import begin, correct, finish, opponents_of, record_late_pair, table_of
from tournaments.appeals.adjustment_actions import give_adjustment
from tournaments.rounds.models import Round
from tournaments.scores.models import Adjustment, BoardScore

WARNED = 11
MILDLY_LATE = 5
VERY_LATE = 19
CORRECTED = 2
SLOWED = 8


def play_rounds(play: Play) -> None:
    for happens in (_first, _second, _third, _fourth):
        happens(play)


def _first(play: Play) -> None:
    """One pair rests, one comes when the round has begun; another sits down a minute late and is warned."""
    round_ = begin(play)
    record_late_pair(play, round_, WARNED, "entro-2")
    enter_late_pair(play)
    finish(play, round_)
    substitute_player(play)


def _second(play: Play) -> None:
    """A second warning; when the round is closed two pairs notice that their figures stand on the wrong lines."""
    round_ = begin(play)
    give_adjustment(
        by=play.clock.by(play.staff.director),
        entry=play.tournament.entries.get(number=WARNED),
        round=round_,
        kind=Adjustment.Kind.WARNING,
        amount=0,
        reason="Commenta ad alta voce le carte mentre si gioca.",
    )
    finish(play, round_)
    _swap_figures(play, round_)


def _third(play: Play) -> None:
    """The third warning costs a VP by itself; lateness that gives the others MP; a table that waited gets time."""
    round_ = begin(play)
    record_late_pair(play, round_, WARNED, "entro-2")
    record_late_pair(play, round_, MILDLY_LATE, "da-2-a-5")
    give_extra_time(
        by=play.clock.by(play.staff.director),
        table=table_of(round_, SLOWED),
        minutes=3,
        reason="Un mazzo con una carta in più: sostituito dall’arbitro.",
    )
    finish(play, round_)


def _fourth(play: Play) -> None:
    """More than ten minutes late: the code fixes the score of the match."""
    round_ = begin(play)
    record_late_pair(play, round_, VERY_LATE, "oltre-10")
    call_time_out(by=play.clock.by(play.staff.director), round=round_)
    finish(play, round_)


def _swap_figures(play: Play, round_: Round) -> None:
    """A correction of the players before the next seating is shown; the opponents confirm it (F.I.Bur. 20)."""
    table = table_of(round_, CORRECTED)
    confirming = opponents_of(table, CORRECTED).members_at(round_.number)[0].player
    correct(
        play,
        table,
        lambda a, b: (b, a),
        cause=BoardScore.Cause.PLAYERS,
        agreed_by=str(confirming),
        reason="I punti erano scritti sulla linea sbagliata.",
    )
