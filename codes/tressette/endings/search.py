"""The search: does line A make so many thirds of what is left? With memory of what was found, cuts and equal cards.

Cards are bits, ten of each suit, the Three highest; a state is what is left, who leads, and whether whoever laid down
is still bound (120). Numbers only, in a fixed order: the same ending takes the same number of nodes everywhere.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from codes.seats import Seat
from codes.tressette.cards import DECK, Card, Rank, Suit
from codes.tressette.endings.position import LAST_TRICK_THIRDS, BestFirst, CardOrder, Ending, OrderVerb

SEATS = tuple(Seat)
GRADES = len(Rank)
_SUITS = tuple(Suit)
BIT = {card: _SUITS.index(card.suit) * GRADES + card.rank.grade - 1 for card in DECK}
CARD = {bit: card for card, bit in BIT.items()}
THIRDS = tuple(CARD[bit].thirds for bit in range(len(DECK)))
SUIT_OF = tuple(((1 << GRADES) - 1) << bit // GRADES * GRADES for bit in range(len(DECK)))
GRADE_MASKS = tuple(sum(1 << suit * GRADES + grade for suit in range(len(_SUITS))) for grade in reversed(range(GRADES)))
# An Ace is worth a point, any other card that counts a third: two masks add up a trick.
_COUNTING = sum(1 << bit for bit, thirds in enumerate(THIRDS) if thirds)
_ACES = sum(1 << bit for bit, thirds in enumerate(THIRDS) if thirds > 1)
_OF_ACE = max(THIRDS) - 1


def mask_of(cards: Iterable[Card]) -> int:
    return sum(1 << BIT[card] for card in cards)


def thirds_in(mask: int) -> int:
    return (mask & _COUNTING).bit_count() + _OF_ACE * (mask & _ACES).bit_count()


class Trick(NamedTuple):
    """The trick under way: its cards, the highest of the suit led, and whose that is."""

    leader: int
    place: int = 0
    cards: int = 0
    top: int = -1
    winner: int = -1

    @property
    def seat(self) -> int:
        return (self.leader + self.place) % 4

    def with_card(self, bit: int) -> "Trick":
        if self.place and (self.top > bit or not SUIT_OF[self.top] >> bit & 1):
            return Trick(self.leader, self.place + 1, self.cards | 1 << bit, self.top, self.winner)
        return Trick(self.leader, self.place + 1, self.cards | 1 << bit, bit, self.seat)


class Rules:
    """Which cards a seat may play, and which of them come to the same."""

    def __init__(self, ending: Ending, orders: Sequence[CardOrder], best_first: BestFirst | None) -> None:
        self.hands = tuple(mask_of(ending.hands[seat]) for seat in SEATS)
        self._orders = tuple(
            tuple(_compiled(order, ending.tricks) for order in orders if order.seat is seat) for seat in SEATS
        )
        self.laid = SEATS.index(best_first.seat) if best_first else -1
        self._partner = (self.laid + 2) % 4 if best_first else -1

    def may_play(self, seat: int, remaining: int, led: int, tricks: int, bound: bool) -> int:
        """The lawful cards, as a mask: suit is followed (25), then orders as far as they leave a card, then 120."""
        hand = self.hands[seat] & remaining
        may = (led and hand & SUIT_OF[led.bit_length() - 1]) or hand
        if may & (may - 1):
            for forbids, cards, leading, above in self._orders[seat]:
                if tricks > above and not (leading and led):
                    may = may & (~cards if forbids else cards) or may
            if (seat == self.laid and bound) or (seat == self._partner and not led):
                may = next(may & grade for grade in GRADE_MASKS if may & grade)
        return may

    def choices(self, seat: int, remaining: int, may: int) -> list[int]:
        """The lawful cards, highest first, one of each kind that comes to the same.

        Two do when they are worth the same and nobody else holds a card between them, unless an order names either or
        grade itself counts (120).
        """
        choices, strangers = [], remaining & ~self.hands[seat]
        alike = seat not in (self.laid, self._partner)
        run = 0
        for _forbids, cards, _leading, _above in self._orders[seat]:
            run |= cards
        while may:
            bit = may.bit_length() - 1
            may ^= 1 << bit
            choices.append(bit)
            below = bit - 1
            if alike and not run >> bit & 1:
                while below >= bit - bit % GRADES and not strangers >> below & 1:
                    if THIRDS[below] == THIRDS[bit] and not run >> below & 1:
                        may &= ~(1 << below)
                    below -= 1
        return choices


def _compiled(order: CardOrder, tricks: int) -> tuple[bool, int, bool, int]:
    """Whether it forbids, which cards, only when leading, and while more than how many tricks are left."""
    above = 0 if order.tricks is None else tricks - order.tricks
    return order.verb is OrderVerb.FORBID, mask_of(order.cards), order.leading, above


class Searching(Protocol):
    """What an outcome asks; `Search` answers in plain Python, and something compiled may."""

    rules: Rules

    def __init__(self, rules: Rules, seeks: Sequence[bool]) -> None: ...

    @property
    def nodes(self) -> int: ...

    def continues(self, trick: Trick, remaining: int, bound: bool, need: int) -> bool: ...


class Search:
    """Null-window search with memory; `seeks` tells for each seat whether it wants line A to make more.

    `nodes` counts the cards played in it.
    """

    def __init__(self, rules: Rules, seeks: Sequence[bool]) -> None:
        self.rules = rules
        self.seeks = tuple(seeks)
        self._nodes = 0
        # By what is left, who leads and who is bound: at least, at most, and the card that decided.
        self._memory: dict[int, tuple[int, int, int]] = {}

    @property
    def nodes(self) -> int:
        return self._nodes

    def makes(self, remaining: int, leader: int, bound: bool, need: int) -> bool:
        """Whether line A makes at least `need` thirds of the cards left, from the lead to a trick."""
        most = thirds_in(remaining) + LAST_TRICK_THIRDS
        if need <= 0 or need > most:
            return need <= 0
        key = remaining << 3 | leader << 1 | bound
        low, high, best = self._memory.get(key, (0, most, -1))
        if need <= low or need > high:
            return need <= low
        if remaining.bit_count() == len(SEATS):
            low = high = self._last(remaining, leader)
        else:
            reached, best = self._led(remaining, leader, bound, need, best)
            low, high = (need, high) if reached else (low, need - 1)
        self._memory[key] = low, high, best
        return need <= low

    def continues(self, trick: Trick, remaining: int, bound: bool, need: int) -> bool:
        """Whether line A makes at least `need` thirds from within a trick; its cards are still among those left."""
        if trick.place == 0:
            return self.makes(remaining, trick.leader, bound, need)
        if trick.place == len(SEATS):
            return self._makes_after_trick(remaining, trick, bound, need)
        return self._followed(remaining, trick, bound, need)

    def _last(self, remaining: int, leader: int) -> int:
        """What line A makes of the last trick, which plays itself."""
        led = (self.rules.hands[leader] & remaining).bit_length() - 1
        top = (remaining & SUIT_OF[led]).bit_length() - 1
        winner = next(seat for seat in range(4) if self.rules.hands[seat] >> top & 1)
        return 0 if winner % 2 else thirds_in(remaining) + LAST_TRICK_THIRDS

    def _led(self, remaining: int, leader: int, bound: bool, need: int, best: int) -> tuple[bool, int]:
        rules, seeks = self.rules, self.seeks[leader]
        cards = rules.choices(
            leader, remaining, rules.may_play(leader, remaining, 0, remaining.bit_count() // 4, bound)
        )
        others, own = remaining & ~rules.hands[leader], seeks != leader % 2

        def promise(bit: int) -> tuple[bool, int]:
            """What is sure to win first, and the dearest of it; what is wanted less the cheaper."""
            wins = not (others & SUIT_OF[bit]) >> bit
            return wins != own, -THIRDS[bit] if wins == own else THIRDS[bit]

        cards.sort(key=promise)
        if best in cards:
            cards.remove(best)
            cards.insert(0, best)
        for bit in cards:
            self._nodes += 1
            if self._followed(remaining, Trick(leader, 1, 1 << bit, bit, leader), bound, need) == seeks:
                return seeks, bit
        return not seeks, best

    def _followed(self, remaining: int, trick: Trick, bound: bool, need: int) -> bool:
        seeks = self.seeks[trick.seat]
        for bit in self._answers(remaining, trick, bound):
            self._nodes += 1
            if self.continues(trick.with_card(bit), remaining, bound, need) == seeks:
                return seeks
        return not seeks

    def _answers(self, remaining: int, trick: Trick, bound: bool) -> list[int]:
        """The cards to try in answer: those that take the trick where it is wanted, with the dearest first."""
        rules, seat, top = self.rules, trick.seat, trick.top
        may = rules.may_play(seat, remaining, 1 << top, remaining.bit_count() // 4, bound)
        if not may & (may - 1):
            return [may.bit_length() - 1]
        cards, favoured = rules.choices(seat, remaining, may), 0 if self.seeks[seat] else 1
        pleased, own, suit = trick.winner % 2 == favoured, seat % 2 == favoured, SUIT_OF[top]

        def promise(bit: int) -> tuple[int, int, int]:
            if bit > top and suit >> bit & 1:
                return (1 if pleased else 0, -THIRDS[bit], bit) if own else (3, THIRDS[bit], bit)
            return (0, -THIRDS[bit], bit) if pleased else (2, THIRDS[bit], bit)

        cards.sort(key=promise)
        return cards

    def _makes_after_trick(self, remaining: int, trick: Trick, bound: bool, need: int) -> bool:
        next_cards = remaining & ~trick.cards
        won = 0 if trick.winner % 2 else thirds_in(trick.cards)
        if not next_cards:
            return need <= won + (0 if trick.winner % 2 else LAST_TRICK_THIRDS)
        return self.makes(next_cards, trick.winner, bound and trick.winner == self.rules.laid, need - won)
