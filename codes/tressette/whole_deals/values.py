"""What positions of a play are worth from its first card on (Codice FITRES, art. 10, 25–34), where the compiler is."""

from codes.tressette.endings.position import LAST_TRICK_THIRDS, MOST_CARDS, of_line
from codes.tressette.endings.search import BIT, SEATS, Trick, mask_of, thirds_in
from codes.tressette.replay import EndingValues, Position, ValueOf
from codes.tressette.whole_deals.compiled import CompiledSearch, is_installed
from codes.tressette.whole_deals.solving import bounds

NODES_OF_A_PLAY = 6_000_000  # cards played in the search for all positions of a play, rather more than a second
_SHARE = 4


def play_values() -> ValueOf:
    """What values a play: the compiled search where it is installed, else the plain one of the last six tricks."""
    return WholeValues() if is_installed() else EndingValues()


class WholeValues:
    """Values of all positions of one play and of what comes of them, in thirds of line A, as long as the cards last.

    No position may use more than a part of what is left of `most_nodes`, so that a first lead that is hard does not
    leave all the rest unknown. Where it gave up the last six tricks are asked of plain Python and the others are None.
    Raises NotInstalled.
    """

    def __init__(self, *, most_nodes: int = NODES_OF_A_PLAY) -> None:
        self._left_to_play = most_nodes
        self._endings = EndingValues()
        self._hands: tuple[int, ...] = ()
        self._search: CompiledSearch | None = None
        self._total = 0

    def __call__(self, position: Position) -> int | None:
        if position.tricks_left == 0:
            return 0
        value = self._searched(position)
        if value is None:
            return self._endings(position) if position.tricks_left <= MOST_CARDS else None
        self._total = position.thirds_a + value
        return value

    def _searched(self, position: Position) -> int | None:
        search, left = self._search_of(position), sum(_held(position))
        before = search.nodes
        search.allow(self._left_to_play // _SHARE)
        most = thirds_in(left) + LAST_TRICK_THIRDS
        # What the position before came to in all is the best guess: good play changes nothing.
        guess = self._total - position.thirds_a if self._total else most // 2
        low, high = bounds(search, _begun(position), left, guess)
        self._left_to_play -= search.nodes - before
        return low if low == high else None

    def _search_of(self, position: Position) -> CompiledSearch:
        """The search whose hands the position comes of, with what it remembers; else a new one."""
        hands = _held(position)
        if self._search is None or any(now & ~first for now, first in zip(hands, self._hands, strict=True)):
            self._hands, self._total = hands, 0
            self._search = CompiledSearch(hands, [of_line(seat) for seat in SEATS])
        return self._search


def _held(position: Position) -> tuple[int, ...]:
    """The hands as masks, the cards of the trick under way among them."""
    hands = {seat: mask_of(position.hands[seat]) for seat in SEATS}
    for place, card in enumerate(position.table):
        hands[position.leader.after(place)] |= mask_of([card])
    return tuple(hands.values())


def _begun(position: Position) -> Trick:
    trick = Trick(SEATS.index(position.leader))
    for card in position.table:
        trick = trick.with_card(BIT[card])
    return trick
