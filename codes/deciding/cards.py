"""Which cards a decision names: the questions for them, by the orders that it gives."""

from collections.abc import Mapping

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision
from codes.format.effects import EffectBase
from codes.format.schema import CardsAsked


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
