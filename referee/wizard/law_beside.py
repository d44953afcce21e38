"""The law beside a question: the articles of what is still possible, and what the anomalies say of their term."""

from django.utils.translation import gettext as _

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.walk import Question
from codes.format.schema import Article
from referee.cases.models import Case
from referee.cases.walk import detection_facts
from referee.cases.words import spoken
from referee.wizard.steps import GivenAnswer, Position, Step

# Screens that come before anything is asked of the anomaly itself.
BEFORE = (Step.BOARD, Step.ANOMALY)
SAID_WITH = (Step.SEAT, Step.PERSON, Step.DETECTION, Step.QUESTION)


def articles_beside(case: Case, book: Rulebook, question: Question) -> list[Article]:
    """The articles of the rules still possible, those that speak of fewest other anomalies first."""
    facts = {**case.facts, **detection_facts(case), **case.options}
    # Gone back to, a question stands open again: its own answer must not leave articles out.
    facts.pop(question.fact.name, None)
    table = question.procedure.table
    valid = {fact.name: facts[fact.name] for fact in table.facts if facts.get(fact.name) in fact.answers}
    # A bit for each row of the table.
    alive = table.live(valid)
    rows = [row for number, row in enumerate(table.rows) if alive >> number & 1]
    numbers = {number for row in rows for number in row.outcome.cites}
    procedures = book.procedures.values()
    common = {number: sum(number in procedure.articles for procedure in procedures) for number in numbers}
    return [book.articles[number] for number in sorted(numbers, key=lambda number: (common[number], number))]


def _procedures_said(case: Case, question: Question, book: Rulebook) -> list[Procedure]:
    """The procedures whose terms and notes are said with a question: the anomaly's that led there unasked, and its own.

    An anomaly that hands over at once, or asks nothing itself, would else never say until when it may be raised.
    """
    chosen = book.procedures[case.procedure]
    asked_procedures = {step.procedure for step in question.trail if step.source == "arbiter"}
    unasked = chosen != question.procedure and chosen.id not in asked_procedures
    return [chosen, question.procedure] if unasked else [question.procedure]


def law_said(case: Case, book: Rulebook, at: Position, *, without_term: bool = False) -> list[str]:
    """What to look at first, and until when the anomaly may be raised; without_term: a choice beside it has its own."""
    if at.step not in SAID_WITH:
        return []
    procedures = _procedures_said(case, at.question, book) if at.question else [book.procedures[case.procedure]]
    said = []
    for procedure in procedures:
        note = procedure.note_under(case.options)
        said += [spoken(note)] if note else []
        if procedure.term and not without_term:
            said.append(" ".join((_("Termine:"), spoken(procedure.term))))
    return said


def is_said_before(before: GivenAnswer | None) -> bool:
    """Whether a screen before this one said it already."""
    return before is not None and before.step not in BEFORE
