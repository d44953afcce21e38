"""A case's answers taken through its code: what is asked next, or what is decided."""

from collections.abc import Mapping
from types import MappingProxyType

from codes.deciding.book import Procedure, Rulebook, agrees
from codes.deciding.walk import Decision, Question, UnknownAnswer, walk
from codes.format.effects import ROLES_BY_THEMSELVES, Effect, Go
from codes.format.schema import RESPONSIBLE, Person
from codes.library import get_rulebook
from codes.seats import Seat
from referee.cases.detection import detection_facts, detection_of, with_emergence
from referee.cases.known import known_of
from referee.cases.models import Case
from referee.cases.persons import of_the_detector, partner_of
from tournaments.setup.models import Tournament

# The table whose error is that of whoever raised an anomaly too early or too late.
UNTIMELY = "rilevazione-intempestiva"
NOTHING_TOLD: Mapping[str, str] = MappingProxyType({})


def book_of(tournament: Tournament) -> Rulebook:
    return get_rulebook(tournament.rulebook)


def outcome(case: Case, book: Rulebook) -> Question | Decision:
    """The next question of the case, or the code's decision; the procedure must have been chosen.

    What the program knows is not asked; what the arbiter says prevails over it.
    """
    # A page asks a dozen times; a case that holds the same is walked once.
    kept: dict[tuple[object, ...], Question | Decision] = case.__dict__.setdefault("_reached", {})
    key = _held(case, book)
    if key not in kept:
        kept[key] = _reached(case, book)
    return kept[key]


def _held(case: Case, book: Rulebook) -> tuple[object, ...]:
    """All of a case that its walk looks at; the records are looked up once for it (`referee.cases.known`)."""
    answers = (case.facts, case.options, {fact: one.get("answer") for fact, one in case.known.items()})
    detected = (tuple(case.detectors), case.evidence, case.undetected, case.timing)
    decided = (case.state, case.revision_reason)
    told = tuple(frozenset(one.items()) for one in answers)
    return (book.id, case.procedure, case.board_id, case.responsible, detected, decided, told)


def _reached(case: Case, book: Rulebook) -> Question | Decision:
    told, known = {**case.facts, **detection_facts(case)}, dict[str, str]()
    while True:
        reached = walk_facts(book, case.procedure, {**known, **told}, case.options)
        found = {name: one.answer for name, one in known_of(case, book, reached.path).items()}
        # Each answer may lead on to procedures with facts of their own.
        if found.keys() <= known.keys():
            break
        known |= found
    detection = detection_of(case)
    if detection is None or isinstance(reached, Question):
        return reached
    return with_emergence(reached, detection.articles, book)


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


def known_or_told(case: Case, book: Rulebook) -> dict[str, str]:
    """What was answered, and what need not be asked, of the questions that the case has passed; with its options."""
    return {**case.told, **{step.fact: step.answer for step in outcome(case, book).trail}}


def at_fault(case: Case) -> str:
    """Who answers for the error that is decided on: the responsible, or whoever raised it out of time (65, 71)."""
    book = book_of(case.tournament)
    if case.procedure in book.procedures and UNTIMELY in outcome(case, book).path:
        return of_the_detector(case.responsible, case.detectors)
    return case.responsible


def asks_when(case: Case, book: Rulebook) -> bool:
    """Whether the moment of the detection matters (65): not where the table asks for a moment of the play itself."""
    return any("tempo" in book.procedures[name].facts for name in outcome(case, book).path)


def needs_responsible(book: Rulebook, procedure: Procedure, told: Mapping[str, str] = NOTHING_TOLD) -> bool:
    """Whether it matters who did it: for how it was detected, or for whom an effect names, here or further on.

    Where the question waits for another, only once `told` answers that, and by the rules that it leaves open.
    """
    after = asked_first(book, procedure.id).after
    if after:
        return after in told and _names_somebody(book, procedure, told)
    return procedure.emergence or RESPONSIBLE in procedure.persons or _names_somebody(book, procedure, {})


def _names_somebody(book: Rulebook, procedure: Procedure, told: Mapping[str, str]) -> bool:
    """Whether some rule that these facts leave open names a person, or passes on to one that does."""
    if any(fact.source == "detection" for fact in procedure.facts.values()):
        return True
    rules = [rule for rule in procedure.rules if agrees(rule.when, told)]
    effects = [effect for rule in rules for effect in rule.then if agrees(effect.condition or {}, told)]
    return any(_by_the_responsible(effect, procedure) for effect in effects) or any(
        _names_somebody(book, book.procedures[effect.go], {**told, **effect.with_})
        for effect in effects
        if isinstance(effect, Go) and effect.go in book.procedures
    )


def _by_the_responsible(effect: Effect, procedure: Procedure) -> bool:
    """Whether whom the effect names is told by who is responsible."""
    person = procedure.persons.get(effect.whom or "")
    while person is not None and person.ask is None and person.of != RESPONSIBLE:
        person = procedure.persons[person.of]
    if person is not None:
        return person.ask is None
    return effect.whom is not None and effect.whom not in ROLES_BY_THEMSELVES


def asked_first(book: Rulebook, procedure: str) -> Person:
    """How the procedure asks for the one responsible; without words of its own, in those of every other."""
    chosen = book.procedures.get(procedure)
    return chosen.persons.get(RESPONSIBLE, Person()) if chosen else Person()


def persons_named(case: Case, book: Rulebook) -> dict[str, Person]:
    """The persons that the procedures passed so far name themselves, besides who is responsible."""
    if case.procedure not in book.procedures:
        return {}
    path = (case.procedure, *outcome(case, book).path)
    named = {name: person for one in path for name, person in book.procedures[one].persons.items()}
    named.pop(RESPONSIBLE, None)
    return named


def persons_told(case: Case, book: Rulebook) -> dict[str, str]:
    """Who those persons are, asked or told by another; empty while it is not known."""
    told = {RESPONSIBLE: case.responsible}
    for name, person in persons_named(case, book).items():
        other = told.get(person.of, "")
        known = {"same": other, "partner": partner_of(other), None: _answered(case, name, person, other)}
        told[name] = known[person.is_]
    del told[RESPONSIBLE]
    return told


def _answered(case: Case, name: str, person: Person, other: str) -> str:
    """Who was tapped for a person asked for; of a line's players the one who was tapped before already."""
    alone = person.choose == "player" and other in list(Seat)
    return other if alone else case.persons.get(name, "")


def persons_asked(case: Case, book: Rulebook) -> dict[str, Person]:
    """The persons, besides who is responsible, without whom the decision reached would not say whom it orders."""
    named = persons_named(case, book)
    if not any(person.ask for person in named.values()):
        return {}
    reached = outcome(case, book)
    needed: set[str] = set()
    for effect in reached.effects if isinstance(reached, Decision) else ():
        name = effect.whom or ""
        while name in named and named[name].ask is None:
            name = named[name].of
        needed.add(name)
    told = {**persons_told(case, book), RESPONSIBLE: case.responsible}
    return {
        name: person
        for name, person in named.items()
        if name in needed and not (person.choose == "player" and told.get(person.of) in list(Seat))
    }
