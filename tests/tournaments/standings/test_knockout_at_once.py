"""A knock-out match is decided anew while the round that rests on it is being drawn: the decision comes too late."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from records.requests import Refused
from tests.factories import acting
from tests.tournaments.draw.by_formula import next_round, play, staged
from tournaments.scores.match_models import KnockoutWinner
from tournaments.standings.actions import decide_knockout

pytestmark = pytest.mark.dialect


def until_somebody_waits():
    with connection.cursor() as cursor:
        for _ in range(100):
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.05)


def test_a_decision_waits_for_the_round_being_drawn(transactional_db):
    tournament, dora = staged("knockout", 4, rounds_planned=2)
    table = play(next_round(tournament, dora), dora, level=(1,)).tables.get(number=1)
    decide_knockout(by=acting(dora), table=table, winner=table.line_a, reason="Spareggio", expected_version=0)

    def decide_again():
        try:
            decide_knockout(by=acting(dora), table=table, winner=table.line_b, reason="Ripensato", expected_version=1)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as director:
        with transaction.atomic():
            next_round(tournament, dora)
            # SQLite lets one write at a time: there the decision comes once the round is drawn.
            if connection.vendor == "postgresql":
                late = director.submit(decide_again)
                until_somebody_waits()
        if connection.vendor != "postgresql":
            late = director.submit(decide_again)
        with pytest.raises(Refused, match="già stato preparato"):
            late.result()
    assert KnockoutWinner.objects.get().winner == table.line_a
