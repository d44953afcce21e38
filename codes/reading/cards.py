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
    files = {"facts.yaml": shared} | {
        f"procedures/{procedure.id}.yaml": procedure.cards for procedure in sources.procedures.values()
    }
    for file, questions in files.items():
        yield from ((file, place, message) for place, message in card_problems(questions, wording))
        yield from ((file, place, message) for place, message in answer_problems(questions, procedures))
    all_questions = [question for questions in files.values() for question in questions.values()]
    yield from (("effects.yaml", place, message) for place, message in unnamed_cards(all_questions, wording))


def card_problems(questions: Mapping[str, CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """What is wrong with a file's questions for cards, each with its place: no such order, or one without a place."""
    for name, question in questions.items():
        for verb, objects in question.orders.items():
            place = ("cards", name, "orders", verb)
            for target in objects:
                words = wording.get(verb, {}).get(target)
                if words is None:
                    yield place, f"no wording for «{verb}: {target}» in effects.yaml"
                elif not _names_cards(words, question.place):
                    yield place, f"the wording of «{verb}: {target}» has no place for cards"


def answer_problems(questions: Mapping[str, CardsAsked], procedures: Mapping[str, Procedure]) -> Iterator[Placed]:
    """The answers on which a question for cards depends that no procedure has."""
    facts = [fact for procedure in procedures.values() for fact in procedure.facts.values()]
    known_answers = {(fact.name, answer) for fact in facts for answer in fact.answers}
    for name, question in questions.items():
        for key, condition in (("single", question.single), ("several", question.several), ("unseen", question.unseen)):
            for fact, answers in condition.items():
                for answer in answers:
                    if (fact, answer) not in known_answers:
                        yield ("cards", name, key, fact), f"unknown answer «{answer}» of «{fact}»"


def unnamed_cards(questions: Iterable[CardsAsked], wording: Wordings) -> Iterator[Placed]:
    """The wordings with a place for cards that no question fills."""
    filled = {
        (question.place, verb, target)
        for question in questions
        for verb, objects in question.orders.items()
        for target in objects
    }
    for verb, objects in wording.items():
        for target, words in objects.items():
            if any(_names_cards(words, place) and (place, verb, target) not in filled for place in PLACES):
                yield ("wording", verb, target), f"no question for the cards of «{verb}: {target}»"


def words_of(words: Wording) -> tuple[str, ...]:
    """All the words of an effect: in both languages, of every number of cards."""
    return tuple(sentence for text in words.all for sentence in (text.it, text.en))


def _names_cards(words: Wording, filled: str) -> bool:
    return all(any(f"{{{place}}}" in sentence for place in PLACES[filled]) for sentence in words_of(words))
