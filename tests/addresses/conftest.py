"""The tests here ask thousands of pages, so the world that answers is made once for a module."""

import pytest
from django.utils import translation

from tests.module_database import db
from tests.world import World, make_world

__all__ = ["db"]


@pytest.fixture(scope="module")
def world(db: None) -> World:
    with translation.override("it"):
        return make_world()
