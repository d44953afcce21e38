"""How the compiled search sees cards: bits of one integer, sixteen for each suit; and tables of a deal.

Everything is a signed 64-bit integer or an array of them, so that the same words compile.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codes.tressette.cards import THIRDS_PER_POINT, Rank, Suit
from codes.tressette.endings.position import LAST_TRICK_THIRDS

Numbers = NDArray[np.int64]

GRADES = len(Rank)
SUIT_BITS = 16
SEEN_BITS = 3
SEEN = SEEN_BITS * GRADES  # of a suit
SUITS_END = SUIT_BITS * len(Suit)
OF_SUIT = (1 << GRADES) - 1  # a suit's cards, moved down to the lowest bits
SHIFTS = tuple(range(0, SUIT_BITS * len(Suit), SUIT_BITS))
LAST_TRICK = LAST_TRICK_THIRDS

# Cards by what they are worth: an Ace a point, seven to four nothing, the others a third.
ACES, SINGLES, BLANKS = WORTHS = tuple(
    sum(1 << shift + rank.grade - 1 for shift in SHIFTS for rank in Rank if rank.thirds == thirds)
    for thirds in (THIRDS_PER_POINT, 1, 0)
)


def spread(cards: int) -> int:
    """A mask of `endings.search` as one of these."""
    return sum((cards >> GRADES * suit & OF_SUIT) << shift for suit, shift in enumerate(SHIFTS))


def spread_bit(bit: int) -> int:
    return bit // GRADES * SUIT_BITS + bit % GRADES if bit >= 0 else bit


def gathered_bit(bit: int) -> int:
    """The bit of a card as `endings.search` has it."""
    return bit // SUIT_BITS * GRADES + bit % SUIT_BITS


def seen_by_rank(hands: Sequence[int]) -> Numbers:
    """Of each suit and each set of its cards left: who holds them, from the highest down, and which is the Ace.

    Two sets that look the same down to some rank come to the same where no lower card wins a trick by its rank.
    """
    tables = []
    for suit in SHIFTS:
        table = np.zeros(1, dtype=np.int64)
        for grade in range(GRADES):
            # The sets of which this card is the highest: it comes first, and what was seen moves down.
            seen = _owner(hands, suit + grade) << 1 | ACES >> grade & 1
            table = np.concatenate((table, table >> SEEN_BITS | seen << SEEN_BITS * (GRADES - 1)))
        tables.append(table)
    return np.array(tables)


def seen_by_worth(hands: Sequence[int]) -> Numbers:
    """Of each suit and each set of its cards left: a number, the same for two where all hold as many of each worth."""
    tables = []
    for suit in SHIFTS:
        held = np.zeros(1, dtype=np.int64)
        for grade in range(GRADES):
            kind = next(place for place, worth in enumerate(WORTHS) if worth >> grade & 1)
            held = np.concatenate((held, held + (1 << 4 * (len(WORTHS) * _owner(hands, suit + grade) + kind))))
        tables.append(np.unique(held, return_inverse=True)[1])
    return np.array(tables, dtype=np.int64)


def _owner(hands: Sequence[int], bit: int) -> int:
    """Who holds the card; anybody where nobody does, since no set of cards left has it."""
    return next((seat for seat, hand in enumerate(hands) if hand >> bit & 1), 0)


def _highest() -> Numbers:
    """Of each set of a suit's cards and each number: the bit of the so-manieth card from the top."""
    table = np.zeros((1 << GRADES, GRADES + 1), dtype=np.int64)
    for cards in range(1 << GRADES):
        for place, bit in enumerate((bit for bit in reversed(range(GRADES)) if cards >> bit & 1), start=1):
            table[cards, place] = 1 << bit
    return table


HIGHEST = _highest()
# What of `seen_by_rank` shows so many cards.
SHOWN = np.array(
    [(1 << SEEN_BITS * GRADES) - (1 << SEEN_BITS * (GRADES - many)) for many in range(GRADES + 1)], dtype=np.int64
)
