"""Finding an anomaly by typing, when fingers are quick and accents are missing."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

ARTICLE, TITLE, KEYWORD, AROUND = 8, 6, 5, 2
# Below these lengths a slip makes another word.
ONE_SLIP_FROM, TWO_SLIPS_FROM = 4, 8
SHORTEST_ROOT = 3
ENDING = re.compile(r"(?:azion[ei]|at[aeio]|ut[aeio]|[aei]re|[aeio])$")
# Small words that say nothing about which anomaly is meant.
SMALL = frozenset(
    {
        "al",
        "che",
        "ha",
        "hanno",
        "non",
        "si",
        "alla",
        "con",
        "da",
        "dal",
        "dalla",
        "del",
        "della",
        "di",
        "il",
        "in",
        "la",
        "le",
        "lo",
        "per",
        "su",
        "un",
        "una",
        "an",
        "at",
        "by",
        "of",
        "on",
        "the",
        "to",
    }
)


class Word(NamedTuple):
    text: str
    weight: int


@dataclass(frozen=True)
class Entry:
    """Something that can be found: its key and the words it answers to."""

    key: str
    words: tuple[Word, ...]


def plain(text: str) -> list[str]:
    """The words of a text in lower case without accents; small words fall away."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = re.findall(r"[a-z0-9]+", bare)
    return [word for word in words if word.isdigit() or (len(word) > 1 and word not in SMALL)]


def weighted(weight: int, *texts: str) -> Iterable[Word]:
    return (Word(word, weight) for text in texts for word in known_words(text))


@lru_cache(maxsize=8192)
def known_words(text: str) -> tuple[str, ...]:
    """The words of a text that is searched again and again."""
    return tuple(plain(text))


def find(query: str, entries: Sequence[Entry]) -> list[str]:
    """The keys of the entries that answer to at least half of the words asked, the best first; all of them for none."""
    asked = plain(query)
    scored = ((_score(asked, entry), index, entry.key) for index, entry in enumerate(entries))
    return [key for score, _, key in sorted((-score, index, key) for score, index, key in scored if score >= 0)]


def _score(asked: list[str], entry: Entry) -> int:
    """How well the entry answers; -1 if more than half of the words asked are not among its own."""
    found = [max((closeness(word, own.text) * own.weight for own in entry.words), default=0) for word in asked]
    answered = sum(value > 0 for value in found)
    return sum(found) if 2 * answered >= len(asked) else -1


@lru_cache(maxsize=200_000)  # people type what they like: what is remembered must have an end
def closeness(asked: str, own: str) -> int:
    """4 the same word, 3 its beginning, 2 with another ending, 1 with a slip of the finger, 0 another word."""
    if asked == own:
        return 4
    if asked.isdigit() or own.isdigit():
        return 0
    if own.startswith(asked):
        return 3
    root, own_root = _root(asked), _root(own)
    if root == own_root:
        return 2
    # A word still being typed is compared with as much of the other.
    pairs = ((asked, own), (asked, own[: len(asked)]), (root, own_root))
    return int(any(_is_slip(one, other) for one, other in pairs))


def _is_slip(one: str, other: str) -> bool:
    """Whether so many slips as a word of that length may have lie between the two; lengths far apart tell at once."""
    allowed = _forgiven(one)
    return 0 < allowed >= abs(len(one) - len(other)) and _distance(one, other) <= allowed


def _forgiven(word: str) -> int:
    """How many slips of the finger a word of that length may have."""
    return (len(word) >= ONE_SLIP_FROM) + (len(word) >= TWO_SLIPS_FROM)


@lru_cache(maxsize=50_000)
def _root(word: str) -> str:
    """The word without an Italian ending: «anticipata», «anticipo» and «anticipare» have the same."""
    root = ENDING.sub("", word)
    return root if len(root) >= SHORTEST_ROOT else word


def _distance(a: str, b: str) -> int:
    """Slips between two words: a letter more, less, other, or two swapped (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
