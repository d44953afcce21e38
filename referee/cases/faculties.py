"""A choice that is somebody's own and not made yet: who may choose what, until when, and without consulting whom."""

from typing import Any

from django.utils.translation import gettext as _

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question
from referee.cases.record import article_record, people_meant, who_record, words
from referee.models import Case


def faculty_record(case: Case, book: Rulebook, question: Question | None) -> dict[str, Any]:
    """The choice that answers this question, in words that need no code; nothing where it is nobody's."""
    if question is None:
        return {}
    known = {**case.facts, **case.tournament.options, **{step.fact: step.answer for step in question.trail}}
    faculty = question.procedure.faculty(question.fact.name, known)
    if faculty is None:
        return {}
    names = people_meant(case).get(faculty.of, "")
    return {
        "fact": question.fact.name,
        "procedure": question.procedure.id,
        "of": faculty.of,
        "who": who_record(faculty.called or book.effects.whom[faculty.of], names),
        "may": words(faculty.may),
        "until": words(faculty.until),
        "alone": faculty.alone,
        "articles": [article_record(book.articles[number]) for number in faculty.cites],
    }


def slip_title(case: Case) -> str:
    return _("Scelta da fare, tavolo %(table)s") % {"table": case.table.number}
