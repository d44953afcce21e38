"""What the tests of slips share: a tournament of burraco whose players speak for themselves."""

import pytest

from tests.factories import make_playing_burraco
from tournaments.staff.actions import players_of


@pytest.fixture
def tournament(db):
    """Burraco, two deals: four pairs, two tables, round 1 playing."""
    return make_playing_burraco()


@pytest.fixture
def players(tournament):
    return players_of(tournament)
