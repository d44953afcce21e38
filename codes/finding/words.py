"""The words of a text and of what is typed: lower case, no accents, Italian and English endings away."""

import re
import unicodedata
from functools import lru_cache
from threading import Lock

import snowballstemmer

from codes.finding.forms import FORMS, NUMBERS, SHORTENED, SMALL

# Numbers that come after one of these are articles.
ARTICLE_WORDS = frozenset("art arts artt articolo articoli article articles".split())

_STEMMERS = {language: snowballstemmer.stemmer(name) for language, name in (("it", "italian"), ("en", "english"))}
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
        stemmed: str = _STEMMERS[language].stemWord(word)
    return stemmed


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
