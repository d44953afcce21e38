"""The second stage: two merit groups by rank, their prizes, one round closed and one in play."""

from datetime import datetime, timedelta

from codes.seats import Line
from hall.slips.actions import send_slip
from referee.demo.burraco import deal
from referee.demo.play import Play
from referee.demo.two_stages.rounds import begin, finish, give_results, tables_of
from tournaments.planning.models import Group, Stage
from tournaments.planning.stage_actions import start_stage
from tournaments.publication.actions import set_prize
from tournaments.rounds.models import Board, Table
from tournaments.staff.actions import players_of

SIZES = (12, 12)
# The last round began so long ago; so many tables have handed in their result.
PLAYED_FOR = timedelta(minutes=14)
ALREADY_IN = 4
PRIZES = ((1, 1, "Coppa e iscrizione al prossimo Gran Premio"), (2, 3, "Targa"))


def play_rounds(play: Play, now: datetime) -> None:
    stage = Stage.objects.get(tournament=play.tournament, number=2)
    start_stage(by=play.clock.by(play.staff.director, minutes=3), stage=stage, sizes=SIZES)
    _set_prizes(play, stage)
    finish(play, begin(play))
    # Drawn, published and begun in seven minutes.
    play.clock.at = max(play.clock.at, now - PLAYED_FOR - timedelta(minutes=7))
    last = begin(play)
    play.clock.by(play.staff.scorer, minutes=11)
    handed_in, waiting = tables_of(last)[:ALREADY_IN], tables_of(last)[ALREADY_IN]
    give_results(play, handed_in)
    _send_from_the_table(play, waiting)


def _send_from_the_table(play: Play, table: Table) -> None:
    """One line has sent its figures by the QR of the table; the other has still to confirm them."""
    results = {board.number: deal(play) for board in Board.objects.played_at(table)}
    players = play.clock.by(players_of(play.tournament))
    send_slip(by=players, table=table, line=Line.A, results=results, expected_version=0)


def _set_prizes(play: Play, stage: Stage) -> None:
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
