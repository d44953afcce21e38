"""A whole name in one cell, taken apart: which words are the surname."""

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise

from people.imports.words import given_names, plain_letters, second_names


class Order(StrEnum):
    """How the names of a column are written."""

    LAST_FIRST = "last_first"
    FIRST_LAST = "first_last"


# Words that begin a surname and need the next one.
_PARTICLES = frozenset(
    "de di da del dal della dello dei degli delle dalla dalle d la lo le li lu van von der den ter dos das du san "
    "santa sant mac y".split()
)
_WORD = re.compile(r"[^\W\d_]+", re.UNICODE)


def order_of(texts: Iterable[str]) -> Order:
    """On which side the given names stand in most of the texts; surname first, as lists are, where they do not say."""
    first = last = 0
    for text in texts:
        words = plain_letters(text).split()
        if len(words) > 1:
            first += words[0] in given_names()
            last += words[-1] in given_names()
    return Order.FIRST_LAST if first > last else Order.LAST_FIRST


def split_name(text: str, order: Order) -> tuple[str, str]:
    """Surname and first name of a whole name; a single word is a surname.

    A comma parts them whatever the order; so does a surname in capitals beside a name that is not.
    """
    if "," in text:
        last, _comma, first = text.partition(",")
        return last.strip(), first.strip()
    words = text.split()
    if len(words) < 2:
        return _by_signs(text) if _SIGNS.fullmatch(text) else (text, "")
    capitals = [word.isupper() and len(_letters(word)) > 1 for word in words]
    return _by_capitals(words, capitals) if _do_part(capitals) else _by_order(words, order)


# A Chinese name in signs: the surname is the first of them, or one of the few of two.
_SIGNS = re.compile(r"[\u4e00-\u9fff]{2,4}")
_OF_TWO_SIGNS = frozenset(
    "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 东方 東方 皇甫 尉迟 公孙 慕容 夏侯 端木 令狐".split()
)


def _by_signs(text: str) -> tuple[str, str]:
    cut = 2 if text[:2] in _OF_TWO_SIGNS and len(text) > 2 else 1
    return text[:cut], text[cut:]


def _do_part(capitals: list[bool]) -> bool:
    return any(capitals) and not all(capitals) and (capitals[0] or capitals[-1])


def is_guess(text: str, last: str, first: str) -> bool:
    """Whether nothing in a whole name tells that it parts there: a word within that is no name known, or its order.

    last, first: as `split_name` parted it.
    """
    words = text.split()
    if first and len(words) == 1:
        return True  # in signs, without a blank
    if "," in text or not first or _do_part([word.isupper() and len(_letters(word)) > 1 for word in words]):
        return False
    if are_turned(last, first) or (any(map(is_particle, last.split()[1:-1])) and not is_particle(last)):
        return True
    within = pairwise(words[:-1])
    return any(not (is_particle(word) or _is_second(word) or is_particle(before)) for before, word in within)


def are_turned(last: str, first: str) -> bool:
    """Whether a given name stands as the surname, and none as the name."""
    return _has_given(last.split()) and bool(first) and not any(map(_is_second, first.split()))


def _by_capitals(words: list[str], capitals: list[bool]) -> tuple[str, str]:
    last = [word for word, is_capital in zip(words, capitals, strict=True) if is_capital]
    first = [word for word, is_capital in zip(words, capitals, strict=True) if not is_capital]
    return " ".join(last), " ".join(first)


def _by_order(words: list[str], order: Order) -> tuple[str, str]:
    """With the surname first it takes its particles and a word; last, one word and the particles before it.

    A second surname goes with it where a given name stands on the other side: «García Márquez Anna».
    """
    if order is Order.LAST_FIRST:
        cut = 1
        while cut < len(words) - 1 and is_particle(words[cut - 1]):
            cut += 1
        while not _is_second(words[cut]) and _has_given(words[cut + 1 :]):
            cut += 1
        # «Núñez de Lara Íñigo»: what a particle begins is not parted from it.
        while cut < len(words) - 1 and (
            is_particle(words[cut - 1]) or (is_particle(words[cut]) and cut < len(words) - 2)
        ):
            cut += 1
        return " ".join(words[:cut]), " ".join(words[cut:])
    cut = len(words) - 1
    while cut > 1 and is_particle(words[cut - 1]):
        cut -= 1
    while not _is_second(words[cut - 1]) and _has_given(words[: cut - 1]):
        cut -= 1
    return " ".join(words[cut:]), " ".join(words[:cut])


def is_particle(word: str) -> bool:
    """Whether a surname begins with it and needs the next word."""
    return plain_letters(_letters(word)) in _PARTICLES


def _has_given(words: Iterable[str]) -> bool:
    return any(plain_letters(word) in given_names() for word in words)


def _is_second(word: str) -> bool:
    """Whether it may be a second given name, or the first letter of one."""
    plain = plain_letters(_letters(word))
    return (len(plain) == 1 and word[0].isupper()) or plain in given_names() or plain in second_names()


def _letters(word: str) -> str:
    return "".join(_WORD.findall(word))


def tidy(name: str) -> str:
    """A name written all in capitals, or all in small letters, as names are written; any other as it is."""
    if (name.isupper() and len(_letters(name)) > 1) or name.islower():
        return _WORD.sub(lambda match: match[0].capitalize(), name)
    return name


_COMMA = r"\s*,\s*"


def _commas_part_people(text: str) -> bool:
    """Whether each part is a whole person: «De Luca, Anna Maria» is one of whom the comma parts surname and names."""
    parts = [part.split() for part in text.split(",")]
    if len(parts) == 1 or any(len(words) < 2 for words in parts):
        return False
    return len(parts) > 2 or not all(plain_letters(word) in given_names() for word in parts[1])


def people_in(text: str) -> list[str]:
    """The people in a cell that holds a whole pair or team: «Rossi Mario – Bianchi Anna».

    A hyphen without blanks parts them only where nothing else does: it may belong to a surname.
    """
    for separator in (r"\s*[/;+&|–—]\s*|\s+-+\s+", r"\s+(?:e|ed|and)\s+", _COMMA, r"\s*-\s*"):
        if separator == _COMMA and not _commas_part_people(text):
            continue
        people = [part.strip() for part in re.split(separator, text, flags=re.IGNORECASE)]
        if len(people) > 1:
            return [person for person in people if person]
    return [text] if text else []
