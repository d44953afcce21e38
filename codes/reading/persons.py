"""Checks of the persons that a procedure names: who is asked, who follows from another, whom its effects mean."""

from collections.abc import Collection, Iterator, Mapping

from codes.deciding.book import Procedure
from codes.deciding.table import Fact
from codes.format.effects import ROLES, Inform, Judgement, Penalty, Rectify
from codes.format.errors import Placed
from codes.format.schema import RESPONSIBLE, Person, ProcedureFile

# What an order may be that means lines of other tables too: read out, or entered in the standings of whom it names.
AT_OTHER_TABLES = (Inform, Judgement, Penalty, Rectify)


def person_problems(procedure: ProcedureFile, facts: Mapping[str, Fact], phrases: Collection[str]) -> Iterator[Placed]:
    """What is wrong with the persons of a procedure, each with its place in the file.

    facts: those of the procedure. phrases: the keys of `whom` in effects.yaml, by which an effect is worded.
    """
    before: set[str] = {RESPONSIBLE}
    for name, person in procedure.persons.items():
        location = ("persons", name)
        if name in ROLES and name != RESPONSIBLE:
            yield location, f"«{name}» means somebody already: choose another name"
        if name not in phrases:
            yield location, f"no phrase for whom «{name}» in effects.yaml"
        if (person.ask is None) is (person.is_ is None):
            yield location, f"«{name}» is either asked (`ask`) or told by another person (`is`)"
        if person.is_ is not None and person.of not in before:
            yield location, f"«{name}»: «{person.of}» is not named before it"
        if person.choose == "player" and (name == RESPONSIBLE or person.of not in before):
            yield location, f"«{name}»: a player of whose line? «{person.of}» is not named before it"
        for problem in _first_person_faults(name, person, facts):
            yield location, problem
        before.add(name)
    persons = {*ROLES, *procedure.persons}
    for number, rule in enumerate(procedure.rules):
        for place, effect in enumerate(rule.then):
            if effect.whom and effect.whom not in persons:
                yield ("rules", number, "then", place), f"unknown person «{effect.whom}»"
    if procedure.elsewhere:
        yield from _elsewhere_problems(procedure)


def _first_person_faults(name: str, person: Person, facts: Mapping[str, Fact]) -> Iterator[str]:
    """What only whoever is asked first may be: waiting for a question, both lines under its answers."""
    if name == RESPONSIBLE and person.ask is None:
        yield f"«{name}» is asked: the others are told by it"
    if person.after and (name != RESPONSIBLE or person.after not in facts):
        yield f"«{name}»: only «{RESPONSIBLE}» may wait, and for a question of the procedure"
    for fact, answers in person.both.items():
        if fact != person.after or fact not in facts or not set(answers) <= facts[fact].answers.keys():
            yield f"«{name}»: both lines only under answers of the question that is waited for (`after`)"


def _elsewhere_problems(procedure: ProcedureFile) -> Iterator[Placed]:
    if not procedure.whole_match:
        yield ("elsewhere",), "what happens at several tables concerns whole matches (`whole_match`)"
    for number, rule in enumerate(procedure.rules):
        for place, effect in enumerate(rule.then):
            if not isinstance(effect, AT_OTHER_TABLES):
                yield ("rules", number, "then", place), f"«{effect.verb}» acts at one table: not with `elsewhere`"


def differing_persons(procedure: Procedure, other: Procedure | None) -> list[str]:
    """The persons whom two procedures of one walk call alike and mean otherwise.

    Who is responsible is asked once, in the words of the procedure that was chosen.
    """
    theirs = other.persons if other else {}
    return [
        name
        for name, person in procedure.persons.items()
        if name != RESPONSIBLE and name in theirs and theirs[name] != person
    ]
