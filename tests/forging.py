"""What an outside program does to sealed records, column by column and row by row, and what must be found of it."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import wraps
from typing import Any

from django.db import DatabaseError, DataError, IntegrityError, connection, models, transaction

from people.accounts.models import Federation
from records.log import Verification
from records.models import RecordSalt
from records.official_records import FederationSealed, Official, way_to_owner
from records.seal_comparison import records_unlike_seals, records_unlike_seals_of_kind
from records.seals import of_owner, salts_of, sealed_fields
from tests.factories import NOON
from tournaments.setup.models import Tournament

FAR = 20_000  # away from every key and number there is
NO_LINES = Verification(lines=0, first_broken=None, head="")
Owner = Tournament | Federation
Logs = Mapping[int, Verification]


def forged(owner: Owner, log: Verification) -> list[str]:
    """The names of all records of the tournament, or federation, that do not hold."""
    assert log.holds
    return [name for name, _how in records_unlike_seals(owner, log.seals, log.erased)]


def forged_of(model: type[Official], owner: Owner, log: Verification) -> list[str]:
    """Of those of one kind: whatever else there is need not be walked again for each forgery."""
    kind = f"{model._meta.label}:"
    left = {name: seal for name, seal in log.seals.items() if name.startswith(kind)}
    salts = salts_of(RecordSalt.objects.filter(**of_owner(owner), record__startswith=kind))
    found = [name for name, _how in records_unlike_seals_of_kind(model, owner, salts, left, log.erased)]
    return [*found, *left]


def try_to(sql: str, *values: object) -> bool:
    """Whether the file takes it: what even the database refuses is no forgery."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, values)
    except (IntegrityError, DataError):
        return False
    return True


def undone(function: Callable[..., None]) -> Callable[..., None]:
    """The test, with what it forged taken back."""

    @wraps(function)
    def run(*args: object, **kwargs: object) -> None:
        with transaction.atomic():
            function(*args, **kwargs)
            transaction.set_rollback(True)

    return run


def others(field: "models.Field[Any, Any]", value: Any) -> list[object]:
    """What an outside program might write in place of that."""
    if isinstance(field, models.JSONField):
        told = json.loads(value) if isinstance(value, str) else value
        return [json.dumps([told, "x"]), json.dumps({"x": told})]
    if isinstance(field, models.DateField):
        return [_later(field, value)]
    if isinstance(field, models.BinaryField | models.BooleanField):
        return [bytes(value) + b"x" if isinstance(field, models.BinaryField) else not value]
    if isinstance(field, (models.ForeignKey, models.IntegerField, models.AutoField)):
        return [FAR if value is None else value + FAR, *([] if value is None else [value + 1, *none(field)])]
    return [f"{value}x"[-(field.max_length or FAR) :], *([""] if value else [])]


def _later(field: "models.Field[Any, Any]", value: Any) -> str:
    if isinstance(field, models.DateTimeField):
        at = datetime.fromisoformat(value) if isinstance(value, str) else value or NOON
        return str(at + timedelta(seconds=1))[:19]
    day = date.fromisoformat(value) if isinstance(value, str) else value or NOON.date()
    return str(day + timedelta(days=1))


def none(field: "models.Field[Any, Any]") -> list[None]:
    return [None] if field.null else []


def owner_of(model: type[Official], pk: int) -> Owner:
    owners: Any = Federation if issubclass(model, FederationSealed) else Tournament
    owner: Owner = owners.objects.get(pk=model._base_manager.values_list(way_to_owner(model), flat=True).get(pk=pk))
    return owner


def forge_columns(model: type[Official], logs: Logs) -> None:
    """Every column of the first record and the last is written anew: each that the file takes is found."""
    tried = 0
    for pk in {model._base_manager.earliest("pk").pk, model._base_manager.latest("pk").pk}:
        owner = owner_of(model, pk)
        for field in [model._meta.pk, *sealed_fields(model)]:
            tried += _forge(model, pk, field, owner, logs[owner.pk])
    assert tried >= len(model._meta.concrete_fields)


def _forge(model: type[Official], pk: int, field: "models.Field[Any, Any]", owner: Owner, log: Verification) -> int:
    """How many other values of that column were taken by the file; each must be found, and its record named first."""
    table, column, tried = model._meta.db_table, field.column, 0
    with connection.cursor() as cursor:
        (value,) = cursor.execute(f'SELECT "{column}" FROM {table} WHERE id = %s', [pk]).fetchone()
    for other in others(field, value):
        with transaction.atomic():
            if try_to(f'UPDATE {table} SET "{column}" = %s WHERE id = %s', other, pk):
                tried += 1
                found = forged_of(model, owner, log)[:1]
                named = [[f"{model._meta.label}:{one}"] for one in (pk, other)]
                assert found in named, f"{table}.{column}: {value!r} → {other!r}: {found}"
            transaction.set_rollback(True)
    return tried


