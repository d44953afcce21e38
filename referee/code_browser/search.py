"""Searching a code: its articles in our words and in the federation's, its anomalies, what can be ordered.

Articles and effects stand in their order, those that answer to words enough; anomalies are ranked, as in the wizard.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from codes.deciding.book import Procedure, Rulebook
from codes.finding.procedures import score_procedures, synonyms_of
from codes.finding.vocabulary import Vocabulary, articles_in_query, plain, stem, stems
from codes.format.model import Text
from codes.format.schema import Article, CodeSection
from codes.library import get_rulebook
from referee.cases.words import language
from referee.code_browser.code_in_words import OrderedEffect, ordered_effects

Thing = TypeVar("Thing")

EXCERPT_BEFORE, EXCERPT_AFTER = 60, 100  # characters around the word found
# In two languages, with and without the words that only those who signed in may read; an import makes others.
INDEXES_KEPT = 32


@dataclass(frozen=True)
class QueryTerm:
    """A word of the query by the stems that answer to it: slips are forgiven where nothing is closer."""

    near: frozenset[str]

    def is_in(self, terms: Iterable[str]) -> bool:
        return not self.near.isdisjoint(terms)


@dataclass(frozen=True)
class CodeMatches:
    asked: tuple[QueryTerm, ...]
    articles: list[Article]
    sections: list[CodeSection]
    procedures: list[Procedure]
    effects: list[OrderedEffect]

    def excerpt(self, text: str) -> str:
        """The place of the text where a word of the query stands, cut between words; nothing where none does."""
        for paragraph in text.splitlines():
            for match in re.finditer(r"\w+", paragraph):
                if any(term.is_in(_stems(match[0])) for term in self.asked):
                    return _around(paragraph, match.start(), match.end())
        return ""


@dataclass(frozen=True)
class CodeIndex:
    """What of a code is found in its order, each thing with the stems it answers to."""

    articles: list[tuple[Article, frozenset[str]]]
    sections: list[tuple[CodeSection, frozenset[str]]]
    effects: list[tuple[OrderedEffect, frozenset[str]]]
    vocabulary: Vocabulary

    @property
    def everything(self) -> list[frozenset[str]]:
        groups = (self.articles, self.sections, self.effects)
        return [terms for group in groups for _thing, terms in group]


def search(query: str, book: Rulebook, official: Mapping[int, str]) -> CodeMatches:
    """What answers to the words that tell most; everything for no words.

    `official` are the federation's own words by article, where these are known. A word counts the more the
    fewer things answer to it: whoever asks for «carta esposta» does not want every line with a card in it.
    """
    index = _index(book.id, book.hash, language(), tuple(official.items()))
    numbers, words = articles_in_query(query)
    terms_asked = tuple(QueryTerm(frozenset(index.vocabulary.near(word))) for word in words)
    counts = [sum(map(term.is_in, index.everything)) for term in terms_asked]
    worth = [1 / count if count else 0 for count in counts]
    is_all = not numbers and not terms_asked

    def chosen(group: Sequence[tuple[Thing, frozenset[str]]]) -> list[Thing]:
        return [thing for thing, terms in group if is_all or _answers(terms, terms_asked, worth)]

    in_words = {article.number for article in chosen(index.articles)}
    return CodeMatches(
        terms_asked,
        [article for number, article in book.articles.items() if number in numbers or number in in_words],
        chosen(index.sections),
        list(book.procedures.values()) if is_all else _ranked(query, book),
        chosen(index.effects),
    )


def _ranked(query: str, book: Rulebook) -> list[Procedure]:
    """The best first, among them those that arbiters do not choose themselves: they can be read."""
    scores = score_procedures(query, book)
    return [book.procedures[name] for name in sorted(scores, key=lambda name: -scores[name])]


@lru_cache(maxsize=INDEXES_KEPT)
def _index(code: str, _hash: str, language: str, official: tuple[tuple[int, str], ...]) -> CodeIndex:
    """The index of the code in the reader's language, which the effects are read out in."""
    book, texts = get_rulebook(code), dict(official)
    words: set[tuple[str, str]] = set()

    def terms(*texts: Text, spoken: str = "", spoken_in: str = "it") -> frozenset[str]:
        own = {(word, "it") for text in texts for word in plain(text.it)}
        own |= {(word, "en") for text in texts for word in plain(text.en)}
        own |= {(word, spoken_in) for word in plain(spoken)}
        words.update(own)
        return frozenset(stem(*pair) for pair in own)

    articles = [
        (article, terms(article.title, article.summary, spoken=texts.get(article.number, "")))
        for article in book.articles.values()
    ]
    sections = [(section, terms(section.title, section.summary)) for section in book.sections]
    shown_in = "en" if language.startswith("en") else "it"
    effects = [(effect, terms(spoken=effect.words, spoken_in=shown_in)) for effect in ordered_effects(book)]
    return CodeIndex(articles, sections, effects, Vocabulary(words, synonyms_of(book)))


def _answers(terms: frozenset[str], query_terms: Sequence[QueryTerm], worth: Sequence[float]) -> bool:
    """Whether these answer to words worth at least half of all those asked."""
    answered = [value for term, value in zip(query_terms, worth, strict=True) if term.is_in(terms)]
    return bool(answered) and 2 * sum(answered) >= sum(worth)


def _stems(text: str) -> list[str]:
    return [term for word in plain(text) for term in stems(word)]


def _around(paragraph: str, start: int, end: int) -> str:
    first, last = max(0, start - EXCERPT_BEFORE), min(len(paragraph), end + EXCERPT_AFTER)
    if first:
        first = paragraph.find(" ", first, start) + 1 or start
    if last < len(paragraph):
        last = max(paragraph.rfind(" ", end, last), end)
    return f"{'… ' if first else ''}{paragraph[first:last]}{' …' if last < len(paragraph) else ''}"
