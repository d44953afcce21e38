"""What a heading means: «Cognome 1° giocatore», «N. tessera», «ASD/Circolo», «Card no.»; and columns without headings.

What those seem to hold is a guess, to be proposed and never taken for granted.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from people.imports.table import SheetRow
from people.imports.words import given_names, header_words, plain_letters


class Datum(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    PAIR = "pair"  # a number, the players or a name: the cells below tell
    PLAYERS = "players"  # everybody in one cell
    NAME = "name"  # of the pair or team
    LAST = "last_name"
    FIRST = "first_name"
    FULL = "full_name"  # surname and name in one cell, in an order to be found out
    LAST_FIRST = "last_first"
    FIRST_LAST = "first_last"
    CARD = "card"
    CLUB = "club"
    CATEGORY = "category"
    MINOR_UNTIL = "minor_until"  # the day on which a player comes of age
    BORN = "born"
    STATE = "state"  # whether somebody may play


WHOLE_NAMES = frozenset({Datum.FULL, Datum.LAST_FIRST, Datum.FIRST_LAST})
# What belongs to one player, so that a list of pairs has it once for each.
PERSONAL = WHOLE_NAMES | {
    Datum.LAST,
    Datum.FIRST,
    Datum.CARD,
    Datum.CLUB,
    Datum.CATEGORY,
    Datum.MINOR_UNTIL,
    Datum.BORN,
    Datum.STATE,
}


@dataclass(frozen=True)
class Heading:
    """A field and the player it is of, from 1; 0 when the heading names none."""

    field: Datum
    place: int = 0


def read_heading(text: str) -> Heading | None:
    """What the heading means; None when it is none of ours."""
    marked = re.sub("[#№]", " n ", re.sub("[°ºª]", " ", text))
    words = re.findall(r"[a-z]+|\d+", plain_letters(marked))
    datum = _field(words)
    if datum or not words:
        return Heading(datum) if datum else None
    place, comma, _rest = text.partition(",")  # «Circolo, città»
    of_place = read_heading(place) if comma else None
    return of_place if of_place and of_place.field in (Datum.CLUB, Datum.CATEGORY) else _read_beside(words)


def _read_beside(words: Sequence[str]) -> Heading | None:
    """A heading with a place, a player's or a number's word beside what it means."""
    return next((heading for place, rest in _places_in(words) if (heading := _read_rest(place, rest))), None)


def _read_rest(place: int, words: Sequence[str]) -> Heading | None:
    """What the words mean once the place is taken out of them."""
    kinds = _words_beside()
    is_number = any(word in kinds["number"] for word in words)
    # A single letter is a player's word only before a place: «G1», but not «G», «P».
    is_of_player = any(word in kinds["player"] and (place or len(word) > 1) for word in words)
    if any(word in kinds["partner"] for word in words):
        is_of_player, place = True, place or 2
    rest = [word for word in words if not any(word in kinds[kind] for kind in ("player", "partner", "number"))]
    if rest:
        datum = _field(rest) or _datum_with_name(rest)
        if datum in {Datum.PAIR, Datum.NAME} and is_number:
            datum = Datum.NUMBER
        return Heading(datum, place if datum in PERSONAL else 0) if datum else None
    if is_of_player and (place or not is_number):
        return Heading(Datum.FULL, place)
    return Heading(Datum.NUMBER) if is_number and not place else None


def _places_in(words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Each place that a word may name, with the words without it: figures first, none at the end.

    «First name 2» has two; only taking the figure leaves words with a meaning.
    """
    has_player = any(word in _words_beside()["player"] for word in words)
    for index, word in sorted(enumerate(words), key=lambda item: not item[1].isdigit()):
        # A single «a» or «b» is a place only beside a word for a player.
        if word in _places() and (has_player or word not in "abcd"):
            yield _places()[word], [*words[:index], *words[index + 1 :]]
    yield 0, list(words)


def _field(words: Sequence[str]) -> Datum | None:
    """The field of exactly these words, little ones apart; or of words that all mean the same field."""
    synonyms = _synonyms()
    content = [word for word in words if word not in _words_beside()["little"]]
    for phrase in (" ".join(words), " ".join(content)):
        if phrase in synonyms:
            return synonyms[phrase]
    fields = {synonyms.get(word) for word in content}
    return fields.pop() if len(fields) == 1 else None


def _datum_with_name(words: Sequence[str]) -> Datum | None:
    """«Nome del circolo» is the club, «Nome coppia» the name of the pair."""
    rest = [word for word in words if _synonyms().get(word) is not Datum.FIRST]
    datum = _field(rest) if len(rest) < len(words) else None
    return {Datum.PAIR: Datum.NAME, Datum.NAME: Datum.NAME, Datum.CLUB: Datum.CLUB}.get(datum) if datum else None


@cache
def _synonyms() -> dict[str, Datum]:
    named = ((field, header_words().get(field.value, ())) for field in Datum)
    return {phrase: field for field, phrases in named for phrase in phrases}


@cache
def _words_beside() -> dict[str, frozenset[str]]:
    words: dict[str, Iterable[str]] = header_words()["words"]
    return {kind: frozenset(listed) for kind, listed in words.items()}


@cache
def _places() -> dict[str, int]:
    return {word: int(place) for place, listed in header_words()["places"].items() for word in listed}


def guess_columns(rows: Sequence[SheetRow], width: int) -> dict[int, tuple[Datum, int]]:
    """The fields that the cells speak for, each with its player (0: the entry); the other columns are left out."""
    guesses = _Guesses(rows)
    for column in range(width):
        guesses.look_at(column)
    return dict(sorted(guesses.found.items()))


class _Guesses:
    """Columns from left to right: names begin a player, figures after them are the card."""

    def __init__(self, rows: Sequence[SheetRow]) -> None:
        self.rows = rows
        self.found: dict[int, tuple[Datum, int]] = {}
        self.people = 0

    def look_at(self, column: int) -> None:
        """Add what the column seems to hold."""
        if column == 0 and [row.cell(0) for row in self.rows] == [str(n) for n in range(1, len(self.rows) + 1)]:
            self.found[0] = (Datum.NUMBER, 0)
        elif self._is_mostly(column, _is_whole_name):
            self._person({column: Datum.FULL})
        elif self._is_mostly(column, _is_given_name):
            surname = next(
                (neighbour for neighbour in (column - 1, column + 1) if self._may_be_surname(neighbour)), None
            )
            self._person({column: Datum.FIRST} | ({} if surname is None else {surname: Datum.LAST}))
        elif self.people and (Datum.CARD, self.people) not in self.found.values() and self._is_mostly(column, _is_card):
            self.found[column] = (Datum.CARD, self.people)

    def _person(self, fields: dict[int, Datum]) -> None:
        self.people += 1
        self.found |= {column: (field, self.people) for column, field in fields.items()}

    def _may_be_surname(self, column: int) -> bool:
        return column >= 0 and column not in self.found and self._is_mostly(column, _is_word)

    def _is_mostly(self, column: int, holds: Callable[[str], bool]) -> bool:
        cells = [cell for row in self.rows if (cell := row.cell(column))]
        return bool(cells) and 2 * sum(map(holds, cells)) > len(cells)


def _is_whole_name(text: str) -> bool:
    return " " in text and any(word in given_names() for word in plain_letters(text).replace(",", " ").split())


def _is_given_name(text: str) -> bool:
    return plain_letters(text).split(" ")[0] in given_names()


def _is_word(text: str) -> bool:
    return not any(map(str.isdigit, text))


def _is_card(text: str) -> bool:
    return any(map(str.isdigit, text)) and " " not in text
