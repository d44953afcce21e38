"""Searching a code: its articles in our words and in the federation's, its anomalies, what can be ordered."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.code_reading import OrderedEffect, ordered_effects
from referee.law.book import Procedure, Rulebook
from referee.law.schema import Article, Section
from referee.search import AROUND, ARTICLE, TITLE, Entry, Word, answers, closeness, plain, weighted

Thing = TypeVar("Thing")

OFFICIAL = 1
EXCERPT_BEFORE, EXCERPT_AFTER = 60, 100  # characters around the word found


@dataclass(frozen=True)
class Found:
    """What a query brought to light in a code."""

    articles: list[Article]
    sections: list[Section]
    procedures: list[Procedure]
    effects: list[OrderedEffect]


def search(query: str, book: Rulebook, official: Mapping[int, str]) -> Found:
    """What answers to the words that tell most; everything for no words.

    `official` are the federation's own words by article, where these are known. A word counts the more the
    fewer things answer to it: whoever asks for «carta esposta» does not want every line with a card in it.
    """
    asked = plain(query)
    articles = _Group(asked, book.articles.values(), lambda one: _article_words(one, official.get(one.number, "")))
    procedures = _Group(asked, book.procedures.values(), _procedure_words)
    effects = _Group(asked, ordered_effects(book), lambda effect: weighted(TITLE, effect.words))
    sections = _Group(asked, book.sections, _section_words)
    groups = (articles, sections, procedures, effects)
    counts = [sum(group.answering(place) for group in groups) for place in range(len(asked))]
    worth = [1 / count if count else 0 for count in counts]
    return Found(articles.chosen(worth), sections.chosen(worth), procedures.chosen(worth), effects.chosen(worth))


class _Group(Generic[Thing]):
    """Things of one kind, each with the places of the words asked to which it answers."""

    def __init__(self, asked: Sequence[str], things: Iterable[Thing], words: Callable[[Thing], Iterable[Word]]) -> None:
        self.is_asked = bool(asked)
        self.found = [
            (thing, {place for place, value in enumerate(answers(asked, Entry("", tuple(words(thing))))) if value})
            for thing in things
        ]

    def answering(self, place: int) -> int:
        """How many things answer to that word."""
        return sum(place in places for _thing, places in self.found)

    def chosen(self, worth: Sequence[float]) -> list[Thing]:
        """The things that answer to words worth at least half of all; every one where nothing was asked."""
        least = sum(worth) / 2
        return [
            thing
            for thing, places in self.found
            if not self.is_asked or (places and sum(worth[place] for place in places) >= least)
        ]


def _article_words(article: Article, official: str) -> Iterable[Word]:
    yield from weighted(ARTICLE, str(article.number))
    yield from weighted(TITLE, article.title.it, article.title.en)
    yield from weighted(AROUND, article.summary.it, article.summary.en)
    yield from weighted(OFFICIAL, official)


def _section_words(section: Section) -> Iterable[Word]:
    yield from weighted(TITLE, section.title.it, section.title.en)
    yield from weighted(AROUND, section.summary.it, section.summary.en)


def _procedure_words(procedure: Procedure) -> Iterable[Word]:
    yield from weighted(TITLE, procedure.title.it, procedure.title.en, *procedure.keywords.it, *procedure.keywords.en)
    yield from weighted(ARTICLE, *(str(number) for number in procedure.articles))


def excerpt(query: str, text: str) -> str:
    """The place of the text where a word of the query stands, cut between words; nothing where none does."""
    asked = plain(query)
    for paragraph in text.splitlines():
        for match in re.finditer(r"\w+", paragraph):
            words = plain(match[0])
            if words and any(closeness(word, words[0]) for word in asked):
                return _around(paragraph, match.start(), match.end())
    return ""


def _around(paragraph: str, start: int, end: int) -> str:
    first, last = max(0, start - EXCERPT_BEFORE), min(len(paragraph), end + EXCERPT_AFTER)
    if first:
        first = paragraph.find(" ", first, start) + 1 or start
    if last < len(paragraph):
        last = max(paragraph.rfind(" ", end, last), end)
    return f"{'… ' if first else ''}{paragraph[first:last]}{' …' if last < len(paragraph) else ''}"
