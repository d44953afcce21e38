"""Declarations on the suit won and on other suits (41–43, 124, 158–162): every state of a suit, every situation.

The oracle sees strings only, and the articles' conditions written a second time.
"""

from itertools import product

import pytest

from codes.tressette.cards import Rank
from codes.tressette.declaration_lists import Rules
from codes.tressette.declarations import OtherSituation, check_other

GRADES = "32ARCD7654"
# Each card of the suit is held, out, or with somebody else.
STATES = ["".join(state) for state in product("ho-", repeat=len(GRADES))]

# What each formula asks of the cards, and whether it is about the suit of the trick won.
NOTHING_HELD, OTHERS_BEAT_ONE, ONE_NOT_SOVEREIGN = "nothing held", "others can beat one", "one is not sovereign"
FORMULAS = {
    "questo piombo": (NOTHING_HELD, True),
    "liscio qui": (OTHERS_BEAT_ONE, True),
    "feci un piombo": (NOTHING_HELD, False),
    "faglio a un palo": (NOTHING_HELD, False),
    "faglio al mio compagno": (NOTHING_HELD, False),
    "liscio al mio compagno": (ONE_NOT_SOVEREIGN, False),
}
FLAGS = (
    "on_lead", "card_played", "play_suit_declared", "is_trick_suit", "is_play_suit", "led_silently", "trick_put_down",
    "other_suit_declared", "declared_before", "led_before", "notorious",
)  # fmt: skip


def holds(state, asked):
    """Whether the cards are as asked; in `state` a card is held, out or with somebody else, by order of grade."""
    held = [place for place, what in enumerate(state) if what == "h"]
    if asked == NOTHING_HELD:
        return not held
    with_others, unplayed = "-", "-h"
    counts = with_others if asked == OTHERS_BEAT_ONE else unplayed
    return any(what in counts for place in held for what in state[:place])


def cards(state, what):
    return frozenset(Rank(sign) for sign, one in zip(GRADES, state, strict=True) if one == what)


def test_there_are_all_the_states_of_a_suit():
    assert len(STATES) == 59_049
    assert len({state.replace("o", "-") for state in STATES}) == 1024  # every holding, none among them


@pytest.mark.long
@pytest.mark.parametrize("words", ["questo piombo", "liscio qui", "liscio al mio compagno"])
def test_every_state_of_the_suit_is_judged_as_the_oracle_does(words):
    asked, is_trick_suit = FORMULAS[words]
    for state in STATES:
        told = OtherSituation(holding=cards(state, "h"), out=cards(state, "o"), is_trick_suit=is_trick_suit)
        assert check_other(words, Rules.TRADITIONAL, told).admitted is holds(state, asked), state


@pytest.mark.long
@pytest.mark.parametrize("rules", Rules)
def test_every_formula_over_every_holding_with_nothing_out(rules):
    for words, (asked, is_trick_suit) in FORMULAS.items():
        for state in (state for state in STATES if "o" not in state):
            told = OtherSituation(holding=cards(state, "h"), is_trick_suit=is_trick_suit)
            assert check_other(words, rules, told).admitted is holds(state, asked), (words, state)


def may_be_said(words, about_trick, now, modern):
    """The situation's limits: 39 always, 158, 160–163 and 165 under modern rules only."""
    if not now["on_lead"] or now["card_played"]:
        return False
    if modern and (now["play_suit_declared"] or now["declared_before"]):
        return False
    if about_trick:
        gone = now["trick_put_down"] or now["other_suit_declared"]
        return now["is_trick_suit"] and not now["led_silently"] and not (modern and gone)
    elsewhere = not now["is_trick_suit"] and not now["is_play_suit"]
    led = words == "feci un piombo" and now["led_before"]
    return elsewhere and not led and not (modern and now["notorious"])


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("words", FORMULAS)
def test_every_situation_is_judged_as_the_articles_say(words, rules):
    asked, about_trick = FORMULAS[words]
    holding = frozenset() if asked == NOTHING_HELD else frozenset({Rank("7")})
    for answers in product((False, True), repeat=len(FLAGS)):
        now = dict(zip(FLAGS, answers, strict=True))
        verdict = check_other(words, rules, OtherSituation(holding=holding, **now))
        assert verdict.admitted is may_be_said(words, about_trick, now, rules is Rules.MODERN), now
