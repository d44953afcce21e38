"""Checks of the questions for cards: the orders that name them, and the places for them in the words of the orders."""

from collections.abc import Iterable, Iterator, Mapping

from codes.format.errors import Placed
from codes.format.schema import CardsAsked, Wording
from codes.reading.files import Sources

Wordings = Mapping[str, Mapping[str, Wording]]
# The places for cards in the words of an effect.
CARDS = ("cards", "in_order", "first", "rest", "then")


def all_card_problems(sources: Sources) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """What is wrong with the questions for cards of a code, each with its file and its place there."""
    wording, shared = sources.effects.wording, sources.facts.cards
    files = {"facts.yaml": shared} | {f"procedures/{one.id}.yaml": one.cards for one in sources.procedures.values()}
    for file, questions in files.items():
        yield from ((file, where, message) for where, message in card_problems(questions, wording))
    asked = [one for questions in files.values() for one in questions.values()]
    yield from (("effects.yaml", where, message) for where, message in unnamed_cards(asked, wording))


def card_problems(questions: Mapping[str, CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """What is wrong with a file's questions for cards, each with its place: no such order, or one without a place."""
    for name, asked in questions.items():
        for verb, objects in asked.orders.items():
            where = ("cards", name, "orders", verb)
            for what in objects:
                words = wording.get(verb, {}).get(what)
                if words is None:
                    yield where, f"no wording for «{verb}: {what}» in effects.yaml"
                elif not _names_cards(words):
                    yield where, f"the wording of «{verb}: {what}» has no place for cards"


def unnamed_cards(questions: Iterable[CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """The wordings with a place for cards that no question fills."""
    named = {(verb, what) for asked in questions for verb, objects in asked.orders.items() for what in objects}
    for verb, objects in wording.items():
        for what, words in objects.items():
            if _names_cards(words) and (verb, what) not in named:
                yield ("wording", verb, what), f"no question for the cards of «{verb}: {what}»"


def words_of(words: Wording) -> tuple[str, ...]:
    """All the words of an effect: in both languages, of one card and of more."""
    return (words.it, words.en, *((words.more.it, words.more.en) if words.more else ()))


def _names_cards(words: Wording) -> bool:
    return all(any(f"{{{place}}}" in one for place in CARDS) for one in words_of(words))
