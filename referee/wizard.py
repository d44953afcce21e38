"""The arbiter's wizard: which step comes next, what was answered so far, which articles lie beside a question."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.law.book import Procedure, Rulebook
from referee.law.procedure import Decision, Question
from referee.law.schema import Article
from referee.models import Case
from referee.search import AROUND, ARTICLE, KEYWORD, TITLE, Entry, find, weighted
from referee.snapshot import name_at
from referee.walking import detection_facts, needs_responsible, outcome
from referee.wording import spoken, spoken_line
from tournaments.seats import Seat

MOST_FOUND = 8


class Step(StrEnum):
    """A screen of the wizard; its value stands in the address."""

    BOARD = "smazzata"
    ANOMALY = "anomalia"
    SEAT = "posto"
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
    """Where the wizard stands: the step, and the question or the decision it shows."""

    step: Step
    question: Question | None = None
    decision: Decision | None = None

    @property
    def title(self) -> str:
        return spoken(self.question.fact.ask) if self.question else str(TITLES[self.step])


@dataclass(frozen=True)
class Given:
    """An answer given: what was asked, what was said, and where to change it (nowhere: the code itself says so)."""

    label: str
    value: str
    step: Step | None
    fact: str = ""


def position(case: Case, book: Rulebook) -> Position:
    """The first step that still lacks its answer; the decision when none does."""
    if case.board is None:
        return Position(Step.BOARD)
    procedure = book.procedures.get(case.procedure)
    if procedure is None or not procedure.applies_to(case.tournament.options):
        return Position(Step.ANOMALY)
    if not case.responsible and needs_responsible(book, procedure):
        return Position(Step.SEAT)
    reached = outcome(case, book)
    if isinstance(reached, Decision):
        return Position(Step.DECISION, decision=reached)
    if reached.fact.source == "detection":
        return Position(Step.DETECTION, question=None)
    return Position(Step.QUESTION, question=reached)


def revisit(case: Case, book: Rulebook, step: str, fact: str) -> Position:
    """The step that the arbiter goes back to; the next one when there is no such step in this case."""
    now = position(case, book)
    if step == Step.QUESTION:
        question = _asked_before(case, book, fact)
        return Position(Step.QUESTION, question=question) if question else now
    reachable = {given.step for given in given_so_far(case, book)}
    return Position(Step(step)) if step in reachable else now


def _asked_before(case: Case, book: Rulebook, fact: str) -> Question | None:
    """The question of that fact, if the case's walk passed through it."""
    reached = outcome(case, book) if case.procedure in book.procedures else None
    trail = reached.trail if reached else ()
    step = next((step for step in trail if step.fact == fact and step.source == "arbiter"), None)
    if step is None or reached is None:
        return None
    procedure = book.procedures[step.procedure]
    earlier = trail[: trail.index(step)]
    return Question(procedure, procedure.facts[fact], earlier, reached.path)


def given_so_far(case: Case, book: Rulebook) -> list[Given]:
    """The answers in the order of the wizard, each with its step; those no longer asked are left out."""
    given = []
    if case.board is not None:
        given.append(Given(_("Smazzata"), str(case.board.number), Step.BOARD))
    procedure = book.procedures.get(case.procedure)
    if procedure is None:
        return given
    given.append(Given(_("Anomalia"), spoken(procedure.title), Step.ANOMALY))
    if needs_responsible(book, procedure) and case.responsible:
        given.append(Given(_("Responsabile"), responsible_in_words(case), Step.SEAT))
    return given + list(_walked(case, book))


def _walked(case: Case, book: Rulebook) -> Iterator[Given]:
    detected, told = False, set()
    for step in outcome(case, book).trail:
        if step.fact in told:
            continue  # carried along into the next procedure, not asked again
        told.add(step.fact)
        fact = book.procedures[step.procedure].facts[step.fact]
        if step.source == "detection" and not detected:
            detected = True
            yield Given(_("Rilevata"), detection_in_words(case, book), Step.DETECTION)
        elif step.source == "arbiter":
            own = case.facts.get(step.fact) == step.answer
            answer = spoken(fact.answers[step.answer])
            yield Given(spoken(fact.ask), answer, Step.QUESTION if own else None, step.fact)


def responsible_in_words(case: Case) -> str:
    """Who is at fault: the seat with its player, or the line."""
    if case.responsible in list(Seat):
        seat = Seat(case.responsible)
        return f"{case.tournament.seating.names[seat]}, {name_at(case.table, seat)}"
    return spoken_line(case.responsible, case.tournament.seating)


def detection_in_words(case: Case, book: Rulebook) -> str:
    """The mode as the law calls it, who, and when."""
    mode = detection_facts(case).get("modalita", "")
    named = book.facts["modalita"].answers.get(mode) if "modalita" in book.facts else None
    who = ", ".join(name_at(case.table, Seat(seat)) for seat in case.detectors)
    parts = [spoken(named) if named else mode, who, case.get_timing_display().lower() if case.timing else ""]
    return " · ".join(part for part in parts if part)


def articles_beside(case: Case, book: Rulebook, question: Question) -> list[Article]:
    """The articles of the rules still possible, those that speak of fewest other anomalies first."""
    known = {**case.facts, **detection_facts(case), **case.tournament.options}
    known.pop(question.fact.name, None)
    table = question.procedure.table
    valid = {fact.name: known[fact.name] for fact in table.facts if known.get(fact.name) in fact.answers}
    alive = table.live(valid)
    rows = [row for number, row in enumerate(table.rows) if alive >> number & 1]
    numbers = {number for row in rows for number in row.outcome.cites}
    procedures = book.procedures.values()
    common = {number: sum(number in procedure.articles for procedure in procedures) for number in numbers}
    return [book.articles[number] for number in sorted(numbers, key=lambda number: (common[number], number))]


@dataclass(frozen=True)
class Family:
    """A family of anomalies with those that exist in this tournament."""

    key: str
    title: str
    procedures: tuple[Procedure, ...]


def families(case: Case, book: Rulebook) -> list[Family]:
    """What can be chosen, by family, in the order of the code."""
    choice = choosable(case, book)
    grouped = ((key, [p for p in choice if p.family == key]) for key in book.families)
    return [Family(key, spoken(book.families[key]), tuple(group)) for key, group in grouped if group]


def choosable(case: Case, book: Rulebook) -> list[Procedure]:
    """The anomalies that exist under the tournament's options."""
    return list(book.applicable(case.tournament.options))


def search(query: str, case: Case, book: Rulebook) -> list[Procedure]:
    """The anomalies that answer best to the words typed, the best first; few, because they are read on a phone."""
    found = find(query, [_entry(procedure, book) for procedure in choosable(case, book)])
    return [book.procedures[key] for key in found[:MOST_FOUND]]


def _entry(procedure: Procedure, book: Rulebook) -> Entry:
    """An anomaly's words: its title, what people call it, its articles with their titles, its family."""
    keywords = procedure.keywords
    titles = [text for number in procedure.articles for text in _both(book.articles[number])]
    words = [
        *weighted(TITLE, procedure.title.it, procedure.title.en),
        *weighted(KEYWORD, *keywords.it, *keywords.en),
        *weighted(ARTICLE, *(str(number) for number in procedure.articles)),
        *weighted(AROUND, *titles, book.families[procedure.family].it, book.families[procedure.family].en),
    ]
    return Entry(procedure.id, tuple(dict.fromkeys(words)))


def _both(article: Article) -> tuple[str, str]:
    return article.title.it, article.title.en
