"""Checks of the faculties of a procedure: a question that is asked, somebody who has a name, articles that exist."""

from collections.abc import Collection, Iterator, Mapping

from codes.deciding.table import Fact
from codes.format.effects import ROLES, listed
from codes.format.errors import Placed
from codes.format.schema import ProcedureFile


def faculty_problems(
    procedure: ProcedureFile, facts: Mapping[str, Fact], phrases: Collection[str], articles: Collection[int]
) -> Iterator[Placed]:
    """What is wrong with the faculties of a procedure, each with its place in the file.

    facts: those of the procedure; phrases: the keys of `whom` in effects.yaml; articles: the numbers of the code.
    """
    persons = {*ROLES, *procedure.persons}
    for name, faculties in procedure.faculties.items():
        place = ("faculties", name)
        if name not in facts or facts[name].source != "arbiter":
            yield place, f"«{name}» is not a question of this procedure that the arbiter answers"
        if any(not faculty.condition for faculty in faculties[:-1]):
            yield place, f"«{name}»: a faculty without `if` leaves none to those after it"
        for faculty in faculties:
            if faculty.of not in phrases or faculty.of not in persons:
                yield place, f"unknown person «{faculty.of}»"
            for number in faculty.cites:
                if number not in articles:
                    yield place, f"unknown article {number}"
            for fact, answers in faculty.condition.items():
                possible = facts[fact].answers if fact in facts else ()
                for answer in listed(answers):
                    if answer not in possible:
                        yield place, f"unknown answer «{answer}» of «{fact}»"
