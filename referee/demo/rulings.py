"""The demo's rulings: each one walked through the code by the arbiter's own actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.cases.actions import Answers, Detected, answer, open_case
from referee.cases.models import Case
from referee.decisions.completion import Details
from referee.demo.cards import Played, record_cards
from referee.demo.play import Play
from referee.proposals.actions import propose_ruling
from referee.proposals.models import ProposedRuling
from referee.rulings.actions import decide
from referee.rulings.models import Ruling
from tournaments.rounds.models import Board, Table
from tournaments.scores.models import BoardScore


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
