"""Whom an answer for a person would reach: which answers a question offers, and an order that names nobody."""

from collections.abc import Iterator

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.walk import Decision
from codes.format.effects import ROLES_BY_THEMSELVES, Go
from codes.format.schema import RESPONSIBLE, Person
from referee.cases.detection import heard_detectors
from referee.cases.models import Case
from referee.cases.persons import ANSWERS, BOTH, NOBODY, OTHERS, line_of, seats_for, seats_of_answer
from referee.cases.walk import answers_so_far, at_fault, outcome, own_persons, person_answers, responsible_question

# Whoever called, and whoever watches, need not be anybody who sits at the table.
MAY_BE_NOBODY = frozenset({"segnalante", "spettatore"})


def answers_to(person: Person, case: Case, book: Rulebook) -> tuple[str, ...]:
    """What may be answered to the question for that person, in the order in which it is shown.

    Both lines and nobody only where the procedure can then order something that reaches somebody in every part.
    """
    answers = ANSWERS[person.choose]
    if person.both and not _may_be_both(person, case, book):
        answers = tuple(answer for answer in answers if answer != BOTH)
    if person.choose == "player" and (line := line_of(person_answers(case, book).get(person.of, case.responsible))):
        return tuple(seat.value for seat in seats_of_answer(line.value))
    chosen = book.procedures.get(case.procedure)
    if person.choose != "anyone" or chosen is None or person != responsible_question(book, case.procedure):
        return answers
    role_sets = set(_role_sets(book, chosen))
    meaningless = {BOTH: all(names & OTHERS for names in role_sets), NOBODY: all(role_sets)}
    return tuple(answer for answer in answers if not meaningless.get(answer))


def _may_be_both(person: Person, case: Case, book: Rulebook) -> bool:
    so_far = answers_so_far(case, book) if case.procedure in book.procedures else {}
    return all(so_far.get(fact) in answers for fact, answers in person.both.items())


def person_unreached(case: Case, book: Rulebook) -> str:
    """The name of the person whose answer leaves an order of the decision to nobody; empty for none."""
    reached = outcome(case, book) if case.procedure in book.procedures else None
    if not isinstance(reached, Decision):
        return ""
    fault, heard, answers = at_fault(case), heard_detectors(case), person_answers(case, book)
    persons = own_persons(case, book)
    for effect in reached.effects:
        whom = effect.whom
        if whom is not None and whom not in MAY_BE_NOBODY and not seats_for(whom, fault, heard, answers):
            while whom in persons and persons[whom].ask is None:
                whom = persons[whom].of
            return whom if whom in persons else RESPONSIBLE
    return ""


def _role_sets(book: Rulebook, procedure: Procedure, passed: frozenset[str] = frozenset()) -> Iterator[frozenset[str]]:
    """The roles that follow from who is responsible, for each decision of the procedure or one it leads to."""
    for outcome_ in {row.outcome.effects: row.outcome for row in procedure.table.rows}.values():
        names = frozenset(filter(None, (_role(effect.whom or "", procedure) for effect in outcome_.effects)))
        following = _following(book, outcome_.go, passed | {procedure.id})
        if following is None:
            yield names
        else:
            for more in set(_role_sets(book, following, passed | {procedure.id})):
                yield names | more


def _following(book: Rulebook, go: Go | None, passed: frozenset[str]) -> Procedure | None:
    return book.procedures.get(go.go) if go and go.go not in passed else None


def _role(whom: str, procedure: Procedure) -> str:
    """The role if it follows from who is responsible; empty for everybody, and for a person with an own question."""
    while whom in procedure.persons and procedure.persons[whom].ask is None:
        whom = procedure.persons[whom].of
    asked_for = whom != RESPONSIBLE and whom in procedure.persons
    return "" if asked_for or whom in ROLES_BY_THEMSELVES else whom
