"""Mitchell: the movements that directors know, a hall that really moves its pairs and boards, and every size."""

from collections import deque
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.pairing import mitchell_tables
from tournaments.pairing.mitchell import Boards, Movement, Remedy, lines_of, movement_for, plan_round
from tournaments.pairing.plan import Method, NoPairing, Note, NoteKind, PairedTable, Plan, RelaxedRule, Why

SIZES = range(2, 61)
PUBLISHED = [
    *((None, tables, text) for tables, text in mitchell_tables.STRAIGHT.items()),
    *((Remedy.SKIP, tables, text) for tables, text in mitchell_tables.SKIP.items()),
    *((Remedy.RELAY, tables, text) for tables, text in mitchell_tables.RELAY.items()),
]


def moving(tables: int) -> list[Movement]:
    """Every movement with moving boards that this number of tables allows."""
    remedies = [None] if tables % 2 else list(Remedy)
    return [Movement(tables=tables, boards=Boards.MOVING, remedy=remedy) for remedy in remedies]


def written(movement: Movement) -> list[list[tuple[int, int | None]]]:
    """The movement as mitchell_tables writes it."""
    return [
        [(movement.mobile_at(table, played), movement.set_at(table, played)) for table in tables_of(movement)]
        for played in rounds_of(movement)
    ]


def tables_of(movement: Movement) -> range:
    return range(1, movement.tables + 1)


def rounds_of(movement: Movement) -> range:
    return range(1, movement.most_rounds + 1)


def session(movement: Movement, *, fixed: list[int | None], mobile: list[int | None]) -> list[Plan]:
    """Every round that the movement allows for these two lines."""
    return [
        plan_round(fixed=fixed, mobile=mobile, movement=movement, round_number=number) for number in rounds_of(movement)
    ]


