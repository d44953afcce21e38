"""Two answers in one tap: below an answer that leads on to one short question stand the answers to that.

Nothing is asked less: whoever taps the answer itself is asked the other on the next screen, as ever.
"""

from collections.abc import Mapping
from copy import copy

from codes.deciding.book import Rulebook
from codes.deciding.walk import Question
from referee.cases.faculties import faculty_record
from referee.cases.known import known_of
from referee.cases.wizard import Position, Step, position
from referee.models import Case

# Between an answer and that of the question below it, in what one tap sends.
THEN = "/"
# What a phone shows without scrolling far: of one question below an answer, and on the whole screen.
MOST_BELOW, MOST_TAPS = 6, 9


def shortcuts(case: Case, book: Rulebook, at: Position) -> dict[str, Question]:
    """The question that each of these answers leads to, shortest first as far as the screen has room for them."""
    question = at.question
    # Gone back to, a question is changed alone: what was answered after it stays.
    if question is None or question.fact.name in case.facts or not _is_plain(case, book, question):
        return {}
    leading = {answer: asked_after(case, book, question, answer) for answer in question.fact.answers}
    short = {answer: asked for answer, asked in leading.items() if asked and _fits(case, book, question, asked)}
    return _with_room(short, MOST_TAPS - len(leading))


def asked_after(case: Case, book: Rulebook, question: Question, answer: str) -> Question | None:
    """What is asked next once that is answered so; nothing where something else than a question follows."""
    told = copy(case)
    told.facts = {**case.facts, question.fact.name: answer}
    after = position(told, book)
    return after.question if after.step == Step.QUESTION else None


def _fits(case: Case, book: Rulebook, question: Question, asked: Question) -> bool:
    """Whether it is said whole below an answer: few answers, no deadline and no note of another anomaly."""
    another = asked.procedure.id != question.procedure.id and (asked.procedure.term or asked.procedure.note)
    short = len(asked.fact.answers) <= MOST_BELOW
    return short and not another and _is_plain(case, book, asked)


def _is_plain(case: Case, book: Rulebook, question: Question) -> bool:
    """Whether it is neither known already nor a choice of somebody's that may be waited for."""
    known = known_of(case, book, (question.procedure.id,))
    return question.fact.name not in known and not faculty_record(case, book, question)


def _with_room(found: Mapping[str, Question], room: int) -> dict[str, Question]:
    chosen = set()
    for answer, asked in sorted(found.items(), key=lambda one: len(one[1].fact.answers)):
        if len(asked.fact.answers) <= room:
            chosen.add(answer)
            room -= len(asked.fact.answers)
    return {answer: asked for answer, asked in found.items() if answer in chosen}
