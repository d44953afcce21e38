"""Where each thing lies in the arrays that the compiled search works in: what it does, and its memory."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from codes.tressette.endings.search import Trick
from codes.tressette.whole_deals.layout import (
    GRADES,
    Numbers,
    gathered_bit,
    seen_by_rank,
    seen_by_worth,
    spread,
    spread_bit,
)

UNKNOWN = -1  # no value: it is still to be found, or the cards that may be played have run out

# First the four hands, each at its seat's number.
NODES, MOST_NODES, ENTRIES, SEEKS = range(
    4, 8
)  # the last: whether line A (1) and line B (2) play for the most that they can make
HISTORY = 8  # of each seat and each bit: how often it was led, and how often that was enough
HISTORY_SEAT, HISTORY_CARD = 128, 2
RANKS = HISTORY + 4 * HISTORY_SEAT
WORTHS = RANKS + 4 * (1 << GRADES)
FRAMES = WORTHS + 4 * (1 << GRADES)

# A frame for each card of the line under way: the trick that it belongs to and what has come of it so far.
(
    TRICK,  # all cards left when the trick began
    LEADER,
    NEED,  # thirds that line A wants of them
    PLACE,  # how many cards lie on the table
    PLAYED,  # which
    TOP,  # the highest of the suit led, and whose it is
    WINNER,
    SEAT,  # who plays, and whether for the most that line A can make
    MAKES_MOST,
    COUNT,  # how many cards are worth trying, how many were, which no longer are
    NEXT,
    SKIPPED,
    VALUE,  # what came of it, on which cards that rests, and which card brought it
    RELEVANT,
    BEST,
    MADE,  # of the trick that the last card tried closes: line A's thirds, and the card that took it by rank
    RANK,
    FORESEEN,  # last cards to the trick after which nothing is known without playing on
) = range(18)
FRAME = 20
CHOICES = FRAMES + 42 * FRAME  # beside each frame the cards to try: the card, what it promises, those like it
CHOICE = 32
PROMISE, ALIKE = 10, 20
SIZE = CHOICES + 42 * CHOICE

# An entry of the memory: the cards left by worth and the leader, what must be seen of who holds which rank, what is
# known then, the lead that decided, and the next entry of its place.
KEY, RANKS_LOW, RANKS_HIGH, SHOWN_LOW, SHOWN_HIGH, BOUNDS, ADVICE, AFTER = range(8)
ENTRY = 8
MOST_ENTRIES = 1 << 20
PLACES = 1 << 18


@dataclass(frozen=True)
class Room:
    """What a search works in; another search of the same hands goes on with what this one remembers."""

    work: Numbers
    memory: Numbers
    places: Numbers

    @property
    def nodes(self) -> int:
        return int(self.work[NODES])

    @property
    def addresses(self) -> tuple[int, int, int]:
        return self.work.ctypes.data, self.memory.ctypes.data, self.places.ctypes.data

    def allow(self, most_nodes: int) -> None:
        self.work[MOST_NODES] = most_nodes

    @property
    def best(self) -> int:
        """The card, as a bit, that decided what was asked last."""
        return gathered_bit(int(self.work[FRAMES + BEST]))

    def ask(self, trick: Trick, remaining: int, need: int) -> None:
        """Make the first frame ready: line A wants so many thirds of the cards left, those on the table included."""
        makes_most = (int(self.work[SEEKS]) >> trick.seat % 2 & 1) ^ trick.seat % 2
        for field, value in (
            (TRICK, spread(remaining)),
            (LEADER, trick.leader),
            (NEED, need),
            (PLACE, trick.place),
            (PLAYED, spread(trick.cards)),
            (TOP, spread_bit(trick.top)),
            (WINNER, trick.winner),
            (SEAT, trick.seat),
            (MAKES_MOST, makes_most),
            (FORESEEN, 0),
        ):
            self.work[FRAMES + field] = value


def furnished(hands: Sequence[int], seeks: Sequence[bool]) -> Room:
    """A room for these hands; `seeks` tells for each seat whether it wants line A to make more."""
    work, spreaded = np.zeros(SIZE, dtype=np.int64), [spread(hand) for hand in hands]
    work[: len(hands)] = spreaded
    work[SEEKS] = seeks[0] | (not seeks[1]) << 1
    work[RANKS:WORTHS] = seen_by_rank(spreaded).ravel()
    work[WORTHS:FRAMES] = seen_by_worth(spreaded).ravel()
    return Room(work, np.empty(MOST_ENTRIES * ENTRY, dtype=np.int64), np.full(PLACES, -1, dtype=np.int64))