def walked(movement: Movement) -> list[list[tuple[int, int]]]:
    """The movement as a hall walks it: pairs get up and boards are passed on, nothing is computed."""
    tables = movement.tables
    pairs = deque(range(1, tables + 1))
    stands = deque(range(1, tables + 1))  # where a set lies: the tables, the relay's stand in the middle of them
    rounds = []
    for number in rounds_of(movement):
        at_table = list(stands)
        if movement.remedy is Remedy.RELAY:
            at_table = [*at_table[: tables // 2], *at_table[tables // 2 + 1 :], at_table[0]]
        rounds.append(list(zip(pairs, at_table, strict=True)))
        pairs.rotate(2 if movement.remedy is Remedy.SKIP and number == tables // 2 else 1)
        stands.rotate(-1)
    return rounds


@pytest.mark.parametrize(("remedy", "tables", "text"), PUBLISHED)
def test_movement_is_the_one_that_directors_know(remedy, tables, text):
    movement = Movement(tables=tables, boards=Boards.MOVING, remedy=remedy)
    assert written(movement) == mitchell_tables.table(text)


@pytest.mark.parametrize("tables", SIZES)
def test_movement_is_what_a_hall_walks(tables):
    for movement in moving(tables):
        assert written(movement) == walked(movement)


@pytest.mark.parametrize("tables", SIZES)
def test_nobody_meets_opponents_or_boards_twice(tables):
    for movement in moving(tables):
        for pair in tables_of(movement):
            where = [
                next(t for t in tables_of(movement) if movement.mobile_at(t, n) == pair) for n in rounds_of(movement)
            ]
            sets = [movement.set_at(table, number) for number, table in enumerate(where, start=1)]
            assert len(set(where)) == len(set(sets)) == movement.most_rounds


@pytest.mark.parametrize("tables", SIZES)
def test_table_sees_another_set_every_round(tables):
    for movement in moving(tables):
        for table in tables_of(movement):
            assert len({movement.set_at(table, number) for number in rounds_of(movement)}) == movement.most_rounds


@pytest.mark.parametrize("tables", SIZES)
def test_set_lies_at_one_place_only_unless_it_is_shared(tables):
    for movement in moving(tables):
        first, last = movement.shared or (None, None)
        for number in rounds_of(movement):
            lying = [movement.set_at(table, number) for table in tables_of(movement) if table != last]
            if movement.shared:
                assert movement.set_at(last, number) == movement.set_at(first, number)
                # The one that waits on the stand between the two halves.
                lying.append((tables // 2 + number - 1) % tables + 1)
            assert sorted(lying) == list(tables_of(movement))


@pytest.mark.parametrize("tables", [1, *SIZES])
def test_without_boards_to_move_everybody_meets_the_whole_other_line(tables):
    fixed, mobile = list(range(1, tables + 1)), list(range(101, 101 + tables))
    plans = session(Movement(tables=tables), fixed=fixed, mobile=mobile)
    meetings = [(match.a[0], match.b[0]) for plan in plans for match in plan.matches]
    assert sorted(meetings) == list(product(fixed, mobile))
    assert {note for plan in plans for note in plan.notes} == set()


@given(tables=st.integers(2, 20), half=st.integers(0, 19), fixed_line=st.booleans(), boards=st.sampled_from(Boards))
def test_half_table_rests_somebody_else_every_round(tables, half, fixed_line, boards):
    fixed, mobile = list(range(1, tables + 1)), list(range(101, 101 + tables))
    (fixed if fixed_line else mobile)[half % tables] = None
    plans = session(movement_for(tables=tables, rounds=tables, boards=boards), fixed=fixed, mobile=mobile)
    rests = [entry for plan in plans for entry in plan.resting]
    assert sorted(rests) == (mobile if fixed_line else fixed)
    assert all(len(plan.entries) == 2 * tables - 1 for plan in plans)


def test_same_boards_are_those_of_the_round_at_every_table():
    movement = Movement(tables=4, boards=Boards.SAME)
    assert [[movement.set_at(table, number) for table in (1, 4)] for number in (1, 4)] == [[1, 1], [4, 4]]


@pytest.mark.parametrize(
    ("tables", "rounds", "remedy"), [(7, 7, None), (8, 7, Remedy.SKIP), (8, 4, Remedy.SKIP), (8, 8, Remedy.RELAY)]
)
def test_session_takes_the_skip_while_it_lasts_and_the_relay_for_every_round(tables, rounds, remedy):
    assert movement_for(tables=tables, rounds=rounds, boards=Boards.MOVING).remedy is remedy


@pytest.mark.parametrize("boards", Boards)
def test_more_rounds_than_tables_are_refused_with_the_tables_missing(boards):
    with pytest.raises(NoPairing) as refused:
        movement_for(tables=6, rounds=8, boards=boards)
    assert [(one.relaxing, one.count) for one in refused.value.relaxations] == [(RelaxedRule.MORE_TABLES, 2)]


def test_round_after_the_last_is_refused_with_its_rematches():
    with pytest.raises(NoPairing) as refused:
        plan_round(fixed=[1, 2], mobile=[3, None], movement=Movement(tables=2), round_number=3)
    assert [(one.relaxing, one.pairs) for one in refused.value.relaxations] == [(RelaxedRule.REMATCHES, ((1, 3),))]


def test_skip_ends_before_the_round_of_revenge():
    movement = Movement(tables=4, boards=Boards.MOVING, remedy=Remedy.SKIP)
    with pytest.raises(NoPairing) as refused:
        plan_round(fixed=[1, 2, 3, 4], mobile=[5, 6, 7, 8], movement=movement, round_number=4)
    assert refused.value.relaxations[0].pairs == ((1, 5), (2, 6), (3, 7), (4, 8))


def test_plan_tells_the_skip_in_its_round_and_the_board_sets():
    movement = Movement(tables=4, boards=Boards.MOVING, remedy=Remedy.SKIP)
    plans = session(movement, fixed=[1, 2, 3, 4], mobile=[5, 6, 7, 8])
    assert [plan.notes for plan in plans] == [(), (), (Note(kind=NoteKind.SKIP, data={"round": 3}),)]
    data = {"round": 3, "table": 1, "place_b": 2, "board_set": 3}
    assert plans[2].matches[0] == PairedTable(table=1, a=(1,), b=(6,), why=Why.MOVEMENT, data=data)


def test_plan_tells_the_tables_that_share_and_the_half_one():
    movement = movement_for(tables=4, rounds=4, boards=Boards.MOVING)
    plan = plan_round(fixed=[1, 2, 3, None], mobile=[5, 6, 7, 8], movement=movement, round_number=1)
    assert [(note.kind, note.data) for note in plan.notes] == [
        (NoteKind.BOARDS_SHARED, {"table_a": 1, "table_b": 4}),
        (NoteKind.HALF_TABLE, {"table": 4}),
    ]
    assert (plan.method, plan.resting) == (Method.MITCHELL, (8,))


def test_table_that_both_lines_left_is_not_in_the_plan():
    plan = plan_round(fixed=[1, None], mobile=[3, None], movement=Movement(tables=2), round_number=1)
    assert [match.table for match in plan.matches] == [1]


def test_lines_continue_from_the_first_round_as_it_was_seated():
    seated = [(1, (5,), (6,)), (3, (9,), ()), (2, (8,), (7,))]
    matches = tuple(PairedTable(table=table, a=a, b=b, why=Why.ENTERED) for table, a, b in seated)
    assert lines_of(Plan(method=Method.ENTRY_ORDER, matches=matches)) == ([5, 8, 9], [6, 7, None])


def test_lines_of_tables_with_a_gap_raise():
    plan = Plan(method=Method.CHOICE, matches=(PairedTable(table=2, a=(1,), b=(2,), why=Why.CHOSEN),))
    with pytest.raises(ValueError, match="not the tables"):
        lines_of(plan)


@pytest.mark.parametrize(
    ("tables", "boards", "remedy"),
    [(0, Boards.NONE, None), (4, Boards.MOVING, None), (5, Boards.MOVING, Remedy.SKIP), (4, Boards.SAME, Remedy.RELAY)],
)
def test_movement_that_cannot_be_raises(tables, boards, remedy):
    with pytest.raises(ValueError, match="tables"):
        Movement(tables=tables, boards=boards, remedy=remedy)


@pytest.mark.parametrize(("fixed", "round_number"), [([1], 1), ([1, 2], 0)])
def test_lines_or_rounds_that_do_not_fit_raise(fixed, round_number):
    with pytest.raises(ValueError, match="places at 2 tables"):
        plan_round(fixed=fixed, mobile=[3, 4], movement=Movement(tables=2), round_number=round_number)
