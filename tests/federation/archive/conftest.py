"""The archive is asked in one world, made once for a module; each test takes back what it writes."""

from collections.abc import Generator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.snapshots import lent
from tests.world import World, make_world


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[World]:
    with django_db_blocker.unblock(), lent(make_world) as world:
        yield world


@pytest.fixture
def db(made: World) -> Generator[None]:
    """What a test writes is taken back at its end; the world stays as it was made."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def world(made: World, db: None) -> World:
    return made
