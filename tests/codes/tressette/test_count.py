"""The count of a deal: by hand, then every way of dividing the deck."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.seats import Line
from codes.tressette.cards import DECK, Card, Rank, Suit, parse_cards
from codes.tressette.count import CaptureProblem, CaptureRefusal, CountRefused, count_cards, count_thirds
from tests.tables import each

ACES = parse_cards("dA sA cA bA")
A, B = Line.A, Line.B


def refused(*args, **kwargs):
    with pytest.raises(CountRefused) as error:
        count_cards(*args, **kwargs)
    return error.value.refusals


def test_four_aces_and_the_last_trick_are_five_points_to_six():
    count = count_cards(ACES, last_trick=A)
    assert count.points == (5, 6)
    assert (count.a.thirds, count.a.card_points, count.a.uncounted_thirds, count.a.last_trick) == (12, 4, 0, 1)
    # The others have twenty thirds: six points and two thirds that are not counted.
    assert (count.b.thirds, count.b.card_points, count.b.uncounted_thirds, count.b.last_trick) == (20, 6, 2, 0)
    assert (count.a.cards, count.a.aces, count.b.cards, count.b.aces) == (4, 4, 36, 0)
    assert count.articles == (10, 13, 33, 34)


def test_two_thirds_and_two_thirds_are_not_joined_across_the_sides():
    # A: Three, Two, King, Knight, Ace are 7 thirds, two points and a third. B: 25 thirds, eight points and a third.
    count = count_cards(parse_cards("d3 d2 dR dC dA s4 s5 s6"), last_trick=B)
    assert count.points == (2, 9)
    assert (count.a.uncounted_thirds, count.b.uncounted_thirds) == (1, 1)


def test_the_whole_deck_is_cappotto():
    count = count_cards(DECK, last_trick=A)
    assert (count.points, count.cappotto) == ((11, 0), A)


def test_a_lost_trick_without_a_whole_point_leaves_the_cappotto():
    count = count_cards(parse_cards("dR d4 d5 d6"), last_trick=B)
    assert (count.points, count.cappotto) == ((0, 11), B)
    assert count_cards(ACES, last_trick=A).cappotto is None


def test_cards_given_for_both_sides_are_the_same_count():
    rest = [card for card in DECK if card not in ACES]
    assert count_cards(ACES, rest, last_trick=B) == count_cards(ACES, last_trick=B)


def test_missing_cards_are_named():
    assert refused(ACES, DECK[4:], last_trick=A) == (
        CaptureRefusal(reason=CaptureProblem.ON_BOTH_SIDES, cards=parse_cards("sA cA bA")),
        CaptureRefusal(reason=CaptureProblem.MISSING, cards=parse_cards("d3 d2 dR")),
    )


def test_a_card_entered_twice_is_named():
    twice = CaptureRefusal(reason=CaptureProblem.TWICE, cards=parse_cards("dA"))
    part = CaptureRefusal(reason=CaptureProblem.PART_OF_TRICK, line=A)
    assert refused((*ACES, ACES[0]), last_trick=A) == (twice, part)


def test_captures_that_are_no_whole_tricks_are_refused_unless_there_is_a_talon():
    assert refused(ACES[:3], last_trick=A) == (
        CaptureRefusal(reason=CaptureProblem.PART_OF_TRICK, line=A),
        CaptureRefusal(reason=CaptureProblem.PART_OF_TRICK, line=B),
    )
    assert count_cards(ACES[:3], last_trick=A, cards_per_trick=None).points == (4, 7)


def test_the_last_trick_needs_a_trick():
    assert refused((), last_trick=A) == (CaptureRefusal(reason=CaptureProblem.LAST_TRICK_OF_NONE, line=A),)


def test_every_reason_has_its_words():
    assert all(
        CaptureRefusal(reason=reason).text.it != CaptureRefusal(reason=reason).text.en for reason in CaptureProblem
    )


@each("last_trick", Line)
@each("thirds", range(33))
def test_thirds_make_eleven_however_divided(thirds, last_trick):
    count = count_thirds(thirds, last_trick=last_trick)
    assert sum(count.points) == 11
    assert count == count_thirds(thirds, 32 - thirds, last_trick=last_trick)


@pytest.mark.parametrize(
    ("a", "b", "reasons"),
    [
        (-1, None, [(CaptureProblem.THIRDS_OUT_OF_RANGE, A), (CaptureProblem.THIRDS_OUT_OF_RANGE, B)]),
        (16, 15, [(CaptureProblem.THIRDS_SUM, None)]),
        (33, 0, [(CaptureProblem.THIRDS_OUT_OF_RANGE, A), (CaptureProblem.THIRDS_SUM, None)]),
    ],
)
def test_impossible_thirds_are_refused(a, b, reasons):
    with pytest.raises(CountRefused) as error:
        count_thirds(a, b, last_trick=A)
    assert [(refusal.reason, refusal.line) for refusal in error.value.refusals] == reasons


def test_every_number_of_aces_and_thirds_makes_eleven():
    # What a pile is worth depends on its aces and on its cards of a third alone: all 105 piles.
    thirds = [card for card in DECK if card.thirds == 1]
    for aces, others, last_trick in product(range(5), range(21), Line):
        pile = (*ACES[:aces], *thirds[:others], Card(Suit.DANARI, Rank.FOUR))
        count = count_cards(pile, last_trick=last_trick, cards_per_trick=None)
        assert sum(count.points) == 11
        assert count.points[0] == (3 * aces + others) // 3 + (last_trick is A)


@given(order=st.permutations(DECK), tricks=st.integers(1, 9), last_trick=st.sampled_from(Line))
def test_every_split_into_tricks_makes_eleven(order, tricks, last_trick):
    count = count_cards(order[: 4 * tricks], order[4 * tricks :], last_trick=last_trick)
    assert sum(count.points) == 11
    assert count.a.thirds + count.b.thirds == 32
