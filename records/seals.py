"""The content that a seal covers: the canonical JSON of an official record, with salted digests for personal texts.

The SHA-256 of `content` is the record's seal. Any tool computes it from the content, and finds the digest of a text
from that text and its salt (docs/verify_record.py does both without this program).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as _field
from datetime import UTC, date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, models

from records.models import RecordSalt, federation_model
from records.official_records import FederationSealed, Key, Official, Sealed, WrittenRecord, note_salt, take_written

if TYPE_CHECKING:
    from people.accounts.models import Federation
    from tournaments.setup.models import Tournament


@dataclass(frozen=True)
class Salt:
    """The salt of a record. Each of its texts has a salt of its own, derived from the record's.

    texts: only for texts of which something was erased, by their place. Each has its salt, written out because the
    record has a new one since, and for each erasure the number of the log line and the digest of the text before.
    """

    own: str
    texts: Mapping[str, Mapping[str, Any]] = _field(default_factory=dict)

    def of_text(self, place: str) -> bytes:
        """The text's own salt; neither the record's salt nor another text's follows from it."""
        written = self.texts.get(place, {}).get("salt")
        return bytes.fromhex(written) if written else hmac.digest(self.own.encode(), place.encode(), "sha256")

    def erasures_of(self, place: str) -> list[list[Any]]:
        return list(self.texts.get(place, {}).get("erased", ()))


NO_SALT = Salt("")


@dataclass(frozen=True)
class Shape:
    """The sealed columns of a model, their default values, and which of them may name persons."""

    label: str
    columns: tuple[str, ...]
    defaults: tuple[Any, ...]
    personal: Mapping[str, Collection[str]]

    def content(self, pk: int, values: Iterable[Any], salt: Salt | None) -> str:
        """The canonical JSON of a record, its values in the order of the columns."""
        fields = {
            name: value
            for name, default, value in zip(self.columns, self.defaults, values, strict=True)
            if value != default
        }
        for name in self.personal.keys() & fields.keys():
            fields[name] = veil_texts(fields[name], self.personal[name], salt or NO_SALT, name)
        return canonical_json({"record": self.label, "id": pk, "fields": fields})

    def needs_salt(self, values: Iterable[Any]) -> bool:
        """Whether any of its personal texts is not empty."""
        if not self.personal:
            return False
        texts = {name: value for name, value in zip(self.columns, values, strict=True) if name in self.personal}
        return any(bool(value) for value in texts.values())


def sealed_fields(model: type[Official]) -> list[models.Field[Any, Any]]:
    """The columns that a seal covers."""
    columns = [field for field in model._meta.concrete_fields if not field.primary_key]
    return [field for field in columns if field.name not in model.NOT_SEALED]


@cache
def shape_of(model: type[Official]) -> Shape:
    fields = sealed_fields(model)
    return Shape(
        label=model._meta.label,
        columns=tuple(field.attname for field in fields),
        defaults=tuple(field.get_default() for field in fields),
        personal=model.PERSONAL,
    )


def veil_texts(value: Any, keys: Collection[str], salt: Salt, path: str) -> Any:
    """The value with salted digests for the texts that may name a person. keys: only texts under these; none: all."""
    if isinstance(value, str):
        return _veil(value, salt, path) if value and not keys else value
    if isinstance(value, Mapping):
        return {
            key: veil_texts(inner, () if key in keys else keys, salt, f"{path}/{key}") for key, inner in value.items()
        }
    if isinstance(value, list):
        return [veil_texts(inner, keys, salt, f"{path}/{place}") for place, inner in enumerate(value)]
    return value


def _veil(text: str, salt: Salt, path: str) -> dict[str, Any]:
    digests: dict[str, Any] = {"hmac": hmac.digest(salt.of_text(path), text.encode(), "sha256").hex()}
    erased = salt.erasures_of(path)
    return digests | {"erased": erased} if erased else digests


def content_before_erasing(content: str, line: int) -> str:
    """The content as it was sealed before that line of the log erased texts: with the old digests of those texts."""
    return canonical_json(_value_before(json.loads(content), line))


