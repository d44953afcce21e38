"""Endings told as at a table: what is made of them, and why."""

from random import Random

import pytest

from codes.seats import Line, Seat
from codes.tressette.cards import DECK, Card, Suit, parse_cards
from codes.tressette.count import count_thirds
from codes.tressette.endings.outcomes import Play, laid_down_outcome, outcome, outcomes
from codes.tressette.endings.position import (
    MOST_CARDS,
    BestFirst,
    CardOrder,
    Ending,
    EndingProblem,
    EndingRefused,
    OrderVerb,
    check_captured,
    points_of,
)
from tests.codes.tressette.endings.drawn import SEATS, drawn, ending_of, thirds_along


def ending(leader=Seat.N, table="", **hands):
    held = {Seat(letter): frozenset(parse_cards(cards)) for letter, cards in hands.items()}
    return Ending(hands=held, leader=leader, table=parse_cards(table))


def test_the_last_trick_is_a_point_more():
    last = ending(N="dA", W="s3", S="s2", E="d4")
    found = outcome(last)
    # Four cards of two points less a third, and the point of the last trick (34).
    assert (found.thirds_a, found.thirds_b) == (3 + 1 + 1 + 3, 0)
    assert found.line == parse_cards("dA s3 s2 d4")


def test_suit_is_followed_though_an_ace_falls_to_it():
    """West holds the Three: North's lead draws the Ace of South, who would rather discard it elsewhere."""
    found = outcome(ending(N="d4 s4", W="d3 s3", S="dA s5", E="d5 s6"))
    assert (found.thirds_a, found.thirds_b) == (0, 3 + 1 + 1 + 3)


def test_a_meglio_a_meglio_gives_the_trick_away_that_free_play_keeps():
    """North laid down and must lead the Seven before the low cup; free, North would let South come in with it."""
    left = ending(N="d7 c4", W="dA c5", S="c3 b4", E="dR s4")
    free, bound = outcome(left), outcome(left, best_first=BestFirst(seat=Seat.N))
    assert free.line[0] == Card.parse("c4")
    assert bound.line[0] == Card.parse("d7")
    assert (free.thirds_a, bound.thirds_a) == (8, 4)


def test_the_duty_ends_with_the_lead_for_whoever_laid_down_and_comes_back_for_the_partner():
    left = ending(leader=Seat.S, N="d7 c4", W="dA c5", S="c3 b4", E="dR s4")
    lead = {first: outcome(left, best_first=BestFirst(seat=first)).line[0].short for first in (Seat.N, Seat.S)}
    assert lead == {Seat.N: "c3", Seat.S: "c3"}
    # North, who laid down, lost the lead: nothing binds North now, and South only when leading.
    free = outcome(left, best_first=BestFirst(seat=Seat.N, is_free=True))
    assert free.thirds_a == outcome(left, best_first=BestFirst(seat=Seat.N)).thirds_a


def test_a_suit_that_may_not_be_led_is_led_only_for_want_of_another():
    danari = frozenset(card for card in DECK if card.suit is Suit.DANARI)
    ban = CardOrder(seat=Seat.N, verb=OrderVerb.FORBID, cards=danari, leading=True)
    left = ending(N="d3 s4", W="s3 c4", S="d4 b5", E="dA sA")
    assert outcome(left).line[0] == Card.parse("d3")
    assert outcome(left, orders=[ban]).line[0] == Card.parse("s4")
    assert outcome(ending(N="d3", W="c4", S="c5", E="c6"), orders=[ban]).line[0] == Card.parse("d3")


def test_a_card_shown_ready_is_played_unless_suit_must_be_followed():
    shown = CardOrder(seat=Seat.W, verb=OrderVerb.OBLIGE, cards=frozenset(parse_cards("dA")), tricks=1)
    left = ending(table="s3", N="c4", W="dA d4", S="s4 c5", E="s5 c6")
    assert outcome(left).line[0] == Card.parse("d4")
    assert outcome(left, orders=[shown]).line[0] == Card.parse("dA")
    follows = ending(table="s3", N="c4", W="dA s6", S="s4 c5", E="s5 c6")
    assert outcome(follows, orders=[shown]).line[0] == Card.parse("s6")


def test_a_hand_that_holds_takes_everything_without_being_played():
    found = laid_down_outcome(ending(leader=Seat.E, N="d4 s4", W="d5 s5", S="d6 s6", E="d3 s3"), Seat.E)
    assert (found.thirds_a, found.thirds_b, found.line) == (0, 2 + 3, ())
    with pytest.raises(ValueError, match="does not hold"):
        laid_down_outcome(ending(leader=Seat.E, N="d3 s4", W="d5 s5", S="d6 s6", E="d2 s3"), Seat.E)


def test_the_four_outcomes_bound_each_other():
    for seed in range(40):
        both, most_a, most_b, neither = (one.thirds_a for one in outcomes(drawn(3, seed).ending))
        assert most_b <= min(both, neither) <= max(both, neither) <= most_a


