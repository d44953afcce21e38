"""All holdings of a suit and all cards played from them, against the two lists written a second time as predicates.

The oracle sees strings only: the suit as signs in order of grade. Which cards are out bears on nothing but whether the
card is sovereign (6) or beaten by one's own simple cards alone (51): all ways of being out are first shown to come down
to the two that the lists are then tried with.
"""

from functools import cache
from itertools import combinations

import pytest

from codes.tressette.cards import Rank
from codes.tressette.declaration_lists import Rules, SuitPlay, find, listed
from codes.tressette.declarations import check, fitting

pytestmark = pytest.mark.long

GRADES = "32ARCD7654"
HOLDINGS = ["".join(cards) for size in range(1, 11) for cards in combinations(GRADES, size)]
TRADITIONAL, MODERN = Rules.TRADITIONAL, Rules.MODERN


def beaters(card, out):
    return [sign for sign in GRADES[: GRADES.index(card)] if sign not in out]


def standing(holding, card, out):
    """`S` sovereign, `P` beaten only by one's own simple cards but the King, `-` otherwise."""
    over = beaters(card, out)
    if not over:
        return "S"
    return "P" if all(sign in holding and sign in "CD7654" for sign in over) else "-"


@cache
def plays():
    """Every holding and card, with nothing out and with every higher card that is not held out."""
    found = {}
    for holding in HOLDINGS:
        for card in holding:
            higher = "".join(sign for sign in GRADES[: GRADES.index(card)] if sign not in holding)
            for out in {"", higher}:
                found[holding, card, standing(holding, card, out)] = SuitPlay.from_signs(holding, card, out)
    return found


def outs(holding):
    free = [sign for sign in GRADES if sign not in holding]
    return ("".join(cards) for size in range(len(free) + 1) for cards in combinations(free, size))


def test_there_are_all_the_holdings_and_cards():
    assert len(HOLDINGS) == 1023
    assert len({key[:2] for key in plays()}) == 5120


def test_however_cards_are_out_a_card_stands_as_in_one_of_the_two_ways():
    # All 196,830 states of a suit: each card held, out, or with somebody else.
    for holding in HOLDINGS:
        for out in outs(holding):
            for card in holding:
                assert (holding, card, standing(holding, card, out)) in plays()


def test_the_standing_of_every_card_in_every_state_of_its_upper_suit():
    # Only higher cards can matter, whether held or out; the lower ones are left with the others.
    for holding in HOLDINGS:
        for card in holding:
            upper = "".join(sign for sign in holding if GRADES.index(sign) <= GRADES.index(card))
            if upper != holding:
                continue
            for out in outs(holding):
                play = SuitPlay.from_signs(holding, card, out)
                said = "S" if play.is_sovereign else "P" if play.is_highest_but_own else "-"
                assert said == standing(holding, card, out)


def rest(hand, card):
    return hand.replace(card, "")


def honours(hand):
    return "".join(sign for sign in hand if sign in "32A")


def plain(hand, card):
    """What stays are simple cards."""
    return not honours(rest(hand, card))


def king_stays(hand, card):
    return "R" in rest(hand, card)


def sized(size):
    return (lambda hand: len(hand) >= 5) if size == 5 else (lambda hand: len(hand) == size)


def sfida(size, honour):
    return lambda hand, card, stand: sized(size)(hand) and honours(hand) == honour and card in "RCD7654"


def pair(size, two, cards=GRADES, *, king=False):
    def fits(hand, card, stand):
        return sized(size)(hand) and honours(hand) == two and card in cards and (not king or king_stays(hand, card))

    return fits


def king_declared(size):
    return lambda hand, card, stand: sized(size)(hand) and not honours(hand) and king_stays(hand, card)


def length_only(size):
    return lambda hand, card, stand: sized(size)(hand) and plain(hand, card) and card != "R"


def highest(size, stands="SP-"):
    return lambda hand, card, stand: sized(size)(hand) and plain(hand, card) and hand[0] == card and stand in stands


def mine(size, stands):
    return lambda hand, card, stand: sized(size)(hand) and plain(hand, card) and stand in stands


def modern_length(size):
    return lambda hand, card, stand: sized(size)(hand) and plain(hand, card) and not king_stays(hand, card)


SFIDE = [sfida(size, honour) for honour in "A23" for size in (3, 4, 5)]
VENTOTTI = [pair(2, "2A", "2"), pair(3, "2A", "2A"), pair(4, "2A"), pair(5, "2A")]
VENTINOVI = [pair(2, "3A", "3"), pair(3, "3A", "3A"), pair(4, "3A"), pair(5, "3A")]
SOLA = lambda hand, card, stand: len(hand) == 1 and stand != "S"  # noqa: E731 a line of a list
PIOMBO = lambda hand, card, stand: len(hand) == 1 and stand == "S"  # noqa: E731

