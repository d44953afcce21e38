"""Standings: worked ties by hand, and any tournament against another algorithm."""

import hashlib
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.scoring.standings import Criterion, Encounter, Extra, Facts, draw_lot, standings

SEED = "Bari 14 novembre 2026: 12 45 7 33 90"


def encounter(a, b, vp_a, points_a=0, points_b=0):
    return Encounter(a=(a,), b=(b,), points_a=points_a, points_b=points_b, vp_a=vp_a, vp_b=20 - vp_a)


def ranked(encounters, *, entries=None, extras=()):
    entries = entries or {entry for one in encounters for entry in one.a + one.b}
    return standings(Facts(entries=entries, encounters=encounters, extras=extras, lot_seed=SEED))


def order(rows):
    return [row.entry for row in rows]


def decided(row):
    return [tie.criterion for tie in row.ties]


def test_most_victory_points_come_first_without_a_tie():
    rows = ranked([encounter(1, 2, 12, 13, 9), encounter(3, 4, 15, 20, 11)])
    assert [(row.place, row.entry, row.vp) for row in rows] == [(1, 3, 15), (2, 1, 12), (3, 2, 8), (4, 4, 5)]
    assert all(row.ties == () for row in rows)


def test_match_points_are_summed_for_and_against():
    rows = ranked([encounter(1, 2, 12, 13, 9), encounter(2, 1, 10, 11, 11)])
    assert [(row.entry, row.sums.mp_for, row.sums.mp_against, row.mp, row.sums.encounters) for row in rows] == [
        (1, 24, 20, 4, 2),
        (2, 20, 24, -4, 2),
    ]


def test_equal_victory_points_are_separated_by_match_points():
    rows = ranked([encounter(1, 2, 12, 12, 10), encounter(3, 4, 12, 13, 9)])
    assert order(rows) == [3, 1, 2, 4]
    assert decided(rows[0]) == [Criterion.MP]
    assert rows[0].ties[0].values == {1: 2, 3: 4}
    assert rows[0].ties[0].groups == ((3,), (1,))


def test_equal_in_both_are_separated_by_their_encounter():
    # 1 and 2 both end with 30 VP and MP +2; 2 beat 1 between themselves.
    rows = ranked([encounter(2, 1, 12, 12, 10), encounter(1, 3, 12, 14, 10), encounter(2, 4, 8, 10, 10),
                   encounter(1, 4, 10), encounter(2, 3, 10)])  # fmt: skip
    top = rows[:2]
    assert [(row.entry, row.vp, row.mp) for row in top] == [(2, 30, 2), (1, 30, 2)]
    assert decided(top[0]) == [Criterion.MP, Criterion.DIRECT_ENCOUNTER]
    assert top[0].ties[1].values == {1: 8, 2: 12}


def test_drawn_encounter_leaves_it_to_the_lot():
    rows = ranked([encounter(1, 2, 10, 11, 11)])
    assert [row.entry for row in rows] == list(draw_lot(SEED, [1, 2]).drawn)
    assert decided(rows[0]) == [Criterion.MP, Criterion.DIRECT_ENCOUNTER, Criterion.LOT]
    assert [tie.separates for tie in rows[0].ties] == [False, False, True]


def test_entries_that_never_met_go_to_the_lot_and_it_is_said():
    rows = ranked([encounter(1, 3, 12, 12, 10), encounter(2, 4, 12, 12, 10)])
    assert sorted(order(rows)[:2]) == [1, 2]
    assert [(tie.criterion, tie.values) for tie in rows[0].ties][1] == (Criterion.DIRECT_ENCOUNTER, {})


def three_equal(vp_12, vp_23, vp_31):
    """1, 2 and 3 meet each other; against 4 they make up what they lack, so that all three have 35 VP and no MP."""
    among = {1: vp_12 + 20 - vp_31, 2: 20 - vp_12 + vp_23, 3: 20 - vp_23 + vp_31}
    mutual = [encounter(1, 2, vp_12), encounter(2, 3, vp_23), encounter(3, 1, vp_31)]
    return mutual + [encounter(entry, 4, 35 - vp) for entry, vp in among.items()]


def test_three_equal_are_ordered_by_the_points_among_themselves():
    rows = ranked(three_equal(13, 12, 11))  # 1: 13+9=22, 2: 7+12=19, 3: 8+11=19
    assert rows[0].entry == 1
    assert rows[0].ties[1].values == {1: 22, 2: 19, 3: 19}
    assert rows[0].ties[1].groups == ((1,), (2, 3))


def test_two_left_equal_of_three_look_at_their_own_encounter():
    rows = ranked(three_equal(13, 12, 11))  # 2 beat 3 by 12 to 8
    assert order(rows)[:3] == [1, 2, 3]
    assert [tie.values for tie in rows[1].ties[1:]] == [{1: 22, 2: 19, 3: 19}, {2: 12, 3: 8}]


