"""Takes a case's answers through its code: to the next question, or to the decision; and whom an answer would reach.

How the anomaly came to light (65–71) is told beside the answers: in which mode, who was heard, what that excludes.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from codes.deciding.book import EMERSIONE, Procedure, Rulebook, agrees
from codes.deciding.emergence import MODE_OF, DetectorRole, Emergence, EmergenceMode, Exclusion, Timing, detect
from codes.deciding.walk import Decision, Question, UnknownAnswer, walk
from codes.format.effects import ROLES_BY_THEMSELVES, Effect, Go
from codes.format.schema import RESPONSIBLE, Person
from codes.library import get_rulebook
from codes.seats import Seat
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.persons import (
    ANSWERS,
    BOTH,
    NOBODY,
    OTHERS,
    detecting_party,
    line_of,
    partner_of,
    seats_for,
    seats_of_answer,
)
from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Detection:
    """How it came to light, told by the modes of the law.

    heard: the seats of those who detected it in the mode that counts; whoever spoke in an excluded one is no
    detector of this anomaly. excluded: each mode that somebody used in vain with their seats; where the play itself
    shows the error (69) every other mode, and nobody's seat, for anybody may establish it.
    """

    emergence: Emergence
    heard: tuple[str, ...]
    excluded: tuple[tuple[Exclusion, tuple[str, ...]], ...]

    @property
    def articles(self) -> tuple[int, ...]:
        """66 for the mode, and what excluded the others (69 or 70); none where nobody detected anything."""
        if self.emergence.mode == EmergenceMode.NESSUNA:
            return ()
        return tuple(sorted({66} | {exclusion.article for exclusion, _ in self.excluded}))


def detection_of(case: Case) -> Detection | None:
    """None while it is not told who detected it, and when."""
    if not case.detection_given:
        return None
    modes = {seat: MODE_OF[_detector_role(Seat(seat), case.responsible)] for seat in case.detectors}
    # Evidence speaks by itself: who said it first changes nothing (66, 69).
    spoke = {_detector_role(Seat(seat), case.responsible) for seat in case.detectors} or (
        {DetectorRole.AVVERSARIO} if case.evidence else set()
    )
    result = detect(spoke, evidence=case.evidence, timing=Timing(case.timing or Timing.TEMPESTIVA))
    heard = tuple(seat for seat, mode in modes.items() if case.evidence or mode == result.mode)
    excluded = (
        (exclusion, tuple(seat for seat, mode in modes.items() if mode == exclusion.mode and seat not in heard))
        for exclusion in result.excluded
    )
    return Detection(result, heard, tuple(excluded))


def heard_detectors(case: Case) -> tuple[str, ...]:
    """The seats of those who detected it in the mode that counts: no order means anybody else by it (69, 70)."""
    detection = detection_of(case)
    return detection.heard if detection else tuple(case.detectors)


def detection_facts(case: Case) -> dict[str, str]:
    """What the law calls the way and the time in which the anomaly came to light (65–70), once both are told."""
    detection = detection_of(case)
    return detection.emergence.facts() if detection else {}


def with_emergence(decision: Decision, articles: Collection[int], book: Rulebook) -> Decision:
    """The decision by the articles of how it came to light too, where it rests on that; beside 65, or before all.

    What is refused or healed by the emergence itself (35, 65) does not rest on who spoke.
    """
    detected = any(step.source == "detection" for step in decision.trail)
    if not detected or decision.path[-1] == EMERSIONE:
        return decision
    at = decision.cites.index(65) + 1 if 65 in decision.cites else 0
    added = [number for number in articles if number in book.articles and number not in decision.cites]
    return replace(decision, cites=(*decision.cites[:at], *added, *decision.cites[at:]))


def _detector_role(seat: Seat, responsible: str) -> DetectorRole:
    """Who the player in that seat is to the one at fault; a line at fault is responsible as a whole."""
    if responsible == BOTH:
        return DetectorRole.RESPONSABILE
    line = line_of(responsible)
    if line is None or seat.line != line:
        return DetectorRole.AVVERSARIO
    return DetectorRole.COMPAGNO if responsible == seat.partner else DetectorRole.RESPONSABILE


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
    cache: dict[tuple[object, ...], Question | Decision] = case.__dict__.setdefault("_reached", {})
    key = _walk_key(case, book)
    if key not in cache:
        cache[key] = _reached(case, book)
    return cache[key]


def _walk_key(case: Case, book: Rulebook) -> tuple[object, ...]:
    """Everything of a case that its walk reads; the records are looked up once (`referee.cases.known_answers`)."""
    answers = (case.facts, case.options, {fact: record.get("answer") for fact, record in case.known.items()})
    detected = (tuple(case.detectors), case.evidence, case.undetected, case.timing)
    decided = (case.state, case.revision_reason)
    frozen = tuple(frozenset(answers_of_kind.items()) for answers_of_kind in answers)
    return (book.id, case.procedure, case.board_id, case.responsible, detected, decided, frozen)


def _reached(case: Case, book: Rulebook) -> Question | Decision:
    answers, known_facts, doubted = {**case.facts, **detection_facts(case)}, dict[str, str](), set[str]()
    while True:
        reached = walk_facts(book, case.procedure, {**known_facts, **answers}, case.options, doubted)
        known_now = {name: answer.answer for name, answer in known_answers(case, book, reached.path).items()}
        doubted_now = _told_by_records(case, book, reached.path) - known_now.keys()
        # Each answer may lead on to procedures with facts of their own.
        if known_now.keys() <= known_facts.keys() and doubted_now <= doubted:
            break
        known_facts |= known_now
        doubted |= doubted_now
    detection = detection_of(case)
    if detection is None or isinstance(reached, Question):
        return reached
    return with_emergence(reached, detection.articles, book)


def _told_by_records(case: Case, book: Rulebook, path: tuple[str, ...]) -> set[str]:
    """The facts of these procedures that are taken for granted because the records would tell otherwise.

    None of a case that was decided once: what was taken for granted then still is.
    """
    if case.is_revision or not case.is_draft:
        return set()
    facts = (fact for name in path for fact in book.procedures[name].facts.values())
    return {fact.name for fact in facts if fact.known and fact.otherwise}


def walk_facts(
    book: Rulebook,
    procedure: str,
    facts: Mapping[str, str],
    options: Mapping[str, str],
    doubted: Collection[str] = (),
) -> Question | Decision:
    """A walk that passes over answers which this edition of the code does not know any more."""
    answers = dict(facts)
    while True:
        try:
            return walk(book, procedure, facts=answers, options=options, doubted=doubted)
        except UnknownAnswer as unknown:
            del answers[unknown.fact]


def answers_so_far(case: Case, book: Rulebook) -> dict[str, str]:
    """The answers to the questions that the case has passed, given or known without asking; with its options."""
    return {**case.told, **{step.fact: step.answer for step in outcome(case, book).trail}}


def at_fault(case: Case) -> str:
    """Who answers for the error that is decided on: the responsible, or whoever raised it out of time (65, 71)."""
    book = book_of(case.tournament)
    if case.procedure in book.procedures and UNTIMELY in outcome(case, book).path:
        return detecting_party(case.responsible, case.detectors)
    return case.responsible


def asks_when(case: Case, book: Rulebook) -> bool:
    """Whether the moment of the detection matters (65): not where the table asks for a moment of the play itself."""
    return any("tempo" in book.procedures[name].facts for name in outcome(case, book).path)


def lacks_responsible(case: Case, book: Rulebook) -> bool:
    """Whether it is still to be told who did it; of what the general part decides, whoever it was, it never is."""
    if case.responsible:
        return False
    reached = outcome(case, book)
    if isinstance(reached, Decision) and case.procedure not in reached.path:
        return False
    return needs_responsible(book, book.procedures[case.procedure], answers_so_far(case, book))


def needs_responsible(book: Rulebook, procedure: Procedure, answers: Mapping[str, str] = NOTHING_TOLD) -> bool:
    """Whether it matters who did it: for how it was detected, or for whom an effect names, here or further on.

    Where the question waits for another, only once `answers` holds that, and by the rules that it leaves open.
    """
    after = responsible_question(book, procedure.id).after
    if after:
        return after in answers and _names_somebody(book, procedure, answers)
    return procedure.emergence or RESPONSIBLE in procedure.persons or _names_somebody(book, procedure, {})


def _names_somebody(book: Rulebook, procedure: Procedure, answers: Mapping[str, str]) -> bool:
    """Whether some rule that these facts leave open names a person, or passes on to one that does."""
    if any(fact.source == "detection" for fact in procedure.facts.values()):
        return True
    rules = [rule for rule in procedure.rules if agrees(rule.when, answers)]
    effects = [effect for rule in rules for effect in rule.then if agrees(effect.condition or {}, answers)]
    return any(_by_the_responsible(effect, procedure) for effect in effects) or any(
        _names_somebody(book, book.procedures[effect.go], {**answers, **effect.with_})
        for effect in effects
        if isinstance(effect, Go) and effect.go in book.procedures
    )


def _by_the_responsible(effect: Effect, procedure: Procedure) -> bool:
    """Whether the person whom the effect names follows from who is responsible."""
    person = procedure.persons.get(effect.whom or "")
    while person is not None and person.ask is None and person.of != RESPONSIBLE:
        person = procedure.persons[person.of]
    if person is not None:
        return person.ask is None
    return effect.whom is not None and effect.whom not in ROLES_BY_THEMSELVES


def responsible_question(book: Rulebook, procedure: str) -> Person:
    """How the procedure asks for the one responsible; without words of its own, in those of every other."""
    chosen = book.procedures.get(procedure)
    return chosen.persons.get(RESPONSIBLE, Person()) if chosen else Person()


def own_persons(case: Case, book: Rulebook) -> dict[str, Person]:
    """The persons, besides the responsible one, whom the procedures passed so far name themselves."""
    if case.procedure not in book.procedures:
        return {}
    path = (case.procedure, *outcome(case, book).path)
    persons = {name: person for passed in path for name, person in book.procedures[passed].persons.items()}
    persons.pop(RESPONSIBLE, None)
    return persons


def person_answers(case: Case, book: Rulebook) -> dict[str, str]:
    """Who those persons are, from their own question or from another person; empty while nobody knows."""
    answers = {RESPONSIBLE: case.responsible}
    for name, person in own_persons(case, book).items():
        other = answers.get(person.of, "")
        choices = {"same": other, "partner": partner_of(other), None: _answered(case, name, person, other)}
        answers[name] = choices[person.is_]
    del answers[RESPONSIBLE]
    return answers


def _answered(case: Case, name: str, person: Person, other: str) -> str:
    """The player tapped for that person; for one of a line's players, the one tapped before."""
    alone = person.choose == "player" and other in list(Seat)
    return other if alone else case.persons.get(name, "")


