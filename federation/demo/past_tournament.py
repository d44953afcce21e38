"""A past tournament of the demo: entered, played in two rounds, ruled, its standings final."""

from collections.abc import Sequence

from codes.results import Result
from codes.seats import Seat
from federation.demo.cases import DemoCase, draw
from federation.demo.plan import BURRACO, CHANGED, REJECTED, Past
from federation.demo.words import APPEALED, CHANGED_BECAUSE, DEPARTURES, DISMISSED, SAID_AGAIN, WHY_LATE
from people.accounts.models import Player, User
from referee.cases.actions import Answers, answer, open_case
from referee.cases.walk import book_of
from referee.demo.burraco import deal
from referee.demo.play import BoardWorth, Play
from referee.ruling_appeals.actions import change_by_appeal
from referee.rulings.actions import decide, depart
from referee.rulings.models import Ruling
from tournaments.appeals.actions import decide_appeal, file_appeal, name_judge
from tournaments.appeals.models import Appeal, AppealJudge
from tournaments.entries.actions import enter_pair
from tournaments.planning.models import Formula
from tournaments.planning.stage_actions import add_stage
from tournaments.publication.actions import conclude, publish_final, publish_provisional
from tournaments.rounds.actions import close_round
from tournaments.rounds.models import Board, Table
from tournaments.setup.models import Tournament

PAIRS, ROUNDS, BOARDS = 8, 2, 2
# One in so many is decided otherwise than proposed; Nadia does so twice as often.
DEPARTS, DEPARTS_MORE = 10, 5
OFTEN = "nadia"


def play_past(play: Play, past: Past, pairs: Sequence[tuple[Player, Player]], arbiters: Sequence[User]) -> Tournament:
    """The whole of it, from the entries to what became final."""
    _enter(play, pairs)
    cases = draw(book_of(play.tournament), play.tournament.options, play.chance, past.rulings)
    for number in range(ROUNDS):
        _round(play, number + 1, cases[number::ROUNDS], arbiters)
    _end(play, past, arbiters)
    return play.tournament


def _enter(play: Play, pairs: Sequence[tuple[Player, Player]]) -> None:
    add_stage(
        by=play.clock.by(play.staff.director),
        tournament=play.tournament,
        name="Girone unico",
        formula=Formula.DANISH,
        rounds_planned=ROUNDS,
    )
    for number, pair in enumerate(pairs, start=1):
        name = " – ".join(player.last_name for player in pair)
        by = play.clock.by(play.staff.director, minutes=0)
        enter_pair(by=by, tournament=play.tournament, number=number, name=name, players=pair)


def _round(play: Play, number: int, cases: Sequence[DemoCase], arbiters: Sequence[User]) -> None:
    round_ = play.drawn_round()
    tables = list(round_.tables.with_players().order_by("number"))
    boards = list(round_.boards.order_by("number"))
    for place, case in enumerate(cases):
        rule(play, case, tables[place % len(tables)], boards[place % len(boards)], arbiters[place % len(arbiters)])
    for board in boards:
        worth = play.deal()
        for table in tables:
            play.score(table, board, _result(play, worth))
    close_round(by=play.clock.by(play.staff.director, minutes=10), round=round_)


def _result(play: Play, worth: BoardWorth) -> Result:
    return deal(play) if play.tournament.game == BURRACO else play.result(worth)


def rule(play: Play, demo_case: DemoCase, table: Table, board: Board, arbiter: User) -> Ruling:
    """Answered at the table for a seat that chance names; now and then decided otherwise than the code proposes."""
    by, seat = play.clock.by, play.chance.choice(list(Seat))
    case = open_case(by=by(arbiter), table=table, board=board, procedure=demo_case.procedure)
    answers = Answers(
        responsible=seat.value, facts=demo_case.answers, detected=demo_case.detected(seat), note=demo_case.story
    )
    case = answer(by=by(arbiter, minutes=0), case=case, expected_version=case.version, answers=answers)
    if play.chance.randrange(DEPARTS_MORE if arbiter.username == OFTEN else DEPARTS):
        return decide(by=by(arbiter), case=case, expected_version=case.version)
    reason, order = play.chance.choice(DEPARTURES)
    return depart(by=by(arbiter), case=case, expected_version=case.version, reason=reason, order=order)


def _end(play: Play, past: Past, arbiters: Sequence[User]) -> None:
    director, clock, stage = play.staff.director, play.clock, play.tournament.stages.get()
    publish_provisional(by=clock.by(director), stage=stage, data_version=play.data_version)
    if past.slug == REJECTED:
        _reject(play)
    if past.slug == CHANGED:
        _change(play)
    publish_final(by=clock.by(director, minutes=31), stage=stage, data_version=play.data_version)
    conclude(by=clock.by(director), tournament=play.tournament)


def _reject(play: Play) -> None:
    """Against the last ruling that stands; the chief arbiter, who did not decide it, leaves it as it is."""
    appeal = _appeal(play)
    decide_appeal(by=play.clock.by(play.staff.chief), appeal=appeal, outcome="rejected", decision=DISMISSED)


def _change(play: Play) -> None:
    """The panel opens the ruling again and decides otherwise: the new version closes the appeal."""
    appeal, chief = _appeal(play), play.staff.chief
    name_judge(
        by=play.clock.by(play.staff.director, minutes=0), appeal=appeal, user=chief, role=AppealJudge.Role.PRESIDENT
    )
    case = change_by_appeal(by=play.clock.by(chief), appeal=appeal, reason=CHANGED_BECAUSE)
    reason, order = CHANGED_BECAUSE, SAID_AGAIN
    depart(by=play.clock.by(chief), case=case, expected_version=case.version, reason=reason, order=order)


def _appeal(play: Play) -> Appeal:
    """Of who sat on line A where an arbiter other than the chief decided last."""
    rulings = Ruling.objects.current().filter(tournament=play.tournament).exclude(decided_by=play.staff.chief)
    ruling = rulings.select_related("case__table__line_a").order_by("-number")[0]
    return file_appeal(
        by=play.clock.by(play.staff.director),
        entry=ruling.case.table.line_a,
        against=f"ruling:{ruling.number}:{ruling.version}",
        grounds=APPEALED,
        late_reason=WHY_LATE,
    )
