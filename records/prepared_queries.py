"""Queries whose SQL is compiled once: Django needs longer to compile some of them than the database to answer.

SQLite answers most queries of a page in 0.02 to 0.2 ms; Django took ten times as long to compile them, and most of the
remaining time to make instances. A query is prepared if its shape never changes and a page runs it every time; a query
that depends on the data stays a queryset. The function that builds a prepared query may not look at its arguments'
values. Converters and populators are Django's own.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar, cast, get_type_hints, overload

from django.db import connection, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from records import replica

Item = TypeVar("Item")
Record = TypeVar("Record", bound=Model)
Row = tuple[Any, ...]
Given = int | str | date
Ask = Callable[..., "QuerySet[Any, Any]"]

# A statement for each query and each of its positional values; the oldest are compiled anew.
KEPT = 500


class _Place(NamedTuple):
    """The place in a statement of the value of that name."""

    name: str


class _Statement(NamedTuple):
    """The SQL, its values in order (with places for the arguments), and the converters from columns to Python."""

    sql: str
    values: Row
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]
    record: Callable[[Row], Any] | None


def prepared(ask: Ask) -> Callable[..., list[Row]]:
    """Turn a function that builds a `values_list` into one that returns its rows.

    ask: its keyword arguments are whole numbers, texts or days that it only compares with columns. Its positional
    arguments become part of the SQL, like the bounds of a slice: each value makes a statement of its own.
    """

    @wraps(ask)
    def rows(*fixed: int, **parameters: Given) -> list[Row]:
        return _answer(_statement(ask, fixed, connection.vendor), parameters)

    return rows


def prepared_records(ask: "Callable[..., QuerySet[Record]]") -> Callable[..., list[Record]]:
    """The same for a query of records, with their annotations and their `select_related` records.

    They may be read from the replica, as on any page that does not write (`replica`).
    """

    @wraps(ask)
    def records(*fixed: int, **parameters: Given) -> list[Record]:
        statement = _statement(ask, fixed, connection.vendor, replica.replica_alias())
        record = cast("Callable[[Row], Record]", statement.record)
        return [record(row) for row in _answer(statement, parameters)]

    return records


def _answer(statement: _Statement, parameters: Mapping[str, Given]) -> list[Row]:
    sent = [
        _database_value(parameters[place.name]) if isinstance(place, _Place) else place for place in statement.values
    ]
    with connections[replica.replica_alias()].cursor() as cursor:
        cursor.execute(statement.sql, sent)
        rows = cursor.fetchall()
    return [_convert(row, statement.converters) for row in rows] if statement.converters else rows


@lru_cache(maxsize=KEPT)
def _statement(ask: Ask, fixed: tuple[int, ...], vendor: str, records_of: str = "") -> _Statement:
    """records_of: the alias of the database for which it makes records of the rows; empty: it makes none."""
    kinds = list(get_type_hints(ask).items())[len(fixed) :]
    stand_ins = {name: _stand_in(name, kind, place) for place, (name, kind) in enumerate(kinds) if name != "return"}
    compiler = ask(*fixed, **stand_ins).query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    places = {_database_value(stand_in): _Place(name) for name, stand_in in stand_ins.items()}
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    record = _maker(compiler, records_of) if records_of else None
    return _Statement(sql, tuple(places.get(value, value) for value in values), converters, record)


def _maker(compiler: SQLCompiler, alias: str) -> Callable[[Row], Model]:
    """A function that makes a record from a row, as Django's `ModelIterable` does."""
    info = cast("dict[str, Any]", compiler.klass_info)
    model, first, last = info["model"], info["select_fields"][0], info["select_fields"][-1]
    names = [column.target.attname for column, _sql, _alias in compiler.select[first : last + 1]]
    beside = get_related_populators(info, compiler.select, alias)  # type: ignore[call-arg]  # stubs of a later Django
    annotated = (compiler.annotation_col_map or {}).items()

    def record_from(row: Row) -> Model:
        record: Model = model.from_db(alias, names, row[first : last + 1])
        for related_populator in beside:
            related_populator.populate(row, record)
        for name, column in annotated:
            setattr(record, name, row[column])
        return record

    return record_from


def _stand_in(name: str, kind: object, place: int) -> Given:
    """A value that occurs nowhere else in a statement; numbers fit the smallest column, or Django would not ask."""
    if kind is date:
        return date(1, 1, 1 + place)
    return 32_001 + place if kind is int else f"/{name}/"


def _database_value(value: Given) -> Given:
    """The value in the form that this database takes."""
    return connection.ops.adapt_datefield_value(value) or value if isinstance(value, date) else value


def _convert(row: Row, converters: dict[int, tuple[list[Callable[..., Any]], Any]]) -> Row:
    values = list(row)
    for column, (steps, expression) in converters.items():
        for step in steps:
            values[column] = step(values[column], expression, connection)
    return tuple(values)


class Slices(Sequence[Item]):
    """A long list for a paginator: it counts all items and reads only those of a page."""

    def __init__(self, count: Callable[[], int], read: Callable[[int, int], list[Item]]) -> None:
        self.count_all, self.read = count, read

    def __len__(self) -> int:
        return self.count_all()

    @overload
    def __getitem__(self, wanted: int) -> Item: ...

    @overload
    def __getitem__(self, wanted: slice) -> list[Item]: ...

    def __getitem__(self, wanted: int | slice) -> Item | list[Item]:
        if isinstance(wanted, int):
            return self[wanted : wanted + 1][0]
        # The only page of nothing begins where it ends.
        return self.read(wanted.start, wanted.stop) if wanted.start < wanted.stop else []
