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
    def of_stems(cls, stems: Iterable[str], synonyms: Mapping[str, frozenset[str]]) -> "Vocabulary":
        """Of texts of which only the stems are known: slips are looked for in these alone."""
        made = cls.__new__(cls)
        made._lay_out({one: (one,) for one in stems}, synonyms)
        return made

    def _lay_out(self, terms: Mapping[str, tuple[str, ...]], synonyms: Mapping[str, frozenset[str]]) -> None:
        self._terms = terms
        self._stems = frozenset(chain.from_iterable(self._terms.values()))
        # What no text has leads nowhere: a slip or a beginning may lead further.
        found = {term: tuple(meant & self._stems) for term, meant in synonyms.items()}
        self._synonyms = {term: meant for term, meant in found.items() if meant}
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

    def _near(self, asked: str) -> Mapping[str, float]:
        """The stems that may be meant by the word, each with how much it counts (1: the very same)."""
        own = {one for one in stems(asked) if one in self._stems}
        if own or asked.isdigit():
            return self._with_synonyms(asked, dict.fromkeys(own, 1.0))
        if found := self._with_synonyms(asked, {}):
            return found
        found = dict.fromkeys(self._begun(asked) or self._parts(asked), BEGUN)
        for term, worth in self._slips(asked):
            found[term] = max(worth, found.get(term, 0))
        return found

    def _with_synonyms(self, asked: str, own: dict[str, float]) -> dict[str, float]:
        meant = {term for one in stems(asked) for term in self._synonyms.get(one, ())}
        return {**dict.fromkeys(meant, SYNONYM), **own}

    def _begun(self, asked: str) -> set[str]:
        if len(asked) < SHORTEST_BEGINNING:
            return set()
        first = bisect_left(self._spelled, asked)
        begun = takewhile(lambda word: word.startswith(asked), islice(self._spelled, first, None))
        return {term for word in begun for term in self._meant(word)}

    def _slips(self, asked: str) -> Iterator[tuple[str, float]]:
        for one in {asked, *stems(asked)}:
            forgiven = (len(one) >= ONE_SLIP_FROM) + (len(one) >= TWO_SLIPS_FROM)
            for length in range(len(one) - forgiven, len(one) + forgiven + 1) if forgiven else ():
                # A slip is a letter more, less, other, or two swapped: the optimal string alignment counts them.
                found = process.extract(
                    one, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=forgiven, limit=None
                )
                for word, slips, _place in found:
                    # Two slips make another word sooner; fingers seldom miss the first letter besides.
                    if slips < 2 or word[0] == one[0]:
                        yield from ((term, SLIP if slips < 2 else SECOND_SLIP) for term in self._meant(word))

    def _parts(self, asked: str) -> set[str]:
        """«fuorimano» is two words written as one."""
        for cut in range(SHORTEST_PART, len(asked) - SHORTEST_PART + 1):
            first, second = asked[:cut], asked[cut:]
            if first in self._terms and second in self._terms:
                return {*self._terms[first], *self._terms[second]}
        return set()

    def _meant(self, word: str) -> set[str]:
        terms = set(self._terms.get(word, ()))
        if word in self._stems:
            terms.add(word)
        return terms | set(self._synonyms.get(word, ()))
