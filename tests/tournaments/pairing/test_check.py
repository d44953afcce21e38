"""A draft changed by hand: what it breaks is told, what cannot be is refused."""

import pytest

from tournaments.pairing.check import Breach, BrokenRule, check_plan, exchange_entries
from tournaments.pairing.danish import danish
from tournaments.pairing.plan import Entrant, History, PairedTable, Why


def field(count, **by_number):
    return [Entrant(number=n, rank=n, **by_number.get(f"e{n}", {})) for n in range(1, count + 1)]


def tables(*entries):
    """Tables 1, 2 …, each told by its two entries, or by the one that rests."""
    return [
        PairedTable(table=at, a=(one,), b=tuple(rest), why=Why.BY_HAND) for at, (one, *rest) in enumerate(entries, 1)
    ]


def warned(broken, **data):
    return (Breach(broken=broken, data=data),)


@pytest.mark.parametrize("size", [6, 7])
def test_a_plan_of_ours_breaks_nothing(size):
    history = History(met={(1, 2): (1,), (3, 4): (1,)})
    plan = danish(field(size), history, rematches=False)
    assert check_plan(plan.matches, field(size), history, clubs_apart=True) == ()


def test_an_entry_at_two_tables_is_refused():
    (found,) = check_plan(tables((1, 2), (3, 2)), field(3), History())
    assert found == Breach(broken=BrokenRule.SEATED_TWICE, data={"entry": 2})
    assert found.is_refused


def test_an_entry_that_withdrew_is_refused():
    (found,) = check_plan(tables((1, 2)), field(1), History())
    assert found == Breach(broken=BrokenRule.NOT_HERE, data={"entry": 2})
    assert found.is_refused


def test_a_table_used_twice_is_refused():
    matches = [PairedTable(table=1, a=(n,), b=(n + 1,), why=Why.BY_HAND) for n in (1, 3)]
    assert check_plan(matches, field(4), History()) == warned(BrokenRule.TABLE_TWICE, table=1)


def test_an_entry_without_a_table_is_told():
    found = check_plan(tables((1, 2)), field(3), History())
    assert found == warned(BrokenRule.MISSING, entry=3)
    assert not found[0].is_refused


def test_a_rematch_is_told_with_its_round_unless_the_formula_allows_it():
    history = History(met={(1, 2): (2, 5)})
    assert check_plan(tables((2, 1)), field(2), history) == warned(BrokenRule.REMATCH, a=1, b=2, round=5)
    assert check_plan(tables((2, 1)), field(2), history, rematches=True) == ()


def test_two_of_one_club_are_told_in_round_one_alone():
    entrants = field(4, e1={"club": "Bari"}, e2={"club": "Bari"})
    draft = tables((1, 2), (3, 4))
    assert check_plan(draft, entrants, History(), clubs_apart=True) == warned(
        BrokenRule.SAME_CLUB, a=1, b=2, club="Bari"
    )
    assert check_plan(draft, entrants, History()) == ()


def test_a_forbidden_pair_is_told_whichever_way_it_was_named():
    assert check_plan(tables((1, 2)), field(2), History(), forbidden=[(2, 1)]) == warned(
        BrokenRule.FORBIDDEN_PAIR, a=1, b=2
    )


def test_a_second_rest_is_told():
    draft = tables((1, 2), (3,))
    assert check_plan(draft, field(3, e3={"rests": 1}), History()) == warned(BrokenRule.SECOND_REST, entry=3, rests=1)


def test_two_rests_that_could_be_a_table_are_told():
    assert check_plan(tables((1,), (2,)), field(2), History()) == warned(BrokenRule.REST_AVOIDABLE, a=1, b=2)


def test_who_leaves_the_fixed_table_is_told():
    draft = tables((3, 4), (1, 2))
    found = check_plan(draft, field(4, e1={"fixed_table": 1}), History())
    assert found == warned(BrokenRule.FIXED_TABLE_MOVED, entry=1, table=2, fixed=1)


def test_everything_broken_is_told_at_once():
    entrants = field(4, e1={"rests": 1, "club": "Bari"}, e2={"club": "Bari"})
    history = History(met={(2, 3): (1,)})
    found = check_plan(tables((2, 3), (1,)), entrants, history, clubs_apart=True)
    assert [one.broken for one in found] == [BrokenRule.MISSING, BrokenRule.REMATCH, BrokenRule.SECOND_REST]


def test_individuals_who_play_together_are_no_rematch_of_each_other():
    draft = [PairedTable(table=1, a=(1, 2), b=(3, 4), why=Why.SPREAD)]
    history = History(met={(1, 2): (1,), (2, 4): (1,)})
    assert check_plan(draft, field(4), history) == warned(BrokenRule.REMATCH, a=2, b=4, round=1)


def test_individuals_who_played_together_before_are_told():
    draft = [PairedTable(table=1, a=(1, 2), b=(3, 4), why=Why.SPREAD)]
    history = History(together={(3, 4): (2,)})
    assert check_plan(draft, field(4), history) == warned(BrokenRule.PARTNER_AGAIN, a=3, b=4, round=2)


def test_two_entries_exchange_their_seats_and_the_tables_say_by_whose_hand():
    plan = danish(field(6), History(), rematches=True)
    changed = exchange_entries(plan, 2, 3)
    assert [(match.a, match.b) for match in changed.matches] == [((1,), (3,)), ((2,), (4,)), ((5,), (6,))]
    assert [match.why for match in changed.matches] == [Why.BY_HAND, Why.BY_HAND, Why.NEIGHBOURS]


def test_an_exchange_can_move_the_rest():
    changed = exchange_entries(danish(field(3), History(), rematches=True), 1, 3)
    assert changed.resting == (1,)


def test_an_exchange_with_somebody_who_is_not_in_the_plan_is_refused():
    with pytest.raises(ValueError, match=r"not in the plan: \[9\]"):
        exchange_entries(danish(field(2), History(), rematches=True), 1, 9)
