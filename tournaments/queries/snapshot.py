"""Reading everything as it was at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read inside is of one moment; nothing can be written there, and nobody waits for it.

    Inside another transaction it is that one, whose moment was chosen when it began.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with _unlocked():
            yield


@contextmanager
def _unlocked() -> Iterator[None]:
    """A transaction of SQLite that takes no lock when it begins, as ours otherwise do (config/settings.py)."""
    connection.ensure_connection()
    sqlite: Any = connection
    usual = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            yield
    finally:
        sqlite.transaction_mode = usual
