"""What is made once and kept for a moment in the memory of the process, however many ask for it at the same time."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.core.cache import caches

Made = TypeVar("Made")

LOCKS = 64


class _Kept(NamedTuple):
    """What was made, when, and at which version of the data."""

    made_at: float
    version: int
    value: object


class Keeper(Generic[Made]):
    """Keeps what one kind of maker makes, so many seconds; after a change of the data only so `late` ones.

    A maker may ask another keeper, never its own: two keys may share a lock.
    """

    def __init__(self, kind: str, *, late: float, seconds: float) -> None:
        self.kind, self.late, self.seconds = kind, late, seconds
        self.locks = [Lock() for _ in range(LOCKS)]

    def get(self, key: str, version: int, make: Callable[[], Made]) -> Made:
        """What `make` returns. One thread makes it; the others get what is there already, or wait if nothing is."""
        memory, name = caches["pages"], f"{self.kind}-{key}"
        found: _Kept | None = memory.get(name)
        if found and self._is_fresh(found, version):
            return found.value  # type: ignore[return-value]  # what `make` returned under this key
        lock = self.locks[hash(key) % LOCKS]
        if not lock.acquire(blocking=found is None):
            return found.value  # type: ignore[union-attr, return-value]  # it was there, or we would have waited
        try:
            found = memory.get(name)
            if found is None or not self._is_fresh(found, version):
                found = _Kept(time.time(), version, make())
                memory.set(name, found, self.seconds)
            return found.value  # type: ignore[return-value]
        finally:
            lock.release()

    def _is_fresh(self, found: _Kept, version: int) -> bool:
        return found.version == version or time.time() - found.made_at < self.late
