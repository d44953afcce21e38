"""One set of rows, three outputs: HTML, PDF and Excel only lay out a Sheet."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format

from tournaments.cells import Cell, Kind, as_text, fraction_text, local

__all__ = ["Cell", "Column", "Kind", "Sheet", "as_text", "columns", "fraction_text", "local", "long_date"]


@dataclass(frozen=True)
class Column:
    """A column; width in characters of its longest usual value."""

    key: str
    title: str
    kind: Kind = Kind.TEXT
    width: int = 12


@dataclass(frozen=True)
class Sheet:
    """A titled table; rows and footer give one cell per column, in order."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    footer: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        # A shifted score would look true.
        expected = len(self.columns)
        for row in (*self.rows, *([self.footer] if self.footer else [])):
            if len(row) != expected:
                raise ValueError(f"{self.title}: {len(row)} cells for {expected} columns")

    def values(self, key: str) -> list[Cell]:
        place = [column.key for column in self.columns].index(key)
        return [row[place] for row in self.rows]


def columns(*definitions: tuple[Any, ...]) -> tuple[Column, ...]:
    """Columns from (key, title, kind, width) tuples; titles become plain text in the active language."""
    return tuple(Column(key, str(title), *rest) for key, title, *rest in definitions)


def long_date(moment: date) -> str:
    is_moment = isinstance(moment, datetime)
    return date_format(local(moment) if is_moment else moment, "j F Y, H:i" if is_moment else "j F Y")
