"""A word that nobody bears, put where a person may be named, and looked for in whatever the database holds."""

from collections.abc import Iterator
from typing import Any

from django.db import connection, models

from keeping.erasing.queries import with_text
from records.official_records import Official
from records.seals import NO_SALT, texts_in

CANARY = "Zzcanarino"


def planted(model: type[Official], way: str, owner: int) -> Iterator[tuple[str, str]]:
    """In each personal column of a record: behind what a text says, or in the last text of JSON that may name somebody.

    way: the lookup to whom the records belong. A column of JSON in which no record says anything is passed over.
    """
    rows = model._base_manager.filter(**{way: owner}).order_by("pk")
    for column, keys in model.PERSONAL.items():
        for row in rows:
            if (value := with_canary(row, column, keys)) is not None:
                model._base_manager.filter(pk=row.pk).update(**{column: value})
                yield model._meta.label, column
                break


def with_canary(row: models.Model, column: str, keys: Any, canary: str = CANARY) -> Any:
    value, field = getattr(row, column), row._meta.get_field(column)
    if not isinstance(field, models.JSONField):
        longest = getattr(field, "max_length", None) or 1000
        return f"{canary} {value}"[:longest]
    places = [one["place"] for one in texts_in(value, keys, NO_SALT, column)]
    if not places:
        return None
    path: list[str | int] = []
    inner = value
    for step in places[-1].split("/")[1:]:
        path.append(int(step) if isinstance(inner, list) else step)
        inner = inner[path[-1]]
    return with_text(value, tuple(path), canary)


def whole_database() -> str:
    """Every row of every table, whoever it belongs to."""
    rows = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            rows += cursor.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608 the names of our own tables
    return repr(rows)
