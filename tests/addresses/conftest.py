"""The tests here ask thousands of pages, so the world that answers is made once for a module."""

from collections.abc import Generator

import pytest
from django.db import transaction
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.world import World, make_world


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None]:
    """The database in one transaction for the module; each test's own would be a world for each test."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def world(db: None) -> World:
    with translation.override("it"):
        return make_world()
