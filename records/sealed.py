"""Official records: whatever an action writes of them is noted, so that its line of the log seals it.

However it is written, one by one, in bulk or by a query, no action need think of it, and none can leave it out:
`written_here` refuses to end while something written is not yet sealed. docs/decisions/0041-sealed-records.md
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
class Written:
    """A record as it was last written; unknown where a query wrote it, which is then read again."""

    record: "Sealed | None"
    is_new: bool


Key = tuple[type["Sealed"], int]
_written: ContextVar[dict[Key, Written] | None] = ContextVar("written", default=None)


@contextmanager
def written_here() -> Iterator[None]:
    """Note what is written from here on; raises Unsealed where no line sealed it. Within another one it is one."""
    if _written.get() is not None:
        yield
        return
    noted: dict[Key, Written] = {}
    token = _written.set(noted)
    try:
        yield
        if noted:
            names = ", ".join(f"{model._meta.label}:{pk}" for model, pk in noted)
            raise Unsealed(f"no line of the log seals {names}")
    finally:
        _written.reset(token)


def take_written() -> dict[Key, Written]:
    """What was written since the last line; from here on it counts as sealed."""
    noted = _written.get()
    if not noted:
        return {}
    taken = dict(noted)
    noted.clear()
    return taken


def note(model: type["Sealed"], pk: int, record: "Sealed | None", *, is_new: bool = False) -> None:
    """The record was written: by a query, which may have left anything in it, where there is none at hand."""
    noted = _written.get()
    if noted is not None:
        before = noted.get((model, pk))
        noted[model, pk] = Written(record, is_new=is_new or (before is not None and before.is_new))


def has_salt(record: "Sealed") -> None:
    """Of what was just written: its salt was made before it, and is not made anew when it is sealed."""
    noted = _written.get()
    if noted is not None:
        noted[type(record), record.pk] = Written(record, is_new=False)


def _refuse_deletion(model: type["Sealed"]) -> None:
    if _written.get() is not None:
        raise Unsealed(f"{model._meta.label} is never deleted")


Record = TypeVar("Record", bound="Sealed")


class SealedQuerySet(models.QuerySet[Record]):
    """Rows whose changes in bulk are noted like those of single records."""

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> Any:
        made = super().bulk_create(objs, *args, **kwargs)
        for one in made:
            if one.pk is None:  # as by `ignore_conflicts`: nobody knows what was written
                raise Unsealed(f"{self.model._meta.label} written without its key")
            note(self.model, one.pk, one, is_new=True)
        return made

    def update(self, **kwargs: Any) -> int:
        # Before: what is changed may be what they were found by.
        keys = [] if _written.get() is None else list(self.order_by().values_list("pk", flat=True))
        changed = super().update(**kwargs)
        for pk in keys:
            note(self.model, pk, None)
        return changed

    def delete(self) -> Any:
        _refuse_deletion(self.model)
        return super().delete()

    def _raw_delete(self, using: Any) -> Any:
        _refuse_deletion(self.model)
        return super()._raw_delete(using)


class Sealed(models.Model):
    """An official record. What stands in its columns is sealed; what stands at its column's default is left out."""

    # From the record to its tournament, as a query says it.
    TOURNAMENT: ClassVar[str] = "tournament"
    # Columns in which somebody may be named; of one that holds JSON, the keys under which that is.
    # Only salted digests of these texts are sealed, so that a text may be erased and its record still hold.
    PERSONAL: ClassVar[Mapping[str, Collection[str]]] = {}

    class Meta:
        abstract = True

    def save_base(self, *args: Any, **kwargs: Any) -> None:
        is_new = self._state.adding
        super().save_base(*args, **kwargs)
        note(type(self), self.pk, self, is_new=is_new)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        _refuse_deletion(type(self))
        return super().delete(*args, **kwargs)
