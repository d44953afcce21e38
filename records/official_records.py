"""Official records: every write is noted, so that the action's line of the log seals what was written.

Records saved one by one, in bulk or by a query are all noted here: an action need not think of it and cannot leave one
out. `collect_written` raises if it ends while a written record is not yet sealed. docs/decisions/0041-sealed-records.md
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from django.db import models
from django.db.models.signals import class_prepared, post_delete

from records.often_written import OftenWritten


class Unsealed(Exception):
    """An official record was written without a line of the log that seals it, or was to be deleted."""


@dataclass(frozen=True)
class WrittenRecord:
    """A record as it was last written; None where a query wrote it: it is then read again."""

    record: "Official | None"
    is_new: bool


Key = tuple[type["Official"], int]
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


def take_written(kind: type["Official"], only: Collection[Key] | None = None) -> dict[Key, WrittenRecord]:
    """The records of that kind written since its last line of a log; they count as sealed from now on.

    only: those of these keys, where what was written is of several logs.
    """
    noted = _written.get() or {}
    keys = [key for key in noted if issubclass(key[0], kind) and (only is None or key in only)]
    return {key: noted.pop(key) for key in keys}


def waiting_for_seal() -> list[Key]:
    """The keys of the records that no line has sealed yet."""
    return list(_written.get() or {})


def note_written(model: type["Official"], pk: int, record: "Official | None", *, is_new: bool = False) -> None:
    """Note that the record was written; record: None if a query wrote it, so that its values are unknown."""
    noted = _written.get()
    if noted is not None:
        before = noted.get((model, pk))
        noted[model, pk] = WrittenRecord(record, is_new=is_new or (before is not None and before.is_new))


def note_salt(record: "Official") -> None:
    """Note that the record just written has its salt already: sealing makes no new one."""
    noted = _written.get()
    if noted is not None:
        noted[type(record), record.pk] = WrittenRecord(record, is_new=False)


def _refuse_deletion(model: type["Official"]) -> None:
    if _written.get() is not None and not model.MAY_GO:
        raise Unsealed(f"{model._meta.label} is never deleted")


Record = TypeVar("Record", bound="Official")


class SealedQuerySet(models.QuerySet[Record]):
    """Notes changes in bulk like those of single records."""

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> Any:
        records = super().bulk_create(objs, *args, **kwargs)
        for record in records:
            if record.pk is None:  # as by `ignore_conflicts`: nobody knows what was written
                raise Unsealed(f"{self.model._meta.label} written without its key")
            # Of one that was there, only the columns named were written: it is read again.
            is_new = not kwargs.get("update_conflicts")
            note_written(self.model, record.pk, record if is_new else None, is_new=is_new)
        return records

    def update(self, **kwargs: Any) -> int:
        # The keys are read first: the update may change the columns that the query filters by.
        is_sealed = _written.get() is not None and not kwargs.keys() <= self.model.NOT_SEALED.keys()
        keys = list(self.order_by().values_list("pk", flat=True)) if is_sealed else []
        changed = super().update(**kwargs)
        for pk in keys:
            note_written(self.model, pk, None)
        return changed

    def delete(self) -> Any:
        _refuse_deletion(self.model)
        # Each is read for its key, which is noted (`_note_gone`): of a large column nothing is read for that.
        return super(SealedQuerySet, self.only("pk")).delete()

    def _raw_delete(self, using: Any) -> Any:
        _refuse_deletion(self.model)
        return super()._raw_delete(using)


class Official(OftenWritten):
    """An official record. The seal covers its columns, without those that have their default value."""

    # Columns that may name a person; for a JSON column, the keys whose texts may.
    # The seal covers salted digests of these texts, so that a text can be erased and the seal stay valid.
    PERSONAL: ClassVar[Mapping[str, Collection[str]]] = {}
    # Whether an action may delete it: the seal of what is gone is empty.
    MAY_GO: ClassVar[bool] = False
    # Columns that no seal covers, each with what proves it instead.
    NOT_SEALED: ClassVar[Mapping[str, str]] = {}

    class Meta:
        abstract = True

    def save_base(self, *args: Any, **kwargs: Any) -> None:
        is_new, written = self._state.adding, kwargs.get("update_fields")
        super().save_base(*args, **kwargs)
        if written is None or not set(written) <= self.NOT_SEALED.keys():
            note_written(type(self), self.pk, self, is_new=is_new)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        _refuse_deletion(type(self))
        return super().delete(*args, **kwargs)


class Sealed(Official):
    """Of a tournament: the lines of its log seal it."""

    # The lookup from the record to its tournament.
    TOURNAMENT: ClassVar[str] = "tournament"

    class Meta:
        abstract = True


class FederationSealed(Official):
    """Of a federation: the lines of its log seal it."""

    # The lookup from the record to its federation.
    FEDERATION: ClassVar[str] = "federation"

    class Meta:
        abstract = True


def way_to_owner(model: type[Official]) -> str:
    """The lookup from a record to whose log seals it: its tournament, or its federation."""
    return model.FEDERATION if issubclass(model, FederationSealed) else cast("type[Sealed]", model).TOURNAMENT


def _listen(sender: type[models.Model], **_kwargs: Any) -> None:
    """Whatever may go is noted when it goes, also where it goes with what it hangs on."""
    if issubclass(sender, Official) and sender.MAY_GO and not sender._meta.abstract:
        post_delete.connect(_note_gone, sender=sender)


def _note_gone(sender: type[Official], instance: Official, **_kwargs: Any) -> None:
    note_written(sender, instance.pk, None)


class_prepared.connect(_listen)
