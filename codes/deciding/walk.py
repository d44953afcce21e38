"""Facts in, the next Question or the Decision out, with its trail and the cards that it names; what an answer excluded.

A walk starts with what the code says of every anomaly (its general part, as far as the procedure takes it), passes
through the procedure, follows every `go`, carrying the facts along, and ends with what the code says of such orders.
Answers may come in any order; changing one is walking again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from codes.deciding.book import Procedure, Rulebook
from codes.deciding.table import THE_ANOMALY, Fact, RuleOutcome, TrailStep
from codes.format.effects import (
    DealScore,
    Effect,
    EffectBase,
    Forfeit,
    GivenScore,
    Go,
    Indemnity,
    Inform,
    Judgement,
    Penalty,
)
from codes.format.model import Figured, NotApplicable, Text, UnknownAnswer
from codes.format.readings import Reading
from codes.format.schema import CardsAsked, Rule


@dataclass(frozen=True)
class Question:
    """What must be known next, in which procedure, and what mattered so far."""

    procedure: Procedure
    fact: Fact
    trail: tuple[TrailStep, ...]
    path: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """What the code orders: effects in order, articles cited, the procedures passed, and why.

    `needs_reason` is true where the code leaves the decision to the arbiter's
    judgement (95–96), who must then write the reason.
    """

    effects: tuple[Effect, ...]
    cites: tuple[int, ...]
    trail: tuple[TrailStep, ...]
    path: tuple[str, ...]
    readings: tuple[Reading, ...]

    @property
    def needs_reason(self) -> bool:
        return any(isinstance(effect, Judgement) for effect in self.effects)


@dataclass
class _Walk:
    book: Rulebook
    known: dict[str, str]
    # The tables still to be walked, and those that follow some orders.
    waiting: list[str]
    after: tuple[tuple[str, Mapping[str, tuple[str, ...]]], ...]
    doubted: Collection[str]
    path: list[str] = field(default_factory=list)
    trail: list[TrailStep] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    cites: dict[int, None] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)

    def run(self) -> Question | Decision:
        while (following := self._next()) is not None:
            procedure = self.book.procedures[following]
            self.path.append(procedure.id)
            self.known = procedure.assumed(self.known, self.doubted)
            rows = procedure.table.live(self.known)
            self.trail += procedure.table.trail(procedure.id, self.known)
            outcome = procedure.table.decided(rows)
            if outcome is None:
                fact = procedure.table.next_question(rows, self.known)
                return Question(procedure, fact, tuple(self.trail), tuple(self.path))
            self._follow(outcome)
        answers = {step.fact: step.answer for step in self.trail}
        # Only at the end is it known what was answered on the way, and what was chosen after it. What two tables on the
        # way give to whoever follows is given once, and so is a warning for one remark.
        given = [effect for effect in self.effects if self.book.effects.has_point(effect, answers)]
        once = ("replace_card", "ammonizione")
        effects = tuple(e for n, e in enumerate(given) if not {e.verb, e.what} & {*once} or e not in given[:n])
        answers = {name: self.known[name] for name in self.book.options if name in self.known} | answers
        readings = [*self.readings, *(one for one in self.book.readings.values() if one.met(answers, effects))]
        # A clause that two tables on the way meet is told once.
        told = {reading.it: reading for reading in readings}
        return Decision(effects, tuple(self.cites), tuple(self.trail), tuple(self.path), tuple(told.values()))

    def _next(self) -> str | None:
        """The table that leads on, or one of the general part that follows what was ordered."""
        if self.waiting:
            return self.waiting.pop(0)
        return next((table for table, after in self.after if table not in self.path and self._orders(after)), None)

    def _orders(self, after: Mapping[str, tuple[str, ...]]) -> bool:
        return any(effect.what in after.get(effect.verb, ()) for effect in self.effects)

    def _follow(self, outcome: RuleOutcome) -> None:
        self.effects += outcome.effects
        self.cites |= dict.fromkeys(outcome.cites)
        self.readings += outcome.readings
        if outcome.go is None:
            self.waiting = []
            return
        # What the passage itself establishes prevails over an answer left from before.
        self.known |= outcome.go.with_
        if outcome.go.go != THE_ANOMALY:
            self.waiting = [outcome.go.go]


def walk(
    book: Rulebook,
    procedure: str,
    *,
    facts: Mapping[str, str],
    options: Mapping[str, str],
    doubted: Collection[str] = (),
) -> Question | Decision:
    """The next question, or the decision, of one anomaly given the answers so far.

    `facts` maps fact names to answers, in any order, also ones that will prove
    needless; `options` are the tournament's. `doubted`: facts that are asked, though an answer to them holds while
    nobody says another, because the records do not tell. Raises NotApplicable when the procedure does not exist under
    these options and UnknownAnswer for an answer outside its closed set.
    """
    if not book.procedures[procedure].applies_to(options):
        raise NotApplicable(procedure)
    waiting = [*book.tables_before(procedure), procedure]
    return _Walk(book, {**facts, **options}, waiting, book.tables_after(procedure), doubted).run()


@dataclass(frozen=True)
class NamedCards:
    """The cards that an order names, in words: all together, one after the other; the first; the others both ways.

    many: how many they are, also where none is named; 0: nobody said. meld: the cards by which the melds that the order
    is about are told apart.
    """

    many: int
    together: str
    in_order: str
    first: str
    rest: str
    then: str
    meld: str = ""

    def places(self) -> dict[str, str]:
        """The words as the wording of an effect takes them in."""
        values = {"cards": self.together, "in_order": self.in_order, "first": self.first}
        values |= {"rest": self.rest, "then": self.then}
        places = {place: f": {words}" if words else "" for place, words in values.items()}
        return places | {"meld": f" ({self.meld})" if self.meld else ""}


NO_CARDS = NamedCards(0, "", "", "", "", "")
# None of them named: one alone; more than one, whether two or ten.
ONE_CARD = replace(NO_CARDS, many=1)
SEVERAL_CARDS = replace(NO_CARDS, many=10)


def say(
    effect: EffectBase,
    book: Rulebook,
    language: str,
    people: Mapping[str, str] | None = None,
    cards: NamedCards = NO_CARDS,
) -> str:
    """The words of an effect, to be read out; `people` names who is meant, by the keys of `whom`."""
    texts = book.effects
    wording = texts.wording[effect.verb][effect.what]
    template = wording.for_count(cards.many).in_(language)
    whom = texts.whom[effect.whom].in_(language) if effect.whom else ""
    people_words = (people or {}).get(effect.whom or "", "")
    names = f" ({people_words})" if people_words else ""
    words = template.format(
        whom=f"{whom}{names}",
        names=names,
        until=f" {texts.until[effect.until].in_(language)}" if effect.until else "",
        finality=_phrase(texts.finality, getattr(effect, "finality", None), language),
        basis=_phrase(texts.basis, getattr(effect, "basis", None), language),
        amount=Figured(f" {effect.amount}" if isinstance(effect, Penalty) and effect.amount else ""),
        score=Figured(_figures(effect)),
        **cards.places(),
    ).strip()
    if points := _points_of(effect):
        acting = texts.acts[effect.verb][effect.what]
        words += " " + acting.words.in_(language).format(points=Figured(points))
    return words[:1].upper() + words[1:]


def _points_of(effect: EffectBase) -> int | None:
    """How many points of the deal the effect changes, once that is settled."""
    if isinstance(effect, Penalty):
        return effect.amount if effect.penalty == "punti" else None
    return effect.points if isinstance(effect, Forfeit | Indemnity) else None


def _figures(effect: EffectBase) -> str:
    if isinstance(effect, GivenScore):
        return f" {effect.vp} VP, {effect.mp:+} MP".replace("-", "−")
    return f" {effect.points}".replace("-", "−") if isinstance(effect, DealScore) else ""


def _phrase(texts: Mapping[str, Text], key: str | None, language: str) -> str:
    return f" {texts[key].in_(language)}" if key else ""


# A decision may be the end of a dozen rules: more than these nobody reads at a table.
MOST_OUTCOMES = 3


@dataclass(frozen=True)
class Excluded:
    """Other answers to one question, and what the rules that need them would have ordered; how many more there are."""

    answers: tuple[Text, ...]
    outcomes: tuple[Text, ...]
    more: int = 0


def excluded_by(book: Rulebook, step: TrailStep, options: Mapping[str, str]) -> tuple[Excluded, ...]:
    """What the answer of that step ruled out under the tournament's options, in the order of the rules."""
    procedure, excluded = book.procedures[step.procedure], dict[tuple[str, ...], dict[Text, None]]()
    for number in step.excluded:
        rule = procedure.rules[number - 1]
        if answers := rule.when.get(step.fact):
            excluded.setdefault(answers, {}).setdefault(_headline(book, procedure, rule, options))
    wording = procedure.facts[step.fact].answers
    return tuple(
        Excluded(
            tuple(wording[answer] for answer in answers),
            tuple(outcomes)[:MOST_OUTCOMES],
            max(0, len(outcomes) - MOST_OUTCOMES),
        )
        for answers, outcomes in excluded.items()
    )


