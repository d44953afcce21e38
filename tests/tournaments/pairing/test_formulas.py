"""The table of formulas against the choices of the model and against what each formula does when it is drawn."""

import pytest

from tournaments.pairing.draw import draw_plan
from tournaments.pairing.formulas import BY_HAND, FORMULAS, GoesOn, traits_of
from tournaments.pairing.plan import Entrant
from tournaments.pairing.records import Inputs, Section
from tournaments.planning.models import Formula

FIELD = tuple(Entrant(number=number, rank=number) for number in range(1, 9))
DRAWN = [key for key, traits in FORMULAS.items() if traits.is_drawn]


def test_every_choice_has_a_row_and_every_row_is_a_choice_or_stands_for_one():
    stand_ins = {traits.among_singles for traits in FORMULAS.values() if traits.among_singles}
    assert set(FORMULAS) == set(Formula.values) | stand_ins
    assert not stand_ins & set(Formula.values)


@pytest.mark.parametrize("formula", DRAWN)
def test_a_first_round_seats_everybody_as_many_at_a_table_as_the_row_says(formula):
    section = Section(way="entry-order", is_first=True, entrants=FIELD, double=FORMULAS[formula].legs == 2)
    plan = draw_plan(Inputs(formula=formula, rounds_planned=3, sections=(section,)), "Bari 4711")
    at_a_table = 4 if FORMULAS[formula].tables_of_four else 2
    assert sorted(plan.entries) == list(range(1, 9))
    assert [len(match.entries) for match in plan.matches] == [at_a_table] * (8 // at_a_table)


@pytest.mark.parametrize("formula", DRAWN)
def test_a_schedule_goes_on_from_its_own_places_and_not_from_the_standings(formula):
    traits = FORMULAS[formula]
    if traits.is_scheduled:
        assert not traits.by_standings
    assert traits.is_scheduled == (traits.goes_on in {GoesOn.LINES, GoesOn.PLACES})


def test_a_formula_that_a_changed_record_names_is_one_of_nobodys_rules():
    assert traits_of("nobody-knows") is FORMULAS[BY_HAND]
    assert not traits_of("nobody-knows").is_drawn