def _value_before(value: Any, line: int) -> Any:
    if isinstance(value, list):
        return [_value_before(inner, line) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() != {"hmac", "erased"}:
        return {key: _value_before(inner, line) for key, inner in value.items()}
    earlier = [erasure for erasure in value["erased"] if erasure[0] < line]
    hmac_then = next((digest for number, digest in value["erased"] if number >= line), value["hmac"])
    return {"hmac": hmac_then, "erased": earlier} if earlier else {"hmac": hmac_then}


def texts_in(value: Any, keys: Collection[str], salt: Salt, path: str) -> Iterator[dict[str, str]]:
    """The texts that `veil_texts` replaces, each with its place and its salt."""
    if isinstance(value, str) and value and not keys:
        yield {"place": path, "text": value, "salt": salt.of_text(path).hex()}
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_in(inner, () if key in keys else keys, salt, f"{path}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from texts_in(inner, keys, salt, f"{path}/{place}")


def canonical_json(value: Any) -> str:
    """As JSON: keys in order, no blanks, moments in UTC to the microsecond."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_json_value
    )


def _json_value(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return hashlib.sha256(value).hexdigest()
    raise TypeError(f"not of a sealed column: {value!r}")


def content_digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def new_salt() -> str:
    return secrets.token_hex(16)


def name_of(label: str, pk: object) -> str:
    return f"{label}:{pk}"


UNREADABLE = (ValueError, TypeError, AttributeError, DatabaseError)


def readable_rows(rows: models.QuerySet[Any], columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The columns of every row, in order; the key alone where a column has a value of another type."""
    try:
        yield from list(rows.values_list(*columns))
    except UNREADABLE:
        for pk in list(rows.values_list("pk", flat=True)):
            try:
                yield from rows.filter(pk=pk).values_list(*columns)
            except UNREADABLE:
                yield (pk,)


# What an action wrote


def seals_now(owner: Tournament | Federation, only: Collection[Key] | None = None) -> dict[str, str]:
    """The seals of the official records written since its last line, by their names; saves the new salts.

    only: of the records of these keys.
    """
    written = take_written(FederationSealed if isinstance(owner, federation_model()) else Sealed, only)
    if not written:
        return {}
    rows = _rows(written)
    salts = _salts(owner, rows, new={_name_of_key(key) for key, noted in written.items() if noted.is_new})
    # What may go and is gone has an empty one.
    seals = {_name_of_key(key): "" for key in written.keys() - rows.keys() if key[0].MAY_GO}
    for (model, pk), values in rows.items():
        name = name_of(model._meta.label, pk)
        seals[name] = content_digest(shape_of(model).content(pk, values, salts.get(name)))
    return seals


def _name_of_key(key: tuple[type[Official], int]) -> str:
    return name_of(key[0]._meta.label, key[1])


Rows = dict[tuple[type[Official], int], Sequence[Any]]


def _rows(written: Mapping[tuple[type[Official], int], WrittenRecord]) -> Rows:
    """The values of the columns of each record: as it was saved, or read again if a query wrote it."""
    rows: Rows = {}
    unknown: dict[type[Official], list[int]] = {}
    for (model, pk), noted in written.items():
        values = saved_values(noted.record) if noted.record is not None else None
        if values is None:
            unknown.setdefault(model, []).append(pk)
        else:
            rows[model, pk] = values
    for model, keys in unknown.items():
        records = model._base_manager.filter(pk__in=keys).values_list("pk", *shape_of(model).columns)
        rows |= {(model, pk): values for pk, *values in records}
    return rows


def saved_values(record: Official) -> list[Any] | None:
    """The values of its columns as the database will return them; None if only the database knows them."""
    values: list[Any] = []
    for field in sealed_fields(type(record)):
        if field.attname not in record.__dict__:
            return None
        value = record.__dict__[field.attname]
        if value is None:
            values.append(None)
        elif isinstance(field, models.JSONField):
            values.append(json.loads(json.dumps(value, cls=field.encoder)))
        elif hasattr(value, "resolve_expression"):
            return None
        else:
            column = field.target_field if isinstance(field, models.ForeignKey) else field
            try:
                values.append(column.to_python(value))
            except ValidationError:
                return None
    return values


def keep_salt(record: Sealed, tournament: Tournament, salt: Salt) -> None:
    """Save the salt of a new record that already contains digests made with it."""
    RecordSalt.objects.create(tournament=tournament, record=name_of(record._meta.label, record.pk), salt=salt.own)
    note_salt(record)


def renew_salts(names: Iterable[str]) -> None:
    """Let the salts of these records go, once texts of theirs are erased: nobody can try what stood there."""
    for salt in RecordSalt.objects.filter(record__in=list(names)):
        RecordSalt.objects.filter(pk=salt.pk).update(salt=new_salt())


def of_owner(owner: Tournament | Federation) -> dict[str, Any]:
    """What of a salt, or of a line, is said of whose log seals the record."""
    return {"federation" if isinstance(owner, federation_model()) else "tournament": owner}


def salts_of(records: models.QuerySet[RecordSalt]) -> dict[str, Salt]:
    """The salts by the names of their records."""
    return {name: Salt(own, texts or {}) for name, own, texts in records.values_list("record", "salt", "texts")}


def _salts(owner: Tournament | Federation, rows: Rows, new: Collection[str]) -> dict[str, Salt]:
    """A salt for each record with personal texts: its own if it has one, else a new one."""
    names = [
        name_of(model._meta.label, pk) for (model, pk), values in rows.items() if shape_of(model).needs_salt(values)
    ]
    if not names:
        return {}
    known = [name for name in names if name not in new]
    salts = salts_of(RecordSalt.objects.filter(record__in=known)) if known else {}
    new_salts = {name: new_salt() for name in names if name not in salts}
    RecordSalt.objects.bulk_create(
        [RecordSalt(**of_owner(owner), record=name, salt=salt) for name, salt in new_salts.items()]
    )
    return salts | {name: Salt(salt) for name, salt in new_salts.items()}