def _headline(book: Rulebook, procedure: Procedure, rule: Rule, options: Mapping[str, str]) -> Text:
    """The first thing that the rule orders; what it only leads on to, or says, where it orders nothing itself."""
    effect = next(_by_weight([one for one in rule.then if _may_be_ordered(one, options)] or rule.then))
    if isinstance(effect, Go):
        return procedure.title if effect.go == THE_ANOMALY else book.procedures[effect.go].title
    return Text(it=say(effect, book, "it").rstrip("."), en=say(effect, book, "en").rstrip("."))


def _may_be_ordered(effect: EffectBase, options: Mapping[str, str]) -> bool:
    """Whether the tournament's options leave it: a score of another kind of match is ordered at none of its tables."""
    condition = effect.condition or {}
    return all(options[fact] in answers for fact, answers in condition.items() if fact in options)


def _by_weight(effects: Sequence[EffectBase]) -> Iterator[EffectBase]:
    yield from (effect for effect in effects if not isinstance(effect, Go | Inform))
    yield from (effect for effect in effects if isinstance(effect, Go))
    yield from effects


def questions_for(effect: EffectBase, path: tuple[str, ...], book: Rulebook) -> tuple[str, ...]:
    """The names of the questions for the cards of that order, one for each place in its words.

    One of the procedures passed goes before a shared one.
    """
    books: dict[str, str] = {}
    for name, question in _questions(path, book):
        if question.names(effect):
            books.setdefault(question.place, name)
    return tuple(books.values())


