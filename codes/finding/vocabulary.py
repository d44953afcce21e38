"""The words of a text and of what is typed, without accents and endings; and which words of a code may be meant by one.

Meant may be the same word, its beginning, one with a slip, a synonym. Endings are Italian and English.
"""

import re
import sys
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import chain, filterfalse, islice, takewhile
from threading import Lock
from types import ModuleType
from typing import Any, cast

from codes.finding.forms import FORMS, NUMBERS, SHORTENED, SMALL
from codes.slips import with_slips

# Numbers that come after one of these are articles.
ARTICLE_WORDS = frozenset("art arts artt articolo articoli article articles".split())

_LANGUAGES = {"it": "italian", "en": "english"}
# A stemmer keeps the word that it works on: two threads at once would give each other's endings.
_AT_WORK = Lock()
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def bare(text: str) -> str:
    """The text in lower case, without accents."""
    return _NOT_ASCII.sub(_without_accent, unicodedata.normalize("NFKD", text.casefold()))


def _without_accent(match: re.Match[str]) -> str:
    return "" if unicodedata.combining(match[0]) else match[0]


def all_words(text: str) -> list[str]:
    """Every word and number of a text in order, bare."""
    return [SHORTENED.get(word, word) for word in re.findall(r"[a-z]+|[0-9]+", bare(text))]


def plain(text: str) -> list[str]:
    """The words of a text that can tell one happening from another."""
    return [word for word in all_words(text) if word.isdigit() or (len(word) > 1 and word not in SMALL)]


_ONE_FORM = {form: forms[0] for forms in FORMS for form in forms}


@lru_cache(maxsize=20_000)  # the words of three codes in two languages are some thousands
def stem(word: str, language: str) -> str:
    """The word without its ending: «tardi», «tarda» and «tardiva» have the same."""
    if word in NUMBERS:
        return NUMBERS[word]
    if language == "it" and word in _ONE_FORM:
        word = _ONE_FORM[word]
    with _AT_WORK:
        stemmed: str = _stemmer(language).stemWord(word)
    return stemmed


@cache
def _stemmer(language: str) -> Any:
    """The one language alone: the library by itself loads thirty, which would be 3 MB of every process."""
    name = _LANGUAGES[language]
    library = ModuleType("snowball")
    library.__path__ = list(cast("ModuleSpec", find_spec("snowballstemmer")).submodule_search_locations or ())
    sys.modules.setdefault(library.__name__, library)
    return getattr(import_module(f"snowball.{name}_stemmer"), f"{name.capitalize()}Stemmer")()


def stems(word: str) -> tuple[str, ...]:
    """What the word may stand as in an index: its Italian stem, its English one."""
    return tuple(dict.fromkeys((stem(word, "it"), stem(word, "en"))))


def articles_in_query(query: str) -> tuple[tuple[int, ...], list[str]]:
    """The articles named by a query, and its other words in order.

    A number is an article only where nothing but numbers stands there, or after «art.»: «21 punti» asks for no article.
    """
    words = all_words(query)
    numbers = [int(word) for word in words if word.isdigit()]
    if numbers and not [word for word in words if not word.isdigit() and word not in ARTICLE_WORDS]:
        return tuple(dict.fromkeys(numbers)), []
    numbers_named, others, is_named = [], [], False
    for word in words:
        if word in ARTICLE_WORDS:
            is_named = True
        elif is_named and word.isdigit():
            numbers_named.append(int(word))
        else:
            # «artt. 181 e 183» names both.
            is_named = is_named and word in ("e", "and")
            others.append(word)
    lasting = [word for word in others if word.isdigit() or (len(word) > 1 and word not in SMALL)]
    return tuple(dict.fromkeys(numbers_named)), lasting


# How much a word counts that is not the very one typed.
SYNONYM, BEGUN, SLIP, SECOND_SLIP = 0.7, 0.7, 0.6, 0.35
# Below these lengths a slip makes another word.
ONE_SLIP_FROM, TWO_SLIPS_FROM = 4, 8
SHORTEST_BEGINNING, SHORTEST_PART = 3, 4
WORDS_KEPT = 4096


class Vocabulary:
    """All the words that can be asked for, laid out so that a word typed is compared with all of them at once."""

    def __init__(self, words: Iterable[tuple[str, str]], synonyms: Mapping[str, Iterable[str]]) -> None:
        """`words` with their language; `synonyms` by stem, as stems."""
        terms: defaultdict[str, set[str]] = defaultdict(set)
        for word, language in words:
            terms[sys.intern(word)].add(sys.intern(stem(word, language)))  # often the same letters, then once in memory
        self._lay_out({word: tuple(own) for word, own in terms.items()}, synonyms)

    @classmethod
    def from_stems(cls, stems: Iterable[str], synonyms: Mapping[str, Iterable[str]]) -> "Vocabulary":
        """Of texts of which only the stems are known: slips are looked for in these alone."""
        vocabulary = cls.__new__(cls)
        vocabulary._lay_out({root: (root,) for root in stems}, synonyms)
        return vocabulary

    def _lay_out(self, terms: Mapping[str, tuple[str, ...]], synonyms: Mapping[str, Iterable[str]]) -> None:
        self._terms = terms
        self._stems = frozenset(chain.from_iterable(self._terms.values()))
        # What no text has leads nowhere: a slip or a beginning may lead further.
        reduced = {term: tuple(self._stems.intersection(targets)) for term, targets in synonyms.items()}
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
                for word, slips, _place in with_slips(form, self._by_length.get(length, ()), most=forgiven):
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
