"""The demo's Mitchell, played to its end a week ago: ten pairs, boards that go round, one of them annulled."""

from datetime import timedelta

from referee.arbitral_scores.score import Choice
from referee.demo import stories
from referee.demo.play import BoardWorth, Play
from referee.demo.rulings import give_arbitral_score, rule
from referee.rulings.models import Ruling
from tournaments.planning.models import Formula, Stage
from tournaments.planning.stage_actions import add_stage
from tournaments.publication.actions import conclude, publish_final, publish_provisional, set_prize
from tournaments.rounds.models import Board, Table

SLUG = "mitchell-delle-napoletane"
NAME = "Mitchell delle Napoletane"
PAIRS = 10
ROUNDS = 5
BOARDS = 2
SEED = "Mitchell delle Napoletane 2"
AGO = timedelta(days=7)
# In the third round, the second board of the fourth table is found with a card too few in one hand.
ANNULLED = (3, 4)
PRIZES = ((1, "Coppa"), (2, "Targa"), (3, "Medaglia"))


def play_mitchell(play: Play) -> None:
    """Five rounds, the annulled board scored when every table has played it, standings final, prizes won."""
    stage = add_stage(
        by=play.clock.by(play.staff.director),
        tournament=play.tournament,
        name="Mitchell",
        formula=Formula.MITCHELL,
        rounds_planned=ROUNDS,
        boards_move=True,
    )
    play.draw_deals(PAIRS // 2 * BOARDS, SEED)
    deals: dict[int, BoardWorth] = {}
    ruling = None
    for _number in range(ROUNDS):
        ruling = _play_round(play, deals) or ruling
    if ruling is None:
        raise RuntimeError("no board was annulled")
    give_arbitral_score(play, ruling, Choice())
    _end(play, stage)


def _play_round(play: Play, deals: dict[int, BoardWorth]) -> Ruling | None:
    round_, ruling = play.drawn_round(), None
    play.clock.by(play.staff.scorer, minutes=24)
    for table in Table.objects.with_players().filter(round=round_).order_by("number"):
        boards = list(Board.objects.played_at(table))
        for board in boards:
            if (round_.number, table.number) == ANNULLED and board == boards[-1]:
                ruling = rule(play, table, board, stories.WRONG_NUMBER)
            else:
                deal = deals.setdefault(board.number, play.deal())
                play.score(table, board, play.result(deal))
    play.close(round_)
    return ruling


def _end(play: Play, stage: Stage) -> None:
    director, clock = play.staff.director, play.clock
    for place, name in PRIZES:
        set_prize(
            by=clock.by(director, minutes=0),
            tournament=play.tournament,
            group=None,
            category="",
            place_from=place,
            place_to=place,
            name=name,
        )
    publish_provisional(by=clock.by(director), stage=stage, data_version=play.data_version)
    play.confirm_all()
    publish_final(by=clock.by(director, minutes=11), stage=stage, data_version=play.data_version)
    conclude(by=clock.by(director), tournament=play.tournament)
