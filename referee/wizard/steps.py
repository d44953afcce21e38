"""The arbiter's wizard: which step comes next, what was answered so far, which articles lie beside a question.

Two answers in one tap: below an answer that leads on to one short question stand the answers to that. Where every
answer hands over to one and the same question, as that of the general principles, both stand on one screen.

Nothing is asked less: whoever taps the answer itself is asked the other on the next screen, as ever.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import TrailStep
from codes.deciding.walk import Decision, Question
from codes.format.schema import RESPONSIBLE, CardsAsked, Elsewhere, Person
from codes.seats import Line
from referee.cases.known_answers import known_answers
from referee.cases.models import Case
from referee.cases.named_cards import cards_missing, cards_questions, in_words
from referee.cases.persons import BOTH, Place, other_places
from referee.cases.queries import reservations_about
from referee.cases.record import detection_record, faculty_record, person_in_words
from referee.cases.walk import (
    answers_so_far,
    asks_when,
    detection_facts,
    lacks_responsible,
    needs_responsible,
    outcome,
    person_unreached,
    persons_to_ask,
    responsible_question,
)
from referee.cases.words import detection_words, language, spoken, spoken_line


class Step(StrEnum):
    """A screen of the wizard; its value stands in the address."""

    BOARD = "smazzata"
    ANOMALY = "anomalia"
    SEAT = "posto"
    PERSON = "persona"
    ELSEWHERE = "tavoli"
    CARDS = "carte"
    DETECTION = "rilevazione"
    QUESTION = "domanda"
    DECISION = "decisione"


TITLES: dict[Step, Promise] = {
    Step.BOARD: gettext_lazy("Quale smazzata?"),
    Step.ANOMALY: gettext_lazy("Che cosa è successo?"),
    Step.SEAT: gettext_lazy("Chi ha sbagliato?"),
    Step.DETECTION: gettext_lazy("Chi se n’è accorto, e quando?"),
    Step.DECISION: gettext_lazy("Decisione"),
}


@dataclass(frozen=True)
class Position:
    step: Step
    question: Question | None = None
    decision: Decision | None = None
    # Who is asked for, and the name by which the procedure calls them.
    person: Person | None = None
    person_name: str = ""
    # How the lines of other tables are asked for.
    elsewhere: Elsewhere | None = None
    # Whether the moment of the detection matters.
    asks_when: bool = True
    # The questions for cards, all on one screen.
    cards: Mapping[str, CardsAsked] = field(default_factory=dict)

    @property
    def fact(self) -> str:
        return self.question.fact.name if self.question else self.person_name

    @property
    def query(self) -> str:
        """What leads here again; the decision stands at the case's own address."""
        return "" if self.step is Step.DECISION else _query(self.step, self.fact)

    @property
    def title(self) -> str:
        if self.cards:
            return spoken(next(iter(self.cards.values())).ask)
        if self.person and self.person.ask:
            return spoken(self.person.ask)
        if self.elsewhere:
            return spoken(self.elsewhere.ask)
        if not self.asks_when:
            return _("Chi se n’è accorto?")
        return spoken(self.question.fact.ask) if self.question else str(TITLES[self.step])


@dataclass(frozen=True)
class GivenAnswer:
    """An answer given: what was asked, what was said, and where to change it (nowhere: the code itself says so).

    source: from where it is known without asking. reason: why it is not what the program knows.
    """

    label: str
    value: str
    step: Step | None
    fact: str = ""
    source: str = ""
    reason: str = ""

    @property
    def query(self) -> str:
        return _query(self.step, self.fact) if self.step else ""


def _query(step: Step, fact: str) -> str:
    return "?" + urlencode({"passo": step, "fatto": fact} if fact else {"passo": step})


def asked_before(at: Position, given: Sequence[GivenAnswer]) -> GivenAnswer | None:
    """What was asked on the screen before this one; nothing before the first."""
    asked = [one for one in given if one.step and not one.source]
    here = next((place for place, one in enumerate(asked) if one.query == at.query), len(asked))
    return asked[here - 1] if here else None


