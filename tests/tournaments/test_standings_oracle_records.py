"""Tournaments by chance written into the database: the standings read from the records are those of the oracle."""

import pytest

from tests import factories
from tests.tournaments import oracle_standings as oracle
from tests.tournaments.oracle_standings import Line
from tests.tournaments.random_stories import Case, case
from tests.tournaments.stored_stories import Scribe, stored
from tournaments.models import Tournament
from tournaments.pair_record import pair_record
from tournaments.queries import standings

TOURNAMENTS = 200


def lines(tournament: Tournament) -> list[Line]:
    """The standings of its last stage, begun or not."""
    rows = standings(tournament, stage=tournament.stages.order_by("number").last()).rows
    return [Line(row.group, row.place, row.entry.number, row.vp, row.mp) for row in rows]


def cases(first: int, how_many: int) -> list[tuple[int, Case]]:
    found = ((seed, stored(case(seed))) for seed in range(first, first + how_many))
    return [(seed, one) for seed, one in found if one]


@pytest.mark.parametrize("first", range(0, TOURNAMENTS, 20))
def test_the_oracle_agrees_with_what_is_read_from_the_records(db, first):
    scorer = factories.make_user("sara")
    different = []
    for seed, one in cases(first, 20):
        tournament = Scribe(one, scorer, f"torneo-{seed}").write()
        if lines(tournament) != oracle.standings(one.story):
            different.append(seed)
    assert different == []


@pytest.mark.parametrize("seed", [seed for seed, _one in cases(200, 12)])
def test_the_proof_of_every_line_adds_up(db, seed):
    one = stored(case(seed))
    tournament = Scribe(one, factories.make_user("sara"), "torneo").write()
    for entry in tournament.entries.all():
        record = pair_record(entry)
        row, sums = record.row, record.row.sums
        assert record.vp_played == sums.vp_played + sums.vp_awarded
        assert record.mp_played == sums.mp_for - sums.mp_against + sums.mp_awarded
        assert sum(item.vp for item in record.items) == row.vp
        assert sum(item.mp for item in record.items) == row.mp
