"""A value in a table and how it is written, the same on a page, on paper and in a workbook; and whose a document is.

One set of rows, three outputs: HTML, PDF and Excel only lay out a Sheet. A sheet is its columns, each with its getter.

Every page of a document carries its Imprint, and names persons by it, the erased ones by a mark. A mark is put in words
where pages, papers and workbooks leave the house, not where each of them prints a name: so nobody who writes a page
need think of it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from operator import itemgetter
from typing import Any, Generic, Self, TypeVar

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

Cell = str | int | Fraction | date | datetime | None


class Kind(StrEnum):
    """What a column holds: decides alignment, the Excel type and how a value is written."""

    TEXT = "text"
    INTEGER = "integer"
    SIGNED = "signed"
    FRACTION = "fraction"
    DATE = "date"
    MOMENT = "moment"

    @property
    def is_number(self) -> bool:
        return self in {Kind.INTEGER, Kind.SIGNED, Kind.FRACTION}


def as_text(value: Cell, kind: Kind = Kind.TEXT) -> str:
    """The cell as a person reads it in the active language; nothing is an empty text."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return date_format(local(value), "d/m/Y H:i")
    if isinstance(value, date):
        return date_format(value, "d/m/Y")
    if isinstance(value, Fraction):
        return fraction_text(value)
    if isinstance(value, int):
        return signed(value) if kind is Kind.SIGNED else figure(value)
    return str(value)


def local(moment: Any) -> Any:
    # What bears no zone is on the hall's clock already.
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


def fraction_text(value: Fraction) -> str:
    """An exact mean as a mixed number: 47/6 is '7 5/6'."""
    whole, remainder = divmod(abs(value.numerator), value.denominator)
    sign = "−" if value < 0 else ""
    part = f"{remainder}/{value.denominator}" if remainder else ""
    return sign + (" ".join(filter(None, [str(whole) if whole or not part else "", part])))


Record = TypeVar("Record")


@dataclass(frozen=True)
class Column(Generic[Record]):
    """A column and what a record has there; width in characters of its longest usual value."""

    title: str
    kind: Kind
    width: int
    value: Callable[[Record], Cell]


@dataclass(frozen=True)
class Sheet:
    """A titled table; rows and footer give one cell per column, in order. A large one is read from a wall."""

    title: str
    columns: tuple[Column[Any], ...]
    rows: tuple[tuple[Cell, ...], ...]
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    footer: tuple[Cell, ...] = ()
    is_large: bool = False

    def __post_init__(self) -> None:
        # A shifted score would look true.
        expected = len(self.columns)
        for row in (*self.rows, *([self.footer] if self.footer else [])):
            if len(row) != expected:
                raise ValueError(f"{self.title}: {len(row)} cells for {expected} columns")

    @classmethod
    def of(cls, title: str, records: Iterable[Record], *columns: Column[Record], **more: Any) -> Self:
        """A row per record, read now: whoever lays the sheet out later asks nothing more of them."""
        return cls(title, columns, tuple(tuple(one.value(record) for one in columns) for record in records), **more)

    def values(self, title: str) -> list[Cell]:
        place = [column.title for column in self.columns].index(title)
        return [row[place] for row in self.rows]


def in_order(*heads: tuple[str, Kind, int]) -> tuple[Column[Sequence[Cell]], ...]:
    """Columns of what is a row of cells already, from their titles, kinds and widths."""
    return tuple(Column(*head, itemgetter(place)) for place, head in enumerate(heads))


def long_date(moment: date) -> str:
    is_moment = isinstance(moment, datetime)
    return date_format(local(moment) if is_moment else moment, "j F Y, H:i" if is_moment else "j F Y")


def signed(value: int | None) -> str:
    """The number with its sign, as differences and penalties are read; zero has none. Nothing for none."""
    return f"+{value}" if value is not None and value > 0 else figure(value)


def figure(value: int | None) -> str:
    """The number as it is read, below zero with a true minus; nothing for none."""
    return "" if value is None else str(value).replace("-", "−")


def euros(cents: int | None) -> str:
    """An amount kept in cents, as it is read and typed in Italy and elsewhere: «20,00 €»; nothing for none."""
    return "" if cents is None else f"{cents // 100},{cents % 100:02d} €"


# Told how many parts are done, and of how many.
Tell = Callable[[int, int], None]


Shown = TypeVar("Shown")


class Names:
    """How persons are named on a paper: as they stand there, unless a tournament says otherwise."""

    def in_all(self, value: Shown) -> Shown:
        """The value with every name in it as it is to be read."""
        return value


AS_THEY_STAND = Names()


@dataclass(frozen=True)
class Imprint:
    """Whose the document is, what it is, when it was made, in which language."""

    title: str
    owner: str
    at: datetime
    author: str = ""
    language: str = "it"
    # The last line of the log when it was made, by which anybody may later tell a chain that was written anew.
    head: str = ""
    # The same with the tournament's address, for a machine to read.
    code: str = ""
    # How minors are named on it, where it is for everybody's eyes.
    names: Names = AS_THEY_STAND


OPENS, ENDS = "⟦", "⟧"
MARK = re.compile(f"{OPENS}([0-9]*){ENDS}")
# Of a note.
BLACKED = OPENS + ENDS


def mark_of(number: int) -> str:
    """What stands for the person whom the erasure of that number erased."""
    return f"{OPENS}{number}{ENDS}"


def in_words(text: str) -> str:
    """The text with its marks in the reader's language."""
    if OPENS not in text:
        return text
    return MARK.sub(_words, text)


def _words(match: "re.Match[str]") -> str:
    return _("Persona cancellata n. %(number)s") % {"number": match[1]} if match[1] else _("[oscurato]")
