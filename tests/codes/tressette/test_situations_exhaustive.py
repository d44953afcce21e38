"""The limits that the situation sets to a declaration on the suit to be played (39, 125–126, 163–167): every formula of
both lists in every situation, against the articles read off the words said.
"""

from itertools import product

import pytest

from codes.tressette.declaration_lists import Rules, SuitPlay, listed
from codes.tressette.declarations import Silence, Situation, check

PLAY = SuitPlay.from_signs("37654", "7")
EARLIER = (None, "terzo", "lunghissimo")
SITUATIONS = [
    Situation(
        on_lead=on_lead,
        card_played=card_played,
        declared_now=declared_now,
        led_silently=silence,
        earlier=earlier,
        sovereignty_notorious=notorious,
    )
    for on_lead, card_played, declared_now, notorious in product((False, True), repeat=4)
    for silence, earlier in product(Silence, EARLIER)
]


def limits(words, now, rules):
    """What forbids the words: 39 under both sets of rules, 163–167 under the modern alone."""
    found = {"non-di-mano"} - ({"non-di-mano"} if now.on_lead else set())
    found |= {"carta-gia-giocata"} if now.card_played else set()
    if rules is Rules.TRADITIONAL:
        return found
    found |= {"gia-dichiarato-ora"} if now.declared_now else set()
    found |= {"iniziato-in-silenzio"} if now.led_silently is Silence.STILL_ON_LEAD else set()
    still_lunghissimo = now.earlier == "lunghissimo" and "lunghissim" in words
    found |= {"gia-dichiarato-il-palo"} if now.earlier and not still_lunghissimo else set()
    return found | ({"sovranita-notoria"} if now.sovereignty_notorious and words.startswith("è mia") else set())


def test_there_are_all_the_situations():
    assert len(SITUATIONS) == 2**4 * 3 * 3


@pytest.mark.long
@pytest.mark.parametrize("rules", Rules)
def test_every_formula_in_every_situation_meets_the_limits_of_the_articles(rules):
    for one in listed(rules):
        for words, now in product(one.entry.formulas, SITUATIONS):
            reasons = {reason.key for reason in check(words, PLAY, rules, now).reasons} - {"condition"}
            assert reasons == limits(words, now, rules), (words, now)
