"""Tournaments by chance written into the database: the standings read from the records are those of the oracle."""

from dataclasses import replace
from itertools import count, islice

import pytest

from tests import factories
from tests.tournaments.standings import oracle_standings as oracle
from tests.tournaments.standings.oracle_standings import Line, Story
from tests.tournaments.standings.random_stories import Case, case
from tests.tournaments.standings.stored_stories import Scribe, stored
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings
from tournaments.standings.record_queries import pair_record

pytestmark = pytest.mark.long

TOURNAMENTS, RARE = 160, 5


def lines(tournament: Tournament) -> list[Line]:
    """The standings of its last stage, begun or not."""
    rows = standings(tournament, stage=tournament.stages.order_by("number").last()).rows
    return [Line(row.group, row.place, row.entry.number, row.vp, row.mp) for row in rows]


def cases(first: int, how_many: int) -> list[tuple[int, Case]]:
    found = ((seed, stored(case(seed))) for seed in range(first, first + how_many))
    return [(seed, one) for seed, one in found if one]


def different(found: list[tuple[int, Case]]) -> list[int]:
    """The tournaments on which records and oracle disagree."""
    scorer = factories.make_user("sara")
    written = ((seed, one, Scribe(one, scorer, f"torneo-{seed}").write()) for seed, one in found)
    return [seed for seed, one, tournament in written if lines(tournament) != oracle.standings(one.story)]


@pytest.mark.parametrize("first", range(0, TOURNAMENTS, 20))
def test_the_oracle_agrees_with_what_is_read_from_the_records(db, first):
    assert different(cases(first, 20)) == []


def without_mp_of_a_round(story: Story) -> Story:
    return replace(story, round_mp_move_the_match=False)


def without_earlier_warnings(story: Story) -> Story:
    return replace(story, brought=[replace(one, warnings=0) for one in story.brought])


def decides(story: Story, other: Story) -> bool:
    return story != other and oracle.standings(story) != oracle.standings(other)


@pytest.mark.parametrize("without", [without_mp_of_a_round, without_earlier_warnings])
def test_the_oracle_agrees_where_something_rare_decides(db, without):
    """MP given for a round that move the VP of its match, and warnings that complete a set begun a stage before."""
    every = ((seed, stored(case(seed))) for seed in count(1000))
    rare = ((seed, one) for seed, one in every if one and decides(one.story, without(one.story)))
    assert different(list(islice(rare, RARE))) == []


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
