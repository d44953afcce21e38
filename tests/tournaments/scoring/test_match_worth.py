"""What a match is worth, figure by figure as the tables of the codes print it."""

from dataclasses import replace

import pytest

from codes.victory_points import get_scale
from tournaments.scoring.facts import Award, Encounter, Extra
from tournaments.scoring.match import FixedScore, Room, Terms, Worth, matches

TRESSETTE = Terms(scale=get_scale("tressette"), rest=(10, 0))
BURRACO = Terms(scale=get_scale("burraco"), rest=(14, 305), by_fives=True)
TEAMS = Terms(scale=get_scale("burraco-teams"), rest=(13, 555), by_fives=True)


def room(points_a: int, points_b: int, *, boards: int = 2, scored: int | None = None, **more) -> Room:
    told = {"round": 1, "a": (1,), "b": (2,)} | more
    return Room(
        boards=boards, scored=boards if scored is None else scored, points_a=points_a, points_b=points_b, **told
    )


@pytest.mark.parametrize(("a", "b", "vp"), [(11, 11, (10, 10)), (13, 9, (12, 8)), (9, 13, (8, 12))])
def test_a_match_of_two_boards_is_read_at_its_difference(a, b, vp):
    assert TRESSETTE.worth([room(a, b)]) == Worth(*vp)


def test_a_board_without_a_score_leaves_the_match_without_vp():
    assert TRESSETTE.worth([room(11, 0, scored=1)]) == Worth()
    assert TRESSETTE.worth([room(0, 0, boards=0)]) == Worth()


def test_the_rooms_of_teams_are_read_together():
    # F.I.Bur. 18 for teams: 350 is the last difference of 11–9, whatever each room came to.
    assert TEAMS.worth([room(800, 100), room(100, 450)]) == Worth(11, 9)
    assert TEAMS.worth([room(800, 100), room(100, 450, scored=1)]) == Worth()


def test_two_rooms_are_read_at_one_where_the_scale_has_no_table_for_both():
    # Burraco for pairs ends at four deals, so two rooms of three are read at three, where 11–9 reaches up to 150.
    assert BURRACO.worth([room(100, 0, boards=3), room(50, 0, boards=3)]) == Worth(11, 9)


def test_mp_given_for_the_round_move_the_lead_at_burraco_alone():
    given = [Extra(2, mp=100, round=1), Extra(1, mp=-50), Extra(1, mp=500, round=2)]
    # 300 less 100 is 200, the last difference of 12–8 over two deals.
    assert BURRACO.with_extras(given).worth([room(300, 0)]) == Worth(12, 8, -100)
    assert TRESSETTE.with_extras(given).worth([room(13, 9)]) == Worth(12, 8)


def test_mp_given_to_one_of_two_partners_move_no_match():
    terms = BURRACO.with_extras([Extra(1, mp=100, round=1)])
    assert terms.worth([room(200, 0, a=(1, 3), b=(2, 4))]) == Worth(12, 8)


def test_a_lead_between_two_steps_says_where_it_was_read():
    terms = BURRACO.with_extras([Extra(1, mp=-2, round=1)])
    assert terms.worth([room(45, 0)]) == Worth(10, 10, -2, 40)


def test_a_fixed_score_in_either_room_takes_the_place_of_the_boards():
    fixed = FixedScore("ritardo", 6, -305, 14, 305)
    rooms = [room(0, 0, scored=0), room(0, 0, scored=0, a=(2,), b=(1,), fixed=fixed)]
    found = matches(rooms, TEAMS, by_teams=True)
    awards = {(one.entry, one.vp, one.mp, one.against) for one in found.awards}
    assert awards == {(2, 6, -305, (1,)), (1, 14, 305, (2,))}
    assert (found.encounters, found.pending) == ([], 0)


def test_a_rest_earns_its_own_and_the_second_room_is_told_from_the_first():
    rest = room(0, 0, scored=0, a=(3,), b=())
    found = matches([room(800, 100), room(450, 100, a=(2,), b=(1,)), rest], TEAMS, by_teams=True)
    assert list(found.encounters) == [Encounter((1,), (2,), 900, 550, 11, 9, 1)]
    assert list(found.awards) == [Award(3, "bye", 13, 555, 1)]


def test_a_match_taken_off_the_grid_waits_for_nothing_at_burraco_alone():
    gone = replace(room(0, 0, scored=0), void=2)
    assert matches([gone], BURRACO, by_teams=False).pending == 0
    assert matches([gone], TRESSETTE, by_teams=False).pending == 1


def test_a_match_tells_where_the_table_was_read_against_what_is_printed():
    assert TRESSETTE.worth([room(34, 10, boards=4)]).table.difference == 24
    assert TRESSETTE.worth([room(10, 34, boards=4)]).table.difference == 24
    assert TRESSETTE.worth([room(34, 11, boards=4)]).table is None