def test_three_in_a_circle_are_drawn_by_lot():
    rows = ranked(three_equal(12, 12, 12))
    assert order(rows)[:3] == list(draw_lot(SEED, [1, 2, 3]).drawn)
    assert decided(rows[0]) == [Criterion.MP, Criterion.DIRECT_ENCOUNTER, Criterion.LOT]


def test_the_lot_can_be_repeated_by_hand():
    lot = draw_lot(SEED, [7, 3])
    key = "BARI/14/NOVEMBRE/2026/12/45/7/33/90/CLASSIFICA/3.7./"
    assert lot.key == key
    digest = hashlib.md5(b"\0\0" + key.encode() + b"\0\0", usedforsecurity=False).hexdigest()
    first = [3, 7][int(digest, 16) % 2]
    assert lot.drawn[0] == first


def test_the_lot_depends_on_the_seed_and_on_nothing_else():
    assert draw_lot(SEED, [5, 1, 9]) == draw_lot(SEED, [9, 5, 1])
    orders = {draw_lot(f"seme {number}", range(1, 6)).drawn for number in range(20)}
    assert len(orders) > 10


def test_a_penalty_in_victory_points_lowers_the_place():
    rows = ranked([encounter(1, 2, 12, 12, 10)], extras=[Extra(entry=1, vp=-5)])
    assert [(row.entry, row.vp, row.sums.vp_adjustment) for row in rows] == [(2, 8, 0), (1, 7, -5)]


def test_a_penalty_in_match_points_counts_among_equals():
    rows = ranked(
        [encounter(1, 2, 12, 12, 10), encounter(3, 4, 12, 13, 9)], extras=[Extra(entry=3, mp=-3), Extra(entry=3, mp=-1)]
    )
    assert [(row.entry, row.mp) for row in rows][:2] == [(1, 2), (3, 0)]
    assert (rows[1].sums.mp_for, rows[1].sums.mp_against, rows[1].sums.mp_adjustment) == (13, 9, -4)


def test_before_anything_happens_nobody_is_ranked():
    rows = ranked([], entries=[3, 1, 2])
    assert [(row.place, row.entry, row.ties) for row in rows] == [(1, 1, ()), (1, 2, ()), (1, 3, ())]


def test_no_entries_give_no_rows():
    assert ranked([], entries=[]) == ()


@st.composite
def tournaments(draw):
    how_many = draw(st.integers(2, 7))
    pairs = list(combinations(range(1, how_many + 1), 2))
    played = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=12))
    close = st.integers(9, 11)
    return how_many, [encounter(a, b, draw(close), draw(close), draw(close)) for a, b in played]


def oracle(how_many, encounters):
    """Refine a partition until nothing changes, then draw: no recursion, a matrix instead of lists."""
    numbers = range(1, how_many + 1)
    vp, mp = dict.fromkeys(numbers, 0), dict.fromkeys(numbers, 0)
    matrix = {}
    for one in encounters:
        for me, other, mine, points in (
            (*one.a, *one.b, one.vp_a, one.points_a - one.points_b),
            (*one.b, *one.a, one.vp_b, one.points_b - one.points_a),
        ):
            vp[me] += mine
            mp[me] += points
            matrix[me, other] = matrix.get((me, other), 0) + mine

    def mutual(entry, group):
        complete = all((x, y) in matrix for x in group for y in group if x != y)
        return sum(matrix[entry, other] for other in group if other != entry) if complete else 0

    label = {entry: (-vp[entry], -mp[entry]) for entry in numbers}
    while True:
        groups = {entry: [other for other in numbers if label[other] == label[entry]] for entry in numbers}
        finer = {entry: (*label[entry], -mutual(entry, groups[entry])) for entry in numbers}
        if len(set(finer.values())) == len(set(label.values())):
            break
        label = finer
    classes = [[entry for entry in numbers if label[entry] == key] for key in sorted(set(label.values()))]
    return [entry for equal in classes for entry in draw_lot(SEED, equal).drawn]


@pytest.mark.long
@given(tournaments())
def test_any_tournament_is_ranked_as_by_another_algorithm(case):
    how_many, encounters = case
    assert order(ranked(encounters, entries=range(1, how_many + 1))) == oracle(how_many, encounters)


@pytest.mark.long
@given(tournaments())
def test_order_of_encounters_and_lines_changes_nothing(case):
    how_many, encounters = case
    mirrored = [
        Encounter(a=one.b, b=one.a, points_a=one.points_b, points_b=one.points_a, vp_a=one.vp_b, vp_b=one.vp_a)
        for one in reversed(encounters)
    ]
    entries = range(1, how_many + 1)
    assert order(ranked(mirrored, entries=entries)) == order(ranked(encounters, entries=entries))


@pytest.mark.long
@given(tournaments())
def test_places_follow_each_other_and_points_are_conserved(case):
    how_many, encounters = case
    rows = ranked(encounters, entries=range(1, how_many + 1))
    assert [row.place for row in rows] == list(range(1, how_many + 1))
    assert sum(row.vp for row in rows) == 20 * len(encounters)
    assert sum(row.mp for row in rows) == 0
