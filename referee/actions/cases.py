"""Opening an anomaly, answering its questions one by one, putting it aside."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from referee.actions.base import locked, log, next_number, touch
from referee.law.book import Rulebook
from referee.models import Case
from referee.restoring import restore
from referee.walking import book_of, outcome
from tournaments.actions.base import Actor, Refused, action, require, required_text
from tournaments.models import Board, Table
from tournaments.permissions import Right
from tournaments.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Detected:
    """Who noticed the anomaly and when; nobody when neither seats nor evidence."""

    seats: Collection[str] = ()
    evidence: bool = False
    timing: str = ""

    @property
    def by_nobody(self) -> bool:
        return not self.seats and not self.evidence


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What the arbiter says now; what is None or empty stays as it was."""

    board: Board | None = None
    procedure: str | None = None
    responsible: str | None = None
    detected: Detected | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    note: str | None = None


@action
def open_case(*, by: Actor, table: Table, board: Board | None = None, procedure: str = "") -> Case:
    """A draft for an anomaly at that table; the board may be chosen later, but before the decision."""
    tournament = table.round.tournament
    require(by, tournament, Right.OPEN_CASE)
    if table.is_bye:
        raise Refused(_("A questo tavolo riposa una coppia: non si gioca."))
    case = Case(
        tournament=tournament,
        number=next_number(tournament, Case.objects.all()),
        table=table,
        opened_by=by.user,
        opened_at=by.at,
        updated_at=by.at,
    )
    _give(case, Answers(board=board, procedure=procedure or None))
    case.save()
    log(by, tournament, "open_case", case, {"number": case.number, "table": table.number})
    return case


@action
def answer(*, by: Actor, case: Case, expected_version: int, answers: Answers) -> Case:
    """The case with these answers; every other answer stays, asked any longer or not."""
    require(by, case.tournament, Right.OPEN_CASE)
    case = locked(case, expected_version)
    _draft_only(case)
    _give(case, answers)
    touch(case, by)
    log(by, case.tournament, "answer", case, {"version": case.version, **_said(answers)})
    return case


@action
def discard_case(*, by: Actor, case: Case, expected_version: int, reason: str) -> Case:
    """The draft put aside with its reason; a revision begun is given up and its ruling stands."""
    require(by, case.tournament, Right.OPEN_CASE)
    case = locked(case, expected_version)
    _draft_only(case)
    reason = required_text(reason, _("Scrivi perché la scarti."))
    if case.is_revision:
        restore(case, case.rulings.order_by("-version")[0])
    else:
        case.state, case.discard_reason = Case.State.DISCARDED, reason
    touch(case, by)
    log(by, case.tournament, "discard_case", case, {"version": case.version, "reason": reason})
    return case


def _draft_only(case: Case) -> None:
    if not case.is_draft:
        raise Refused(_("Questa anomalia è già chiusa: per cambiarla si rivede il suo provvedimento."))


def _give(case: Case, answers: Answers) -> None:
    book = book_of(case.tournament)
    if answers.board is not None:
        _choose_board(case, answers.board)
    if answers.procedure is not None:
        _choose_procedure(case, answers.procedure, book)
    if answers.responsible is not None:
        _name_responsible(case, answers.responsible)
    if answers.detected is not None:
        _tell_detection(case, answers.detected)
    if answers.facts:
        _answer_facts(case, answers.facts, book)
    if answers.note is not None:
        case.note = answers.note.strip()


def _choose_board(case: Case, board: Board) -> None:
    if not board.is_played_at(case.table):
        raise Refused(_("Questa smazzata non si gioca a questo tavolo."))
    case.board = board


def _choose_procedure(case: Case, procedure: str, book: Rulebook) -> None:
    """Another anomaly starts from its own answers; those of the first are kept aside, shared ones come along."""
    chosen = book.procedures.get(procedure)
    if chosen is None or not chosen.applies_to(case.tournament.options):
        raise Refused(_("Questa anomalia non esiste nelle norme di questo torneo."))
    if procedure == case.procedure:
        return
    shared = {name: value for name, value in case.facts.items() if name in book.facts}
    if case.procedure:
        case.set_aside = {**case.set_aside, case.procedure: case.facts}
    case.facts = {**case.set_aside.get(procedure, {}), **shared}
    case.procedure = procedure


def _name_responsible(case: Case, responsible: str) -> None:
    if responsible not in Case.Responsible.values:
        raise Refused(_("Tocca il posto di chi ha commesso l’irregolarità."))
    case.responsible = responsible


def _tell_detection(case: Case, detected: Detected) -> None:
    if not set(detected.seats) <= {seat.value for seat in Seat}:
        raise Refused(_("Tocca il posto di chi ha rilevato l’irregolarità."))
    if not detected.by_nobody and detected.timing not in Case.Timing.values:
        raise Refused(_("Di’ anche quando è stata rilevata."))
    case.detectors = [seat.value for seat in Seat if seat in set(detected.seats)]
    case.evidence = detected.evidence
    case.undetected = detected.by_nobody
    case.timing = "" if detected.by_nobody else detected.timing


def _answer_facts(case: Case, facts: Mapping[str, str], book: Rulebook) -> None:
    if not case.procedure:
        raise Refused(_("Prima scegli l’anomalia."))
    for name, value in facts.items():
        # The question must be one that the case has reached by the answers before it.
        path = outcome(case, book).path
        known = next((book.procedures[p].facts[name] for p in path if name in book.procedures[p].facts), None)
        if known is None or known.source != "arbiter" or value not in known.answers:
            raise Refused(_("Questa risposta non è fra quelle possibili: scegline una."))
        case.facts = {**case.facts, name: value}


def _said(answers: Answers) -> dict[str, object]:
    """What was said, for the log."""
    said: dict[str, object] = {
        "board": answers.board.number if answers.board else None,
        "procedure": answers.procedure,
        "responsible": answers.responsible,
        "facts": dict(answers.facts) or None,
        "note": answers.note,
    }
    if answers.detected is not None:
        said["detectors"] = sorted(answers.detected.seats)
        said["evidence"], said["timing"] = answers.detected.evidence, answers.detected.timing
    return {name: value for name, value in said.items() if value is not None}
