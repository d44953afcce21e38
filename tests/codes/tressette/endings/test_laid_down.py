"""A hand laid down holds when it takes every trick in every way, however the unseen cards lie (art. 116–118)."""

from itertools import combinations
from random import Random

import pytest

from codes.seats import Seat
from codes.tressette.cards import DECK, Card, Rank, Suit, parse_cards
from codes.tressette.endings.laid_hand import LaidDown, NotDueToPlay, judge_laid_down
from codes.tressette.endings.position import Ending
from tests.codes.tressette.endings.oracle import takes_all
from tests.nightly import NIGHTLY


def ending(leader=Seat.N, table="", **hands):
    held = {Seat(letter): frozenset(parse_cards(cards)) for letter, cards in hands.items()}
    return Ending(hands=held, leader=leader, table=parse_cards(table))


def test_the_highest_of_each_suit_hold():
    assert judge_laid_down(ending(N="d3 d2 s3", W="dA d4 s2", S="c4 c5 c6", E="b4 b5 b6"), Seat.N).verdict == "reggono"


def test_a_card_that_the_partner_may_beat_is_subject():
    judged = judge_laid_down(ending(N="d2 s3", W="c4 c5", S="d3 c6", E="b4 b5"), Seat.N)
    assert (judged.verdict, judged.card.short) == (LaidDown.SUBJECT, "d2")


def test_a_higher_card_that_falls_to_the_first_trick_may_fall_elsewhere_under_another_distribution():
    """West's only other coin falls to the Three: the Ace stands. With both coins in one hand it would not."""
    judged = judge_laid_down(ending(N="d3 dA", W="d2 c4", S="d4 c5", E="c6 c7"), Seat.N)
    assert (judged.verdict, judged.card.short) == (LaidDown.COUNTER_TEST, "dA")


def test_in_answer_the_trick_under_way_is_taken_too():
    for table, verdict in (("sA", "reggono"), ("s3", "soggetta"), ("c3", "soggetta")):
        judged = judge_laid_down(ending(leader=Seat.E, table=table, N="s2 d3", W="c4 c5", S="d4 c6", E="b4"), Seat.N)
        assert judged.verdict == verdict


def test_only_whoever_is_to_play_lays_down():
    with pytest.raises(NotDueToPlay):
        judge_laid_down(ending(N="d3", W="d4", S="d5", E="d6"), Seat.W)


def laid(cards, seed):
    """An ending in which whoever is to play holds the highest of some suits; some with a trick under way."""
    chance = Random(f"{cards}, {seed}")  # noqa: S311  # a test
    suits = chance.sample(list(Suit), chance.choice((1, 2, 2, 3, 4)))
    mine = {Card(suit, Rank.THREE) for suit in suits[: chance.randint(1, cards)]}
    suited = [card for card in DECK if card.suit in suits and card not in mine]
    mine |= set(chance.sample(suited[:12], cards - len(mine)))
    near = [card for card in DECK if card not in mine and (card.suit in suits or chance.random() < 0.3)]
    rest = chance.sample(near if len(near) >= 3 * cards else [card for card in DECK if card not in mine], 3 * cards)
    holder = chance.choice(list(Seat))
    hands = {holder: mine} | {holder.after(n): set(rest[(n - 1) * cards : n * cards]) for n in (1, 2, 3)}
    table = []
    for before in reversed(range(1, chance.choice((1, 1, 2, 3, 4)))):
        hand = hands[holder.after(4 - before)]
        suited = sorted(card for card in hand if table and card.suit is table[0].suit) or sorted(hand)
        table.append(chance.choice(suited))
        hand.remove(table[-1])
    held = {seat: frozenset(hand) for seat, hand in hands.items()}
    return Ending(hands=held, leader=holder.after(4 - len(table)), table=tuple(table))


def judged_by_playing(ending):
    """The verdict by trying everything: these hands first, then every other way in which the unseen cards can lie."""
    holder = ending.to_play
    if not plays_itself(ending, ending.hands):
        return LaidDown.SUBJECT
    others = [holder.after(step) for step in (1, 2, 3)]
    unseen = sorted(card for seat in others for card in ending.hands[seat])
    for first in combinations(unseen, len(ending.hands[others[0]])):
        left = [card for card in unseen if card not in first]
        for second in combinations(left, len(ending.hands[others[1]])):
            third = [card for card in left if card not in second]
            hands = {others[0]: first, others[1]: second, others[2]: third, holder: ending.hands[holder]}
            if can_lie_so(ending, hands) and not plays_itself(ending, hands):
                return LaidDown.COUNTER_TEST
    return LaidDown.HOLDS


def plays_itself(ending, hands):
    return takes_all({seat: sorted(hand) for seat, hand in hands.items()}, ending.leader, ending.table, ending.to_play)


def can_lie_so(ending, hands):
    """Whoever did not follow to the trick under way holds none of its suit."""
    led = ending.table[0].suit if ending.table else None
    return all(
        card.suit is led or all(one.suit is not led for one in hands[seat])
        for seat, card in zip(ending.played, ending.table, strict=True)
    )


MANY = [(1, 300), (2, 2000), (3, 120)] if NIGHTLY else [(1, 40), (2, 240)]


@pytest.mark.long
@pytest.mark.parametrize(("cards", "many"), MANY)
def test_the_verdict_is_what_playing_everything_comes_to(cards, many):
    for seed in range(many):
        one = laid(cards, seed)
        assert judge_laid_down(one, one.to_play).verdict is judged_by_playing(one), seed


def test_what_is_drawn_meets_every_verdict_on_lead_and_in_answer():
    met = {
        (judge_laid_down(one, one.to_play).verdict, bool(one.table)) for one in (laid(2, seed) for seed in range(240))
    }
    assert met == {(verdict, in_answer) for verdict in LaidDown for in_answer in (False, True)}
