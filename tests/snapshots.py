"""What takes seconds to make, kept on disk by a digest of what makes it: who needs it first makes it, others copy it.

The demonstration and the tests' world are made anew when the program, the maker or what it imports of the tests has
changed, and each day, since invitations and tokens run out. Only SQLite in memory is filled so; PostgreSQL has it made
each time.
"""

import ast
import hashlib
import pickle
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.utils import timezone, translation

from tests import migrated
from tests.cost import for_all
from tests.migrated import ROOT

KEPT = migrated.KEPT / "made"
PROGRAM = tuple(settings.PACKAGES)

T = TypeVar("T")


def made(make: Callable[[], T]) -> T:
    """What `make` returns, with the database as it leaves an empty one; within a transaction nothing can be copied."""
    if not migrated.is_in_memory():
        return _made(make)
    kept = path_of(make)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"{_name(make)}.lock").open("w") as lock:
        flock(lock, LOCK_EX)  # the other workers of a run wait for the one that makes it
        if not kept.exists():
            with for_all():
                _keep(make, kept)
        connection.ensure_connection()
        migrated.copied(connection.Database.connect(kept), connection.connection)
        ContentType.objects.clear_cache()  # there they have other numbers
        told: T = pickle.loads(kept.with_suffix(".pickle").read_bytes())  # noqa: S301  # ours
        return told


@contextmanager
def lent(make: Callable[[], T]) -> Iterator[T]:
    """The same for a module of tests: in one transaction, with nothing left of it afterwards."""
    in_memory = migrated.is_in_memory()
    with ExitStack() as kept:
        if in_memory:
            kept.callback(migrated.put_back, lambda: None)
            told = made(make)
        kept.enter_context(transaction.atomic())
        yield told if in_memory else _made(make)
        transaction.set_rollback(True)


def _made(make: Callable[[], T]) -> T:
    with translation.override("it"):
        return make()


def _keep(make: Callable[[], T], kept: Path) -> None:
    for outdated in (*KEPT.glob("*/"), *kept.parent.glob(f"{_name(make)}-*")):
        if outdated.is_file():
            outdated.unlink()
        elif outdated != kept.parent:
            shutil.rmtree(outdated, ignore_errors=True)  # of another state of the program
    migrated.put_back(lambda: None)
    kept.with_suffix(".pickle").write_bytes(pickle.dumps(_made(make)))
    unfinished = kept.with_suffix(".new")
    migrated.copied_into(unfinished)
    unfinished.replace(kept)


def path_of(make: Callable[[], object]) -> Path:
    """Where it is kept: by the program, and there by its maker and the day."""
    digest = hashlib.sha256(str(timezone.localdate()).encode())
    for one in _modules(make.__module__):
        digest.update(one.read_bytes() + b"\0")
    return KEPT / _of_program() / f"{_name(make)}-{digest.hexdigest()[:16]}.sqlite3"


def _name(make: Callable[[], object]) -> str:
    return f"{make.__module__}.{make.__qualname__}"


@cache
def _of_program() -> str:
    """All that our own applications are made of, and what decides how secrets are kept."""
    found = [one for name in PROGRAM for one in (ROOT / name).rglob("*") if one.suffix in {".py", ".yaml"}]
    found += [ROOT / "requirements.txt", *(ROOT / "locale").rglob("*.po")]
    digest = hashlib.sha256(settings.SECRET_KEY.encode())
    for one in sorted(found):
        digest.update(one.relative_to(ROOT).as_posix().encode() + b"\0" + one.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _modules(name: str) -> list[Path]:
    """The files of that module of the tests, and of those that it imports, and so on."""
    found: set[Path] = set()
    waiting = [name]
    while waiting:
        file = ROOT / f"{waiting.pop().replace('.', '/')}.py"
        if file not in found and file.exists():
            found.add(file)
            waiting += _imported(file)
    return sorted(found)


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        else:
            continue
        yield from (one for one in names if one.startswith("tests."))
