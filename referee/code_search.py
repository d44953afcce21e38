"""Searching a code: its articles in our words and in the federation's, its anomalies, what can be ordered."""

import re
from collections.abc import Iterable, Mapping

from referee.code_reading import OrderedEffect
from referee.law.book import Procedure
from referee.law.schema import Article
from referee.search import AROUND, ARTICLE, TITLE, Entry, Word, closeness, find, plain, weighted

OFFICIAL = 1
EXCERPT_BEFORE, EXCERPT_AFTER = 60, 100  # characters around the word found


def articles(query: str, found: Iterable[Article], official: Mapping[int, str]) -> list[Article]:
    """The articles that answer to the query, also by the federation's own words where these are known."""
    by_key = {str(article.number): article for article in found}
    entries = [
        Entry(key, tuple(_article_words(article, official.get(article.number, "")))) for key, article in by_key.items()
    ]
    return [by_key[key] for key in find(query, entries)]


def _article_words(article: Article, official: str) -> Iterable[Word]:
    yield from weighted(ARTICLE, str(article.number))
    yield from weighted(TITLE, article.title.it, article.title.en)
    yield from weighted(AROUND, article.summary.it, article.summary.en)
    yield from weighted(OFFICIAL, official)


def procedures(query: str, found: Iterable[Procedure]) -> list[Procedure]:
    """The anomalies that answer to the query: by title, by the words people say, by article."""
    by_key = {procedure.id: procedure for procedure in found}
    entries = [Entry(key, tuple(_procedure_words(procedure))) for key, procedure in by_key.items()]
    return [by_key[key] for key in find(query, entries)]


def _procedure_words(procedure: Procedure) -> Iterable[Word]:
    yield from weighted(TITLE, procedure.title.it, procedure.title.en, *procedure.keywords.it, *procedure.keywords.en)
    yield from weighted(ARTICLE, *(str(number) for number in procedure.articles))


def effects(query: str, found: Iterable[OrderedEffect]) -> list[OrderedEffect]:
    """The effects whose words, as they are read out, answer to the query."""
    listed = list(found)
    entries = [Entry(str(place), tuple(weighted(TITLE, effect.words))) for place, effect in enumerate(listed)]
    return [listed[int(key)] for key in find(query, entries)]


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