def position(case: Case, book: Rulebook) -> Position:
    """The first step that still lacks its answer; the decision when none does."""
    procedure = book.procedures.get(case.procedure)
    if case.board is None and not (procedure and procedure.whole_match):
        return Position(Step.BOARD)
    if procedure is None or not procedure.applies_to(case.options):
        return Position(Step.ANOMALY)
    if lacks_responsible(case, book):
        return Position(Step.SEAT, person=responsible_question(book, case.procedure))
    reached = outcome(case, book)
    if isinstance(reached, Decision):
        persons = _missing_person(case, book) or _person_step(case, book)
        missing = persons or _missing_places(case, procedure) or _missing_cards(case, book)
        return missing or Position(Step.DECISION, decision=reached)
    if reached.fact.source == "detection":
        return Position(Step.DETECTION, asks_when=asks_when(case, book))
    return Position(Step.QUESTION, question=reached)


def _missing_person(case: Case, book: Rulebook) -> Position | None:
    questions = persons_to_ask(case, book).items()
    missing = ((name, person) for name, person in questions if not case.persons.get(name))
    return next((Position(Step.PERSON, person=person, person_name=name) for name, person in missing), None)


def _person_step(case: Case, book: Rulebook) -> Position | None:
    """Who is asked for again, where an order of the decision reaches nobody by what was tapped."""
    name = person_unreached(case, book)
    if name == RESPONSIBLE:
        return Position(Step.SEAT, person=responsible_question(book, case.procedure))
    return Position(Step.PERSON, person=persons_to_ask(case, book)[name], person_name=name) if name else None


def _missing_places(case: Case, procedure: Procedure) -> Position | None:
    """Whether it happened at other tables too, where the procedure asks for them and nobody has said."""
    elsewhere = procedure.elsewhere
    return Position(Step.ELSEWHERE, elsewhere=elsewhere) if elsewhere and case.elsewhere is None else None


def _missing_cards(case: Case, book: Rulebook) -> Position | None:
    """All questions for cards at once, so that passing them over is one tap; none where they are only offered."""
    questions = cards_questions(case, book)
    must = any(not question.offered for question in cards_missing(case, book).values())
    return Position(Step.CARDS, cards=questions) if must else None


def revisit(case: Case, book: Rulebook, step: str, fact: str) -> Position:
    """The step that the arbiter goes back to; the next one when there is no such step in this case."""
    now = position(case, book)
    if step == Step.QUESTION:
        question = _earlier_question(case, book, fact)
        return Position(Step.QUESTION, question=question) if question else now
    if step == Step.PERSON:
        person = persons_to_ask(case, book).get(fact)
        return Position(Step.PERSON, person=person, person_name=fact) if person else now
    if step in (Step.ELSEWHERE, Step.CARDS):
        return _last_again(case, book, Step(step)) if now.step in (step, Step.CARDS, Step.DECISION) else now
    # What concerns the whole match is chosen without a board.
    reachable = {Step.ANOMALY, *(answer.step for answer in answers_in_order(case, book))}
    if step == Step.SEAT and Step.SEAT in reachable:
        return Position(Step.SEAT, person=responsible_question(book, case.procedure))
    if step == Step.DETECTION and Step.DETECTION in reachable:
        return Position(Step.DETECTION, asks_when=asks_when(case, book))
    return Position(Step(step)) if step in reachable else now


def _last_again(case: Case, book: Rulebook, step: Step) -> Position:
    """What is asked once the decision is reached: the other tables, the cards; the decision where it is not."""
    questions, elsewhere = cards_questions(case, book), book.procedures[case.procedure].elsewhere
    if step == Step.ELSEWHERE and elsewhere:
        return Position(Step.ELSEWHERE, elsewhere=elsewhere)
    return Position(Step.CARDS, cards=questions) if step == Step.CARDS and questions else position(case, book)


def _earlier_question(case: Case, book: Rulebook, fact: str) -> Question | None:
    reached = outcome(case, book) if case.procedure in book.procedures else None
    trail = reached.trail if reached else ()
    step = next((step for step in trail if step.fact == fact and step.source == "arbiter"), None)
    if step is None or reached is None:
        return None
    procedure = book.procedures[step.procedure]
    earlier = trail[: trail.index(step)]
    return Question(procedure, procedure.facts[fact], earlier, reached.path)


