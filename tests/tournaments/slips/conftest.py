"""What the tests of slips share: a tournament of burraco whose players speak for themselves."""

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
