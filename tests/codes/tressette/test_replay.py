"""The play of a board card by card, against the articles and against the oracle of the endings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codes.seats import Seat
from codes.tressette.cards import DECK, parse_cards
from codes.tressette.deals import dealt
from codes.tressette.endings.position import Ending
from codes.tressette.replay import (
    EndingValues,
    Instead,
    Position,
    ReplayProblem,
    ReplayRefused,
    checked_start,
    hands_from,
    instead,
    losses,
    replayed,
    revokes,
    values_along,
)
from tests.codes.tressette.endings.oracle import played_out

HANDS = {"N": "d3 s4", "W": "s3 c4", "S": "d4 b5", "E": "dA sA"}


def start(hands=HANDS, leader=Seat.N):
    return checked_start({Seat(seat): parse_cards(cards) for seat, cards in hands.items()}, leader)


def drawn(seed: int, tricks: int) -> Position:
    chance = random.Random(seed)  # noqa: S311  # a test
    cards = chance.sample(DECK, 4 * tricks)
    hands = {seat: cards[place * tricks : (place + 1) * tricks] for place, seat in enumerate(Seat)}
    return checked_start(hands, chance.choice(list(Seat)))


def played(position: Position, seed: int, *, revoking: bool):
    """A play to the end, each card by chance; where revokes are allowed, of all that is held."""
    chance, cards = random.Random(seed), []  # noqa: S311  # a test
    while position.tricks_left:
        may = position.hands[position.to_play] if revoking else position.lawful
        cards.append(chance.choice(sorted(may)))
        position = replayed(position, cards[-1:])[-1]
    return cards


def value_by_oracle(position: Position) -> int:
    if not position.tricks_left:
        return 0
    ending = Ending(hands=position.hands, leader=position.leader, table=position.table)
    return played_out(ending, a_wants_most=True, b_wants_most=True, remembers=True)


def test_a_trick_goes_to_the_highest_of_the_suit_led_and_its_taker_leads():
    cards = parse_cards("d3 c4 d4 dA s4 s3 b5 sA")
    positions = replayed(start(), cards)
    assert [one.to_play for one in positions[:5]] == [Seat.N, Seat.W, Seat.S, Seat.E, Seat.N]
    # The Three takes the Ace: four thirds; West's Three of swords the rest: four more, and the last trick's three.
    assert (positions[4].thirds_a, positions[4].thirds_b) == (4, 0)
    assert (positions[-1].thirds_a, positions[-1].thirds_b, positions[-1].tricks_left) == (4, 7, 0)


def test_a_card_that_did_not_follow_suit_is_found_and_told_what_it_brought():
    # East keeps the Ace of coins back, which had to follow.
    cards = parse_cards("d3 c4 d4 sA")
    positions = replayed(start(), cards)
    assert revokes(positions, cards) == (4,)
    # One Ace falls in the first trick, the other in the last: it comes to the same which.
    values = values_along(positions, EndingValues())
    assert (values[3], losses(positions, values)) == (4, (0, 0, 0, 0))
    assert instead(positions[3], EndingValues()) == (Instead(card=parse_cards("dA")[0], thirds_a=4),)


def test_a_revoke_that_saves_an_ace_is_worth_what_it_saved():
    # The Three of coins would draw the Ace; East, who has no better, throws the Four of cups instead.
    hands = {"N": "d3 d2", "W": "s3 s2", "S": "b4 b5", "E": "dA c4"}
    cards = parse_cards("d3 s3 b4 c4 d2 s2 b5 dA")
    positions = replayed(start(hands), cards)
    assert revokes(positions, cards) == (4,)
    # North-South make every trick in any case: nothing was saved.
    assert losses(positions, values_along(positions, EndingValues()))[3] == 0
    hands["N"] = "d3 s4"
    cards = parse_cards("d3 s2 b4 c4 s4 s3 b5 dA")
    positions = replayed(start(hands), cards)
    # Followed, the Ace falls under the Three: three thirds more for North-South; kept, West's Three takes it.
    assert losses(positions, values_along(positions, EndingValues()))[3] == -3


def test_a_card_that_was_barred_is_not_among_those_that_could_be_played_instead():
    position = start()
    every = {one.card for one in instead(position, EndingValues())}
    assert every == set(parse_cards("d3 s4"))
    barred = frozenset(card for card in DECK if card.suit == "d")
    assert [one.card.short for one in instead(position, EndingValues(), barred=barred)] == ["s4"]
    # A bar that leaves nothing yields.
    assert len(instead(position, EndingValues(), barred=frozenset(DECK))) == 2


@given(st.integers(0, 10**9), st.integers(1, 10), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_card_is_somewhere_and_all_thirds_are_taken(seed, tricks, revoking):
    first = drawn(seed, tricks)
    cards = played(first, seed, revoking=revoking)
    positions = replayed(first, cards)
    everything = {card for hand in first.hands.values() for card in hand}
    for place, one in enumerate(positions):
        held = [card for hand in one.hands.values() for card in hand]
        assert len(held) == 4 * tricks - place and set(held) == everything - set(cards[:place])
    assert positions[-1].thirds_a + positions[-1].thirds_b == sum(card.thirds for card in everything) + 3
    assert hands_from(cards, first.leader) == first.hands
    assert bool(revokes(positions, cards)) <= revoking


@pytest.mark.long
@given(st.integers(0, 10**9), st.integers(1, 4), st.booleans())
@settings(max_examples=40, deadline=None)
def test_values_along_a_play_are_the_oracles(seed, tricks, revoking):
    first = drawn(seed, tricks)
    cards = played(first, seed, revoking=revoking)
    positions = replayed(first, cards)
    values = values_along(positions, EndingValues())
    assert values == tuple(one.thirds_a + value_by_oracle(one) for one in positions)
    wrong = revokes(positions, cards)
    for place, lost in enumerate(losses(positions, values), start=1):
        assert place in wrong or lost >= 0
    for one, value in zip(positions[:-1], values, strict=False):
        assert instead(one, EndingValues())[0].thirds_a == value


def test_a_whole_deal_is_valued_from_its_last_six_tricks_on():
    first = checked_start(dealt("prova", 7).hands, Seat.N)
    cards = played(first, 7, revoking=False)
    positions = replayed(first, cards)
    values = values_along(positions, EndingValues())
    assert values[:16] == (None,) * 16 and None not in values[16:]
    assert losses(positions, values)[15] is None
    assert instead(positions[0], EndingValues()) == ()
    # Whoever searches whole deals is handed in instead.
    assert values_along(positions[:2], lambda _one: 20) == (20, 20)


def test_values_do_not_depend_on_which_position_is_asked_first():
    first = drawn(11, 5)
    positions = replayed(first, played(first, 3, revoking=True))
    forwards, backwards = EndingValues(), EndingValues()
    told = [forwards(one) for one in positions]
    assert [backwards(one) for one in reversed(positions)] == list(reversed(told))


@pytest.mark.parametrize(
    ("hands", "problem"),
    [
        (dict.fromkeys("NWSE", ""), ReplayProblem.NO_CARDS),
        (HANDS | {"E": "d3 sA"}, ReplayProblem.TWICE),
        (HANDS | {"E": "sA"}, ReplayProblem.UNEQUAL),
        ({seat: " ".join(card.short for card in DECK[place::3][:11]) for place, seat in enumerate("NWS")} | {"E": ""},
         ReplayProblem.TOO_MANY),
    ],
)  # fmt: skip
def test_hands_that_cannot_stand_beside_each_other_are_refused(hands, problem):
    with pytest.raises(ReplayRefused) as refused:
        start(hands)
    assert refused.value.problem is problem


def test_a_card_that_its_player_does_not_hold_is_refused_with_its_place():
    with pytest.raises(ReplayRefused) as refused:
        replayed(start(), parse_cards("d3 dA"))
    told = refused.value
    assert (told.problem, told.seats, told.cards, told.place) == (
        ReplayProblem.NOT_HELD, (Seat.W,), tuple(parse_cards("dA")), 2,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("d3 c4 d4", ReplayProblem.BEGUN_TRICK),
        ("d3 c4 d4 d3", ReplayProblem.TWICE),
    ],
)
def test_hands_follow_from_whole_tricks_only(cards, problem):
    with pytest.raises(ReplayRefused) as refused:
        hands_from(parse_cards(cards), Seat.N)
    assert refused.value.problem is problem
