"""Teams of four: two rooms with the lines crossed, and line-ups that are refused with every fault."""

import pytest

from codes.seats import Line
from tournaments.pairing.plan import Method, PairedTable, Plan, Why
from tournaments.pairing.round_robin import plan_round
from tournaments.pairing.teams import Fault, GivenLineUp, TeamRoom, Wrong, WrongLineUp, faults_of, tables_of

MEMBERS = {team: range(10 * team, 10 * team + 6) for team in (1, 2, 3)}


def line_up(team, *, first=(0, 1), second=(2, 3)):
    """A line-up of the team's players, told by their place in its list of six."""
    return GivenLineUp(
        team=team,
        first=(10 * team + first[0], 10 * team + first[1]),
        second=(10 * team + second[0], 10 * team + second[1]),
    )


def one_match(*, table=1):
    return Plan(method=Method.CHOICE, matches=(PairedTable(table=table, a=(1,), b=(2,), why=Why.CHOSEN),))


def seated(*line_ups):
    return tables_of(one_match(), {one.team: one for one in line_ups}, MEMBERS)


def wrongs(*line_ups):
    with pytest.raises(WrongLineUp) as refused:
        seated(*line_ups)
    return refused.value.wrongs


def test_match_is_two_tables_with_the_lines_crossed():
    first, second = seated(line_up(1), line_up(2))
    assert (first.room, first.team_a, first.pair_a, first.team_b, first.pair_b) == (
        TeamRoom.FIRST,
        1,
        (10, 11),
        2,
        (20, 21),
    )
    assert (second.room, second.team_a, second.pair_a, second.team_b, second.pair_b) == (
        TeamRoom.SECOND,
        2,
        (22, 23),
        1,
        (12, 13),
    )


def test_team_sits_in_another_line_in_each_room():
    tables = seated(line_up(1), line_up(2))
    assert [table.line_of(1) for table in tables] == [Line.A, Line.B]
    assert [table.line_of(2) for table in tables] == [Line.B, Line.A]


def test_team_that_does_not_play_at_a_table_has_no_line_there():
    with pytest.raises(ValueError, match="team 3"):
        seated(line_up(1), line_up(2))[0].line_of(3)


def test_tables_of_a_match_follow_its_number():
    tables = tables_of(one_match(table=3), {1: line_up(1), 2: line_up(2)}, MEMBERS)
    assert [(table.match, table.table) for table in tables] == [(3, 5), (3, 6)]


def test_all_italiana_of_teams_seats_everybody_once_and_rests_one_without_a_line_up():
    plan = plan_round([1, 2, 3], round_number=1)
    playing = [team for team in (1, 2, 3) if team not in plan.resting]
    tables = tables_of(plan, {team: line_up(team) for team in playing}, MEMBERS)
    players = [player for table in tables for player in (*table.pair_a, *table.pair_b)]
    assert sorted(players) == sorted(player for team in playing for player in line_up(team).players)


def test_line_up_may_change_from_match_to_match():
    first, second = seated(line_up(1, first=(4, 5), second=(0, 3)), line_up(2))
    assert (first.pair_a, second.pair_b) == ((14, 15), (10, 13))


def test_good_line_up_has_no_fault():
    assert faults_of(line_up(1), MEMBERS[1]) == ()


def test_player_named_twice_is_refused():
    assert wrongs(line_up(1, second=(1, 3)), line_up(2)) == (Wrong(team=1, fault=Fault.TWICE, players=(11,)),)


def test_player_of_nobody_s_list_is_refused():
    assert wrongs(line_up(1, second=(2, 8)), line_up(2)) == (Wrong(team=1, fault=Fault.NOT_A_MEMBER, players=(18,)),)


def test_player_in_both_line_ups_of_a_match_is_refused():
    both_lists = {1: range(10, 24), 2: range(10, 24)}
    shared = GivenLineUp(team=2, first=(20, 21), second=(22, 13))
    with pytest.raises(WrongLineUp) as refused:
        tables_of(one_match(), {1: line_up(1), 2: shared}, both_lists)
    assert refused.value.wrongs == (Wrong(team=2, fault=Fault.TWICE, players=(13,)),)


def test_every_fault_of_the_round_is_told_at_once():
    found = wrongs(line_up(1, first=(0, 0), second=(2, 9)))
    assert found == (
        Wrong(team=2, fault=Fault.MISSING),
        Wrong(team=1, fault=Fault.TWICE, players=(10,)),
        Wrong(team=1, fault=Fault.NOT_A_MEMBER, players=(19,)),
    )
    assert "team 2: missing" in str(WrongLineUp(*found))
