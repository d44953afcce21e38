"""The demo's burraco: eight pairs, one round closed and one in play, four deals each, two rulings.

An appeal against the first of them is being heard, and a measure that weighs waits for the chief to confirm it.
"""

from codes.burraco.count import STEP
from codes.seats import Result
from referee.demo import stories
from referee.demo.play import Play
from referee.demo.rulings import propose, rule
from tournaments.appeals.actions import file_appeal, name_judge, note_on_appeal
from tournaments.appeals.models import AppealJudge, AppealNote
from tournaments.rounds.models import Board, Round

SLUG = "trofeo-pinelle"
PAIRS = 8
DEALS = 4


def play_rounds(play: Play) -> None:
    """A late pair warned in the first round; a meld and a card out of place in sight in the second."""
    first = play.new_round(1)
    boards = _boards(first)
    tables = list(first.tables.with_players().order_by("number"))
    rule(play, tables[1], boards[0], stories.LATE_PAIR)
    for board in boards:
        for table in tables:
            play.score(table, board, deal(play))
    play.close(first)
    second = play.new_round(2)
    boards = _boards(second)
    tables = list(second.tables.with_players().order_by("number"))
    for table in tables:
        play.score(table, boards[0], deal(play))
    play.confirm_all()
    for table in tables[:2]:
        play.score(table, boards[1], deal(play))
    rule(play, tables[2], boards[1], stories.CARD_TOO_MANY)
    propose(play, tables[3], boards[0], stories.AGAINST_ETHICS)
    _appeal(play, first)


def _appeal(play: Play, round_: Round) -> None:
    """The pair that was warned says that it was there; received by the director, heard by the chief."""
    staff, by = play.staff, play.clock.by
    late = round_.tables.get(number=2).entries_b[0]
    appeal = file_appeal(
        by=by(staff.director, minutes=0), entry=late, against="ruling:1:1", grounds=stories.WHY_APPEALED
    )
    name_judge(by=by(staff.director, minutes=0), appeal=appeal, user=staff.chief, role=AppealJudge.Role.PRESIDENT)
    note_on_appeal(
        by=by(staff.chief, minutes=0),
        appeal=appeal,
        kind=AppealNote.Kind.OFFICIAL,
        speaker="",
        text=stories.WHAT_WAS_SEEN,
    )


def _boards(round_: Round) -> list[Board]:
    return list(round_.boards.order_by("number"))


def deal(play: Play) -> Result:
    """What the two lines make of a deal: one closes, the other sometimes stays below zero."""
    ahead = STEP * play.chance.randint(60, 210)
    behind = STEP * play.chance.randint(-35, 110)
    first, second = (ahead, behind) if play.chance.random() < 0.5 else (behind, ahead)
    return Result(points_a=first, points_b=second)
