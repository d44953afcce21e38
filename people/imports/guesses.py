"""A list without headings: what its columns seem to hold, to be proposed and never taken for granted."""

from collections.abc import Callable, Sequence

from people.imports.headings import Datum
from people.imports.table import SheetRow
from people.imports.words import given_names, plain_letters


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
