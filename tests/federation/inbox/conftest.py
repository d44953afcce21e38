"""A world whose tournament is sealed, and its package; what a test writes is taken back."""

import pytest
from django.db import transaction

from federation.packages.actions import add_key, own_key
from tests.factories import acting
from tests.federation.inbox.bringing import bring
from tests.federation.packages.packing import packed_world
from tests.module_database import lent_db
from tests.snapshots import lent

__all__ = ["lent_db"]


@pytest.fixture(scope="module")
def shared(db):
    with lent(packed_world) as made:
        yield made


@pytest.fixture
def world(shared):
    with transaction.atomic():
        world = shared[0]
        world.tournament.refresh_from_db()
        yield world
        transaction.set_rollback(True)


@pytest.fixture
def data(world, shared):
    return shared[1]


@pytest.fixture
def fitres(world):
    return world.tournament.federation


@pytest.fixture
def olga(world):
    return world.people["olga"]


@pytest.fixture
def known(world, fitres, olga):
    """The federation knows this installation's key."""
    return add_key(by=acting(olga), federation=fitres, name="Circolo Levante", public=own_key().public)


@pytest.fixture
def kept(known, fitres, olga, data):
    return bring(olga, fitres, data)
