"""Whist schedules: everybody once with everybody, twice against everybody, counted."""

from collections import Counter
from itertools import combinations

import pytest

from tests.tournaments.pairing.foursome_counts import meetings, partnerships
from tournaments.pairing.whist import STARTS, rounds_of, tables_of

FIELDS = sorted(STARTS)


def schedule(players):
    return [tables_of(players, number) for number in range(1, rounds_of(players) + 1)]


def everybody_with_everybody(players, times):
    return Counter({frozenset(pair): times for pair in combinations(range(players), 2)})


@pytest.mark.parametrize("players", FIELDS)
def test_everybody_plays_once_with_and_twice_against_everybody(players):
    tables = [table for tables in schedule(players) for table in tables]
    assert partnerships(tables) == everybody_with_everybody(players, 1)
    assert meetings(tables) == everybody_with_everybody(players, 2)


@pytest.mark.parametrize("players", FIELDS)
def test_round_seats_everybody_or_all_but_another_one(players):
    absent = []
    for tables in schedule(players):
        seated = [player for table in tables for player in table]
        assert len(seated) == len(set(seated)) == players - players % 2
        absent += set(range(players)) - set(seated)
    assert sorted(absent) == list(range(players)) * (players % 2)


def test_fields_known_are_those_that_four_divides_or_leaves_one():
    assert [number for k in range(1, 9) for number in (4 * k, 4 * k + 1)] == FIELDS


@pytest.mark.parametrize("players", [3, 6, 7, 36])
def test_other_fields_have_no_schedule(players):
    assert rounds_of(players) == 0
    with pytest.raises(ValueError, match="no round 1"):
        tables_of(players, 1)


@pytest.mark.parametrize("number", [0, 8])
def test_schedule_has_no_round_before_the_first_or_after_the_last(number):
    with pytest.raises(ValueError, match="for 8 players"):
        tables_of(8, number)
