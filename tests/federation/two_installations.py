"""Two installations in one test: the tests' own database, and another one beside it in which everything is its own.

In production each has its processes; here the connection changes hands, and what the process keeps is let go.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import caches
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django.plugin import DjangoDbBlocker

from pages.caches import Latest

SUFFIX = "beside"


class Beside:
    """The other installation; `there` is where one works as long as it lasts."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection

    @contextmanager
    def taken_back(self) -> Iterator[None]:
        """What is written there meanwhile does not stay."""
        with self.there():
            undone = transaction.atomic()
            undone.__enter__()
        try:
            yield
        finally:
            with self.there():
                transaction.set_rollback(True)
                undone.__exit__(None, None, None)

    @contextmanager
    def there(self) -> Iterator[None]:
        here = connections["default"]
        _let_go()
        connections["default"] = self.connection
        try:
            yield
        finally:
            connections["default"] = here
            _let_go()


@pytest.fixture(scope="module")
def beside(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Beside]:
    """An empty installation, copied from the tests' own: a test names this fixture before anything is in that one."""
    with django_db_blocker.unblock():
        first = connections["default"]
        second = first.copy(alias="default")
        if first.vendor == "sqlite":
            second.settings_dict["NAME"] = ":memory:"
            first.ensure_connection()
            second.ensure_connection()
            first.connection.backup(second.connection)
        else:
            first.close()  # PostgreSQL copies what nobody has open
            first.creation.clone_test_db(SUFFIX, verbosity=0)
            second.settings_dict |= first.creation.get_test_db_clone_settings(SUFFIX)
        yield Beside(second)
        second.close()
        if first.vendor != "sqlite":
            first.creation.destroy_test_db(suffix=SUFFIX, verbosity=0)


def _let_go() -> None:
    """What one process keeps of one database: of another one, other records have the same keys."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
    Latest.clear_all()
