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
    found: dict[str, str] = {}
    for name, asked in _questions(path, book):
        if asked.names(effect):
            found.setdefault(asked.place, name)
    return tuple(found.values())


def cards_asked(decision: Decision, book: Rulebook) -> dict[str, CardsAsked]:
    """The questions for cards whose answers the decision's orders name, in the order of these."""
    questions: dict[str, CardsAsked] = {}
    for name, asked in _questions(decision.path, book):
        questions.setdefault(name, asked)
    told = {step.fact: step.answer for step in decision.trail}
    names = [name for effect in decision.effects for name in questions_for(effect, decision.path, book)]
    return {name: questions[name] for name in names if not _told_one(questions[name].unseen, told)}


def most_cards(asked: CardsAsked, decision: Decision) -> int | None:
    """How many cards may be named at most, by the answers that led to the decision; None: any number."""
    told = {step.fact: step.answer for step in decision.trail}
    return 1 if _told_one(asked.single, told) else asked.at_most


def several_told(asked: CardsAsked, decision: Decision) -> bool:
    """Whether the answers that led to the decision say that they are more than one, though none is named."""
    return _told_one(asked.several, {step.fact: step.answer for step in decision.trail})


def _told_one(wanted: Mapping[str, tuple[str, ...]], told: Mapping[str, str]) -> bool:
    return any(told.get(fact) in answers for fact, answers in wanted.items())


def _questions(path: tuple[str, ...], book: Rulebook) -> list[tuple[str, CardsAsked]]:
    own = [one for procedure in path for one in book.procedures[procedure].cards.items()]
    return [*own, *book.cards.items()]
