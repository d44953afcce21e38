"""What the tests of calls share: a tournament of burraco being played, and those who sit at its tables."""

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


@pytest.fixture
def table_2(round_1):
    return round_1.tables.select_related("round__tournament", "line_a", "line_b").get(number=2)
