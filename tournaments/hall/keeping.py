"""What is made once and kept for a moment in the memory of the process, however many ask for it at the same time."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from django.core.cache import caches

Made = TypeVar("Made")

# So many for all keys: anybody can make up addresses, and a lock for each would never be let go.
LOCKS = 64


class _Kept(NamedTuple, Generic[Made]):
    """What was made, when, and at which version of the data."""

    made_at: float
    version: int
    value: Made


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
        found: _Kept[Made] | None = memory.get(name)
        if found and self._is_fresh(found, version):
            return found.value
        lock = self.locks[hash(key) % LOCKS]
        if not lock.acquire(blocking=found is None) and found:
            return found.value
        try:
            # Another thread may have made it while this one waited.
            found = memory.get(name)
            if found is None or not self._is_fresh(found, version):
                found = _Kept(time.time(), version, make())
                memory.set(name, found, self.seconds)
            return found.value
        finally:
            lock.release()

    def _is_fresh(self, found: _Kept[Made], version: int) -> bool:
        return found.version == version or time.time() - found.made_at < self.late


class Latest(Generic[Made]):
    """Keeps whole what was made last of a few things, for as long as the mark under which it was made is the same.

    Never late: the mark is read from the database by each request, and whoever comes with another one waits until it is
    made. What is kept is handed to everybody, so it must be a value that nobody changes.
    """

    # Every one there is: in another database other records have the same keys and marks.
    everyone: "ClassVar[WeakSet[Latest[Any]]]" = WeakSet()

    def __init__(self, *, most: int) -> None:
        self.everyone.add(self)
        self.most = most
        self.kept: OrderedDict[Hashable, tuple[object, Made]] = OrderedDict()
        self.locks = [Lock() for _ in range(LOCKS)]
        self.turning = Lock()

    def get(self, of: Hashable, mark: object, make: Callable[[], Made]) -> Made:
        """What `make` returns for the thing as it is at this mark; one thread makes it, the others wait for it."""
        with self.locks[hash(of) % LOCKS]:
            found = self.kept.get(of)
            value = found[1] if found is not None and found[0] == mark else make()
            # Threads that hold other locks write into the same dictionary.
            with self.turning:
                self.kept[of] = (mark, value)
                self.kept.move_to_end(of)
                while len(self.kept) > self.most:
                    self.kept.popitem(last=False)
            return value

    def clear(self) -> None:
        with self.turning:
            self.kept.clear()

    @classmethod
    def clear_all(cls) -> None:
        """For a process that goes on with another database."""
        for one in list(cls.everyone):
            one.clear()
