"""What makes a line of the standings besides the boards: awards, warnings, earlier stages, groups, withdrawals."""

import pytest

from tournaments.scoring.standings import (
    Award,
    Carry,
    CarryRule,
    Criterion,
    Encounter,
    Extra,
    Facts,
    Source,
    carry_over,
    draw_lot,
    explain,
    standings,
)

SEED = "Bari 14 novembre 2026: 12 45 7 33 90"
BYE = "bye"


def met(a, b, vp_a, points=(0, 0), round=1):
    sides = [side if isinstance(side, tuple) else (side,) for side in (a, b)]
    return Encounter(*sides, *points, vp_a, 20 - vp_a, round)


def facts(encounters=(), *, entries=range(1, 5), **fields):
    return Facts(entries=entries, encounters=encounters, lot_seed=SEED, **fields)


def rows_of(one):
    return {row.entry: row for row in standings(one)}


def order(one):
    return [row.entry for row in standings(one)]


def criteria(row):
    return [tie.criterion for tie in row.ties]


# Sides


def test_partners_of_a_round_each_get_all_of_their_side():
    rows = rows_of(facts([met((1, 2), (3, 4), 14, (1200, 700))]))
    assert [(rows[entry].vp, rows[entry].mp, rows[entry].sums.encounters) for entry in (1, 2, 3, 4)] == [
        (14, 500, 1),
        (14, 500, 1),
        (6, -500, 1),
        (6, -500, 1),
    ]


def test_those_who_were_only_partners_have_not_met():
    top = standings(facts([met((1, 2), (3, 4), 14, (1200, 700))]))[0]
    assert [(tie.criterion, bool(tie.values)) for tie in top.ties] == [
        (Criterion.MP, True),
        (Criterion.DIRECT_ENCOUNTER, False),
        (Criterion.LOT, False),
    ]


def test_players_who_were_opponents_are_ordered_by_their_encounter():
    # 1 and 2 end with 20 VP and no MP; against each other 1 made 12 of them.
    games = [met((1, 3), (2, 4), 12), met((1, 4), (5, 6), 8), met((2, 3), (7, 8), 12)]
    assert order(facts(games, entries=range(1, 9)))[1:3] == [1, 2]


# Awards


def test_an_award_counts_and_is_shown_apart():
    rows = rows_of(facts([met(1, 2, 12, (13, 9))], entries=[1, 2, 3], awards=[Award(3, BYE, 13, 505, round=1)]))
    sums = rows[3].sums
    assert (rows[3].place, rows[3].vp, rows[3].mp) == (1, 13, 505)
    assert (sums.awards, sums.vp_awarded, sums.mp_awarded) == (1, 13, 505)
    assert (sums.encounters, sums.vp_played, sums.mp_for) == (0, 0, 0)


def settled(against_1, against_2):
    """1 and 2 are equal in VP and MP; their encounter was settled by the code, 13 to 7."""
    awards = [
        Award(1, "late", 7, -505, round=1, against=against_1),
        Award(2, "late", 13, 505, round=1, against=against_2),
    ]
    return facts([met(1, 3, 13, (505, 0)), met(2, 4, 7, (0, 505))], awards=awards)


def test_an_encounter_settled_by_the_code_is_a_direct_encounter():
    first, second, *_rest = standings(settled((2,), (1,)))
    assert (first.entry, second.entry) == (2, 1)
    assert first.ties[1].values == {1: 7, 2: 13}


def test_an_award_without_opponents_is_not():
    rows = standings(settled((), ()))
    assert [row.entry for row in rows[:2]] == list(draw_lot(SEED, [1, 2]).drawn)
    assert criteria(rows[0])[-1] is Criterion.LOT


# Warnings


@pytest.mark.parametrize(("warnings", "cost"), [(0, 0), (1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2)])
def test_every_full_three_warnings_cost_one_victory_point(warnings, cost):
    extras = [Extra(1, warnings=1)] * warnings
    rows = rows_of(facts([met(1, 2, 12)], extras=extras, warnings_per_vp=3))
    assert (rows[1].vp, rows[1].sums.warnings, rows[1].sums.warning_vp) == (12 - cost, warnings, cost)


def test_warnings_cost_nothing_where_the_code_does_not_say_so():
    rows = rows_of(facts([met(1, 2, 12)], extras=[Extra(1, warnings=1)] * 9))
    assert (rows[1].vp, rows[1].sums.warnings, rows[1].sums.warning_vp) == (12, 9, 0)


def test_warnings_alone_rank_nobody_until_they_cost():
    assert {row.place for row in standings(facts(extras=[Extra(1, warnings=2)], warnings_per_vp=3))} == {1}
    ranked = rows_of(facts(extras=[Extra(1, warnings=3)], warnings_per_vp=3))
    assert (ranked[1].place, ranked[1].vp) == (4, -1)


def test_warnings_of_an_earlier_stage_complete_a_set_and_are_paid_once():
    rows = rows_of(
        facts(
            [met(1, 2, 10)],
            carries=[Carry(1, vp=39, warnings=5), Carry(2, vp=40, warnings=2)],
            extras=[Extra(1, warnings=1), Extra(2, warnings=0)],
            warnings_per_vp=3,
        )
    )
    assert (rows[1].vp, rows[1].sums.warning_vp) == (39 + 10 - 1, 1)
    assert (rows[2].vp, rows[2].sums.warning_vp) == (50, 0)


