"""The second stage: two merit groups by rank, their prizes, one round closed and one in play."""

from datetime import datetime, timedelta

from referee.demo.play import Play
from referee.demo.two_stages.rounds import begin, finish, give_results, tables_of
from tournaments.actions.prizes import set_prize
from tournaments.actions.stages import start_stage
from tournaments.models import Group, Stage

SIZES = (12, 12)
# The last round began so long ago; so many tables have handed in their result.
PLAYED_FOR = timedelta(minutes=14)
ALREADY_IN = 4
PRIZES = ((1, 1, "Coppa e iscrizione al prossimo Gran Premio"), (2, 3, "Targa"))


def play_rounds(play: Play, now: datetime) -> None:
    """From the groups to the middle of the second round."""
    stage = Stage.objects.get(tournament=play.tournament, number=2)
    start_stage(by=play.clock.by(play.staff.director, minutes=3), stage=stage, sizes=SIZES)
    _put_up_prizes(play, stage)
    finish(play, begin(play))
    # Drawn, published and begun in seven minutes.
    play.clock.at = max(play.clock.at, now - PLAYED_FOR - timedelta(minutes=7))
    last = begin(play)
    play.clock.by(play.staff.scorer, minutes=11)
    give_results(play, tables_of(last)[:ALREADY_IN], confirmed=False)


def _put_up_prizes(play: Play, stage: Stage) -> None:
    """Of each group, and one for the second category."""
    groups = list(Group.objects.filter(stage=stage).order_by("number"))
    of_groups = [(group, "", *prize) for group in groups for prize in PRIZES]
    for group, category, place_from, place_to, name in (*of_groups, (None, "Seconda", 1, 1, "Prima di categoria")):
        set_prize(
            by=play.clock.by(play.staff.director, minutes=0),
            tournament=play.tournament,
            group=group,
            category=category,
            place_from=place_from,
            place_to=place_to,
            name=name,
        )
