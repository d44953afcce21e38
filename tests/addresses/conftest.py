"""The tests here ask thousands of pages: one world answers, lent to a module, and it is walked once in all."""

import os
from collections.abc import Generator
from contextlib import ExitStack
from functools import cache

import pytest
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.addresses.walk import Walk, walked
from tests.addresses.walked import at_noon, make_walked
from tests.snapshots import lent
from tests.world import World


@pytest.fixture(scope="session")
def db(django_db_setup: None) -> None:
    """That there is one: pytest makes it for tests that name it so."""


@pytest.fixture(scope="module")
def world(db: None, django_db_blocker: DjangoDbBlocker) -> Generator[World]:
    with django_db_blocker.unblock(), at_noon(), lent(make_walked) as world:
        yield world


@pytest.fixture(scope="session")
def walk(tmp_path_factory: pytest.TempPathFactory, db: None, django_db_blocker: DjangoDbBlocker) -> Walk:
    """What everybody was answered, by this worker or another; made before a module is lent a world of its own."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent  # of all workers of the run
    with django_db_blocker.unblock(), at_noon(), translation.override("it"), ExitStack() as stack:

        @cache
        def world() -> World:
            return stack.enter_context(lent(make_walked))

        return walked(shared, world)
