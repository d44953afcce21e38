"""The codes that this installation carries, and their editions: each names the one that it supersedes.

A tournament is pinned to one edition by the id of its rulebook; a later edition never changes what it plays by.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from codes import build_cache
from codes.deciding.book import Rulebook
from codes.format.model import Text
from codes.reading.loader import load_rulebook

RULEBOOKS = Path(__file__).parent / "rulebooks"


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all codes, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in RULEBOOKS.glob("*/rulebook.yaml")))


# Kept for the life of the process; whoever reads it first in an installation checks it whole.
@cache
def get_rulebook(rulebook_id: str) -> Rulebook:
    """The code with that id, loaded once. Raises KeyError for an unknown one."""
    if rulebook_id not in rulebook_ids():
        raise KeyError(rulebook_id)
    folder = RULEBOOKS / rulebook_id
    source = build_cache.digest_of(folder)
    return build_cache.load_or_make(rulebook_id, source, lambda: replace(load_rulebook(folder), source=source))


def all_rulebooks() -> tuple[Rulebook, ...]:
    return tuple(get_rulebook(rulebook_id) for rulebook_id in rulebook_ids())


def successors() -> dict[str, str]:
    """Which edition comes after which: from the id of one to the id of the next."""
    return {book.supersedes: book.id for book in all_rulebooks() if book.supersedes}


@dataclass(frozen=True)
class CodeEditions:
    """A code in its latest edition, and the editions before it, the newest first."""

    latest: Rulebook
    earlier: tuple[Rulebook, ...]


def codes() -> list[CodeEditions]:
    """Every code once, by federation and title."""
    books = {book.id: book for book in all_rulebooks()}
    superseded = {book.supersedes for book in books.values()}
    latest = [book for book in books.values() if book.id not in superseded]
    editions = [CodeEditions(book, tuple(_before(book, books))) for book in latest]
    return sorted(editions, key=lambda code: (code.latest.federation, code.latest.title.it))


def _before(book: Rulebook, books: dict[str, Rulebook]) -> Iterable[Rulebook]:
    while book.supersedes and book.supersedes in books:
        book = books[book.supersedes]
        yield book


def later_editions(rulebook_id: str) -> list[Rulebook]:
    """The editions that came after this one, the next one first."""
    after, books = successors(), list[Rulebook]()
    while rulebook_id in after:
        rulebook_id = after.pop(rulebook_id)
        books.append(get_rulebook(rulebook_id))
    return books


def same_code(rulebook_id: str) -> list[str]:
    """The ids of all editions of the code that the edition is of; of one that is not carried here, its own alone."""
    for code in codes():
        ids = [book.id for book in (code.latest, *code.earlier)]
        if rulebook_id in ids:
            return ids
    return [rulebook_id]


def edition(rulebook_id: str) -> tuple[str, str, str]:
    """The edition with that id: its id, its name, its game. Raises KeyError for an unknown one."""
    book = get_rulebook(rulebook_id)
    return book.id, book.edition, book.game


def newest_edition(rulebook_id: str) -> tuple[str, str, str]:
    """The same of the last that came after it, which a tournament opened today is pinned to."""
    later = later_editions(rulebook_id)
    return edition(later[-1].id if later else rulebook_id)


def offered() -> list[tuple[str, str, str, Text]]:
    """Every edition there is, each code's newest first: id, name, game, title of the code."""
    books = [book for code in codes() for book in (code.latest, *code.earlier)]
    return [(book.id, book.edition, book.game, book.title) for book in books]


def edition_problems(books: Iterable[Rulebook]) -> list[str]:
    """What is wrong with the chain of editions: an unknown one, another game's, two after the same, a circle."""
    by_id = {book.id: book for book in books}
    problems, successors = [], dict[str, str]()
    for book in by_id.values():
        if not book.supersedes:
            continue
        before = by_id.get(book.supersedes)
        if before is None:
            problems.append(f"{book.id}: supersedes the unknown code «{book.supersedes}»")
        elif (before.federation, before.game) != (book.federation, book.game):
            problems.append(f"{book.id}: supersedes «{before.id}», the code of another federation or game")
        elif before.id in successors:
            problems.append(f"{book.id}: supersedes «{before.id}», as «{successors[before.id]}» does already")
        elif _leads_back(book, by_id):
            problems.append(f"{book.id}: its editions supersede each other in a circle")
        successors.setdefault(book.supersedes, book.id)
    return problems


def _leads_back(book: Rulebook, by_id: dict[str, Rulebook]) -> bool:
    passed = {book.id}
    before = by_id.get(book.supersedes)
    while before is not None and before.id not in passed:
        passed.add(before.id)
        before = by_id.get(before.supersedes)
    return before is not None
