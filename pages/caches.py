"""What is made once and kept for a moment in the memory of the process, however many ask for it at the same time.

Rows of long tables, drawn once and kept while they say the same: of two hundred tables a score changes one.

A row is kept by all that it shows, never by time or by a count of changes: two processes that keep rows of their own
show the same, and whoever may do other things at a table gets another row. Whoever adds to a row something that
changes adds it to what the row says; a test compares kept rows with fresh ones. What is no value, or moves with the
clock, is not kept (a fixed score says how long ago), nor what answers one person; where each asker's token and key go
stands a comment.

Whether a cache between us and the phones (Varnish, a network of caches) may keep a page, and for how long.

Only what `shared_pages` makes once for everybody may be kept, and only where the installation says for how long:
nobody may tell such a cache to forget a page, so everything on it may be late by as much.

What several processes share by files: JSON under the seal of this installation. Django's own keeps pickles, so that
whoever may write in that folder has their words run by the program.
"""

import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.http import HttpRequest
from django.template import Context
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString
from django.utils.translation import get_language

Made = TypeVar("Made")

# So many for all keys: anybody can make up addresses, and a lock for each would never be let go.
LOCKS = 64


class _CachedPage(NamedTuple, Generic[Made]):
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
        cached: _CachedPage[Made] | None = memory.get(name)
        if cached and self._is_fresh(cached, version):
            return cached.value
        lock = self.locks[hash(key) % LOCKS]
        if not lock.acquire(blocking=cached is None) and cached:
            return cached.value
        try:
            # Another thread may have made it while this one waited.
            cached = memory.get(name)
            if cached is None or not self._is_fresh(cached, version):
                cached = _CachedPage(time.time(), version, make())
                memory.set(name, cached, self.seconds)
            return cached.value
        finally:
            lock.release()

    def _is_fresh(self, cached: _CachedPage[Made], version: int) -> bool:
        return cached.version == version or time.time() - cached.made_at < self.late


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
            cached = self.kept.get(of)
            value = cached[1] if cached is not None and cached[0] == mark else make()
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
        for latest in list(cls.everyone):
            latest.clear()


# Some pages of a hundred tables for each of those who look at them differently; a row is about two thousand letters.
KEPT: Latest[SafeString] = Latest(most=4096)


def kept_row(of: Hashable, says: object, draw: Callable[[], SafeString]) -> SafeString:
    """The row as it was drawn when it said the same, or drawn now.

    of: which row, and for whom it differs: whoever shares it takes turns in one place, and is never shown another's.
    says: values alone, all that the drawing depends on besides the language.
    """
    return KEPT.get((of, get_language()), says, draw)


def render_part(context: Context, template: str, **what: object) -> SafeString:
    """The template with that besides what the page around it has."""
    part = context.template.engine.get_template(template)  # type: ignore[union-attr]
    with context.push(**what):
        return part.render(context)


# Whoever has one of these sees more than others do.
PERSONAL = (settings.SESSION_COOKIE_NAME, f"{settings.COOKIE_PREFIX}messages")
# Kept but asked for again each time: a browser must not show an old seat.
ASK_AGAIN = "no-cache"
FOR_ONE_ALONE = "private, no-store"


def is_personal(request: HttpRequest) -> bool:
    """Whether the answer is for this reader alone: somebody with a session, or with a message waiting."""
    return any(name in request.COOKIES for name in PERSONAL)


def kept_outside() -> str:
    """The words that let a shared cache keep a page: so long fresh, as long again while it asks for the next.

    Browsers ask each time. Those that keep a page while they ask count how old it came (Age), so nobody sees one that
    is older than both times together.
    """
    seconds = settings.SHARED_CACHE_SECONDS
    if not seconds:
        return ASK_AGAIN
    return f"public, max-age=0, s-maxage={seconds}, stale-while-revalidate={seconds}"


_NOTHING = object()
_SEAL = 32  # bytes of SHA-256


class FileCache(FileBasedCache):
    """Django's cache in files, of values that JSON can say; a file that is not ours, or another's, counts as none."""

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        super().set(key, [self.make_key(key, version), value], timeout, version)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        path = Path(self._key_to_file(key, version))  # type: ignore[attr-defined]  # that it has, and its stubs do not
        with suppress(FileNotFoundError):
            whole = path.read_bytes()
            content = whole[_SEAL:]
            if hmac.compare_digest(whole[:_SEAL], _file_seal(content)):
                until, (name, value) = json.loads(content)
                if name == self.make_key(key, version) and (until is None or until >= time.time()):
                    return value
        return default

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self.get(key, _NOTHING, version) is not _NOTHING

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        value = self.get(key, _NOTHING, version)
        if value is _NOTHING:
            return False
        self.set(key, value, timeout, version)
        return True

    def _write_content(self, file: Any, timeout: Any, value: Any) -> None:
        content = json.dumps([self.get_backend_timeout(timeout), value]).encode()
        file.write(_file_seal(content) + content)


def _file_seal(content: bytes) -> bytes:
    return salted_hmac("pages.caches.FileCache", content, algorithm="sha256").digest()
