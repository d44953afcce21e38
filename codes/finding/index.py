"""Ranking by words: BM25 over weighted fields."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Generic, TypeVar

from codes.finding.vocabulary import Vocabulary, plain, stem, stems
from codes.format.model import Text

Key = TypeVar("Key")

# As in BM25: how soon a word repeated adds nothing, and how far a long field is held against it. Measured on what
# arbiters type (tests/codes/finding/queries.yaml), as all weights here and in `procedures`.
SATURATION, LENGTH = 45, 0.6


@dataclass(frozen=True)
class Part:
    """A text of a thing that can be found, and how much its words weigh."""

    field: str
    weight: float
    text: str
    language: str


def parts(field: str, weight: float, *texts: Text | None) -> Iterable[Part]:
    """Texts in both languages as parts of the same field."""
    for text in texts:
        if text is not None:
            yield Part(field, weight, text.it, "it")
            yield Part(field, weight, text.en, "en")


class Postings:
    """Of each of so many stems, what holds it and how much: in rows of numbers, for there are tens of thousands."""

    def __init__(self, rows: Iterable[Sequence[tuple[int, float]]]) -> None:
        self._places, self._worths, self._starts = array("I"), array("d"), array("I", [0])
        for own in rows:
            for place, worth in own:
                self._places.append(place)
                self._worths.append(worth)
            self._starts.append(len(self._places))

    def entries(self, number: int) -> Iterator[tuple[int, float]]:
        own = slice(self._starts[number], self._starts[number + 1])
        return zip(self._places[own], self._worths[own], strict=True)

    def __getstate__(self) -> tuple[bytes, bytes, bytes]:
        """As they lie in memory: whoever keeps an index needs to read nothing but bytes."""
        return self._places.tobytes(), self._worths.tobytes(), self._starts.tobytes()

    def __setstate__(self, state: tuple[bytes, bytes, bytes]) -> None:
        places, worths, starts = state
        self._places, self._worths, self._starts = array("I", places), array("d", worths), array("I", starts)


class Index(Generic[Key]):
    """Things by their words. Built once for a code; a query then walks only the words it asks for."""

    def __init__(self, things: Mapping[Key, Sequence[Part]], synonyms: Mapping[str, Iterable[str]]) -> None:
        self.keys = list(things)
        # Many things share a text, as an article: each is taken apart once.
        spelled, stemmed = set[tuple[str, str]](), dict[tuple[str, str], list[str]]()
        for text, language in {(part.text, part.language) for own in things.values() for part in own}:
            words = plain(text)
            spelled.update(zip(words, repeat(language)))
            stemmed[text, language] = [stem(word, language) for word in words]
        self.vocabulary = Vocabulary(spelled, synonyms)
        terms = [[(part, stemmed[part.text, part.language]) for part in own] for own in things.values()]
        weighed = self._weighed(terms)
        self._numbers = {term: number for number, term in enumerate(weighed)}
        rarity = map(self._rare, weighed.values())
        self._postings = Postings(
            [(place, worth * rare) for place, worth in postings]
            for postings, rare in zip(weighed.values(), rarity, strict=True)
        )

    def _weighed(self, terms: Sequence[Sequence[tuple[Part, list[str]]]]) -> dict[str, list[tuple[int, float]]]:
        """By stem, the things that have it with how much each is about it, from 0 to 1 (BM25F)."""
        counts = [_counted(own) for own in terms]
        lengths = [{field: sum(count.values()) for field, count in own.items()} for own in counts]
        total = sum(map(Counter, lengths), Counter[tuple[str, str, float]]())
        mean = {field: count / len(terms) for field, count in total.items()}
        postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, (length, own) in enumerate(zip(lengths, counts, strict=True)):
            often: defaultdict[str, float] = defaultdict(float)
            for field, count in own.items():
                worth = field[2] / (1 - LENGTH + LENGTH * length[field] / mean[field]) if length[field] else 0
                for term, times in count.items():
                    often[term] += times * worth
            for term, weight in often.items():
                postings[term].append((place, weight / (SATURATION + weight)))
        return dict(postings)

    def _rare(self, postings: Iterable[tuple[int, float]]) -> float:
        """How much a word tells: the less the more things hold it, each counted by how much it is about the word."""
        holding = sum(worth for _place, worth in postings)
        return math.log(1 + (len(self.keys) - holding + 0.5) / (holding + 0.5))

    def holds(self, words: Iterable[str]) -> bool:
        """Whether each of the words stands in what is told of the things."""
        return all(any(root in self._numbers for root in stems(word)) for word in words)

    def scores(self, words: Iterable[str]) -> dict[Key, float]:
        """How well each thing answers to the words; things that answer to none are missing."""
        # Two words of one meaning are asked for once.
        nears = (self.vocabulary.near(word) for word in words)
        groups = {frozenset(near): near for near in nears if near}.values()
        scores: defaultdict[int, float] = defaultdict(float)
        for near in groups:
            weights = [(self._numbers[term], count) for term, count in near.items()]
            for place, worth in _best(weights, self._postings):
                scores[place] += worth
        return {self.keys[place]: score for place, score in scores.items() if score > 0}


def _counted(own: Sequence[tuple[Part, list[str]]]) -> dict[tuple[str, str, float], "Counter[str]"]:
    """By field, language and weight, how often each stem stands there."""
    counts: defaultdict[tuple[str, str, float], Counter[str]] = defaultdict(Counter)
    for part, terms_of_part in own:
        counts[part.field, part.language, part.weight].update(terms_of_part)
    return counts


def _best(weights: Sequence[tuple[int, float]], postings: Postings) -> Iterable[tuple[int, float]]:
    """What is told by the stems that a word may mean, each thing once: by the stem that tells most of it."""
    if len(weights) == 1:
        ((number, count),) = weights
        return (
            postings.entries(number)
            if count == 1
            else [(place, value * count) for place, value in postings.entries(number)]
        )
    best: dict[int, float] = {}
    for number, count in weights:
        for place, value in postings.entries(number):
            if value * count > best.get(place, 0):
                best[place] = value * count
    return best.items()
