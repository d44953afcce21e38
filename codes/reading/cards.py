"""Checks of the questions for cards: the orders that name them, and the places for them in the words of the orders."""

from collections.abc import Iterable, Iterator, Mapping

from codes.deciding.book import Procedure
from codes.format.effects_file import Wording
from codes.format.errors import Placed
from codes.format.schema import CardsAsked
from codes.reading.files import Sources

Wordings = Mapping[str, Mapping[str, Wording]]
# The places for cards in the words of an effect, by what a question for cards fills.
PLACES = {"cards": ("cards", "in_order", "first", "rest", "then"), "meld": ("meld",)}
CARDS = tuple(place for places in PLACES.values() for place in places)


def all_card_problems(
    sources: Sources, procedures: Mapping[str, Procedure]
) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """What is wrong with the questions for cards of a code, each with its file and its place there."""
    wording, shared = sources.effects.wording, sources.facts.cards
    files = {"facts.yaml": shared} | {f"procedures/{one.id}.yaml": one.cards for one in sources.procedures.values()}
    for file, questions in files.items():
        yield from ((file, where, message) for where, message in card_problems(questions, wording))
        yield from ((file, where, message) for where, message in answer_problems(questions, procedures))
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
                elif not _names_cards(words, asked.place):
                    yield where, f"the wording of «{verb}: {what}» has no place for cards"


def answer_problems(questions: Mapping[str, CardsAsked], procedures: Mapping[str, Procedure]) -> Iterator[Placed]:
    """The answers on which a question for cards depends that no procedure has."""
    facts = [fact for one in procedures.values() for fact in one.facts.values()]
    known = {(fact.name, answer) for fact in facts for answer in fact.answers}
    for name, asked in questions.items():
        for key, condition in (("single", asked.single), ("several", asked.several), ("unseen", asked.unseen)):
            for fact, answers in condition.items():
                for answer in answers:
                    if (fact, answer) not in known:
                        yield ("cards", name, key, fact), f"unknown answer «{answer}» of «{fact}»"


def unnamed_cards(questions: Iterable[CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """The wordings with a place for cards that no question fills."""
    named = {
        (asked.place, verb, what) for asked in questions for verb, objects in asked.orders.items() for what in objects
    }
    for verb, objects in wording.items():
        for what, words in objects.items():
            if any(_names_cards(words, place) and (place, verb, what) not in named for place in PLACES):
                yield ("wording", verb, what), f"no question for the cards of «{verb}: {what}»"


def words_of(words: Wording) -> tuple[str, ...]:
    """All the words of an effect: in both languages, of every number of cards."""
    return tuple(said for one in words.all for said in (one.it, one.en))


def _names_cards(words: Wording, filled: str) -> bool:
    return all(any(f"{{{place}}}" in one for place in PLACES[filled]) for one in words_of(words))
