"""Sara the scorer, and a score at table 1, board 1: given by Dora, or annulled by Giulia."""

import pytest
from django.test import Client

from people.accounts.models import User
from tests import factories
from tournaments.rounds.models import Board, Table
from tournaments.scores.models import BoardScore


@pytest.fixture
def scorer(sara: User, client_of) -> Client:
    return client_of(sara)


@pytest.fixture
def given(table: Table, board: Board, dora: User) -> BoardScore:
    """7 – 4 at table 1, board 1, given by Dora."""
    return factories.make_score(table, board, (7, 4), dora)


@pytest.fixture
def annulled(table: Table, board: Board, giulia: User) -> BoardScore:
    """Annulled by Giulia's ruling, waiting for an arbitral score."""
    void = {"kind": "void", "points_a": None, "points_b": None, "reference": "Provvedimento n. 1"}
    return BoardScore.objects.create(
        table=table, board=board, version=1, given_by=giulia, given_at=factories.NOON, **void
    )
