"""What is written to be read aloud is every order, in forms that a table can give it."""

import pytest

from codes.library import get_rulebook, rulebook_ids
from codes.read_aloud import LANGUAGES, spoken_orders


@pytest.mark.parametrize("code", rulebook_ids())
def test_every_order_of_every_rule_is_there_in_both_languages_and_without_a_place_left_open(code):
    book, spoken = get_rulebook(code), list(spoken_orders(get_rulebook(code)))
    rules = [rule for procedure in book.procedures.values() for rule in procedure.rules]
    ordered = {(effect.verb, effect.what) for rule in rules for effect in rule.then if effect.verb != "go"}
    for language in LANGUAGES:
        assert {(order.verb, order.what) for order in spoken if order.language == language} == ordered
    assert [order.words for order in spoken if "{" in order.words or "  " in order.words] == []
    assert len(set(spoken)) == len(spoken)


def test_cards_are_one_and_more_and_figures_nothing_one_and_more():
    words = {order.words for order in spoken_orders(get_rulebook("fibur-burraco-2019")) if order.language == "it"}
    assert len([sentence for sentence in words if "7♥ e Re♠" in sentence]) > 0
    spoken = {order.words for order in spoken_orders(get_rulebook("fitres-tressette")) if order.language == "it"}
    assert any("Ada Neri" in sentence for sentence in spoken)
