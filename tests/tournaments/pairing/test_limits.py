"""How many rounds a formula has for so many entries: as many as it draws, and not one more."""

import pytest

from tournaments.pairing import knockout, mitchell, round_robin
from tournaments.pairing.formulas import FORMULAS, fewest_for
from tournaments.pairing.plan import NoPairing

ENTRIES = range(2, 34)


@pytest.mark.parametrize("entries", ENTRIES)
def test_a_mitchell_lasts_as_long_as_it_has_tables(entries: int) -> None:
    lasting = FORMULAS["mitchell"].rounds_for
    assert lasting is not None
    most = lasting(entries)
    assert mitchell.movement_for(tables=-(-entries // 2), rounds=most).most_rounds == most
    with pytest.raises(NoPairing):
        mitchell.movement_for(tables=-(-entries // 2), rounds=most + 1)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("entries", ENTRIES)
def test_an_all_play_all_ends_when_everybody_has_met(entries: int, double: bool) -> None:
    lasting = FORMULAS["double-round-robin" if double else "round-robin"].rounds_for
    assert lasting is not None
    most, met = lasting(entries), []
    for number in range(1, most + 1):
        plan = round_robin.plan_round(range(1, entries + 1), round_number=number, double=double)
        met += [pair for match in plan.matches for pair in match.pairs_met()]
    legs = 2 if double else 1
    assert len(met) == legs * entries * (entries - 1) // 2
    assert len(set(met)) * legs == len(met)
    with pytest.raises(NoPairing):
        round_robin.plan_round(range(1, entries + 1), round_number=most + 1, double=double)


@pytest.mark.parametrize("entries", ENTRIES)
def test_a_knockout_ends_with_its_final(entries: int) -> None:
    lasting = FORMULAS["knockout"].rounds_for
    assert lasting is not None
    seeds, winners = range(1, entries + 1), []
    for _stage in range(lasting(entries)):
        plan = knockout.plan_stage(seeds, winners)
        winners.append({match.a[0] for match in plan.matches if not match.rests})
    with pytest.raises(ValueError, match="won"):
        knockout.plan_stage(seeds, winners)


@pytest.mark.parametrize(
    ("formula", "rounds", "fewest"),
    [("mitchell", 4, 7), ("mitchell", 1, 2), ("round-robin", 7, 7), ("round-robin", 6, 7), ("knockout", 3, 5)],
)
def test_the_fewest_entries_for_so_many_rounds(formula: str, rounds: int, fewest: int) -> None:
    lasting = FORMULAS[formula].rounds_for
    assert lasting is not None
    assert fewest_for(lasting, rounds) == fewest


def test_the_danish_formulas_have_no_end_of_their_own() -> None:
    assert FORMULAS["danish"].rounds_for is None
