"""Two of the staff record the same table at the same moment: both are served, and each board has one score."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from hall.slips.actions import record_for_table
from tests.factories import acting
from tests.hall.slips.results import OURS
from tournaments.rounds.models import Table
from tournaments.scores.models import BoardScore


def test_two_of_the_staff_record_a_table_at_once(transactional_db, tournament, dora, giulia):
    # SQLite lets one write at a time, and its database in memory does not even wait: there one comes after the other.
    at_once = 2 if connection.features.has_select_for_update else 1
    ready = Barrier(at_once)

    def record(person, number):
        try:
            table = Table.objects.with_players().select_related("round__tournament").get(number=number)
            ready.wait()
            record_for_table(by=acting(person), table=table, results=OURS)
        finally:
            connection.close()

    with ThreadPoolExecutor(at_once) as staff:
        for number in (1, 2):
            for done in [staff.submit(record, person, number) for person in (dora, giulia)]:
                done.result()
    scores = BoardScore.objects.order_by("table__number", "board__number")
    told = scores.values_list("table__number", "board__number", "version", "points_a", "points_b")
    assert list(told) == [
        (table, board, 1, one.points_a, one.points_b) for table in (1, 2) for board, one in OURS.items()
    ]