def test_whole_points_are_counted_at_the_end_as_the_code_counts_them():
    """With what was captured before, and the last trick: the same as the count of the whole deal (10, 13, 34)."""
    for seed in range(60):
        left = drawn(2, seed).ending
        found = outcome(left)
        before = seed % (left.thirds_gone + 1)
        points = points_of(before + found.thirds_a)
        line = list(left.table) + list(found.line)
        last = thirds_of_last(left, line)
        counted = count_thirds(before + found.thirds_a - (3 if last is Line.A else 0), last_trick=last)
        assert points == counted.points


def thirds_of_last(left, line):
    """Which line takes the last trick: the last trick's point turns where its cards are worth nothing too."""
    last = Ending(
        hands={seat: frozenset({card}) for card, seat in zip(line[-4:], _players(left, line), strict=True)},
        leader=_players(left, line)[0],
    )
    from_it = thirds_along(last, line[-4:])
    return Line.A if from_it else Line.B


def _players(left, line):
    leader = left.leader
    for start in range(0, len(line) - 4, 4):
        trick = line[start : start + 4]
        best = max((card.rank.grade, place) for place, card in enumerate(trick) if card.suit is trick[0].suit)
        leader = leader.after(best[1])
    return [leader.after(place) for place in range(4)]


def test_points_that_a_line_cannot_have_are_refused():
    left = ending(N="dA", W="s3", S="s2", E="d4")
    assert left.thirds_gone == 35 - 8
    for before in (-1, 28):
        with pytest.raises(EndingRefused) as refused:
            check_captured(captured=left.thirds_gone, before=before)
        assert refused.value.problem is EndingProblem.POINTS


@pytest.mark.parametrize(
    ("hands", "table", "problem"),
    [
        ({"N": "dA", "W": "dA", "S": "s2", "E": "d4"}, "", EndingProblem.TWICE),
        ({"N": "dA", "W": "s3", "S": "s2", "E": ""}, "", EndingProblem.UNEQUAL),
        ({"N": "dA", "W": "s3", "S": "s2", "E": "d4"}, "c4", EndingProblem.UNEQUAL),
        ({"N": "", "W": "", "S": "", "E": ""}, "", EndingProblem.NO_CARDS),
        ({"N": "", "W": "", "S": "", "E": ""}, "d4 d5 d6 d7", EndingProblem.TABLE_FULL),
    ],
)
def test_what_is_no_ending_is_refused(hands, table, problem):
    with pytest.raises(EndingRefused) as refused:
        ending(table=table, **hands)
    assert refused.value.problem is problem


def test_more_than_six_cards_are_refused():
    with pytest.raises(EndingRefused) as refused:
        ending_of(MOST_CARDS + 1, Random(1))  # noqa: S311
    assert refused.value.problem is EndingProblem.TOO_MANY


@pytest.mark.parametrize("seed", range(30))
def test_neither_the_order_of_suits_nor_the_seat_where_one_begins_changes_anything(seed):
    one = drawn(3, seed)
    before = outcome(one.ending, orders=one.orders, best_first=one.best_first)
    suits = dict(zip(Suit, Random(seed).sample(list(Suit), 4), strict=True))  # noqa: S311
    for turned in range(4):
        moved = outcome(
            _moved(one.ending, suits, turned),
            orders=[_moved_order(order, suits, turned) for order in one.orders],
            best_first=one.best_first
            and BestFirst(seat=one.best_first.seat.after(turned), is_free=one.best_first.is_free),
        )
        made = (moved.thirds_a, moved.thirds_b)
        assert (made if turned % 2 == 0 else made[::-1]) == (before.thirds_a, before.thirds_b)


def _recoloured(cards, suits):
    return [Card(suits[card.suit], card.rank) for card in cards]


def _moved(one, suits, turned):
    hands = {seat.after(turned): frozenset(_recoloured(one.hands[seat], suits)) for seat in SEATS}
    return Ending(hands=hands, leader=one.leader.after(turned), table=tuple(_recoloured(one.table, suits)))


def _moved_order(order, suits, turned):
    cards = frozenset(_recoloured(order.cards, suits))
    return CardOrder(
        seat=order.seat.after(turned), verb=order.verb, cards=cards, leading=order.leading, tricks=order.tricks
    )


@pytest.mark.long
def test_the_same_ending_takes_the_same_nodes_and_few_of_them():
    """Six cards a hand: figures of the search, not of a machine. A change of it changes them, and says why."""
    nodes = [[one.nodes for one in outcomes(ending_of(6, Random(seed)))] for seed in (2, 3)]  # noqa: S311
    assert nodes == [[7412, 297, 7611, 10252], [31125, 1294, 3818, 32024]]


def test_lines_that_do_not_play_the_ending_are_refused():
    left = ending(N="dA", W="s3", S="s2", E="d4")
    for line in ("dA s3 s2", "s3 dA s2 d4"):
        with pytest.raises(ValueError, match=r"ends before|not there"):
            thirds_along(left, parse_cards(line))


def test_worst_play_is_seen_from_the_line_that_plays_it():
    left = drawn(3, 5).ending
    most_a, most_b = outcome(left, play_b=Play.WORST), outcome(left, play_a=Play.WORST)
    assert (most_a.play_a, most_a.play_b) == (Play.BEST, Play.WORST)
    assert most_a.thirds_a >= outcome(left).thirds_a >= most_b.thirds_a
