"""A case's answers taken through its code: what is asked next, or what is decided."""

from collections.abc import Mapping

from referee.law.book import Procedure, Rulebook
from referee.law.detection import Role, Timing, detect
from referee.law.effects import Go
from referee.law.procedure import Decision, Question, UnknownAnswer, walk
from referee.library import get_rulebook
from referee.models import Case
from referee.seating import line_of, of_the_detector
from tournaments.models import Tournament
from tournaments.seats import Seat

# The table whose error is that of whoever raised an anomaly too early or too late.
UNTIMELY = "rilevazione-intempestiva"


def book_of(tournament: Tournament) -> Rulebook:
    """The code under which the tournament is played."""
    return get_rulebook(tournament.rulebook)


def outcome(case: Case, book: Rulebook) -> Question | Decision:
    """The next question of the case, or the code's decision; the procedure must have been chosen."""
    return walk_facts(book, case.procedure, {**case.facts, **detection_facts(case)}, case.tournament.options)


def walk_facts(
    book: Rulebook, procedure: str, facts: Mapping[str, str], options: Mapping[str, str]
) -> Question | Decision:
    """A walk that passes over answers which this edition of the code does not know any more."""
    known = dict(facts)
    while True:
        try:
            return walk(book, procedure, facts=known, options=options)
        except UnknownAnswer as unknown:
            del known[unknown.fact]


def at_fault(case: Case) -> str:
    """Who answers for the error that is decided on: the responsible, or whoever raised it out of time (65, 71)."""
    book = book_of(case.tournament)
    if case.procedure in book.procedures and UNTIMELY in outcome(case, book).path:
        return of_the_detector(case.responsible, case.detectors)
    return case.responsible


def detection_facts(case: Case) -> dict[str, str]:
    """What the law calls the way and the time in which the anomaly came to light (65–70), once both are told."""
    if not case.detection_given:
        return {}
    roles = {_role(Seat(seat), case.responsible) for seat in case.detectors}
    if case.evidence and not roles:
        # Evidence speaks by itself: who said it first changes nothing (66, 69).
        roles = {Role.AVVERSARIO}
    timing = Timing(case.timing or Timing.TEMPESTIVA)
    return detect(roles, evidence=case.evidence, timing=timing).facts()


def _role(seat: Seat, responsible: str) -> Role:
    """Who the player in that seat is to the one at fault; a line at fault is responsible as a whole."""
    line = line_of(responsible)
    if line is None or seat.line != line:
        return Role.AVVERSARIO
    return Role.COMPAGNO if responsible == seat.partner else Role.RESPONSABILE


def needs_responsible(book: Rulebook, procedure: Procedure) -> bool:
    """Whether it matters who did it: for how it was detected, or for whom an effect names, here or further on."""
    return procedure.emergence or _names_somebody(book, procedure, {})


def _names_somebody(book: Rulebook, procedure: Procedure, told: Mapping[str, str]) -> bool:
    """Whether some rule that these facts leave open names a person, or passes on to one that does."""
    if any(fact.source == "detection" for fact in procedure.facts.values()):
        return True
    rules = [
        rule for rule in procedure.rules if all(told.get(name, given[0]) in given for name, given in rule.when.items())
    ]
    effects = [effect for rule in rules for effect in rule.then]
    return any(effect.whom for effect in effects) or any(
        _names_somebody(book, book.procedures[effect.go], {**told, **effect.with_})
        for effect in effects
        if isinstance(effect, Go) and effect.go in book.procedures
    )
