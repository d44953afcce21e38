"""Endings and orders drawn by a seed, always the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from codes.seats import Seat
from codes.tressette.cards import DECK, Card
from codes.tressette.endings.position import BestFirst, CardOrder, Ending, OrderVerb, of_line, thirds_of, winner_of

SEATS = tuple(Seat)


@dataclass(frozen=True)
class Drawn:
    """An ending with what binds in it, and what the two lines are after."""

    ending: Ending
    orders: tuple[CardOrder, ...]
    best_first: BestFirst | None
    a_wants_most: bool
    b_wants_most: bool


def ending_of(cards: int, chance: Random, *, on_table: int = 0) -> Ending:
    """Hands of so many cards from the whole pack, with so many of them lying on the table already."""
    pack = chance.sample(DECK, 4 * cards)
    hands = {seat: pack[place * cards : (place + 1) * cards] for place, seat in enumerate(SEATS)}
    leader, table = chance.choice(SEATS), []
    for place in range(on_table):
        hand = hands[leader.after(place)]
        suited = [card for card in hand if table and card.suit is table[0].suit] or hand
        table.append(chance.choice(suited))
        hand.remove(table[-1])
    held = {seat: frozenset(hand) for seat, hand in hands.items()}
    return Ending(hands=held, leader=leader, table=tuple(table))


def drawn(cards: int, seed: int) -> Drawn:
    """An ending of so many cards, with anything that may bind in it."""
    chance = Random(f"{cards}, {seed}")  # noqa: S311  # a test
    ending = ending_of(cards, chance, on_table=chance.choice((0, 0, 0, 1, 2, 3)))
    orders = tuple(_order(ending, chance) for _one in range(chance.choice((0, 0, 1, 2))))
    laid = BestFirst(seat=_laid(ending, chance), is_free=chance.random() < 0.2) if chance.random() < 0.5 else None
    return Drawn(ending, orders, laid, chance.random() < 0.7, chance.random() < 0.7)


def _laid(ending: Ending, chance: Random) -> Seat:
    """Mostly whoever is to play, of whom art. 116 speaks."""
    return ending.to_play if chance.random() < 0.7 else chance.choice(SEATS)


def _order(ending: Ending, chance: Random) -> CardOrder:
    seat = chance.choice(SEATS)
    hand = sorted(ending.hands[seat])
    cards = frozenset(chance.sample(hand, chance.randint(0, len(hand))))
    if hand and chance.random() < 0.5:
        cards = frozenset(card for card in DECK if card.suit is hand[0].suit)
    return CardOrder(
        seat=seat,
        verb=chance.choice(list(OrderVerb)),
        cards=cards,
        leading=chance.random() < 0.5,
        tricks=chance.choice((None, 1, 2)),
    )


def thirds_along(ending: Ending, line: Sequence[Card]) -> int:
    """Thirds of a point that line A makes where the cards are played in that order (art. 10, 32, 34).

    Raises ValueError where the line does not play the ending to its end, card by card, each by whoever is to play.
    """
    hands = {seat: set(ending.hands[seat]) for seat in Seat}
    leader, trick, made = ending.leader, list(ending.table), 0
    for card in line:
        hand = hands[leader.after(len(trick))]
        if card not in hand:
            raise ValueError(f"{card.short} is not there to be played")
        hand.remove(card)
        trick.append(card)
        if len(trick) == len(Seat):
            leader, won = winner_of(trick, leader), tuple(trick)
            trick.clear()
            made += thirds_of(won, is_last=not any(hands.values())) if of_line(leader) else 0
    if trick or any(hands.values()):
        raise ValueError("the line ends before the ending does")
    return made