def answers_in_order(case: Case, book: Rulebook) -> list[GivenAnswer]:
    """The answers in the order of the wizard, each with its step; those no longer asked are left out."""
    answers = []
    if case.board is not None:
        answers.append(GivenAnswer(_("Smazzata"), str(case.tournament.deal_called(case.board.number)), Step.BOARD))
    procedure = book.procedures.get(case.procedure)
    if procedure is None:
        return answers
    answers.append(GivenAnswer(_("Anomalia"), spoken(procedure.title), Step.ANOMALY))
    answers += [GivenAnswer(_("Riserva"), reservation.voiced_by_name, None) for reservation in reservations_about(case)]
    if case.responsible and needs_responsible(book, procedure, answers_so_far(case, book)):
        label = spoken(responsible_question(book, case.procedure).ask) or _("Responsabile")
        answers.append(GivenAnswer(label, person_in_words(case, case.responsible), Step.SEAT))
    return [
        *answers,
        *_walked(case, book),
        *_person_answers(case, book),
        *_places(case, procedure),
        *_cards(case, book),
    ]


def _places(case: Case, procedure: Procedure) -> Iterator[GivenAnswer]:
    if procedure.elsewhere and case.elsewhere is not None:
        words = "; ".join(place_in_words(place) for place in other_places(case)) or _("nessuna")
        yield GivenAnswer(spoken(procedure.elsewhere.ask), words, Step.ELSEWHERE)


def place_in_words(place: Place) -> str:
    """At which table who should have sat: «tavolo 6, linea A-C (3 Conti – Serra)»."""
    table = place.table
    lines = [line for line in Line if place.responsible in (line.value, BOTH)]
    words = _("tavolo %(table)s, %(line)s (%(entries)s)")
    return words % {
        "table": table.number,
        "line": spoken_line(place.responsible, table.seat_names),
        "entries": " · ".join(table.words_on(line) for line in lines),
    }


def _person_answers(case: Case, book: Rulebook) -> Iterator[GivenAnswer]:
    for name, person in persons_to_ask(case, book).items():
        if case.persons.get(name):
            yield GivenAnswer(spoken(person.ask), person_in_words(case, case.persons[name]), Step.PERSON, name)


def _cards(case: Case, book: Rulebook) -> Iterator[GivenAnswer]:
    for name, question in cards_questions(case, book).items():
        if name in case.cards:
            words = in_words(question, case.cards[name], book, language()) or _("non nominate")
            yield GivenAnswer(spoken(question.ask), words, Step.CARDS)


def _walked(case: Case, book: Rulebook) -> Iterator[GivenAnswer]:
    detected, answered, heard = False, set(), detection_facts(case)
    for step in outcome(case, book).trail:
        if step.fact in answered:
            continue  # carried along into the next procedure, not asked again
        answered.add(step.fact)
        # Told by the table that led here, not by those who were asked.
        handed = step.source == "detection" and heard.get(step.fact) != step.answer
        # Mode and time are two facts, told on one screen.
        if step.source == "detection" and not handed and not detected:
            detected = True
            yield GivenAnswer(_("Rilevata"), detection_in_words(case, book), Step.DETECTION)
        elif step.source == "arbiter" or handed:
            yield _question_answer(case, book, step)


def _question_answer(case: Case, book: Rulebook, step: TrailStep) -> GivenAnswer:
    """A question's answer: said by the arbiter, known without asking, or given by the code that led on from another."""
    fact = book.procedures[step.procedure].facts[step.fact]
    label, answer = spoken(fact.ask), spoken(fact.answers[step.answer])
    if case.facts.get(step.fact) == step.answer:
        reason = case.known.get(step.fact, {}).get("reason", "")
        return GivenAnswer(label, answer, Step.QUESTION, step.fact, reason=reason)
    answers = known_answers(case, book, (step.procedure,)).get(step.fact)
    if answers and answers.answer == step.answer:
        return GivenAnswer(label, answer, Step.QUESTION, step.fact, source=spoken(dict(answers.source)))
    return GivenAnswer(label, answer, None, step.fact)


