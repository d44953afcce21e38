"""The words of a letter around a list: a greeting and what leads to it above, below thanks, a signature, a date."""

import re
from collections.abc import Mapping
from functools import cache

from people.imports.table import ListSheet, SheetRow
from people.imports.words import given_names, header_words, plain_words

_MOST_CLOSING = 8  # rows from the first that closes a letter to its end
_MOST_CELLS = _A_NAME = 2
_DATED = re.compile(r"\w[\w' ]+,?\s+(?:l[iì]['’]?|il)\s+[\d_.]", re.IGNORECASE)


def letter_rows(table: ListSheet, header: int) -> frozenset[int]:
    """The rows under the header that are words of a letter, and nobody."""
    rows = [row for row in table.rows if row.number > header]
    closing = _closing(rows, is_titled=header > 0)
    opening = {row.number for row in rows[: len(rows) - len(closing)] if _opens(row)}
    return frozenset(opening | {row.number for row in closing})


def _closing(rows: list[SheetRow], *, is_titled: bool) -> list[SheetRow]:
    """The last rows, from the one that begins to close on: those under it are the names of who signs."""
    last = rows[-_MOST_CLOSING:]
    listed = next((row.number for row in rows if not _opens(row)), 0)  # a letter does not close before its list
    for place, row in enumerate(last):
        is_tail = row.number > listed and all(map(_is_short, last[place:]))
        if is_tail and not _opens(row) and _closes(row, is_titled=is_titled):
            return last[place:]
    return []


def _is_short(row: SheetRow) -> bool:
    return sum(map(bool, row.cells)) <= _MOST_CELLS and not _first(row).isdigit()


def _first(row: SheetRow) -> str:
    return next(filter(None, row.cells), "")


def _closes(row: SheetRow, *, is_titled: bool) -> bool:
    text = _first(row)
    words = plain_words(text)
    if is_titled and any(_is_name(one) for one in (words, plain_words(" ".join(row.cells)))):
        return False  # under the titles of a list somebody may be called «Presidente Ugo»
    phrase = f" {' '.join(words)} "
    return bool(_DATED.match(text)) or any(f" {one} " in phrase for one in _words()["closing"])


def _is_name(words: list[str]) -> bool:
    return len(words) == _A_NAME and bool(given_names().intersection(words))


def _opens(row: SheetRow) -> bool:
    """Whether it greets, or is a sentence: no list has a row that ends in a colon."""
    if not _is_short(row):
        return False
    text = " ".join(filter(None, row.cells))
    words = plain_words(text)
    if words and text.rstrip().endswith(":"):
        return True
    if not words or any(map(str.isdigit, words)):
        return False
    greets = words[0] in _words()["greeting"] or (words[0] in _words()["dear"] and text.rstrip()[-1] in ",!:")
    return greets or len(_words()["telling"].intersection(words)) > 1


@cache
def _words() -> Mapping[str, frozenset[str]]:
    return {kind: frozenset(words) for kind, words in header_words()["letter"].items()}
