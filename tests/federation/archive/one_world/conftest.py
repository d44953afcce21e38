"""The archive is asked in one world, made once for a module; each test takes back what it writes."""

from collections.abc import Generator

import pytest
from pytest_django import DjangoDbBlocker

from tests.module_database import db_taken_back, world
from tests.snapshots import lent
from tests.world import World, make_world

__all__ = ["db_taken_back", "world"]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[World]:
    with django_db_blocker.unblock(), lent(make_world) as world:
        yield world
