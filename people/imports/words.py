"""The data beside this package: the words of headers and the given names, read once."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from codes.format.plain_yaml import Document

_FOLDER = Path(__file__).parent


@cache
def header_words() -> Mapping[str, Any]:
    """The synonyms of headers, by field, with the words and places that stand beside them."""
    return _read_words("headers.yaml")


@cache
def roster_words() -> Mapping[str, Any]:
    """The synonyms of headers that only a roster has."""
    return _read_words("roster_headers.yaml")


@cache
def given_names() -> frozenset[str]:
    """Given names in plain letters."""
    return frozenset(_read_words("given_names.yaml")["names"].split())


@cache
def second_names() -> frozenset[str]:
    """Words that beside a given name are more likely a second one than a surname, in plain letters."""
    return frozenset(_read_words("given_names.yaml")["second"].split())


def _read_words(name: str) -> Mapping[str, Any]:
    document = Document(_FOLDER / name, name)
    if document.problems:
        raise ValueError("; ".join(map(str, document.problems)))
    data: Mapping[str, Any] = document.data
    return data


# Letters that do not come apart into a plain one and its accent.
_PLAIN = str.maketrans({"ß": "ss", "ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe"})


def plain_letters(text: str) -> str:
    """The text in small letters without accents; everything else stays."""
    if text.isascii():  # most texts: nothing to take apart
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def plain_words(text: str) -> list[str]:
    """Its words in plain letters and figures; an apostrophe parts none."""
    plain = plain_letters(text).replace("'", "").replace("’", "")
    return "".join(letter if letter.isalnum() else " " for letter in plain).split()


def joined_letters(text: str) -> str:
    """Its plain letters and figures alone, as if written in one word."""
    return "".join(filter(str.isalnum, plain_letters(text)))
