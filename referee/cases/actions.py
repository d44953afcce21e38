"""Opening an anomaly, answering its questions one by one, putting it aside."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question
from codes.seats import Line, Seat
from hall.calls.actions import anomaly_begun
from records.action import Actor, action, required_text
from records.requests import Refused
from records.rights import Right
from referee.cases.base_actions import (
    check_deciding,
    check_draft,
    check_version,
    next_number,
    require_over,
    restore,
    touch,
)
from referee.cases.known_answers import KnownAnswer, known_answers, person_of_records
from referee.cases.models import Case
from referee.cases.named_cards import may_be
from referee.cases.persons import BOTH, WHO, tables_beside
from referee.cases.queries import reservations_about
from referee.cases.record import faculty_record
from referee.cases.walk import answers_to, asks_when, book_of, outcome, own_persons, responsible_question
from referee.cases.words import spoken
from referee.decisions.appeal_actions import check_may_decide, check_may_give_up
from tournaments.rounds.models import Board, Table
from tournaments.scores.guards import check_running

# Why a case was put aside of which nothing was recorded: one text in every language (tournaments/scores/words.py).
BLANK = "Nulla era stato annotato"


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
    persons: Mapping[str, str] = field(default_factory=dict)
    # Who answers for it at the other tables that it concerns, by the table's primary key; empty where at none.
    elsewhere: Mapping[str, str] | None = None
    # By question; none where they need not be named.
    cards: Mapping[str, Sequence[str]] = field(default_factory=dict)
    detected: Detected | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    # Why it is not as the program knows it.
    contradicts: str = ""
    note: str | None = None
    # The question whose answer is somebody's choice, not made yet: the case waits for it.
    waits_for: str = ""


@action
def open_case(*, by: Actor, table: Table, board: Board | None = None, procedure: str = "") -> Case:
    """A draft for an anomaly at that table; the board may be chosen later, but before the decision."""
    tournament = table.round.tournament
    require_over(by, tournament, Right.OPEN_CASE, procedure)
    check_running(tournament)
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
    give(case, Answers(board=board, procedure=procedure or None))
    case.save()
    by.log(case, number=case.number, table=table.number)
    anomaly_begun(table, by=by)
    return case


@action
def answer(*, by: Actor, case: Case, expected_version: int, answers: Answers) -> Case:
    """The case with these answers; every other answer stays, asked any longer or not."""
    require_over(by, case.tournament, Right.OPEN_CASE, case.procedure)
    if answers.procedure is not None:
        require_over(by, case.tournament, Right.OPEN_CASE, answers.procedure)
    check_version(case, expected_version)
    check_deciding(case)
    check_may_decide(by, case)
    give(case, answers)
    touch(case, by)
    return by.log(case, version=case.version, **_said(answers))


@action
def discard_case(*, by: Actor, case: Case, expected_version: int, reason: str = "") -> Case:
    """The draft put aside with its reason, or blank without; a revision begun is given up and its ruling stands."""
    require_over(by, case.tournament, Right.OPEN_CASE, case.procedure)
    check_version(case, expected_version)
    check_draft(case)
    check_may_give_up(by, case)
    reason = required_text(reason or (BLANK if case.is_blank else ""), _("Scrivi perché la scarti."))
    if case.is_revision:
        restore(case, case.rulings.order_by("-version")[0])
    else:
        case.state, case.discard_reason = Case.State.DISCARDED, reason
    case.waits, case.appeal = {}, None
    touch(case, by)
    return by.log(case, version=case.version, reason=reason)


@action
def move_case(*, by: Actor, case: Case, expected_version: int, table: Table) -> Case:
    """The draft at the table of the round where it happened: what happened stays told, who it was is asked there."""
    require_over(by, case.tournament, Right.OPEN_CASE, case.procedure)
    check_version(case, expected_version)
    check_deciding(case)
    check_may_decide(by, case)
    if case.is_revision:
        raise Refused(_("Un provvedimento già dato resta al suo tavolo: si annulla, e all’altro si apre un’anomalia."))
    if not tables_beside(case).filter(pk=table.pk).exists():
        raise Refused(_("A quel tavolo in questo turno non si gioca."))
    _put_down_reservation(case)
    left, case.table = case.table, table
    if case.board and not case.board.is_played_at(table):
        case.board = None
    case.responsible, case.persons, case.elsewhere, case.cards, case.waits = "", {}, None, {}, {}
    case.detectors, case.evidence, case.undetected, case.timing = [], False, False, ""
    # What was said against the records was said of the other table's.
    case.facts, case.known = {fact: said for fact, said in case.facts.items() if fact not in case.known}, {}
    _take_up_reservation(case, book_of(case.tournament))
    touch(case, by)
    by.log(case, version=case.version, left=left.number, table=table.number)
    anomaly_begun(table, by=by)
    return case


def give(case: Case, answers: Answers) -> None:
    """Let the case hold these answers, not saved. Raises Refused for what its code does not ask or allow."""
    book = book_of(case.tournament)
    if answers.board is not None:
        if not answers.board.is_played_at(case.table):
            raise Refused(_("Questa smazzata non si gioca a questo tavolo."))
        case.board = answers.board
    if answers.procedure is not None:
        _choose_procedure(case, answers.procedure, book)
    if answers.board is not None or answers.procedure is not None:
        _take_up_reservation(case, book)
    # Whether both lines may be meant is told by an answer: that comes first where all come at once.
    after_the_facts = bool(responsible_question(book, case.procedure).both)
    if answers.responsible is not None and not after_the_facts:
        _name_responsible(case, answers.responsible, book)
    _name_others(case, answers, book)
    if answers.detected is not None:
        _tell_detection(case, answers.detected, book)
    if answers.facts:
        _answer_facts(case, answers.facts, book, answers.contradicts)
    if answers.responsible is not None and after_the_facts:
        _name_responsible(case, answers.responsible, book)
    if answers.cards:
        _name_cards(case, answers.cards, book)
    if answers.note is not None:
        case.note = answers.note.strip()
    if answers.waits_for:
        _wait(case, answers.waits_for, book)
    elif answers != Answers(note=answers.note):
        case.waits = {}


def _take_up_reservation(case: Case, book: Rulebook) -> None:
    """Know who voiced the reservation that the case is about, and whose error had been corrected."""
    found = reservations_about(case)
    if len(found) > 1:
        raise Refused(_("Su questa smazzata le riserve aperte sono più d’una: tocca la sua nella pagina del tavolo."))
    for one in found:
        origin = one.ruling.case
        # Asked for in other words it is somebody else, maybe: then the wizard asks.
        same = responsible_question(book, case.procedure) == responsible_question(book, origin.procedure)
        case.responsible = origin.responsible if same else ""
        case.detectors, case.timing = [str(one.voiced_by)], Case.Timing.TIMELY


def _put_down_reservation(case: Case) -> None:
    """Forget what only the reservation told: another anomaly has its own detection."""
    if reservations_about(case):
        case.responsible, case.detectors, case.timing = "", [], ""


def _choose_procedure(case: Case, procedure: str, book: Rulebook) -> None:
    """Another anomaly starts from its own answers; those of the first are kept aside, shared ones come along."""
    chosen = book.procedures.get(procedure)
    if chosen is None or not chosen.applies_to(case.options):
        raise Refused(_("Questa anomalia non esiste nelle norme di questo torneo."))
    if procedure == case.procedure:
        return
    _put_down_reservation(case)
    # A question of `facts.yaml` is one and the same in every procedure that asks it.
    shared = {name: value for name, value in case.facts.items() if name in book.facts}
    if case.procedure:
        case.set_aside = {**case.set_aside, case.procedure: case.facts}
    case.facts = {**case.set_aside.get(procedure, {}), **shared}
    if case.procedure and responsible_question(book, case.procedure) != responsible_question(book, procedure):
        # Whoever prompted is not whoever was playing: asked in other words it is another question.
        case.responsible = ""
    case.procedure, case.cards, case.elsewhere = procedure, {}, None
    if not case.timing and not case.undetected and asks_when(case, book):
        # The anomaly before did not ask when it was detected; this one does.
        case.detectors, case.evidence = [], False
    # Whom the records name is not asked for.
    case.responsible = person_of_records(case, responsible_question(book, procedure).known) or case.responsible


def _name_responsible(case: Case, responsible: str, book: Rulebook) -> None:
    # Empty: nobody is asked for, or not yet.
    if responsible and responsible not in answers_to(responsible_question(book, case.procedure), case, book):
        raise Refused(_("Tocca il posto di chi ha commesso l’irregolarità."))
    recorded = person_of_records(case, responsible_question(book, case.procedure).known)
    if recorded and responsible != recorded:
        line = case.table.seat_names.line_words[Line(recorded)]
        raise Refused(_("Dai punteggi registrati ha vinto la %(line)s: tocca a lei.") % {"line": line})
    case.responsible = responsible


def _name_others(case: Case, answers: Answers, book: Rulebook) -> None:
    if answers.persons:
        _name_persons(case, answers.persons, book)
    if answers.elsewhere is not None:
        _name_places(case, answers.elsewhere, book)


def _name_persons(case: Case, persons: Mapping[str, str], book: Rulebook) -> None:
    named = own_persons(case, book)
    for name, who in persons.items():
        if name not in named or named[name].ask is None or who not in answers_to(named[name], case, book):
            raise Refused(_("Questa risposta non è fra quelle possibili: scegline una."))
        case.persons = {**case.persons, name: who}


def _name_places(case: Case, elsewhere: Mapping[str, str], book: Rulebook) -> None:
    if case.procedure not in book.procedures or book.procedures[case.procedure].elsewhere is None:
        raise Refused(_("Questa anomalia riguarda un tavolo solo."))
    beside = {str(pk) for pk in tables_beside(case).values_list("pk", flat=True)}
    if not (elsewhere.keys() <= beside and set(elsewhere.values()) <= set(WHO)):
        raise Refused(_("Scegli un altro tavolo di questo turno, e chi doveva sedervi."))
    case.elsewhere = dict(elsewhere)


def _name_cards(case: Case, cards: Mapping[str, Sequence[str]], book: Rulebook) -> None:
    for name, values in cards.items():
        if not may_be(name, values, case, book):
            raise Refused(_("Queste carte non possono essere la risposta: toccale di nuovo."))
    case.cards = {**case.cards, **{name: list(values) for name, values in cards.items()}}


def _tell_detection(case: Case, detected: Detected, book: Rulebook) -> None:
    if not set(detected.seats) <= {seat.value for seat in Seat}:
        raise Refused(_("Tocca il posto di chi ha rilevato l’irregolarità."))
    matters = not case.procedure or asks_when(case, book)
    if not detected.by_nobody and detected.timing not in Case.Timing.values and (matters or detected.timing):
        raise Refused(_("Di’ anche quando è stata rilevata."))
    case.detectors = [seat.value for seat in Seat if seat in set(detected.seats)]
    case.evidence = detected.evidence
    case.undetected = detected.by_nobody
    case.timing = "" if detected.by_nobody else detected.timing


def _answer_facts(case: Case, facts: Mapping[str, str], book: Rulebook, reason: str) -> None:
    if not case.procedure:
        raise Refused(_("Prima scegli l’anomalia."))
    for name, value in facts.items():
        # The question must be one that the case has reached by the answers before it.
        path = outcome(case, book).path
        asked = next((book.procedures[p].facts[name] for p in path if name in book.procedures[p].facts), None)
        if asked is None or asked.source != "arbiter" or value not in asked.answers:
            raise Refused(_("Questa risposta non è fra quelle possibili: scegline una."))
        _say(case, name, value, known_answers(case, book, path).get(name), reason.strip())
    if case.responsible == BOTH and BOTH not in answers_to(responsible_question(book, case.procedure), case, book):
        case.responsible = ""


def _wait(case: Case, fact: str, book: Rulebook) -> None:
    reached = outcome(case, book) if case.procedure else None
    if not isinstance(reached, Question) or reached.fact.name != fact:
        raise Refused(_("Questa domanda non si pone più: la risposta non si aspetta."))
    faculty = faculty_record(case, book, reached)
    if not faculty:
        raise Refused(_("Qui non si aspetta la scelta di nessuno: scegli una risposta."))
    case.waits = faculty


def _say(case: Case, name: str, value: str, known: KnownAnswer | None, reason: str) -> None:
    """Keep the answer; one that contradicts what the program knows only with its reason."""
    others = {fact: told for fact, told in case.known.items() if fact != name}
    if known is None:
        case.facts = {**case.facts, name: value}
    elif known.answer == value:
        # Said as it is known: there is nothing to keep, and it follows the records again.
        case.facts = {fact: said for fact, said in case.facts.items() if fact != name}
        # A revision looks nothing up: it keeps what was known.
        kept = {name: {"answer": known.answer, "source": dict(known.source)}} if case.is_revision else {}
        case.known = others | kept
    elif not reason:
        words = _("Il programma sa altro: %(source)s. Se non è così, scrivi perché e rispondi di nuovo.")
        raise Refused(words % {"source": spoken(dict(known.source))})
    else:
        case.facts = {**case.facts, name: value}
        case.known = {**others, name: {"answer": known.answer, "source": dict(known.source), "reason": reason}}


def _said(answers: Answers) -> dict[str, object]:
    said: dict[str, object] = {
        "board": answers.board.number if answers.board else None,
        "procedure": answers.procedure,
        "responsible": answers.responsible,
        "persons": dict(answers.persons) or None,
        "elsewhere": answers.elsewhere,
        "cards": {name: list(values) for name, values in answers.cards.items()} or None,
        "facts": dict(answers.facts) or None,
        "contradicts": answers.contradicts.strip() or None,
        "note": answers.note,
        "waits_for": answers.waits_for or None,
    }
    if answers.detected is not None:
        said["detectors"] = sorted(answers.detected.seats)
        said["evidence"], said["timing"] = answers.detected.evidence, answers.detected.timing
    return {name: value for name, value in said.items() if value is not None}
