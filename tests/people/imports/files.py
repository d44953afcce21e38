"""Files as people save them, made here: bytes of text in any encoding, workbooks written by openpyxl or by hand."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

from people.imports.columns import ListKind, Recognition, recognise
from people.imports.file_tables import read_tables
from people.imports.passed_over import PassedOver, passed_over
from people.imports.repetitions import with_repetitions
from people.imports.rows import PAIR, PLAYER, EntryRow, Shape, entry_rows, grouping_column
from people.imports.table import ListSheet

PAIRS = "N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2;Circolo\n"


def cells(content: bytes) -> list[tuple[str, ...]]:
    """The cells of the first table."""
    return [row.cells for row in read_tables(content)[0].rows]


def entries(content: bytes | str, shape: Shape = PAIR) -> tuple[EntryRow, ...]:
    """The pairs of a file whose columns are understood without asking."""
    return _built(content, ListKind.ENTRIES, shape)


def players(content: bytes | str) -> tuple[EntryRow, ...]:
    """The players of a file whose columns are understood without asking."""
    return _built(content, ListKind.PLAYERS, PLAYER)


def _built(content: bytes | str, kind: ListKind, shape: Shape) -> tuple[EntryRow, ...]:
    table = read_tables(content.encode() if isinstance(content, str) else content)[0]
    columns = recognise(table, kind)
    assert columns.is_sure, columns
    return with_repetitions(entry_rows(table, columns, shape, without=passed(table, columns, shape)))


def passed(table: ListSheet, columns: Recognition, shape: Shape = PAIR) -> Mapping[int, PassedOver]:
    """The rows that are nobody."""
    return passed_over(table, columns, grouped=grouping_column(columns, shape) is not None)


def names(rows: Iterable[EntryRow]) -> list[list[str]]:
    """Surname and name of the players of each entry."""
    return [[f"{one.last_name} {one.first_name}" for one in row.players] for row in rows]


def workbook(rows: Iterable[Sequence[Any]], merged: Iterable[str] = (), title: str = "Iscritti") -> bytes:
    """A workbook of one sheet with cells merged as told."""
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    for area in merged:
        sheet.merge_cells(area)
    return saved(book)


def saved(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(content: bytes, changes: Mapping[str, bytes]) -> bytes:
    """The workbook with some of its parts replaced or added."""
    out = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name, old.read(name)))
        for name in changes.keys() - set(old.namelist()):
            new.writestr(name, changes[name])
    return out.getvalue()