def card_questions(decision: Decision, book: Rulebook) -> dict[str, CardsAsked]:
    """The questions for cards whose answers the decision's orders name, in the order of these."""
    questions: dict[str, CardsAsked] = {}
    for name, question in _questions(decision.path, book):
        questions.setdefault(name, question)
    answers = {step.fact: step.answer for step in decision.trail}
    names = [name for effect in decision.effects for name in questions_for(effect, decision.path, book)]
    return {name: questions[name] for name in names if not _matches_any(questions[name].unseen, answers)}


def most_cards(question: CardsAsked, decision: Decision) -> int | None:
    """How many cards may be named at most, by the answers that led to the decision; None: any number."""
    facts = {step.fact: step.answer for step in decision.trail}
    return 1 if _matches_any(question.single, facts) else question.at_most


def says_several(question: CardsAsked, decision: Decision) -> bool:
    """Whether the answers that led to the decision say that they are more than one, though none is named."""
    return _matches_any(question.several, {step.fact: step.answer for step in decision.trail})


def _matches_any(condition: Mapping[str, tuple[str, ...]], facts: Mapping[str, str]) -> bool:
    return any(facts.get(fact) in answers for fact, answers in condition.items())


def _questions(path: tuple[str, ...], book: Rulebook) -> list[tuple[str, CardsAsked]]:
    own = [entry for procedure in path for entry in book.procedures[procedure].cards.items()]
    return [*own, *book.cards.items()]


__all__ = [
    "MOST_OUTCOMES",
    "NO_CARDS",
    "ONE_CARD",
    "SEVERAL_CARDS",
    "Decision",
    "Excluded",
    "NamedCards",
    "NotApplicable",
    "Question",
    "TrailStep",
    "UnknownAnswer",
    "card_questions",
    "excluded_by",
    "most_cards",
    "questions_for",
    "say",
    "says_several",
    "walk",
]
