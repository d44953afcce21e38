"""The rover of a Mitchell, walked through a hall of its own and searched for where it cannot be."""

from collections import Counter, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import mitchell, rover
from tournaments.pairing.mitchell import Boards, Movement, Remedy
from tournaments.pairing.plan import NoPairing, NoteKind, Plan, RelaxedRule, Why

SIZES = range(2, 31)


def movements(tables: int) -> list[Movement]:
    """Every movement of so many tables."""
    still = [Movement(tables=tables), Movement(tables=tables, boards=Boards.SAME)]
    remedies: list[Remedy | None] = list(Remedy) if tables % 2 == 0 else [None]
    return [*still, *(Movement(tables=tables, boards=Boards.MOVING, remedy=one) for one in remedies)]


def lines(tables: int) -> tuple[list[int | None], list[int | None]]:
    """Fixed pairs 1, 2 …, the rover 100; moving pairs 101, 102 …"""
    return [*range(1, tables + 1), 100], [*range(101, 101 + tables), None]


def session(movement: Movement, line: str) -> list[Plan]:
    fixed, mobile = lines(movement.tables)
    return [
        rover.plan_round(fixed=fixed, mobile=mobile, movement=movement, line=line, round_number=number)
        for number in range(1, rover.most_rounds(movement) + 1)
    ]


def stands(movement: Movement) -> list[list[int]]:
    """The set at each table, round by round, as a hall passes them on."""
    tables, found = movement.tables, []
    lying = deque(range(1, tables + 1))
    for number in range(1, rover.most_rounds(movement) + 1):
        here = list(lying)
        if movement.remedy is Remedy.RELAY:
            here = [*here[: tables // 2], *here[tables // 2 + 1 :], here[0]]
        found.append(here if movement.boards is Boards.MOVING else [number] * tables)
        lying.rotate(-1)
    return found


@pytest.mark.parametrize("tables", SIZES)
def test_nobody_meets_plays_or_rests_twice(tables: int) -> None:
    for movement in movements(tables):
        for line in "ab":
            met: Counter[frozenset[int]] = Counter()
            had: Counter[tuple[int, int]] = Counter()
            rested: Counter[int] = Counter()
            for plan, sets in zip(session(movement, line), stands(movement), strict=True):
                playing = [match for match in plan.matches if not match.rests]
                assert len(playing) == tables
                assert len(plan.entries) == 2 * tables + 1
                met.update(frozenset(match.entries) for match in playing)
                had.update((entry, sets[match.table - 1]) for match in playing for entry in match.entries)
                rested.update(plan.resting)
            assert {*met.values(), *had.values(), *rested.values()} == {1}


@pytest.mark.parametrize("tables", SIZES)
def test_the_others_move_as_they_would_without_a_rover(tables: int) -> None:
    fixed, mobile = lines(tables)
    for movement in movements(tables):
        for number, plan in enumerate(session(movement, "b"), start=1):
            usual = mitchell.plan_round(fixed=fixed[:-1], mobile=mobile[:-1], movement=movement, round_number=number)
            bumped = dict.fromkeys(plan.resting, 100)
            seats = [tuple(bumped.get(entry, entry) for entry in match.entries) for match in usual.matches]
            assert [match.entries for match in plan.matches[:tables]] == seats
            assert [match.table for match in plan.matches] == list(range(1, tables + 2))


@pytest.mark.parametrize("tables", SIZES)
def test_a_rover_lasts_as_long_as_the_hall_but_for_threes(tables: int) -> None:
    for movement in movements(tables):
        short = 1 if movement.boards is Boards.MOVING and movement.remedy is None and tables % 3 == 0 else 0
        if movement.remedy is Remedy.RELAY and tables > 26:
            assert rover.most_rounds(movement) == 1
        else:
            assert rover.most_rounds(movement) == movement.most_rounds - short


def longest(movement: Movement) -> int:
    """The most rounds that any rover has, by trying every table in every round."""

    def after(number: int, used: tuple[frozenset[int], ...]) -> int:
        if number > movement.most_rounds:
            return number - 1
        here = number - 1
        for table in range(1, movement.tables + 1):
            taken = (table, movement.mobile_at(table, number), movement.set_at(table, number) or -number)
            if not any(one in seen for one, seen in zip(taken, used, strict=True)):
                here = max(here, after(number + 1, tuple(seen | {one} for one, seen in zip(taken, used, strict=True))))
            if here == movement.most_rounds:
                break
        return here

    return after(2, (frozenset(), frozenset(), frozenset()))


@pytest.mark.parametrize("tables", range(2, 11))
def test_no_rover_lasts_longer(tables: int) -> None:
    for movement in movements(tables):
        assert rover.most_rounds(movement) == longest(movement)


@given(tables=st.integers(31, 90), boards=st.sampled_from(Boards))
def test_a_large_hall_has_a_third_of_its_rounds_at_least(tables: int, boards: Boards) -> None:
    movement = rover.movement_for(tables=tables, rounds=tables // 3 + 1, boards=boards)
    where = rover.path(movement)
    seats = [(table, movement.mobile_at(table, number)) for number, table in enumerate(where, start=2)]
    sets = [movement.set_at(table, number) for number, table in enumerate(where, start=2)]
    assert len({table for table, _place in seats}) == len({place for _table, place in seats}) == len(where)
    assert boards is Boards.NONE or len(set(sets)) == len(where)


@pytest.mark.parametrize(("tables", "rounds", "most"), [(9, 9, 8), (28, 28, 27), (33, 13, 12), (5, 6, 5)])
def test_more_rounds_than_a_rover_has_are_refused(tables: int, rounds: int, most: int) -> None:
    with pytest.raises(NoPairing) as refused:
        rover.movement_for(tables=tables, rounds=rounds, boards=Boards.MOVING)
    assert [(one.relaxing, one.count) for one in refused.value.relaxations] == [
        (RelaxedRule.MORE_TABLES, rounds - most)
    ]
    assert rover.rounds_for(2 * tables + 1, rover="a", boards=Boards.MOVING) == most


def test_only_an_odd_pair_roves() -> None:
    found = [rover.rounds_for(entries, rover="a", boards=Boards.MOVING) for entries in (18, 19, 20)]
    assert (found, rover.rounds_for(19, boards=Boards.MOVING)) == ([9, 8, 10], 10)


def test_a_plan_tells_who_roves_and_who_rests_for_it() -> None:
    first, second = session(Movement(tables=5, boards=Boards.MOVING), "a")[:2]
    assert (first.resting, first.notes) == ((100,), ())
    assert [(note.kind, note.data) for note in second.notes] == [(NoteKind.ROVER, {"a": 100, "b": 4})]
    assert [(match.table, match.entries, match.why) for match in second.matches if match.why is not Why.MOVEMENT] == [
        (4, (100, 103), Why.ROVER),
        (6, (4,), Why.REST_TURN),
    ]


def test_a_rover_rests_where_nobody_is_left_opposite() -> None:
    movement = Movement(tables=5, boards=Boards.MOVING)
    plan = rover.plan_round(
        fixed=[1, 2, 3, 4, 5, 100], mobile=[101, 102, None, 104, 105, None], movement=movement, line="a", round_number=2
    )
    assert sorted(plan.resting) == [4, 100]


def test_without_its_rover_a_hall_goes_on() -> None:
    movement = Movement(tables=3)
    plan = rover.plan_round(fixed=[1, 2, 3, None], mobile=[4, 5, 6, None], movement=movement, line="b", round_number=2)
    assert plan == mitchell.plan_round(fixed=[1, 2, 3], mobile=[4, 5, 6], movement=movement, round_number=2)
