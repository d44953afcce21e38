"""What the tests of calls share: a tournament of burraco being played, and those who sit at its tables."""

import pytest

from tests.factories import make_burraco, make_entries, make_round
from tournaments.actions.slips import players_of


@pytest.fixture
def tournament(db):
    """Burraco, two deals: four pairs, two tables, round 1 playing."""
    tournament = make_burraco()
    one, two, three, four = make_entries(tournament, 4)
    make_round(tournament, 1, [(one, two), (three, four)])
    return tournament


@pytest.fixture
def players(tournament):
    return players_of(tournament)


@pytest.fixture
def table_2(round_1):
    return round_1.tables.select_related("round__tournament", "line_a", "line_b").get(number=2)
