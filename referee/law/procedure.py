"""Facts in, the next Question or the Decision out, with its trail.

A walk starts with the emergence of the anomaly (65–71) where the procedure asks
for it, passes through the procedure and follows every `go`, carrying the facts along.
Answers may come in any order; changing one is walking again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.law.book import EMERSIONE, THE_ANOMALY, Procedure, Rulebook
from referee.law.effects import Effect, EffectBase, FixedScore, Judgement, Penalty
from referee.law.errors import NotApplicable, UnknownAnswer
from referee.law.table import Fact, Outcome, Step
from referee.law.text import Text


@dataclass(frozen=True)
class Question:
    """What must be known next, in which procedure, and what mattered so far."""

    procedure: Procedure
    fact: Fact
    trail: tuple[Step, ...]
    path: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """What the code orders: effects in order, articles cited, the procedures passed, and why.

    `needs_reason` is true where the code leaves the decision to the arbiter's
    judgement (95–96), who must then write the reason.
    """

    effects: tuple[Effect, ...]
    cites: tuple[int, ...]
    trail: tuple[Step, ...]
    path: tuple[str, ...]
    readings: tuple[Text, ...]

    @property
    def needs_reason(self) -> bool:
        return any(isinstance(effect, Judgement) for effect in self.effects)


@dataclass
class _Walk:
    book: Rulebook
    anomaly: str
    known: dict[str, str]
    path: list[str] = field(default_factory=list)
    trail: list[Step] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    cites: dict[int, None] = field(default_factory=dict)
    readings: list[Text] = field(default_factory=list)

    def run(self) -> Question | Decision:
        following: str | None = self._start()
        while following is not None:
            procedure = self.book.procedures[following]
            self.path.append(procedure.id)
            rows = procedure.table.live(self.known)
            self.trail += procedure.table.trail(procedure.id, self.known)
            outcome = procedure.table.decided(rows)
            if outcome is None:
                fact = procedure.table.next_question(rows, self.known)
                return Question(procedure, fact, tuple(self.trail), tuple(self.path))
            following = self._follow(outcome)
        return Decision(
            tuple(self.effects), tuple(self.cites), tuple(self.trail), tuple(self.path), tuple(self.readings)
        )

    def _start(self) -> str:
        asks_first = self.book.procedures[self.anomaly].emergence and EMERSIONE in self.book.procedures
        return EMERSIONE if asks_first and self.anomaly != EMERSIONE else self.anomaly

    def _follow(self, outcome: Outcome) -> str | None:
        self.effects += outcome.effects
        self.cites |= dict.fromkeys(outcome.cites)
        if outcome.reading:
            self.readings.append(outcome.reading)
        if outcome.go is None:
            return None
        # What the passage itself establishes prevails over an answer left from before.
        self.known |= outcome.go.with_
        if outcome.go.go != THE_ANOMALY:
            return outcome.go.go
        # Walked by itself the emergence has no anomaly to lead on to.
        return None if self.anomaly == EMERSIONE else self.anomaly


def walk(
    book: Rulebook, procedure: str, *, facts: Mapping[str, str], options: Mapping[str, str]
) -> Question | Decision:
    """The next question, or the decision, of one anomaly given the answers so far.

    `facts` maps fact names to answers, in any order, also ones that will prove
    needless; `options` are the tournament's. Raises NotApplicable when the
    procedure does not exist under these options and UnknownAnswer for an answer
    outside its closed set.
    """
    if not book.procedures[procedure].applies_to(options):
        raise NotApplicable(procedure)
    return _Walk(book, procedure, {**facts, **options}).run()


def say(effect: EffectBase, book: Rulebook, language: str, people: Mapping[str, str] | None = None) -> str:
    """The words of an effect, to be read out; `people` names who is meant, by the keys of `whom`."""
    texts = book.effects
    template = texts.wording[effect.verb][effect.what].in_(language)
    whom = texts.whom[effect.whom].in_(language) if effect.whom else ""
    if effect.whom and people and people.get(effect.whom):
        whom = f"{whom} ({people[effect.whom]})"
    words = template.format(
        whom=whom,
        until=f" {texts.until[effect.until].in_(language)}" if effect.until else "",
        finality=_phrase(texts.finality, getattr(effect, "finality", None), language),
        basis=_phrase(texts.basis, getattr(effect, "basis", None), language),
        amount=f" {effect.amount}" if isinstance(effect, Penalty) and effect.amount else "",
        score=_figures(effect) if isinstance(effect, FixedScore) else "",
    ).strip()
    return words[:1].upper() + words[1:]


def _figures(effect: FixedScore) -> str:
    return f" {effect.vp} VP, {effect.mp:+} MP".replace("-", "−")


def _phrase(texts: Mapping[str, Text], key: str | None, language: str) -> str:
    return f" {texts[key].in_(language)}" if key else ""


__all__ = ["Decision", "NotApplicable", "Question", "Step", "UnknownAnswer", "say", "walk"]
