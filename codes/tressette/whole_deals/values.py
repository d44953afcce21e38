"""What positions of a play are worth from its first card on (Codice FITRES, art. 10, 25–34), where the compiler is."""

from collections.abc import Sequence

from codes.tressette.cards import Card
from codes.tressette.endings.outcomes import WAYS, Outcome, outcomes, seeks_most
from codes.tressette.endings.position import LAST_TRICK_THIRDS, MOST_CARDS, CardOrder, Ending, OrderVerb, of_line
from codes.tressette.endings.search import BIT, SEATS, Trick, mask_of, thirds_in
from codes.tressette.replay import EndingValues, Position, ValueOf, after
from codes.tressette.whole_deals.machine_search import CompiledSearch, fastest, is_installed
from codes.tressette.whole_deals.solution import bounds

NODES_OF_A_PLAY = 6_000_000  # cards played in the search for all positions of a play, rather more than a second
_SHARE = 4
NODES_OF_AN_OUTCOME = 6_000_000  # a second each, where one is hard


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
        search, remaining = self._search_of(position), sum(_hand_masks(position))
        before = search.nodes
        search.allow(self._left_to_play // _SHARE)
        most = thirds_in(remaining) + LAST_TRICK_THIRDS
        # What the position before came to in all is the best guess: good play changes nothing.
        guess = self._total - position.thirds_a if self._total else most // 2
        low, high = bounds(search, _begun(position), remaining, guess)
        self._left_to_play -= search.nodes - before
        return low if low == high else None

    def _search_of(self, position: Position) -> CompiledSearch:
        """The search whose hands the position comes of, with what it remembers; else a new one."""
        hands = _hand_masks(position)
        if self._search is None or any(now & ~first for now, first in zip(hands, self._hands, strict=True)):
            self._hands, self._total = hands, 0
            self._search = CompiledSearch(hands, [of_line(seat) for seat in SEATS])
        return self._search


def play_outcomes(
    position: Position, *, barred: frozenset[Card] = frozenset(), most_nodes: int = NODES_OF_AN_OUTCOME
) -> tuple[Outcome, ...]:
    """The four outcomes from a position, as `outcomes` finds them in an ending; a bar is on whoever is to play.

    It yields where it leaves no lawful card. With more than six tricks left outcomes are without a line of play, and
    only those that the compiled search finds within `most_nodes` each; none where it is not installed. Both at their
    worst is not asked there: it bounds nothing that either line could have, and takes longest by far.
    """
    if position.tricks_left <= MOST_CARDS:
        ending = Ending(hands=position.hands, leader=position.leader, table=position.table)
        order = CardOrder(seat=position.to_play, verb=OrderVerb.FORBID, cards=barred, tricks=1)
        orders = [order] if barred else []
        return outcomes(ending, orders=orders, search=fastest(orders, None))
    if not is_installed():
        return ()
    starts = [after(position, card) for card in (position.lawful - barred) or position.lawful] if barred else [position]
    total = sum(card.thirds for hand in position.hands.values() for card in hand)
    total += sum(card.thirds for card in position.table) + LAST_TRICK_THIRDS
    values = []
    for play_a, play_b in WAYS[:-1]:
        value, nodes = _best_value(position, starts, seeks_most(play_a, play_b), most_nodes)
        if value is not None:
            values.append(Outcome(play_a=play_a, play_b=play_b, thirds_a=value, thirds_b=total - value, nodes=nodes))
    return tuple(values)


def _best_value(
    position: Position, starts: Sequence[Position], seeks: Sequence[bool], most_nodes: int
) -> tuple[int | None, int]:
    """Thirds of line A from the best of the starts for what whoever is to play seeks; None where cards ran out."""
    search = CompiledSearch(_hand_masks(position), seeks, most_nodes=most_nodes)
    values: list[int] = []
    for start in starts:
        remaining, won = sum(_hand_masks(start)), start.thirds_a - position.thirds_a
        guess = values[-1] - won if values else (thirds_in(remaining) + LAST_TRICK_THIRDS) // 2
        low, high = bounds(search, _begun(start), remaining, guess)
        if low != high:
            return None, search.nodes
        values.append(won + low)
    return (max if seeks[SEATS.index(position.to_play)] else min)(values), search.nodes


def _hand_masks(position: Position) -> tuple[int, ...]:
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