def persons_to_ask(case: Case, book: Rulebook) -> dict[str, Person]:
    """The persons, besides the responsible one, whom the decision needs to say whom it orders."""
    persons = own_persons(case, book)
    if not any(person.ask for person in persons.values()):
        return {}
    reached = outcome(case, book)
    needed: set[str] = set()
    for effect in reached.effects if isinstance(reached, Decision) else ():
        name = effect.whom or ""
        while name in persons and persons[name].ask is None:
            name = persons[name].of
        needed.add(name)
    answers = {**person_answers(case, book), RESPONSIBLE: case.responsible}
    return {
        name: person
        for name, person in persons.items()
        if name in needed and not (person.choose == "player" and answers.get(person.of) in list(Seat))
    }


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


def _role_sets(
    book: Rulebook, procedure: Procedure, told: Mapping[str, str] = NOTHING_TOLD, passed: frozenset[str] = frozenset()
) -> Iterator[frozenset[str]]:
    """The roles that follow from who is responsible, for each decision of the procedure or one it leads to.

    told: the answers that the procedure before has given; no decision against them is reached from there.
    """
    table = procedure.table
    reached = [
        row for row in table.rows if not any(table.leaves_out(row.masks, name, said) for name, said in told.items())
    ]
    for outcome_ in {row.outcome.effects: row.outcome for row in reached}.values():
        names = frozenset(filter(None, (_role(effect.whom or "", procedure) for effect in outcome_.effects)))
        following, go = _following(book, outcome_.go, passed | {procedure.id}), outcome_.go
        if following is None or go is None:
            yield names
        else:
            for more in set(_role_sets(book, following, go.with_, passed | {procedure.id})):
                yield names | more


def _following(book: Rulebook, go: Go | None, passed: frozenset[str]) -> Procedure | None:
    return book.procedures.get(go.go) if go and go.go not in passed else None


def _role(whom: str, procedure: Procedure) -> str:
    """The role if it follows from who is responsible; empty for everybody, and for a person with an own question."""
    while whom in procedure.persons and procedure.persons[whom].ask is None:
        whom = procedure.persons[whom].of
    asked_for = whom != RESPONSIBLE and whom in procedure.persons
    return "" if asked_for or whom in ROLES_BY_THEMSELVES else whom
