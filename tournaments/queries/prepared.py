"""Questions whose SQL is put together once: Django takes longer to write some of them than the database to answer."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache, wraps
from typing import Any, NamedTuple, TypeVar, get_type_hints, overload

from django.db import connection, connections
from django.db.models import QuerySet

from tournaments import replica

Item = TypeVar("Item")
Row = tuple[Any, ...]
Given = int | str | date
Ask = Callable[..., "QuerySet[Any, Any]"]

# One for each question and each of its fixed values; the oldest is written anew.
KEPT = 500


class _Place(NamedTuple):
    """Where the value of that name stands in a statement."""

    name: str


class _Statement(NamedTuple):
    """The SQL, its values in order (a place for each that is given), and what turns columns into Python's values."""

    sql: str
    values: Row
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]


def prepared(ask: Ask) -> Callable[..., list[Row]]:
    """Make of what builds a `values_list` one that answers it.

    ask: its named values are whole numbers, texts or days, which it only compares columns with; its positional ones
    stand in the SQL itself, as the bounds of a slice do, and each of them makes a statement of its own.
    """

    @wraps(ask)
    def rows(*fixed: int, **given: Given) -> list[Row]:
        sql, values, converters = _statement(ask, fixed, connection.vendor)
        with connections[replica.alias()].cursor() as cursor:
            cursor.execute(sql, [_sent(given[one.name]) if isinstance(one, _Place) else one for one in values])
            found = cursor.fetchall()
        return [_converted(row, converters) for row in found] if converters else found

    return rows


@lru_cache(maxsize=KEPT)
def _statement(ask: Ask, fixed: tuple[int, ...], vendor: str) -> _Statement:
    kinds = list(get_type_hints(ask).items())[len(fixed) :]
    stand_ins = {name: _stand_in(name, kind, place) for place, (name, kind) in enumerate(kinds) if name != "return"}
    compiler = ask(*fixed, **stand_ins).query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    places = {_sent(stand_in): _Place(name) for name, stand_in in stand_ins.items()}
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    return _Statement(sql, tuple(places.get(value, value) for value in values), converters)


def _stand_in(name: str, kind: object, place: int) -> Given:
    """What stands nowhere else in a statement. A number that the smallest column holds: for others none is asked."""
    if kind is date:
        return date(1, 1, 1 + place)
    return 32_001 + place if kind is int else f"/{name}/"


def _sent(value: Given) -> Given:
    """As this kind of database takes it."""
    return connection.ops.adapt_datefield_value(value) or value if isinstance(value, date) else value


def _converted(row: Row, converters: dict[int, tuple[list[Callable[..., Any]], Any]]) -> Row:
    values = list(row)
    for column, (steps, expression) in converters.items():
        for step in steps:
            values[column] = step(values[column], expression, connection)
    return tuple(values)


class Slices(Sequence[Item]):
    """A long list for a paginator: counted, and of its items only those of a page read."""

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
