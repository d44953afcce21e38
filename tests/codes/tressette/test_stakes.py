"""Payments by hand, then the conservation of what is paid over every kind, ending and number of players."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.tressette.stakes import (
    MatchEnding,
    Posta,
    StakedMatch,
    StakesRefused,
    feed,
    sbatuffato,
    settle,
    stakes_file,
)

QUARTER = Fraction(1, 4)


def marcio(ending, points, *, players=4, pool=0):
    return settle(
        StakedMatch(
            posta=Posta.MARCIO_BATUFFA, ending=ending, loser_points=points, players=players, pool=Fraction(pool)
        )
    )


@pytest.mark.parametrize(
    ("posta", "ending", "stakes"),
    [
        (Posta.UNICA, MatchEnding.ORDINARY, 1),
        (Posta.UNICA, MatchEnding.CAPPOTTO, 1),
        (Posta.SEMPLICE_DOPPIA, MatchEnding.ORDINARY, 1),
        (Posta.SEMPLICE_DOPPIA, MatchEnding.CAPPOTTO, 2),
        (Posta.SEMPLICE_DOPPIA, MatchEnding.LAID_DOWN, 2),
        (Posta.SEMPLICE_DOPPIA, MatchEnding.AFTER_WIN, 2),
        (Posta.SEMPLICE_DOPPIA, MatchEnding.MISSED, 1),
    ],
)
def test_without_a_pool_the_losers_pay_the_winners(posta, ending, stakes):
    settlement = settle(StakedMatch(posta=posta, ending=ending, loser_points=5))
    assert (settlement.winner, settlement.loser, settlement.pool_after) == (stakes, -stakes, 0)


@pytest.mark.parametrize(
    ("ending", "with_eleven", "with_ten"),
    [
        (MatchEnding.ORDINARY, 1, 2),
        (MatchEnding.CAPPOTTO, 2, 3),
        (MatchEnding.LAID_DOWN, 2, 3),
        (MatchEnding.AFTER_WIN, 1, 2),
        (MatchEnding.MISSED, 1, 2),
    ],
)
def test_with_marcio_and_batuffa_eleven_points_save_a_stake(ending, with_eleven, with_ten):
    assert marcio(ending, 11).stakes == with_eleven
    assert marcio(ending, 10).stakes == with_ten


def test_the_pool_of_four_players_grows_by_a_stake_then_by_quarters():
    first = feed(Fraction(), players=4, first=True)
    assert (first, feed(first, players=4, first=False), feed(first, players=5, first=False)) == (4, 5, 5 + QUARTER)


def test_cappotto_of_four_players_shares_the_pool_in_two():
    # Third match: 4 + 1 + 1 = 6 stakes in the pool. Losers at 7: three stakes. Each winner 3 + 3.
    settlement = marcio(MatchEnding.CAPPOTTO, 7, pool=6)
    assert (settlement.winner, settlement.loser, settlement.resting_from_pool) == (6, -3, 0)
    assert (settlement.pool_after, settlement.articles, settlement.readings) == (0, (108,), ())


def test_cappotto_of_five_players_leaves_a_fifth_to_who_rests():
    # Second match: 5 + 5/4 = 25/4. Two fifths are 5/2, a fifth 5/4, what the resting player had paid (109).
    settlement = marcio(MatchEnding.CAPPOTTO, 12, players=5, pool=Fraction(25, 4))
    assert (settlement.winner_from_pool, settlement.resting_from_pool) == (Fraction(5, 2), Fraction(5, 4))
    assert settlement.winner == 2 + Fraction(5, 2)
    assert settlement.articles == (108, 109, 147)


def test_cappotto_of_six_players_leaves_a_sixth_to_each_who_rests():
    settlement = marcio(MatchEnding.LAID_DOWN, 3, players=6, pool=6)
    assert (settlement.winner, settlement.resting_from_pool, settlement.pool_after) == (3 + 2, 1, 0)
    assert settlement.articles == (108, 109, 138, 147)


def test_cappotto_after_the_win_takes_the_pool_but_never_three_stakes():
    settlement = marcio(MatchEnding.AFTER_WIN, 4, pool=4)
    assert (settlement.stakes, settlement.winner, settlement.articles) == (2, 4, (108, 137))


def test_a_missed_cappotto_doubles_the_pool_at_the_expense_of_the_pair():
    # Each collects one stake and pays half of the five in the pool.
    settlement = marcio(MatchEnding.MISSED, 15, pool=5)
    assert (settlement.winner, settlement.loser, settlement.pool_after) == (1 - Fraction(5, 2), -1, 10)
    assert settlement.articles == (108, 146)


@pytest.mark.parametrize(("players", "pool", "after"), [(5, 5, 9), (6, 6, 11)])
def test_a_missed_cappotto_of_more_players_doubles_less_a_share(players, pool, after):
    settlement = marcio(MatchEnding.MISSED, 15, players=players, pool=pool)
    assert (settlement.pool_after, settlement.articles) == (after, (108, 146, 147))
    assert settlement.winner_to_pool == Fraction(after - pool, 2)


def test_an_ordinary_win_leaves_the_pool():
    settlement = marcio(MatchEnding.ORDINARY, 11, players=5, pool=5)
    assert (settlement.winner, settlement.pool_after, settlement.articles) == (1, 5, (108,))


def test_the_variable_stake_is_what_was_agreed():
    assert settle(StakedMatch(posta=Posta.VARIABILE, agreed=Fraction(7, 4))).winner == Fraction(7, 4)


def test_eleven_points_are_the_threshold():
    assert [sbatuffato(points) for points in (0, 10, 11, 20)] == [False, False, True, True]


@pytest.mark.parametrize(
    "match",
    [
        StakedMatch(posta=Posta.UNICA, players=7),
        StakedMatch(posta=Posta.UNICA, players=3),
        StakedMatch(posta=Posta.UNICA, loser_points=-1),
        StakedMatch(posta=Posta.UNICA, pool=Fraction(4)),
        StakedMatch(posta=Posta.MARCIO_BATUFFA, pool=Fraction(-1)),
        StakedMatch(posta=Posta.VARIABILE),
        StakedMatch(posta=Posta.VARIABILE, agreed=Fraction(-1)),
        StakedMatch(posta=Posta.UNICA, agreed=Fraction(1)),
    ],
)
def test_matches_without_a_payment_are_refused(match):
    with pytest.raises(StakesRefused) as refused:
        settle(match)
    assert refused.value.text.it


def test_further_stake_of_169_is_one_whatever_the_points():
    assert {marcio(MatchEnding.LAID_DOWN, p).stakes - marcio(MatchEnding.ORDINARY, p).stakes for p in range(21)} == {1}


POOLS = st.integers(0, 400).map(lambda quarters: quarters * QUARTER)


@given(st.sampled_from(MatchEnding), st.integers(0, 20), st.integers(4, 6), POOLS)
def test_nothing_appears_and_nothing_vanishes(ending, points, players, pool):
    settlement = marcio(ending, points, players=players, pool=pool)
    together = 2 * settlement.winner + 2 * settlement.loser + (players - 4) * settlement.resting_from_pool
    assert together == settlement.pool_before - settlement.pool_after
    assert settlement.pool_after >= 0


def test_more_points_never_cost_the_losers_more():
    for posta, ending, points in product(set(Posta) - {Posta.VARIABILE}, MatchEnding, range(20)):
        less, more = (
            settle(StakedMatch(posta=posta, ending=ending, loser_points=p)).stakes for p in (points, points + 1)
        )
        assert more <= less


def test_shares_of_the_pool_make_the_whole_pool():
    for players, shares in stakes_file().players.items():
        assert 2 * shares.winner + (players - 4) * shares.resting == shares.of
