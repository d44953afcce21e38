"""What the table of games copies from the codes is what the codes' own files say."""

import pytest

from referee.law.burraco.cards import card, deck
from referee.law.burraco.count import BONUS, CLOSING, POZZO_NOT_TAKEN, Burraco
from referee.law.burraco.fixed_scores import Kind, Match, load_fixed_scores
from referee.law.burraco.parameters import load_parameters
from referee.library import RULEBOOKS
from tournaments.games import GAMES
from tournaments.models.tournament import Contest
from tournaments.scoring.doubts import DEAL_HIGH, DEAL_LOW
from tournaments.scoring.sums import warning_cost
from tournaments.setting_up.rules import own_figures

BURRACO = GAMES["burraco"]
CODE = RULEBOOKS / BURRACO.rulebook
PARAMETERS, FIXED = load_parameters(CODE), load_fixed_scores(CODE)
DEALS = {Match.TWO: 2, Match.THREE: 3, Match.FOUR: 4}


def test_minutes_of_a_round_and_by_how_many_it_may_be_shortened():
    assert BURRACO.minutes == {DEALS[match]: minutes for match, minutes in PARAMETERS.round_minutes.items()}
    assert BURRACO.minutes_lowered_by == PARAMETERS.round_minutes_lowered_by


@pytest.mark.parametrize("match", Match)
def test_a_rest_earns_what_the_code_gives_for_that_match(match):
    contest = Contest.TEAMS if match is Match.TEAMS else Contest.PAIRS
    own = own_figures(BURRACO, contest=contest, boards=DEALS.get(match, 2))
    bye = FIXED.of(Kind.BYE, match)
    assert (own["bye_vp"], own["bye_mp"]) == (bye.vp, bye.mp)


def test_a_rest_is_listed_for_every_number_of_deals_that_the_code_knows():
    assert set(BURRACO.bye) == set(DEALS.values())


@pytest.mark.parametrize("count", range(10))
def test_warnings_cost_what_the_code_says(count):
    per_vp = BURRACO.warnings_per_vp
    assert warning_cost(now=count, before=0, per_vp=per_vp) == PARAMETERS.warnings.penalty(count)


def test_minutes_in_which_errors_are_reported():
    assert BURRACO.report_minutes == PARAMETERS.standings_minutes


def test_the_highest_deal_that_is_not_doubted_lies_below_all_the_cards_and_five_burrachi():
    cards_and_closing = sum(one.points for one in deck()) + CLOSING
    best = BONUS[Burraco.CLEAN]
    assert cards_and_closing + 4 * best <= DEAL_HIGH.value < cards_and_closing + 5 * best


def test_the_lowest_deal_that_is_not_doubted_has_room_for_a_pozzo_a_heavy_hand_and_two_jokers():
    heavy_hand = 200
    assert -DEAL_LOW.value >= POZZO_NOT_TAKEN + heavy_hand + 2 * card("Jolly").points
