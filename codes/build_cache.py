"""What is made of a code's files, kept in a file of its own: read in a tenth of the time that making it takes.

A file counts only with the seal of this installation over what it was made of, its content and its name. One that is
missing, damaged, foreign or older than a file of the code or a module of ours is made again; where none can be
written, what is made serves this process alone. The files of the code stay the only source.
"""

import hashlib
import hmac
import io
import os
import pickle
import secrets
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import pydantic

Made = TypeVar("Made")
Content = TypeVar("Content")

SEAL = 32  # bytes of SHA-256


@dataclass(frozen=True)
class Place:
    """Where the files lie, and the key that seals them."""

    folder: Path
    key: bytes


_places: list[Place] = []


def keep_in(folder: Path, secret: str) -> None:
    """Keep in that folder what is made from now on; before it is called everything is made anew."""
    _places[:] = [Place(folder, secret.encode())]


def load_or_make(name: str, made_of: bytes, make: Callable[[], Made]) -> Made:
    """What was made of that under this name, from its file; else made now, and kept where there is leave to write."""
    if not _places:
        return make()
    path, key = _places[0].folder / name, _places[0].key
    with suppress(OSError):
        whole = path.read_bytes()
        if hmac.compare_digest(whole[:SEAL], _seal(key, name, made_of, memoryview(whole)[SEAL:])):
            stored: Made = _opened(whole, SEAL)
            return stored
    value = make()
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    with suppress(OSError):
        _write(path, _seal(key, name, made_of, content) + content)
    return value


def digest_of(*folders: Path) -> bytes:
    """SHA-256 over every file in these folders and over the program that reads them."""
    digest = hashlib.sha256(_program())
    for folder in folders:
        for path in _files_in(folder):
            content = Path(path).read_bytes()
            digest.update(f"{os.path.relpath(path, folder)}\0{len(content)}\0".encode() + content)
    return digest.digest()


class Apart(Generic[Content]):
    """A part of what is kept that few ask for: it stays packed until the first of them does."""

    def __init__(self, content: Content) -> None:
        self._content = content

    @property
    def content(self) -> Content:
        if "_content" not in self.__dict__:
            self._content = _opened(zlib.decompress(self._packed))
        return self._content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Apart) and other.content == self.content

    __hash__ = None  # type: ignore[assignment]  # as the mappings that it holds

    def __getstate__(self) -> bytes:
        return zlib.compress(pickle.dumps(self.content, pickle.HIGHEST_PROTOCOL), 1)

    def __setstate__(self, packed: bytes) -> None:
        self._packed = packed


class _OursAlone(pickle.Unpickler):
    """Makes nothing but what the codes consist of, whatever a file asks for."""

    def find_class(self, module: str, name: str) -> Any:
        class_ = super().find_class(module, name) if module.startswith("codes.") else None
        if isinstance(class_, type) and class_.__module__ == module:
            return class_
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a code")


def _opened(whole: bytes, start: int = 0) -> Any:
    """What is packed from there on, which is not copied: megabytes that a process would go on to hold."""
    packed = io.BytesIO(whole)
    packed.seek(start)
    return _OursAlone(packed).load()


def _seal(key: bytes, name: str, made_of: bytes, content: bytes | memoryview) -> bytes:
    seal = hmac.new(key, b"\0".join((b"codes", name.encode(), made_of, b"")), "sha256")
    seal.update(content)
    return seal.digest()


def _write(path: Path, whole: bytes) -> None:
    """All of it or nothing: other processes read meanwhile, and may write the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    mine = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        mine.write_bytes(whole)
        mine.replace(path)
    finally:
        mine.unlink(missing_ok=True)


@cache
def _program() -> bytes:
    """What decides how a code lies in memory: our modules, pydantic's models, Python."""
    digest = hashlib.sha256(f"{sys.version} {pydantic.VERSION}".encode())
    for path in _files_in(Path(__file__).parent, "rulebooks"):
        digest.update(Path(path).read_bytes())
    return digest.digest()


def _files_in(folder: Path | str, *but: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name not in (*but, "__pycache__"):
            yield from _files_in(entry.path)
        elif entry.name.endswith((".py", ".yaml")):
            yield entry.path
