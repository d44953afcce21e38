"""The demo's rulings: each one walked through the code by the arbiter's own actions, and what is told of cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codes.seats import Seat
from codes.tressette.cards import parse_cards
from codes.tressette.deals import dealt
from codes.tressette.endings.position import Ending
from codes.tressette.replay import after, checked_start
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.cards.actions import record_ending, record_play
from referee.cards.endings import StatedEnding, work_out
from referee.cards.plays import StatedPlay, work_out_play
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.models import Case
from referee.decisions.details import Details
from referee.demo.play import Play
from referee.proposals.actions import propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tournaments.rounds.models import Board, Table
from tournaments.scores.models import BoardScore

# A board of the seed of the cup is dealt with the accuse that its results tell.
SEED = "Coppa Dimostrazione 78"


@dataclass(frozen=True, kw_only=True)
class Played:
    """The cards of a board in the order in which they were played, by who led; points of accusa of the lines.

    With `laid_down` they are those before somebody laid the others down: what is kept is the ending.
    """

    leader: Seat
    cards: str
    accuse: tuple[int, int] = (0, 0)
    laid_down: Seat | None = None


# East, with Ace and Seven of cups, throws the Two of swords on the Three: the Ace lives, and takes the last trick.
REVOKE = Played(
    leader=Seat.N,
    cards="""cR c2 cD c4 / d2 d4 d6 dD / dR d5 d7 d3 / s7 s4 s5 sR / bC b3 bR bA
        b7 b2 b6 b4 / dA cC dC b5 / c3 sC s2 c6 / c5 s3 c7 s6 / cA bD sD sA""",
    accuse=(0, 3),
)
# South has all the high coins, and a Knight of clubs that is subject to East's King.
LAID_DOWN = Played(
    leader=Seat.W,
    cards="s7 s6 s3 s4 / sR sA s2 b6 / s5 c7 sD c4 / sC c6 cD d4 / c2 cR c5 c3",
    laid_down=Seat.S,
)


def record_cards(play: Play, case: Case, played: Played) -> None:
    """The arbiter tells it on the case of that board, and it is kept with what it comes to."""
    by = play.clock.by(play.staff.arbiter, minutes=2)
    start = checked_start(dealt(SEED, case.decided_board.number).hands, played.leader)
    cards = parse_cards(played.cards.replace("/", " "))
    with_accusa = case.tournament.plays_with_accusa
    if played.laid_down is None:
        whole = StatedPlay(start=start, cards=tuple(cards), accuse=played.accuse)
        record_play(by=by, case=case, worked=work_out_play(whole, with_accusa=with_accusa))
        return
    now = start
    for card in cards:
        now = after(now, card)
    ending = Ending(hands=now.hands, leader=now.leader)
    statement = StatedEnding(ending=ending, before=now.thirds_a, accuse=played.accuse, laid_down=played.laid_down)
    record_ending(by=by, case=case, worked=work_out(statement, with_accusa=with_accusa))


@dataclass(frozen=True, kw_only=True)
class Story:
    procedure: str
    responsible: str
    facts: Mapping[str, str]
    detectors: Sequence[str] = ()
    timing: str = ""
    told: bool = True
    reason: str = ""
    voiced_by: str = ""
    contradicts: str = ""
    evidence: bool = False
    played: Played | None = None


def record_story(play: Play, table: Table, board: Board, story: Story) -> Case:
    arbiter = play.staff.arbiter
    case = open_case(by=play.clock.by(arbiter), table=table, board=board, procedure=story.procedure)
    if story.played:
        record_cards(play, case, story.played)
    detection = Detected(seats=story.detectors, evidence=story.evidence, timing=story.timing)
    detected = detection if story.told else None
    answers = Answers(responsible=story.responsible or None, detected=detected)
    case = answer(by=play.clock.by(arbiter, minutes=0), case=case, expected_version=case.version, answers=answers)
    for name, value in story.facts.items():
        case = answer(
            by=play.clock.by(arbiter, minutes=0),
            case=case,
            expected_version=case.version,
            answers=Answers(facts={name: value}, contradicts=story.contradicts),
        )
    return case


def rule(play: Play, table: Table, board: Board, story: Story) -> Ruling:
    case = record_story(play, table, board, story)
    return decide(
        by=play.clock.by(play.staff.arbiter),
        case=case,
        expected_version=case.version,
        reason=story.reason,
        details=Details(voiced_by=story.voiced_by),
    )


def propose(play: Play, table: Table, board: Board, story: Story) -> ProposedRuling:
    """What the tournament lets nobody decide alone: it waits for the chief."""
    case = record_story(play, table, board, story)
    by = play.clock.by(play.staff.arbiter, minutes=0)
    return propose_ruling(by=by, case=case, expected_version=case.version, reason=story.reason)


def give_arbitral_score(play: Play, ruling: Ruling, choice: Choice) -> None:
    case = Case.objects.get(pk=ruling.case_id)
    on_board = BoardScore.objects.current().get(table=case.table, board=case.board)
    set_arbitral_score(
        by=play.clock.by(play.staff.chief, minutes=3),
        case=case,
        expected_version=case.version,
        score_version=on_board.version,
        choice=choice,
    )
