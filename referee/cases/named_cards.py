"""The cards that a case's orders name: which questions ask for them, what was tapped, how it is read out."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from codes.deciding.book import Rulebook
from codes.deciding.walk import (
    NO_CARDS,
    ONE_CARD,
    SEVERAL_CARDS,
    Decision,
    NamedCards,
    card_questions,
    most_cards,
    questions_for,
    says_several,
)
from codes.format.effects import EffectBase
from codes.format.model import Language
from codes.format.schema import CardsAsked
from codes.packs import Pack, pack_of
from referee.cases.models import Case
from referee.cases.walk import outcome


def cards_questions(case: Case, book: Rulebook) -> dict[str, CardsAsked]:
    """The questions for cards of the decision reached; none before it, nor in a game whose cards we do not know."""
    if case.procedure not in book.procedures or pack_of(book.game) is None:
        return {}
    reached = outcome(case, book)
    return card_questions(reached, book) if isinstance(reached, Decision) else {}


def cards_missing(case: Case, book: Rulebook) -> dict[str, CardsAsked]:
    """Those of the questions that were neither answered nor passed over, also where they are only offered."""
    return {name: question for name, question in cards_questions(case, book).items() if name not in case.cards}


def may_be(name: str, values: Collection[str], case: Case, book: Rulebook) -> bool:
    """Whether these cards may be the answer: the packs hold them, and they are not more than the question allows."""
    question, pack, reached = cards_questions(case, book).get(name), pack_of(book.game), outcome(case, book)
    if question is None or pack is None or not isinstance(reached, Decision):
        return False
    most = most_cards(question, reached)
    return pack.holds(values) and (most is None or len(values) <= most)


def at_most(question: CardsAsked, case: Case, book: Rulebook) -> int | None:
    """How many cards the question takes at most, by what the case was told."""
    reached = outcome(case, book)
    return most_cards(question, reached) if isinstance(reached, Decision) else question.at_most


def in_words(question: CardsAsked, values: Collection[str], book: Rulebook, language: Language) -> str:
    """The cards that answer a question, as they are read out; nothing where none were named."""
    return named_cards(question, values, book, language).together


def cards_of(effect: EffectBase, case: Case, book: Rulebook, language: Language) -> NamedCards:
    """The cards that an order of the case names, in words, or only how many they are; none where nobody said either."""
    if case.procedure not in book.procedures or not _may_name(effect, book):
        return NO_CARDS
    reached = outcome(case, book)
    if not isinstance(reached, Decision) or pack_of(book.game) is None:
        return NO_CARDS
    questions = card_questions(reached, book)
    names = [name for name in questions_for(effect, reached.path, book) if name in questions]
    cards, melds = NO_CARDS, ""
    for name in names:
        values = case.cards.get(name, ())
        words = named_cards(questions[name], values, book, language) if values else _unnamed(questions[name], reached)
        cards, melds = (cards, words.together) if questions[name].place == "meld" else (words, melds)
    return replace(cards, meld=melds)


def _may_name(effect: EffectBase, book: Rulebook) -> bool:
    """Whether any question of the code is about the cards of that order: most orders have none."""
    files = (book.cards, *(procedure.cards for procedure in book.procedures.values()))
    return any(question.names(effect) for questions in files for question in questions.values())


def _unnamed(question: CardsAsked, decision: Decision) -> NamedCards:
    """Cards of which the answers tell at most how many they are."""
    if most_cards(question, decision) == 1:
        return ONE_CARD
    return SEVERAL_CARDS if says_several(question, decision) else NO_CARDS


def named_cards(question: CardsAsked, values: Collection[str], book: Rulebook, language: Language) -> NamedCards:
    """Cards in words, in the order in which the question takes them."""
    pack = pack_of(book.game)
    return _cards_in_words(pack, pack.in_order(values, question.order), language) if pack and values else NO_CARDS


def _cards_in_words(pack: Pack, cards: tuple[str, ...], language: Language) -> NamedCards:
    first, others = cards[:1], cards[1:]
    return NamedCards(
        many=len(cards),
        together=pack.list_in_words(cards, language),
        in_order=pack.sequence_in_words(cards, language),
        first=pack.list_in_words(first, language),
        rest=pack.list_in_words(others, language),
        then=pack.sequence_in_words(others, language),
    )


def cards_record(case: Case, book: Rulebook) -> list[dict[str, Any]]:
    """What was asked and tapped, with the words that name it: kept in the ruling's scene."""
    return [
        {
            "name": name,
            "asked": {"it": question.ask.it, "en": question.ask.en},
            "cards": list(case.cards[name]),
            "words": {
                "it": in_words(question, case.cards[name], book, "it"),
                "en": in_words(question, case.cards[name], book, "en"),
            },
        }
        for name, question in cards_questions(case, book).items()
        if case.cards.get(name)
    ]
