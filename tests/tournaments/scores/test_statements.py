"""How many statements it takes to type a score: that all else of a tournament is under seal costs none."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from people.accounts.models import User
from tests.factories import acting, one_hand
from tournaments.rounds.models import Round, Table
from tournaments.scores.actions import give_score
from tournaments.setup.models import Tournament

# Of before the settings were sealed: a score typed, and one corrected.
BEFORE = (16, 17)


def statements_of(run: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        run()
    return len(captured)


@pytest.mark.django_db
def test_a_score_typed_and_one_corrected(tournament: Tournament, table: Table, round_1: Round, sara: User) -> None:
    one_hand(tournament)
    first, board = round_1.boards.order_by("number")
    give_score(by=acting(sara), table=table, board=first, points_a=7, points_b=4, expected_version=0)
    told = {"table": table, "board": board}
    typed = statements_of(lambda: give_score(by=acting(sara), points_a=7, points_b=4, expected_version=0, **told))
    corrected = statements_of(
        lambda: give_score(by=acting(sara), points_a=6, points_b=5, expected_version=1, reason="Scritto male", **told)
    )
    assert (typed, corrected) <= BEFORE
    assert corrected <= BEFORE[1]
