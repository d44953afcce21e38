"""The database in one transaction for a module of tests: what takes seconds to make is made once."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from tests.world import World


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module", name="db")
def lent_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database, for what is lent to a module in a transaction of its own (`tests/snapshots.py`)."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(name="db")
def db_taken_back(made: World) -> Iterator[None]:
    """What a test writes is taken back at its end; the world stays as it was made."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def world(made: World, db: None) -> World:
    return made
