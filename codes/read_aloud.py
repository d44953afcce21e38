"""Every order of a code in every form that its tables can give it, as it is read out: for somebody who reads it all.

Of one card and of several, with figures of nothing, one and more, with and without names: what sounds wrong at a table
is heard here.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from codes.deciding.book import Rulebook
from codes.deciding.walk import NO_CARDS, ONE_CARD, SEVERAL_CARDS, NamedCards, say
from codes.figures import Figure, FigureQuestion, ImpossibleFigures, in_figures, order_figures
from codes.format.effects import DealScore, EffectBase, Forfeit, GivenScore, Go, Indemnity, Penalty
from codes.tressette.cards import Suit

LANGUAGES = ("it", "en")
SOMEBODY = "Ada Neri"
COUNTS = (1, 2, 5)


class SpokenOrder(NamedTuple):
    """An order in one of its forms: verb, object, language, and what is read out."""

    verb: str
    what: str
    language: str
    words: str


def spoken_orders(book: Rulebook) -> Iterator[SpokenOrder]:
    """Every different sentence, in the order of the verbs and objects of effects.yaml."""
    rules = (rule for procedure in book.procedures.values() for rule in procedure.rules)
    effects = [effect.plain() for rule in rules for effect in rule.then if not isinstance(effect, Go)]
    said: dict[SpokenOrder, None] = {}
    for effect in sorted(effects, key=lambda effect: (effect.verb, effect.what)):
        for form in _forms(effect, book):
            for language in LANGUAGES:
                for words in _sentences(form, book, language):
                    said[SpokenOrder(form.verb, form.what, language, words)] = None
    yield from said


def _forms(effect: EffectBase, book: Rulebook) -> Iterator[EffectBase]:
    """The order as the table gives it, and with the figures that an arbiter or the records may give it."""
    yield effect
    if isinstance(effect, Penalty) and effect.amount is None and effect.penalty != "ammonizione":
        yield from (effect.model_copy(update={"amount": count}) for count in COUNTS)
    if isinstance(effect, Forfeit | Indemnity) and effect.what in book.effects.acts.get(effect.verb, {}):
        yield from (effect.model_copy(update={"points": count}) for count in COUNTS)
    if isinstance(effect, GivenScore):
        yield from (effect.model_copy(update={"vp": vp, "mp": mp}) for vp, mp in ((0, -1005), (1, 0), (14, 305)))
    if isinstance(effect, DealScore):
        yield from (effect.model_copy(update={"points": points}) for points in (0, 1, -35))


def _sentences(effect: EffectBase, book: Rulebook, language: str) -> Iterator[str]:
    for people in {}, {effect.whom or "": SOMEBODY}:
        for cards in _cards(language):
            yield say(effect, book, language, people, cards)
    words = say(effect, book, language)
    yield from (f"{words} {figures}" for figures in _in_figures(effect, book, language))


def _cards(language: str) -> tuple[NamedCards, ...]:
    """None told, one and several not named, one and two named."""
    first, second = {"it": ("7♥", "Re♠"), "en": ("7♥", "K♠")}[language]
    both = {"it": f"{first} e {second}", "en": f"{first} and {second}"}[language]
    one = replace(ONE_CARD, together=first, in_order=first, first=first, meld=first)
    two = NamedCards(2, both, f"{first}, {second}", first, second, second, both)
    return NO_CARDS, ONE_CARD, SEVERAL_CARDS, one, two


def _in_figures(effect: EffectBase, book: Rulebook, language: str) -> Iterator[str]:
    """What the order says in figures, all of them nothing, one and more; figures that cannot be say nothing."""
    order = next((o for o in order_figures(book.id).orders if o.key == (effect.verb, effect.what)), None)
    if order is None:
        return
    questions = order_figures(book.id).questions
    for count in (0, *COUNTS):
        try:
            text = in_figures(book.id, order.key, {name: _figure(questions[name], count) for name in order.asks})
        except ImpossibleFigures:
            continue
        if text:
            yield text.in_(language)


def _figure(question: FigureQuestion, count: int) -> Figure:
    suits = tuple(Suit)
    if question.kind == "suit":
        return suits[count % len(suits)]
    return suits[:count] if question.kind == "suits" else min(count, question.most)
