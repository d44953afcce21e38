"""Headnotes that rest on a ruling, or are about an article; where they are kept is another application's matter.

It says so here, as it says where precedents are found (`queries/precedents.py`); without it there are none.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class HeadnoteLine:
    """A headnote in a list: how it is cited, what it says, where everybody reads it."""

    reference: str
    text: str
    address: str


@dataclass(frozen=True)
class OfArticle:
    """The newest headnotes on an article; more: where all of a casebook stand, by its name."""

    lines: Sequence[HeadnoteLine] = ()
    more: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Source:
    """What a casebook answers: of an article, of rulings by their keys (below nought those of other installations);
    version: another one when it says otherwise."""

    of_article: Callable[[str, int], OfArticle]
    of_rulings: Callable[[Iterable[int]], Mapping[int, HeadnoteLine]]
    version: Callable[[], object]
    # All casebooks: whose, and where they are read.
    casebooks: Callable[[], Sequence[tuple[str, str]]]


SOURCES: list[Source] = []


def on_article(code: str, number: int) -> OfArticle:
    return next((one.of_article(code, number) for one in SOURCES), OfArticle())


def of_rulings(keys: Iterable[int]) -> Mapping[int, HeadnoteLine]:
    return next((one.of_rulings(keys) for one in SOURCES), {})


def casebooks() -> Sequence[tuple[str, str]]:
    return next((one.casebooks() for one in SOURCES), ())


def version_of_headnotes() -> object:
    return next((one.version() for one in SOURCES), None)
