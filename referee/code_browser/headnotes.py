"""The headnotes of a casebook beside articles and rulings.

Where they are kept is another application's matter: it says so here, and without it there are none.
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
class ArticleHeadnotes:
    """The newest headnotes on an article; more: where all of a casebook stand, by its name."""

    lines: Sequence[HeadnoteLine] = ()
    more: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Source:
    """What a casebook answers: of an article, of rulings by their keys (below nought those of other installations);
    version: another one when it says otherwise."""

    of_article: Callable[[str, int], ArticleHeadnotes]
    of_rulings: Callable[[Iterable[int]], Mapping[int, HeadnoteLine]]
    version: Callable[[], object]
    # All casebooks: whose, and where they are read.
    casebooks: Callable[[], Sequence[tuple[str, str]]]


SOURCES: list[Source] = []


def on_article(code: str, number: int) -> ArticleHeadnotes:
    return next((source.of_article(code, number) for source in SOURCES), ArticleHeadnotes())


def headnotes_by_ruling(keys: Iterable[int]) -> Mapping[int, HeadnoteLine]:
    return next((source.of_rulings(keys) for source in SOURCES), {})


def casebooks() -> Sequence[tuple[str, str]]:
    return next((source.casebooks() for source in SOURCES), ())


def version_of_headnotes() -> object:
    return next((source.version() for source in SOURCES), None)
