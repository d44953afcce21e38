"""Buongioco by hand, then over every holding of the twelve tressette cards against an oracle that goes another way."""

from functools import cache
from itertools import combinations, product

import pytest

from codes.tressette.buongioco import (
    AccusaFlaw,
    AccusaVerdict,
    Buongioco,
    BuongiocoKind,
    ImpossibleAccusa,
    ImpossibleHand,
    buongioco_of,
    check_accusa,
    count_accuse,
    implied_by,
    possible_points,
)
from codes.tressette.cards import DECK, TRESSETTE, Rank, Suit, parse_cards
from codes.tressette.possible_results import ACCUSA_AGAINST

TWELVE = tuple(card for card in DECK if card.rank.is_tressette)
HOLDINGS = [frozenset(cards) for size in range(11) for cards in combinations(TWELVE, size)]
THREE_NAPOLETANE = parse_cards("d3 d2 dA s3 s2 sA c3 c2 cA b7")


def napoletana(suit=None):
    return Buongioco(kind=BuongiocoKind.NAPOLETANA, suit=suit and Suit(suit))


def three(rank, missing=None):
    return Buongioco(kind=BuongiocoKind.THREE, rank=Rank(rank), suit=missing and Suit(missing))


def four(rank):
    return Buongioco(kind=BuongiocoKind.FOUR, rank=Rank(rank))


# By hand


def test_a_card_serves_in_two_buongioco_and_both_count():
    hand = parse_cards("d3 d2 dA sA cA b7")
    count = count_accuse([napoletana("d"), three("A", "b")], hand)
    assert buongioco_of(hand) == (napoletana("d"), three("A", "b"))
    assert (count.points, count.articles) == (6, (174, 176, 179))


def test_all_four_of_a_rank_are_four_points():
    count = count_accuse([four("3")], parse_cards("d3 s3 c3 b3"))
    assert (count.points, count.checked[0].verdict) == (4, AccusaVerdict.COMPLETE)


def test_three_of_four_is_wrong_whatever_suit_is_named():
    for said in [three("3"), three("3", "b")]:
        checked = check_accusa(said, parse_cards("d3 s3 c3 b3"))
        assert (checked.verdict, checked.why, checked.articles) == (
            AccusaVerdict.WRONG,
            AccusaFlaw.THREE_OF_FOUR,
            (175,),
        )
        assert checked.held == (four("3"),)


def test_four_of_three_is_wrong_because_it_is_not_held():
    checked = check_accusa(four("3"), parse_cards("d3 s3 c3"))
    assert (checked.verdict, checked.why, checked.held) == (
        AccusaVerdict.WRONG,
        AccusaFlaw.NOT_HELD,
        (three("3", "b"),),
    )


def test_without_its_suit_an_accusa_is_incomplete_and_worth_nothing_yet():
    count = count_accuse([napoletana()], parse_cards("d3 d2 dA"))
    (checked,) = count.checked
    assert (checked.verdict, checked.articles, checked.held) == (AccusaVerdict.INCOMPLETE, (179,), (napoletana("d"),))
    assert (count.points, count.silent) == (0, (napoletana("d"),))


def test_another_suit_than_the_right_one_is_wrong():
    checked = check_accusa(three("A", "d"), parse_cards("dA sA cA"))
    assert (checked.verdict, checked.why, checked.held) == (
        AccusaVerdict.WRONG,
        AccusaFlaw.OTHER_SUIT,
        (three("A", "b"),),
    )


def test_an_accusa_said_twice_counts_once():
    count = count_accuse([napoletana("d"), napoletana("d")], parse_cards("d3 d2 dA"))
    assert (count.points, [one.why for one in count.checked]) == (3, [None, AccusaFlaw.REPEATED])


def test_two_accused_imply_nothing_more():
    assert count_accuse([napoletana("d"), napoletana("s")], THREE_NAPOLETANE).points == 6
    assert len(count_accuse([napoletana("d"), napoletana("s")], THREE_NAPOLETANE).silent) == 4


def test_three_napoletane_imply_the_three_of_each_rank():
    count = count_accuse([napoletana("d"), napoletana("s"), napoletana("c")], THREE_NAPOLETANE)
    assert count.implied == (three("3", "b"), three("2", "b"), three("A", "b"))
    assert (count.points, count.silent, count.articles) == (18, (), (174, 176, 177, 179))


def test_three_shown_of_four_imply_the_four():
    hand = parse_cards("d3 d2 dA s3 s2 sA c3 c2 cA b3")
    count = count_accuse([napoletana("d"), napoletana("s"), napoletana("c")], hand)
    assert (count.implied, count.points) == ((four("3"), three("2", "b"), three("A", "b")), 19)


def test_part_of_the_buongioco_may_be_kept_silent():
    hand = parse_cards("d3 d2 dA s3 c3")
    assert possible_points(hand) == {0, 3, 6}
    assert count_accuse([three("3", "b")], hand).articles == (174, 178, 179)


def test_an_incomplete_accusa_of_two_napoletane_may_mean_either():
    hand = parse_cards("d3 d2 dA s3 s2 sA")
    assert check_accusa(napoletana(), hand).held == (napoletana("d"), napoletana("s"))


@pytest.mark.parametrize(
    ("kind", "rank", "suit"),
    [
        (BuongiocoKind.NAPOLETANA, Rank.ACE, Suit.DANARI),
        (BuongiocoKind.THREE, None, Suit.DANARI),
        (BuongiocoKind.THREE, Rank.KING, Suit.DANARI),
        (BuongiocoKind.FOUR, Rank.ACE, Suit.DANARI),
    ],
)
def test_words_that_accuse_nothing_are_refused(kind, rank, suit):
    with pytest.raises(ImpossibleAccusa):
        Buongioco(kind=kind, rank=rank, suit=suit)