def forge_one(model: type[models.Model], pk: object, field: "models.Field[Any, Any]") -> bool:
    """Whether the file takes another value in that column."""
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        (value,) = cursor.execute(f'SELECT "{field.column}" FROM {table} WHERE "{key}" = %s', [pk]).fetchone()
    sql = f'UPDATE {table} SET "{field.column}" = %s WHERE "{key}" = %s'
    return any(try_to(sql, other, pk) for other in others(field, value))


def forge_rows(model: type[Official], logs: Logs, goes_with_it: int | None = 0) -> None:
    """Deleted, it is the first that the whole verification names, and the last; added or exchanged, it is named.

    goes_with_it: how many records are reached by nothing else once it is gone; None: it does not matter.
    """
    label = model._meta.label
    table, last = model._meta.db_table, model._base_manager.latest("pk").pk
    owner = owner_of(model, last)
    log = logs[owner.pk]
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if not field.primary_key)
    with transaction.atomic():
        assert try_to(f"DELETE FROM {table} WHERE id = %s", last)
        gone = forged(owner, log)
        assert f"{label}:{last}" in gone[: None if goes_with_it is None else 1]
        assert goes_with_it is None or len(gone) == 1 + goes_with_it
        transaction.set_rollback(True)
    with transaction.atomic(), connection.cursor() as cursor:
        _drop_partial(table)
        values = _copied(model)
        cursor.execute(f"INSERT INTO {table} (id, {columns}) SELECT {FAR}, {values} FROM {table} WHERE id = {last}")
        of = owner_of(model, FAR)
        # A federation that was added is of no log but its own, which has no line.
        assert forged_of(model, of, logs.get(of.pk, NO_LINES)) == [f"{label}:{FAR}"]
        transaction.set_rollback(True)
    first = model._base_manager.filter(**{way_to_owner(model): owner.pk}).earliest("pk").pk
    if first != last:
        with transaction.atomic():
            for old, new in ((first, FAR), (last, first), (FAR, last)):
                assert try_to(f"UPDATE {table} SET id = %s WHERE id = %s", new, old)
            assert forged_of(model, owner, log)[0] in (f"{label}:{first}", f"{label}:{last}")
            transaction.set_rollback(True)


def _copied(model: type[Official]) -> str:
    """The columns of a row as a second one has them: another figure where the table allows the same but once."""
    # What is there once under a condition lies in an index that was dropped (`_drop_partial`).
    unique = [one for one in model._meta.constraints if isinstance(one, models.UniqueConstraint)]
    once = {name for one in unique if one.condition is None for name in one.fields}
    return ", ".join(_changed(field, once) for field in model._meta.concrete_fields if not field.primary_key)


def _changed(field: "models.Field[Any, Any]", once: set[str]) -> str:
    column = f'"{field.column}"'
    if field.unique and field.is_relation:  # of another record, which has none yet
        mine = f"SELECT {column} FROM {field.model._meta.db_table}"
        return f'(SELECT MAX(id) FROM "{field.related_model._meta.db_table}" WHERE id NOT IN ({mine}))'
    if field.name == "member" and "update" in once:
        return '(SELECT MIN(id) FROM "people_member")'
    if field.name == "inputs_hash" or field.name in once & {"sha256", "uid", "edition", "code", "name"}:
        return f"'x' || substr({column}, 2)"
    # Of versions the number is another one; what they are versions of must be there.
    counted = {"number", "user", "seat", "entry", "place", "line", "room"}
    counted |= set() if field.is_relation else {"table"}
    counted = next(({name} for name in ("version", "user", "player") if name in once), counted & once)
    own = field.name in counted
    if not (own or field.unique):
        return column
    is_text = isinstance(field, models.CharField | models.TextField)
    return f"'x' || substr({column}, 2)" if is_text else f"{column} + {FAR}"


def _drop_partial(table: str) -> None:
    """An outside program need not keep what allows one row in force and no second one."""
    with connection.cursor() as cursor:
        for name, one in connection.introspection.get_constraints(cursor, table).items():
            if one["unique"] and one["index"] and not one["primary_key"] and not name.startswith(("sqlite_", "__")):
                with suppress(DatabaseError), transaction.atomic():
                    cursor.execute(f'DROP INDEX "{name}"')
