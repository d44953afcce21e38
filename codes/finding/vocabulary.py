"""Which words of a code may be meant by a word that is typed: the same, its beginning, one with a slip, a synonym."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, filterfalse, islice, takewhile
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from codes.finding.words import stem, stems

# How much a word counts that is not the very one typed.
SYNONYM, BEGUN, SLIP, SECOND_SLIP = 0.7, 0.7, 0.6, 0.35
# Below these lengths a slip makes another word.
ONE_SLIP_FROM, TWO_SLIPS_FROM = 4, 8
SHORTEST_BEGINNING, SHORTEST_PART = 3, 4
WORDS_KEPT = 4096


class Vocabulary:
    """All the words that can be asked for, laid out so that a word typed is compared with all of them at once."""

    def __init__(self, words: Iterable[tuple[str, str]], synonyms: Mapping[str, frozenset[str]]) -> None:
        """`words` with their language; `synonyms` by stem, as stems."""
        terms: defaultdict[str, set[str]] = defaultdict(set)
        for word, language in words:
            terms[word].add(stem(word, language))
        self._lay_out({word: tuple(own) for word, own in terms.items()}, synonyms)

    @classmethod
    def from_stems(cls, stems: Iterable[str], synonyms: Mapping[str, frozenset[str]]) -> "Vocabulary":
        """Of texts of which only the stems are known: slips are looked for in these alone."""
        vocabulary = cls.__new__(cls)
        vocabulary._lay_out({root: (root,) for root in stems}, synonyms)
        return vocabulary

    def _lay_out(self, terms: Mapping[str, tuple[str, ...]], synonyms: Mapping[str, frozenset[str]]) -> None:
        self._terms = terms
        self._stems = frozenset(chain.from_iterable(self._terms.values()))
        # What no text has leads nowhere: a slip or a beginning may lead further.
        reduced = {term: tuple(targets & self._stems) for term, targets in synonyms.items()}
        self._synonyms = {term: targets for term, targets in reduced.items() if targets}
        # A slip may lie before any ending: words and stems are both compared. A number is meant exactly.
        self._spelled = sorted(filterfalse(str.isdigit, {*self._terms, *self._stems, *self._synonyms}))
        self._by_length: dict[int, list[str]] = {}
        for word in self._spelled:
            self._by_length.setdefault(len(word), []).append(word)
        self._begin_to_remember()

    def _begin_to_remember(self) -> None:
        # What is typed comes letter by letter, and the same words again and again.
        self.near = lru_cache(maxsize=WORDS_KEPT)(self._near)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "near"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._begin_to_remember()

    def _near(self, word: str) -> Mapping[str, float]:
        """The stems that may be meant by the word, each with how much it counts (1: the very same)."""
        own = {root for root in stems(word) if root in self._stems}
        if own or word.isdigit():
            return self._with_synonyms(word, dict.fromkeys(own, 1.0))
        if near := self._with_synonyms(word, {}):
            return near
        near = dict.fromkeys(self._begun(word) or self._parts(word), BEGUN)
        for term, worth in self._slips(word):
            near[term] = max(worth, near.get(term, 0))
        return near

    def _with_synonyms(self, word: str, own: dict[str, float]) -> dict[str, float]:
        targets = {term for root in stems(word) for term in self._synonyms.get(root, ())}
        return {**dict.fromkeys(targets, SYNONYM), **own}

    def _begun(self, beginning: str) -> set[str]:
        if len(beginning) < SHORTEST_BEGINNING:
            return set()
        first = bisect_left(self._spelled, beginning)
        begun = takewhile(lambda word: word.startswith(beginning), islice(self._spelled, first, None))
        return {term for word in begun for term in self._terms_for(word)}

    def _slips(self, typed: str) -> Iterator[tuple[str, float]]:
        for form in {typed, *stems(typed)}:
            forgiven = (len(form) >= ONE_SLIP_FROM) + (len(form) >= TWO_SLIPS_FROM)
            for length in range(len(form) - forgiven, len(form) + forgiven + 1) if forgiven else ():
                # A slip is a letter more, less, other, or two swapped: the optimal string alignment counts them.
                candidates = process.extract(
                    form, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=forgiven, limit=None
                )
                for word, slips, _place in candidates:
                    # Two slips make another word sooner; fingers seldom miss the first letter besides.
                    if slips < 2 or word[0] == form[0]:
                        yield from ((term, SLIP if slips < 2 else SECOND_SLIP) for term in self._terms_for(word))

    def _parts(self, word: str) -> set[str]:
        """«fuorimano» is two words written as one."""
        for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            first, second = word[:cut], word[cut:]
            if first in self._terms and second in self._terms:
                return {*self._terms[first], *self._terms[second]}
        return set()

    def _terms_for(self, word: str) -> set[str]:
        terms = set(self._terms.get(word, ()))
        if word in self._stems:
            terms.add(word)
        return terms | set(self._synonyms.get(word, ()))
