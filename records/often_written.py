"""Records whose INSERT and UPDATE are compiled once: Django takes longer to compile them than the database to write.

An action writes half a dozen rows (its claim, its record, a salt, its line, the version), and always the same columns.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connections, models

if TYPE_CHECKING:
    Column = models.Field[Any, Any]


class OftenWritten(models.Model):
    """Saved as Django saves it, by a statement of before; whatever is no plain value is left to Django."""

    class Meta:
        abstract = True

    def _do_insert(self, manager: Any, using: str, fields: Any, returning_fields: Any, raw: bool) -> Any:
        model = manager.model
        is_usual = not raw and returning_fields == [model._meta.pk]
        values = _sent(((field, field.pre_save(self, True)) for field in fields), using) if is_usual else None
        if values is None:
            return super()._do_insert(manager, using, fields, returning_fields, raw)  # type: ignore[misc]  # Django's own
        statement = _insert(model, tuple(field.attname for field in fields), connections[using].vendor)
        with connections[using].cursor() as cursor:
            cursor.execute(statement, values)
            return [cursor.fetchone()]

    def _do_update(self, base_qs: Any, using: str, pk_val: Any, values: Any, *how: Any) -> bool:  # type: ignore[override]  # stubs of a later Django
        if write_columns(base_qs.model, pk_val, {field: value for field, _model, value in values}, using):
            return True
        django_s: Any = super()._do_update  # not there, or not to be written so: Django tells
        return bool(django_s(base_qs, using, pk_val, values, *how))


def write_columns(
    model: type[models.Model], pk: Any, values: "Mapping[Column, Any]", using: str = DEFAULT_DB_ALIAS
) -> bool:
    """Write these columns of the record of that key; whether it is there, and every value a plain one."""
    sent = _sent(values.items(), using) if values else None
    if sent is None:
        return False
    statement = _update(model, tuple(field.attname for field in values), connections[using].vendor)
    with connections[using].cursor() as cursor:
        cursor.execute(statement, [*sent, pk])
        return bool(cursor.rowcount > 0)


def _sent(values: "Iterable[tuple[Column, Any]]", using: str) -> list[Any] | None:
    """The values as the database takes them; None where one is an expression, or wants a place of its own."""
    sent = []
    for field, value in values:
        if hasattr(value, "resolve_expression") or hasattr(field, "get_placeholder"):
            return None
        sent.append(field.get_db_prep_save(value, connections[using]))
    return sent


@cache
def _insert(model: type[models.Model], names: tuple[str, ...], vendor: str) -> str:
    operations, columns = _operations(), _columns(model, names)
    returning, _values = operations.return_insert_columns([model._meta.pk])
    table, places = operations.quote_name(model._meta.db_table), ", ".join(["%s"] * len(columns))
    return f"{operations.insert_statement()} {table} ({', '.join(columns)}) VALUES ({places}) {returning}"


@cache
def _update(model: type[models.Model], names: tuple[str, ...], vendor: str) -> str:
    quoted = _operations().quote_name
    table, key = quoted(model._meta.db_table), quoted(model._meta.pk.column)
    changes = ", ".join(f"{column} = %s" for column in _columns(model, names))
    return f"UPDATE {table} SET {changes} WHERE {table}.{key} = %s"  # noqa: S608 — names of the models


def _columns(model: type[models.Model], names: tuple[str, ...]) -> list[str]:
    columns = {field.attname: field.column for field in model._meta.local_concrete_fields}
    return [_operations().quote_name(columns[name]) for name in names]


def _operations() -> Any:
    return connections[DEFAULT_DB_ALIAS].ops
