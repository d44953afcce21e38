"""Official records: every write is noted, so that the action's line of the log seals what was written.

Records saved one by one, in bulk or by a query are all noted here: an action need not think of it and cannot leave one
out. `collect_written` raises if it ends while a written record is not yet sealed. docs/decisions/0041-sealed-records.md
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from django.db import models


class Unsealed(Exception):
    """An official record was written without a line of the log that seals it, or was to be deleted."""


@dataclass(frozen=True)
class WrittenRecord:
    """A record as it was last written; None where a query wrote it: it is then read again."""

    record: "Sealed | None"
    is_new: bool


Key = tuple[type["Sealed"], int]
_written: ContextVar[dict[Key, WrittenRecord] | None] = ContextVar("written", default=None)


@contextmanager
def collect_written() -> Iterator[None]:
    """Note the official records written inside; raise Unsealed if no line sealed them. Nested ones are one."""
    if _written.get() is not None:
        yield
        return
    noted: dict[Key, WrittenRecord] = {}
    token = _written.set(noted)
    try:
        yield
        if noted:
            names = ", ".join(f"{model._meta.label}:{pk}" for model, pk in noted)
            raise Unsealed(f"no line of the log seals {names}")
    finally:
        _written.reset(token)


def take_written() -> dict[Key, WrittenRecord]:
    """The records written since the last line of the log; they count as sealed from now on."""
    noted = _written.get()
    if not noted:
        return {}
    taken = dict(noted)
    noted.clear()
    return taken


def note_written(model: type["Sealed"], pk: int, record: "Sealed | None", *, is_new: bool = False) -> None:
    """Note that the record was written; record: None if a query wrote it, so that its values are unknown."""
    noted = _written.get()
    if noted is not None:
        before = noted.get((model, pk))
        noted[model, pk] = WrittenRecord(record, is_new=is_new or (before is not None and before.is_new))


def note_salt(record: "Sealed") -> None:
    """Note that the record just written has its salt already: sealing makes no new one."""
    noted = _written.get()
    if noted is not None:
        noted[type(record), record.pk] = WrittenRecord(record, is_new=False)


def _refuse_deletion(model: type["Sealed"]) -> None:
    if _written.get() is not None:
        raise Unsealed(f"{model._meta.label} is never deleted")


Record = TypeVar("Record", bound="Sealed")


class SealedQuerySet(models.QuerySet[Record]):
    """Notes changes in bulk like those of single records."""

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> Any:
        records = super().bulk_create(objs, *args, **kwargs)
        for record in records:
            if record.pk is None:  # as by `ignore_conflicts`: nobody knows what was written
                raise Unsealed(f"{self.model._meta.label} written without its key")
            note_written(self.model, record.pk, record, is_new=True)
        return records

    def update(self, **kwargs: Any) -> int:
        # The keys are read first: the update may change the columns that the query filters by.
        keys = [] if _written.get() is None else list(self.order_by().values_list("pk", flat=True))
        changed = super().update(**kwargs)
        for pk in keys:
            note_written(self.model, pk, None)
        return changed

    def delete(self) -> Any:
        _refuse_deletion(self.model)
        return super().delete()

    def _raw_delete(self, using: Any) -> Any:
        _refuse_deletion(self.model)
        return super()._raw_delete(using)


class Sealed(models.Model):
    """An official record. The seal covers its columns, without those that have their default value."""

    # The lookup from the record to its tournament.
    TOURNAMENT: ClassVar[str] = "tournament"
    # Columns that may name a person; for a JSON column, the keys whose texts may.
    # The seal covers salted digests of these texts, so that a text can be erased and the seal stay valid.
    PERSONAL: ClassVar[Mapping[str, Collection[str]]] = {}

    class Meta:
        abstract = True

    def save_base(self, *args: Any, **kwargs: Any) -> None:
        is_new = self._state.adding
        super().save_base(*args, **kwargs)
        note_written(type(self), self.pk, self, is_new=is_new)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        _refuse_deletion(type(self))
        return super().delete(*args, **kwargs)