# Carry-over


def first_stage():
    return standings(facts([met(1, 2, 15, (900, 100))], extras=[Extra(2, warnings=4)], warnings_per_vp=3))


def test_everything_is_carried_over_with_the_warnings():
    carried = {one.entry: one for one in carry_over(first_stage(), CarryRule.FULL)}
    assert carried[1] == Carry(1, vp=15, mp=800, warnings=0)
    assert carried[2] == Carry(2, vp=4, mp=-800, warnings=4)


def test_nothing_is_carried_over_but_the_warnings():
    carried = {one.entry: one for one in carry_over(first_stage(), CarryRule.NONE)}
    assert (carried[1], carried[2]) == (Carry(1), Carry(2, warnings=4))


def test_two_stages_carried_over_count_as_one():
    games = [
        met(1, 2, 15, (900, 100)),
        met(3, 4, 11, (300, 200)),
        met(1, 3, 8, (0, 400), 2),
        met(2, 4, 14, (700, 0), 2),
    ]
    then = standings(facts(games[2:], carries=carry_over(standings(facts(games[:2])), CarryRule.FULL)))
    together = standings(facts(games))
    assert [(row.place, row.entry, row.vp, row.mp) for row in then] == [
        (row.place, row.entry, row.vp, row.mp) for row in together
    ]


# Groups and withdrawals


def test_every_group_has_its_own_places():
    games = [met(1, 3, 12), met(2, 4, 15)]
    rows = standings(facts(games, groups={1: 1, 3: 1, 2: 2, 4: 2}))
    assert [(row.group, row.place, row.entry) for row in rows] == [(1, 1, 1), (1, 2, 3), (2, 1, 2), (2, 2, 4)]


def test_equals_in_different_groups_are_not_compared():
    rows = standings(facts([met(1, 3, 12), met(2, 4, 12)], groups={1: 1, 3: 1, 2: 2, 4: 2}))
    assert [row.ties for row in rows] == [(), (), (), ()]


def test_a_group_that_has_not_begun_is_not_ranked():
    rows = standings(facts([met(1, 3, 12)], groups={1: 1, 3: 1, 2: 2, 4: 2}))
    assert [(row.entry, row.place) for row in rows] == [(1, 1), (3, 2), (2, 1), (4, 1)]


def test_who_withdrew_keeps_the_place():
    rows = rows_of(facts([met(1, 2, 18), met(3, 4, 12)], withdrawn={1}))
    assert rows[1].place == 1


def test_who_withdrew_can_be_put_out_of_the_ranking():
    rows = standings(facts([met(1, 2, 18), met(3, 4, 12)], withdrawn={1}, ranks_withdrawn=False))
    assert [(row.place, row.entry) for row in rows] == [(1, 3), (2, 4), (3, 2), (None, 1)]
    assert rows[-1].vp == 18


def test_who_is_out_of_the_ranking_stands_in_no_tie():
    rows = standings(facts([met(1, 3, 12), met(2, 4, 12)], withdrawn={1}, ranks_withdrawn=False))
    assert (rows[0].entry, rows[0].ties, rows[-1].ties) == (2, (), ())


def test_something_of_an_unknown_entry_is_never_left_out_silently():
    with pytest.raises(KeyError):
        standings(facts([met(1, 9, 12)]))


# The account of a line


def a_bit_of_everything():
    return facts(
        [met(1, 2, 15, (900, 100), 2), met((3, 1), (2, 4), 4, (0, 800), 1)],
        awards=[Award(1, BYE, 13, 505, round=3)],
        extras=[Extra(1, vp=-2, round=2), Extra(1, mp=100), *[Extra(1, warnings=1, round=2)] * 4],
        carries=[Carry(1, vp=30, mp=250, warnings=2)],
        warnings_per_vp=3,
    )


def test_the_account_tells_every_item_in_order():
    items = explain(a_bit_of_everything(), 1)
    assert [(item.source, item.round, item.vp, item.mp) for item in items] == [
        (Source.CARRY, None, 30, 250),
        (Source.ENCOUNTER, 1, 4, -800),
        (Source.ENCOUNTER, 2, 15, 800),
        (Source.EXTRA, 2, -2, 0),
        *[(Source.EXTRA, 2, 0, 0)] * 4,
        (Source.AWARD, 3, 13, 505),
        (Source.EXTRA, None, 0, 100),
        (Source.WARNINGS, None, -2, 0),
    ]
    assert (items[1].partners, items[1].opponents, items[1].points) == ((3,), (2, 4), (0, 800))
    assert (items[8].kind, items[-1].warnings) == (BYE, 6)


def test_the_account_adds_up_to_the_line():
    one = a_bit_of_everything()
    for row in standings(one):
        items = explain(one, row.entry)
        assert (sum(item.vp for item in items), sum(item.mp for item in items)) == (row.vp, row.mp)
