"""Columns of days as spreadsheets and other countries write them, made days that say which they are, and told."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta

from people.imports.table import SheetRow
from records.days import day_written

# How a spreadsheet counts days: from 10000 (1927) on, so that no year is taken for one.
_SERIAL = re.compile(r"([1-7]\d{4})(?:[.,]0+)?", re.ASCII)
_FIRST = date(1899, 12, 30)
_OF_FIGURES = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?: .*)?", re.ASCII)
_MONTHS = 12


def with_days(
    rows: Sequence[SheetRow], columns: Collection[int], births: Collection[int] = ()
) -> tuple[tuple[SheetRow, ...], tuple[str, ...]]:
    """The rows with the cells of these columns as days that can be read one way only; one example of each change.

    births: those of them whose years of two figures are of either century.
    """
    month_first = _is_month_first(row.cell(column) for row in rows for column in columns)
    is_either = not month_first and all(
        _may_be_two(text)
        for row in rows
        for column in columns
        if (text := row.cell(column)) and _OF_FIGURES.fullmatch(text)
    )
    told: dict[str, str] = {}
    changed = []
    for row in rows:
        cells = list(row.cells)
        for column in (one for one in columns if one < len(cells)):
            kind, cells[column] = _plain(cells[column], month_first)
            read = day_written(cells[column])
            if read and not kind and is_either and _may_be_two(cells[column]):
                told.setdefault("either", f"{row.cell(column)} → {read.day.isoformat()}")
            elif read and (kind or (read.is_short and column not in births)):
                is_birth = read.is_short and column in births
                shown = cells[column] if is_birth else f"{read.day:%d/%m/%Y}"
                told.setdefault(kind or "short", f"{row.cell(column)} → {shown}")
        changed.append(SheetRow(row.number, tuple(cells)) if cells != list(row.cells) else row)
    return tuple(changed), tuple(told.values())


def _plain(text: str, month_first: bool) -> tuple[str, str]:
    """The cell as a day that says which it is, and what it was: counted, or the month first; else as it stands."""
    if serial := _SERIAL.fullmatch(text):
        return "serial", (_FIRST + timedelta(days=int(serial[1]))).isoformat()
    if month_first and (figures := _OF_FIGURES.fullmatch(text)):
        month, mark, day, year = figures.groups()
        return "american", f"{day}{mark}{month}{mark}{year}"
    return "", text


def _may_be_two(text: str) -> bool:
    """Whether its figures make a day in either order."""
    figures = _OF_FIGURES.fullmatch(text)
    if figures is None or figures[1] == figures[3]:
        return False
    return max(int(figures[1]), int(figures[3])) <= _MONTHS


def _is_month_first(texts: Iterable[str]) -> bool:
    """Whether some day of the file can only be month before day, and none only day before month."""
    found = [(int(match[1]), int(match[3])) for text in texts if (match := _OF_FIGURES.fullmatch(text))]
    return any(second > _MONTHS for _first, second in found) and all(first <= _MONTHS for first, _second in found)