ORACLE = {
    TRADITIONAL: [
        *(SOLA, PIOMBO, highest(2), highest(2, "S")),  # 1–4
        *(length_only(3), highest(3), highest(3, "S"), mine(3, "SP"), king_declared(3)),  # 5–9
        *(length_only(4), highest(4), mine(4, "SP"), king_declared(4)),  # 10–13
        *(length_only(5), highest(5), mine(5, "SP"), king_declared(5)),  # 14–17
        *(*SFIDE, *VENTOTTI, *VENTINOVI),  # 18–34
        *(pair(2, "32"), pair(3, "32", "2"), pair(3, "32", "2", king=True)),  # 35–37
        *(pair(4, "32"), pair(4, "32", king=True), pair(5, "32"), pair(5, "32", king=True)),  # 38–41
    ],
    MODERN: [
        *(SOLA, PIOMBO, highest(2)),  # 1–3
        *(modern_length(3), king_declared(3), mine(3, "P")),  # 4–6
        *(modern_length(4), king_declared(4), mine(4, "P")),  # 7–9
        *(modern_length(5), king_declared(5), mine(5, "P")),  # 10–12
        *(*SFIDE, *VENTOTTI, *VENTINOVI),  # 13–29
        *(pair(2, "32", "2"), pair(3, "32", "2"), pair(4, "32"), pair(5, "32")),  # 30–33
    ],
}


def admitted(play, rules):
    return {one.entry.number for one in fitting(play, rules)}


@pytest.mark.parametrize("rules", Rules)
def test_every_number_admits_what_the_oracle_admits(rules):
    for state, play in plays().items():
        expected = {number for number, fits in enumerate(ORACLE[rules], start=1) if fits(*state)}
        assert admitted(play, rules) - {None} == expected, state


@pytest.mark.parametrize("rules", Rules)
def test_check_admits_exactly_the_fitting_numbers(rules):
    words = {one.entry.formulas[0]: one for one in listed(rules)}
    for (holding, _, _), play in plays().items():
        if not set(holding) <= set("32ARC7"):
            continue  # the cards left out are like these
        for formula, one in words.items():
            assert check(formula, play, rules).admitted == one.fits(play)


@pytest.mark.parametrize("rules", Rules)
def test_every_number_can_be_reached(rules):
    reached = set().union(*(admitted(play, rules) for play in plays().values()))
    assert reached == {None, *range(1, len(ORACLE[rules]) + 1)}


def test_what_168_drops_is_never_admitted_by_it():
    kept = {words for one in listed(MODERN) for words in one.entry.formulas}
    dropped = [words for one in listed(TRADITIONAL) for words in one.entry.formulas if words not in kept]
    assert dropped == [
        "è mia e si liscia",
        "si liscia due volte",
        "è mia e si liscia due volte",
        "si liscia, lungo",
        "si liscia, lunghissimo",
        "venticinque terzo",
        "è mio e voglio l'Asso",
        "venticinque terzo di Re",
        "venticinque lungo",
        "è mio, lungo e voglio l'Asso",
        "venticinque lungo di Re",
        "venticinque lunghissimo",
        "è mio, lunghissimo e voglio l'Asso",
        "venticinque lunghissimo di Re",
    ]
    for words in dropped:
        number = find(words, TRADITIONAL)
        for play in plays().values():
            if number.fits(play):
                assert not check(words, play, MODERN).admitted


def test_the_modern_list_admits_no_more_than_the_traditional_but_a_king_played():
    shared = [(one, find(one.entry.formulas[0], TRADITIONAL)) for one in listed(MODERN)]
    assert all(before for _, before in shared)
    beyond = {
        (one.entry.formulas[0], play.card)
        for play in plays().values()
        for one, before in shared
        if one.fits(play) and not before.fits(play)
    }
    assert beyond == {("terzo", Rank.KING), ("lungo", Rank.KING), ("lunghissimo", Rank.KING)}


@pytest.mark.parametrize("rules", Rules)
def test_two_tressette_cards_are_always_both_declared(rules):
    first = {TRADITIONAL: 27, MODERN: 22}[rules]
    for (holding, _, _), play in plays().items():
        if len(honours(holding)) == 2:
            assert all(number >= first for number in admitted(play, rules))
        elif len(honours(holding)) == 3:
            assert admitted(play, rules) == {None}


@pytest.mark.parametrize("rules", Rules)
def test_a_sfida_with_one_tressette_card_leaves_no_other_choice(rules):
    for (holding, card, _), play in plays().items():
        if len(honours(holding)) == 1 and len(holding) >= 3 and card not in "32A":
            assert len(admitted(play, rules)) == 1


def nothing_to_say(hand, card, stand, rules):
    """The plays for which no list has a number, in the words of the general articles."""
    two_and_not_higher = len(hand) == 2 and hand[0] != card  # 55
    simple_of_a_pair = len(hand) == 3 and len(honours(hand)) == 2 and card in "RCD7654"  # 48
    three_of_venticinque = len(hand) == 3 and honours(hand) == "32" and card == "3"  # only the Two is listed
    if rules is TRADITIONAL:
        return (two_and_not_higher and hand != "32") or simple_of_a_pair or three_of_venticinque
    three_first = hand == "32" and card == "3"
    honour_with_king_left = len(hand) >= 3 and honours(hand) == card and "R" in hand  # 54
    return (
        (two_and_not_higher and hand != "32")
        or simple_of_a_pair
        or three_of_venticinque
        or three_first
        or honour_with_king_left
    )


@pytest.mark.parametrize("rules", Rules)
def test_there_is_always_something_to_declare_but_where_the_general_articles_forbid(rules):
    for state, play in plays().items():
        assert (not fitting(play, rules)) == nothing_to_say(*state, rules), state