def test_hands_that_cannot_be_are_refused():
    for hand in [TWELVE[:11], TWELVE[:2] + TWELVE[:1]]:
        with pytest.raises(ImpossibleHand):
            buongioco_of(hand)


def test_names_are_what_is_said():
    assert napoletana("c").name.it == "napoletana di coppe"
    assert three("A", "s").name.in_("it") == "tre Assi, manca spade"
    assert three("A", "s").name.en == "three Aces, without swords"
    assert (four("2").name.it, three("2").name.it, napoletana().name.en) == ("quattro Due", "tre Due…", "napoletana")


# Every holding. The oracle looks at groups of three and four cards, never at suits and ranks one by one.


def as_words(one):
    return (one.kind.value, one.rank and one.rank.value, one.suit and one.suit.value)


@cache
def oracle(holding):
    """The buongioco of a holding, each with its points and the cards that it makes known."""
    found = {}
    for group in combinations(sorted(holding), 3):
        suits, ranks = {card.suit for card in group}, {card.rank for card in group}
        fourth = {card for card in TWELVE if card.rank in ranks and card.suit not in suits}
        if len(suits) == 1:
            found["napoletana", None, next(iter(suits)).value] = (3, frozenset(group))
        if len(ranks) == 1 and not fourth & holding:
            found["three", next(iter(ranks)).value, next(iter(fourth)).suit.value] = (3, frozenset(group))
    for group in combinations(sorted(holding), 4):
        if len({card.rank for card in group}) == 1:
            found["four", group[0].rank.value, None] = (4, frozenset(group))
    return found


def oracle_implied(some, holding):
    """What the cards made known, taken as a hand of their own, already contain (177)."""
    known = frozenset(card for words in some for card in oracle(holding)[words][1])
    if len(some) < 3:
        return set()
    shown = {words[:2] if words[1] else words for words in oracle(known)}
    fours = {("four", rank) for kind, rank, *_ in shown if kind in ("three", "four")}
    return {
        words
        for words in oracle(holding)
        if words not in some and (words in shown or words[:2] in shown or words[:2] in fours)
    }


def test_there_are_all_the_holdings():
    assert len(HOLDINGS) == 4096 - 12 - 1


@pytest.mark.long
def test_every_holding_has_the_buongioco_of_the_oracle():
    for holding in HOLDINGS:
        found = {as_words(one): (one.points, one.cards) for one in buongioco_of(holding)}
        assert found == oracle(holding)


@pytest.mark.long
def test_every_choice_of_every_holding_implies_what_the_oracle_says():
    cases = 0
    for holding in HOLDINGS:
        held = buongioco_of(holding)
        for some in (some for size in range(len(held) + 1) for some in combinations(held, size)):
            implied = {as_words(one) for one in implied_by(some, holding)}
            assert implied == oracle_implied({as_words(one) for one in some}, holding)
            cases += bool(implied)
    assert cases > 0


ALL_SAID = [
    *(napoletana(suit) for suit in (None, *Suit)),
    *(three(rank, suit) for rank in TRESSETTE for suit in (None, *Suit)),
    *(four(rank) for rank in TRESSETTE),
]


def oracle_verdict(said, holding):
    held = oracle(holding)
    kind, rank, suit = as_words(said)
    if (kind, rank, suit) in held:
        return AccusaVerdict.COMPLETE
    completed = any((kind, rank, some.value) in held for some in Suit)
    return AccusaVerdict.INCOMPLETE if completed and suit is None else AccusaVerdict.WRONG


@pytest.mark.long
def test_every_accusa_against_every_holding():
    seen = set()
    for holding, said in product(HOLDINGS, ALL_SAID):
        checked = check_accusa(said, holding)
        assert checked.verdict is oracle_verdict(said, holding)
        four_held = ("four", said.rank and said.rank.value, None) in oracle(holding)
        assert (checked.why is AccusaFlaw.THREE_OF_FOUR) == (said.kind is BuongiocoKind.THREE and four_held)
        seen.add((checked.verdict, checked.why))
    assert len(seen) == 5


# The two lines of a table, against codes.tressette.possible_results: every way of dealing the twelve cards.


def reachable(*, with_implied):
    """Points of the two lines that some deal of the twelve cards to four hands allows."""
    hands = {holding: possible_points(holding, with_implied=with_implied) for holding in HOLDINGS}
    lines = {}
    for size in range(13):
        for cards in map(frozenset, combinations(TWELVE, size)):
            lines[cards] = line_points(cards, hands)
    deck = frozenset(TWELVE)
    return {pair for cards, points in lines.items() for pair in product(points, lines[deck - cards])}


def line_points(cards, hands):
    """What two players who hold these cards together can accuse, however they lie."""
    points = set()
    for size in range(max(0, len(cards) - 10), min(10, len(cards)) + 1):
        for first in map(frozenset, combinations(sorted(cards), size)):
            points |= {one + two for one, two in product(hands[first], hands[cards - first])}
    return points


@pytest.mark.long
def test_two_lines_can_have_exactly_the_accuse_that_the_board_allows():
    allowed = {(a, b) for a, others in ACCUSA_AGAINST.items() for b in others}
    assert reachable(with_implied=False) == allowed


@pytest.mark.long
def test_article_177_takes_only_fifteen_against_three_away():
    allowed = {(a, b) for a, others in ACCUSA_AGAINST.items() for b in others}
    assert allowed - reachable(with_implied=True) == {(15, 3), (3, 15)}
    assert reachable(with_implied=True) <= allowed
