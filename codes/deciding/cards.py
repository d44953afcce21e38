"""Which cards a decision names: the questions for them, by the orders that it gives."""

from codes.deciding.book import Rulebook
from codes.deciding.walk import Decision
from codes.format.effects import EffectBase
from codes.format.schema import CardsAsked


def question_for(effect: EffectBase, path: tuple[str, ...], book: Rulebook) -> str | None:
    """The name of the question for the cards of that order; one of the procedures passed before a shared one."""
    return next((name for name, asked in _questions(path, book) if asked.names(effect)), None)


def cards_asked(decision: Decision, book: Rulebook) -> dict[str, CardsAsked]:
    """The questions for cards whose answers the decision's orders name, in the order of these."""
    questions: dict[str, CardsAsked] = {}
    for name, asked in _questions(decision.path, book):
        questions.setdefault(name, asked)
    names = [question_for(effect, decision.path, book) for effect in decision.effects]
    return {name: questions[name] for name in names if name is not None}


def most_cards(asked: CardsAsked, decision: Decision) -> int | None:
    """How many cards may be named at most, by the answers that led to the decision; None: any number."""
    told = {step.fact: step.answer for step in decision.trail}
    alone = bool(asked.single) and all(told.get(fact) in answers for fact, answers in asked.single.items())
    return 1 if alone else asked.at_most


def _questions(path: tuple[str, ...], book: Rulebook) -> list[tuple[str, CardsAsked]]:
    own = [one for procedure in path for one in book.procedures[procedure].cards.items()]
    return [*own, *book.cards.items()]
