"""Questions whose SQL is put together once: Django takes longer to write some of them than the database to answer.

SQLite answers most questions of a page in 0.02 to 0.2 ms; Django took ten times as long to write them, and most of the
rest to make instances. This is for questions whose shape never changes and that a page asks at every look; whatever
filters by what is there stays a queryset, and a prepared question may not look at what it is given. Converters and
populators are Django's own.
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
    record: Callable[[Row], Any] | None


def prepared(ask: Ask) -> Callable[..., list[Row]]:
    """Make of what builds a `values_list` one that answers it.

    ask: its named values are whole numbers, texts or days, which it only compares columns with; its positional ones
    stand in the SQL itself, as the bounds of a slice do, and each of them makes a statement of its own.
    """

    @wraps(ask)
    def rows(*fixed: int, **given: Given) -> list[Row]:
        return _answered(_statement(ask, fixed, connection.vendor), given)

    return rows


def prepared_records(ask: "Callable[..., QuerySet[Record]]") -> Callable[..., list[Record]]:
    """The same of a question for records, with what they are annotated with and the records selected beside them.

    They are read as any page reads, from a copy where that may be; what writes is no such page (`replica`).
    """

    @wraps(ask)
    def records(*fixed: int, **given: Given) -> list[Record]:
        statement = _statement(ask, fixed, connection.vendor, replica.alias())
        record = cast("Callable[[Row], Record]", statement.record)
        return [record(row) for row in _answered(statement, given)]

    return records


def _answered(statement: _Statement, given: Mapping[str, Given]) -> list[Row]:
    sent = [_sent(given[one.name]) if isinstance(one, _Place) else one for one in statement.values]
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(statement.sql, sent)
        found = cursor.fetchall()
    return [_converted(row, statement.converters) for row in found] if statement.converters else found


@lru_cache(maxsize=KEPT)
def _statement(ask: Ask, fixed: tuple[int, ...], vendor: str, records_of: str = "") -> _Statement:
    """records_of: the alias of the database whose records it makes of its rows; empty: none."""
    kinds = list(get_type_hints(ask).items())[len(fixed) :]
    stand_ins = {name: _stand_in(name, kind, place) for place, (name, kind) in enumerate(kinds) if name != "return"}
    compiler = ask(*fixed, **stand_ins).query.get_compiler(connection=connection)
    sql, values = compiler.as_sql()
    places = {_sent(stand_in): _Place(name) for name, stand_in in stand_ins.items()}
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    record = _maker(compiler, records_of) if records_of else None
    return _Statement(sql, tuple(places.get(value, value) for value in values), converters, record)


def _maker(compiler: SQLCompiler, alias: str) -> Callable[[Row], Model]:
    """What makes a record of a row, as Django's own `ModelIterable` does it."""
    info = cast("dict[str, Any]", compiler.klass_info)
    model, first, last = info["model"], info["select_fields"][0], info["select_fields"][-1]
    names = [column.target.attname for column, _sql, _alias in compiler.select[first : last + 1]]
    beside = get_related_populators(info, compiler.select, alias)  # type: ignore[call-arg]  # stubs of a later Django
    annotated = (compiler.annotation_col_map or {}).items()

    def made(row: Row) -> Model:
        record: Model = model.from_db(alias, names, row[first : last + 1])
        for one in beside:
            one.populate(row, record)
        for name, column in annotated:
            setattr(record, name, row[column])
        return record

    return made


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