def detection_in_words(case: Case, book: Rulebook) -> str:
    """Who was heard, in which mode and when; which other modes that excludes."""
    return detection_words(detection_record(case, book), lambda seat: person_in_words(case, seat))


@dataclass(frozen=True)
class Family:
    key: str
    title: str
    procedures: tuple[Procedure, ...]


def families(case: Case, book: Rulebook) -> list[Family]:
    choice = choosable(case, book)
    grouped = ((key, [p for p in choice if p.family == key]) for key in book.families)
    return [Family(key, spoken(book.families[key]), tuple(group)) for key, group in grouped if group]


def choosable(case: Case, book: Rulebook) -> list[Procedure]:
    return list(book.applicable(case.options))


# Between an answer and that of the question below it, in what one tap sends.
THEN = "/"
# What a phone shows without scrolling far: of one question below the answers, and on the whole screen.
MOST_BELOW, MOST_TAPS = 6, 9


def joined(case: Case, book: Rulebook, at: Position) -> tuple[Question, dict[str, Question]] | None:
    """The question of the table to which every answer hands over, and the ones below its answers: all on one screen."""
    question = at.question
    if question is None or question.fact.name in case.facts or not _is_plain(case, book, question):
        return None
    leading = [next_question(case, book, question, answer) for answer in question.fact.answers]
    second = leading[0]
    if second is None or {one and one.fact.name for one in leading} != {second.fact.name}:
        return None
    if second.procedure.listed or second.procedure.id == question.procedure.id or not _is_plain(case, book, second):
        return None
    told = copy(case)
    told.facts = {**case.facts, question.fact.name: next(iter(question.fact.answers))}
    below = {answer: next_question(told, book, second, answer) for answer in second.fact.answers}
    short = {answer: third for answer, third in below.items() if third and len(third.fact.answers) <= MOST_BELOW}
    known = known_answers(told, book, tuple({third.procedure.id for third in short.values()}))
    return second, {answer: third for answer, third in short.items() if third.fact.name not in known}


def shortcuts(case: Case, book: Rulebook, at: Position) -> dict[str, Question]:
    """The question that each of these answers leads to, shortest first as far as the screen has room for them."""
    question = at.question
    # Gone back to, a question is changed alone: what was answered after it stays.
    if question is None or question.fact.name in case.facts or not _is_plain(case, book, question):
        return {}
    leading = {answer: next_question(case, book, question, answer) for answer in question.fact.answers}
    short = {
        answer: following
        for answer, following in leading.items()
        if following and _fits(case, book, question, following)
    }
    # A table handed over to is the last there is to answer: its screen may be longer.
    return _with_room(short, MOST_TAPS - len(leading)) if question.procedure.listed else short


def next_question(case: Case, book: Rulebook, question: Question, answer: str) -> Question | None:
    """What is asked next once that is answered so; nothing where something else than a question follows."""
    copied = copy(case)
    copied.facts = {**case.facts, question.fact.name: answer}
    after = position(copied, book)
    return after.question if after.step == Step.QUESTION else None


def _fits(case: Case, book: Rulebook, question: Question, following: Question) -> bool:
    """Whether it is said whole below an answer: few answers, no deadline and no note of another anomaly."""
    another = following.procedure.id != question.procedure.id and (following.procedure.term or following.procedure.note)
    short = len(following.fact.answers) <= MOST_BELOW
    return short and not another and _is_plain(case, book, following)


def _is_plain(case: Case, book: Rulebook, question: Question) -> bool:
    """Whether it is neither known already nor a choice of somebody's that may be waited for."""
    answers = known_answers(case, book, (question.procedure.id,))
    return question.fact.name not in answers and not faculty_record(case, book, question)


def _with_room(questions: Mapping[str, Question], room: int) -> dict[str, Question]:
    chosen = set()
    for answer, question in sorted(questions.items(), key=lambda pair: len(pair[1].fact.answers)):
        if len(question.fact.answers) <= room:
            chosen.add(answer)
            room -= len(question.fact.answers)
    return {answer: question for answer, question in questions.items() if answer in chosen}
