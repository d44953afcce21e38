"""Searching a code: its articles in our words and in the federation's, its anomalies, what can be ordered."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.code_reading import OrderedEffect, ordered_effects
from referee.law.book import Procedure, Rulebook
from referee.law.schema import Article, Section
from referee.law.text import Text
from referee.search import closeness, known_words, plain

Thing = TypeVar("Thing")

SAME_ROOT = 2  # of `closeness`: from here on no slip of the finger has to be forgiven
EXCERPT_BEFORE, EXCERPT_AFTER = 60, 100  # characters around the word found


@dataclass(frozen=True)
class Asked:
    """A word of the query, and how close to it another must be: slips are forgiven where nothing is closer."""

    word: str
    least: int

    def is_in(self, words: Iterable[str]) -> bool:
        return any(closeness(self.word, word) >= self.least for word in words)


@dataclass(frozen=True)
class Found:
    """What a query brought to light in a code."""

    asked: tuple[Asked, ...]
    articles: list[Article]
    sections: list[Section]
    procedures: list[Procedure]
    effects: list[OrderedEffect]

    def excerpt(self, text: str) -> str:
        """The place of the text where a word of the query stands, cut between words; nothing where none does."""
        for paragraph in text.splitlines():
            for match in re.finditer(r"\w+", paragraph):
                if any(asked.is_in(plain(match[0])) for asked in self.asked):
                    return _around(paragraph, match.start(), match.end())
        return ""


def search(query: str, book: Rulebook, official: Mapping[int, str]) -> Found:
    """What answers to the words that tell most; everything for no words.

    `official` are the federation's own words by article, where these are known. A word counts the more the
    fewer things answer to it: whoever asks for «carta esposta» does not want every line with a card in it.
    """
    articles = [(one, _article(one, official.get(one.number, ""))) for one in book.articles.values()]
    sections = [(one, _words(*_both(one.title), *_both(one.summary))) for one in book.sections]
    procedures = [(one, _procedure(one)) for one in book.procedures.values()]
    effects = [(one, _words(one.words)) for one in ordered_effects(book)]
    everything = [words for group in (articles, sections, procedures, effects) for _thing, words in group]
    asked = tuple(_asked(word, everything) for word in plain(query))
    counts = [sum(map(one.is_in, everything)) for one in asked]
    worth = [1 / count if count else 0 for count in counts]

    def chosen(group: Sequence[tuple[Thing, frozenset[str]]]) -> list[Thing]:
        return [thing for thing, words in group if _answers(words, asked, worth)]

    return Found(asked, chosen(articles), chosen(sections), chosen(procedures), chosen(effects))


def _asked(word: str, everything: Sequence[frozenset[str]]) -> Asked:
    is_known = Asked(word, SAME_ROOT)
    return is_known if any(map(is_known.is_in, everything)) else Asked(word, 1)


def _answers(words: frozenset[str], asked: Sequence[Asked], worth: Sequence[float]) -> bool:
    """Whether these words answer to words worth at least half of all those asked."""
    answered = [value for one, value in zip(asked, worth, strict=True) if one.is_in(words)]
    return not asked or (bool(answered) and 2 * sum(answered) >= sum(worth))


def _article(article: Article, official: str) -> frozenset[str]:
    return _words(str(article.number), *_both(article.title), *_both(article.summary), official)


def _procedure(procedure: Procedure) -> frozenset[str]:
    keywords = procedure.keywords.it + procedure.keywords.en
    return _words(*_both(procedure.title), *keywords, *map(str, procedure.articles))


def _both(text: Text) -> tuple[str, str]:
    return text.it, text.en


def _words(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in known_words(text))


def _around(paragraph: str, start: int, end: int) -> str:
    first, last = max(0, start - EXCERPT_BEFORE), min(len(paragraph), end + EXCERPT_AFTER)
    if first:
        first = paragraph.find(" ", first, start) + 1 or start
    if last < len(paragraph):
        last = max(paragraph.rfind(" ", end, last), end)
    return f"{'… ' if first else ''}{paragraph[first:last]}{' …' if last < len(paragraph) else ''}"
