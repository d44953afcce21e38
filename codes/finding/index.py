"""Ranking by words: BM25 over weighted fields, and how whole the sayings of a thing stand in what was asked."""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Generic, TypeVar

from codes.finding.vocabulary import Vocabulary, plain, stem
from codes.format.model import Text

Key = TypeVar("Key")

# As in BM25: how soon a word repeated adds nothing, and how far a long field is held against it. Measured on what
# arbiters type (tests/codes/finding/queries.yaml), as all weights here and in `procedures`.
SATURATION, LENGTH = 45, 0.6
# How much a saying found whole counts beside the words that are scattered; half of one counts half. Among more words
# than so many it counts the less: any story has half a saying in it by chance.
SAYING, FEW = 0.5, 4


@dataclass(frozen=True)
class Part:
    """A text of a thing that can be found: how much its words weigh, and whether it is a saying to be met whole."""

    field: str
    weight: float
    text: str
    language: str
    is_saying: bool = False


def parts(field: str, weight: float, *texts: Text | None, is_saying: bool = False) -> Iterable[Part]:
    """Texts in both languages as parts of the same field."""
    for text in texts:
        if text is not None:
            yield Part(field, weight, text.it, "it", is_saying)
            yield Part(field, weight, text.en, "en", is_saying)


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

    def __init__(self, things: Mapping[Key, Sequence[Part]], synonyms: Mapping[str, frozenset[str]]) -> None:
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
        self._rarity = [self._rare(postings) for postings in weighed.values()]
        self._postings = Postings(
            [(place, worth * rarity) for place, worth in postings]
            for postings, rarity in zip(weighed.values(), self._rarity, strict=True)
        )
        self._saying_of: list[int] = []  # the thing of each saying
        self._sayings = self._saying_postings(terms)

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

    def _saying_postings(self, terms: Sequence[Sequence[tuple[Part, list[str]]]]) -> Postings:
        """By stem, the sayings that have it: the saying, which share of it the stem is."""
        sayings: list[list[tuple[int, float]]] = [[] for _term in self._numbers]
        for place, own in enumerate(terms):
            for part, terms_of_part in own:
                if part.is_saying and terms_of_part:
                    numbers = {self._numbers[term] for term in terms_of_part}
                    rare = {number: self._rarity[number] for number in numbers}
                    # A word alone is half a saying: it may stand in any sentence.
                    whole = sum(rare.values()) * (2 if len(rare) == 1 else 1) or 1
                    for number, rarity in rare.items():
                        sayings[number].append((len(self._saying_of), rarity / whole))
                    self._saying_of.append(place)
        return Postings(sayings)

    def _rare(self, postings: Iterable[tuple[int, float]]) -> float:
        """How much a word tells: the less the more things hold it, each counted by how much it is about the word."""
        holding = sum(worth for _place, worth in postings)
        return math.log(1 + (len(self.keys) - holding + 0.5) / (holding + 0.5))

    def scores(self, words: Iterable[str]) -> dict[Key, float]:
        """How well each thing answers to the words; things that answer to none are missing."""
        # Two words of one meaning are asked for once.
        nears = (self.vocabulary.near(word) for word in words)
        groups = {frozenset(near): near for near in nears if near}.values()
        scores: defaultdict[int, float] = defaultdict(float)
        shares: defaultdict[int, float] = defaultdict(float)
        sayings: defaultdict[int, float] = defaultdict(float)
        for near in groups:
            weights = [(self._numbers[term], count) for term, count in near.items()]
            for place, worth in _best(weights, self._postings):
                scores[place] += worth
            rarity = max(self._rarity[number] * count for number, count in weights)
            for saying, share in _best(weights, self._sayings):
                shares[saying] += share
                sayings[saying] += rarity
        best: dict[int, float] = {}
        for saying, share in shares.items():
            place, worth = self._saying_of[saying], sayings[saying] * min(1, share)
            if worth > best.get(place, 0):
                best[place] = worth
        for place, worth in best.items():
            scores[place] += SAYING * min(1, FEW / len(groups)) * worth
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
