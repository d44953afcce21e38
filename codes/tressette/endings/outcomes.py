"""What each line makes of the last tricks, played best or worst by either side (Codice FITRES, art. 10, 32–34, 82).

Bounds, not decisions: with all cards in view, nobody at a table plays so. What the innocent side could have had (82) is
for the arbiter, who may hold less to be likely, never more than the bound to be possible.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from codes.seats import Line, Seat
from codes.tressette.cards import Card
from codes.tressette.endings.laid_hand import LaidDown, judge_laid_down
from codes.tressette.endings.position import BestFirst, CardOrder, Ending, of_line, thirds_of
from codes.tressette.endings.search import BIT, CARD, SEATS, Rules, Search, Searching, Trick, mask_of


class Play(StrEnum):
    """How a line plays: for the most that it can make, or for the least."""

    BEST = "best"
    WORST = "worst"


# How both lines play, line A first: in this order outcomes are told.
WAYS = ((Play.BEST, Play.BEST), (Play.BEST, Play.WORST), (Play.WORST, Play.BEST), (Play.WORST, Play.WORST))


def seeks_most(play_a: Play, play_b: Play) -> list[bool]:
    """For each seat whether it plays for the most that line A can make."""
    ours, theirs = play_a is Play.BEST, play_b is Play.WORST
    return [ours if of_line(seat) else theirs for seat in SEATS]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What comes of the rest: thirds of a point of each line, last trick included, and cards that lead there.

    `line` is one way among many, whoever is to play first; empty where the hand laid down plays for itself (122).
    `nodes` are the cards that were played in the search, the same on every machine.
    """

    play_a: Play
    play_b: Play
    thirds_a: int
    thirds_b: int
    line: tuple[Card, ...] = ()
    nodes: int = 0


def outcome(
    ending: Ending,
    *,
    play_a: Play = Play.BEST,
    play_b: Play = Play.BEST,
    orders: Sequence[CardOrder] = (),
    best_first: BestFirst | None = None,
    search: type[Searching] = Search,
) -> Outcome:
    """What comes of the ending, exactly, in thirds of a point; both play knowing all the cards.

    Orders bind their seats for as long as they say, in the order given; `best_first` is the duty of art. 120. `search`
    finds it; whichever does finds the same.
    """
    rules = Rules(ending, orders, best_first)
    searching = search(rules, seeks_most(play_a, play_b))
    remaining, trick = _begun(ending)
    bound = best_first is not None and _is_bound(ending, best_first)
    value = _most(searching, trick, remaining, bound, ending.thirds_left)
    line = _line(searching, trick, remaining, bound, value)
    return Outcome(
        play_a=play_a,
        play_b=play_b,
        thirds_a=value,
        thirds_b=ending.thirds_left - value,
        line=tuple(CARD[bit] for bit in line),
        nodes=searching.nodes,
    )


def outcomes(
    ending: Ending,
    *,
    orders: Sequence[CardOrder] = (),
    best_first: BestFirst | None = None,
    search: type[Searching] = Search,
) -> tuple[Outcome, ...]:
    """The four outcomes: both at their best, then the most for A, the most for B, both at their worst (see `outcome`).

    For line A the second is the most that any play at all can bring, the third the least; for line B the other way.
    """
    return tuple(
        outcome(ending, play_a=a, play_b=b, orders=orders, best_first=best_first, search=search) for a, b in WAYS
    )


class LineValues:
    """What line A makes of the rest, in thirds, with both lines at their best, all along the play of one ending.

    One memory serves every position that comes of it, card by card, also where suit was not followed.
    """

    def __init__(self, ending: Ending) -> None:
        self._search = Search(Rules(ending, (), None), [of_line(seat) for seat in SEATS])

    def holds(self, ending: Ending) -> bool:
        """Whether the ending can come of the first: everybody holds no card but of those that they held there."""
        hands = self._search.rules.hands
        remaining = mask_of(ending.table) & ~sum(hands)
        return not remaining and all(not mask_of(ending.hands[seat]) & ~hands[SEATS.index(seat)] for seat in SEATS)

    def value_of(self, ending: Ending) -> int:
        """The value of a position that comes of the first; its cards are where they were."""
        remaining, trick = _begun(ending)
        return _most(self._search, trick, remaining, False, ending.thirds_left)


def laid_down_outcome(ending: Ending, seat: Seat) -> Outcome:
    """All that is left to whoever laid down a hand that holds: one sovereign trick, played by nobody (art. 118, 122).

    Raises ValueError where the hand does not hold.
    """
    if judge_laid_down(ending, seat).verdict is not LaidDown.HOLDS:
        raise ValueError(f"what {seat} laid down does not hold")
    value = ending.thirds_left if seat.line is Line.A else 0
    return Outcome(play_a=Play.BEST, play_b=Play.BEST, thirds_a=value, thirds_b=ending.thirds_left - value)


def _begun(ending: Ending) -> tuple[int, Trick]:
    """What is left, the table included, and the trick under way."""
    remaining = mask_of(card for seat in Seat for card in ending.hands[seat]) | mask_of(ending.table)
    trick = Trick(SEATS.index(ending.leader))
    for card in ending.table:
        trick = trick.with_card(BIT[card])
    return remaining, trick


def _is_bound(ending: Ending, best_first: BestFirst) -> bool:
    """Whether whoever laid down is bound in the first trick: on lead, or due to answer in a trick under way (116)."""
    return not best_first.is_free and (ending.leader is best_first.seat or bool(ending.table))


def _most(search: Searching, trick: Trick, remaining: int, bound: bool, most: int) -> int:
    """The thirds that line A makes, halving what is not known yet."""
    low, high = 0, most
    while low < high:
        need = (low + high + 1) // 2
        low, high = (need, high) if search.continues(trick, remaining, bound, need) else (low, need - 1)
    return low


def _line(search: Searching, trick: Trick, remaining: int, bound: bool, value: int) -> list[int]:
    """Cards that lead to what is made, each the first that does not give any of it away."""
    line: list[int] = []
    while remaining:
        seat, tricks = trick.seat, remaining.bit_count() // len(SEATS)
        led = 1 << trick.top if trick.place else 0
        cards = search.rules.choices(seat, remaining, search.rules.may_play(seat, remaining, led, tricks, bound))
        bit = next(card for card in reversed(cards) if _keeps(search, trick.with_card(card), remaining, bound, value))
        line.append(bit)
        trick = trick.with_card(bit)
        if trick.place == len(SEATS):
            won = thirds_of([CARD[mask] for mask in CARD if trick.cards >> mask & 1], is_last=remaining == trick.cards)
            value -= 0 if trick.winner % 2 else won
            remaining &= ~trick.cards
            bound = bound and trick.winner == search.rules.laid
            trick = Trick(trick.winner)
    return line


def _keeps(search: Searching, trick: Trick, remaining: int, bound: bool, value: int) -> bool:
    """Whether exactly that much is still made after the card."""
    return search.continues(trick, remaining, bound, value) and not search.continues(trick, remaining, bound, value + 1)
