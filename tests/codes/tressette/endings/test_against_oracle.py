"""The search agrees with every way of playing on, whatever binds: 10,000 endings by `make endings`, a sample here.

Up to five cards nothing at all is shared with the search. Of six there are too many ways to play each out by itself:
there the oracle remembers what came of a lead it met before, and still cuts nothing.
"""

from itertools import chain

import pytest

from codes.tressette.endings.outcomes import Play, outcome
from tests.codes.tressette.endings.drawn import drawn, thirds_along
from tests.codes.tressette.endings.oracle import played_out
from tests.nightly import NIGHTLY

# How many of so many cards each, in batches that run beside each other.
MANY = {1: (500, 250), 2: (2500, 500), 3: (6000, 500), 4: (980, 20), 5: (20, 2)}
FEW = {1: (20, 20), 2: (80, 80), 3: (120, 120), 4: (4, 4)}
OF_SIX = (300, 10) if NIGHTLY else (0, 1)
SEEKS = {True: Play.BEST, False: Play.WORST}


def batches(shares):
    """Each batch as how many cards, the first seed, and how many."""
    return [(cards, first, each) for cards, (all_, each) in shares.items() for first in range(0, all_, each)]


def assert_agrees(cards, seed, *, remembers=False):
    one = drawn(cards, seed)
    wants = {"a_wants_most": one.a_wants_most, "b_wants_most": one.b_wants_most}
    binds = {"orders": one.orders, "best_first": one.best_first}
    found = outcome(one.ending, play_a=SEEKS[one.a_wants_most], play_b=SEEKS[one.b_wants_most], **binds)
    assert found.thirds_a == played_out(one.ending, **wants, **binds, remembers=remembers), (cards, seed)
    assert found.thirds_a + found.thirds_b == one.ending.thirds_left
    assert thirds_along(one.ending, found.line) == found.thirds_a


@pytest.mark.long
@pytest.mark.parametrize(("cards", "first", "many"), batches(MANY if NIGHTLY else FEW))
def test_up_to_five_cards_the_search_finds_what_every_way_of_playing_on_comes_to(cards, first, many):
    for seed in range(first, first + many):
        assert_agrees(cards, seed)


@pytest.mark.parametrize(("cards", "first", "many"), batches({6: OF_SIX}))
def test_with_six_cards_too(cards, first, many):
    for seed in range(first, first + many):
        assert_agrees(cards, seed, remembers=True)


def test_what_is_drawn_meets_every_kind_of_bond():
    """Otherwise the agreement would say little."""
    met = [drawn(cards, seed) for cards, seed in chain.from_iterable([(3, n), (2, n)] for n in range(120))]
    assert {len(one.ending.table) for one in met} == {0, 1, 2, 3}
    assert {(one.a_wants_most, one.b_wants_most) for one in met} == {(a, b) for a in SEEKS for b in SEEKS}
    assert {(order.verb.value, order.leading) for one in met for order in one.orders} == {
        (verb, leading) for verb in ("forbid", "oblige") for leading in (False, True)
    }
    assert {order.tricks for one in met for order in one.orders} == {None, 1, 2}
    assert {one.best_first.is_free for one in met if one.best_first} == {True, False}
