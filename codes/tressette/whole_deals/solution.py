"""What each line makes of a whole deal with all cards in view (Codice FITRES, art. 10, 32–34)."""

from dataclasses import dataclass, replace

from codes.seats import Line, Seat
from codes.tressette.cards import DECK, THIRDS_PER_POINT, TRESSETTE, Card, Rank, Suit
from codes.tressette.deals import Deal
from codes.tressette.endings.position import ALL_THIRDS, LAST_TRICK_THIRDS, of_line
from codes.tressette.endings.search import CARD, Trick, mask_of, thirds_in
from codes.tressette.whole_deals.machine_search import MOST_NODES, CompiledSearch

_SEATS = tuple(Seat)
# What a search is exact in. Scores are whole points: to know them takes half the cards that thirds take.
THIRD, POINT = 1, THIRDS_PER_POINT
_STEP = {THIRD: 2, POINT: 1}  # so many of it further, where the guess was wrong
_TRESSETTE = frozenset(TRESSETTE)
_ALL = mask_of(DECK)


@dataclass(frozen=True, kw_only=True)
class DoubleDummy:
    """What comes of a deal when all four play perfectly with all the cards in view.

    `least` and `most` are thirds of a point between which line A makes, last trick included; where the search came to
    its end, of one point, or the same where thirds were asked. `line` are cards that lead there, empty without an end.
    `nodes` are the cards played in the search, the same on every machine.
    """

    leader: Seat
    least: int
    most: int
    line: tuple[Card, ...] = ()
    nodes: int

    @property
    def is_exact(self) -> bool:
        """Whether the points are known."""
        least, most = self.points
        return least == most

    @property
    def points(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Deck points of line A and of line B, eleven together: at least, and at most so many of line A (art. 10)."""
        return _points(self.least), _points(self.most)


def double_dummy(
    deal: Deal, *, leader: Seat, unit: int = POINT, most_nodes: int = MOST_NODES, with_line: bool = True
) -> DoubleDummy:
    """What comes of the deal from this lead, exactly, in points or thirds of one; all play knowing all the cards.

    After `most_nodes` cards it stops and tells the bounds that it has. Raises NotInstalled.
    """
    search = _search(deal, most_nodes)
    solved = _solved(search, deal, leader, unit)
    if not with_line or solved.least // unit != solved.most // unit:
        return solved
    return replace(solved, line=_line(search, solved))


def by_who_leads(deal: Deal, *, most_nodes: int = MOST_NODES) -> dict[Seat, DoubleDummy]:
    """What comes of the deal from each of the four leads in points, as `double_dummy` finds it, without lines of play.

    One memory serves them all; each may play so many cards. Raises NotInstalled.
    """
    search = _search(deal, most_nodes)
    return {leader: _solved(search, deal, leader, POINT) for leader in _SEATS}


def _search(deal: Deal, most_nodes: int) -> CompiledSearch:
    seeks = [of_line(seat) for seat in _SEATS]
    return CompiledSearch([mask_of(deal.hands[seat]) for seat in _SEATS], seeks, most_nodes=most_nodes)


def _solved(search: CompiledSearch, deal: Deal, leader: Seat, unit: int) -> DoubleDummy:
    # Each lead may play as many cards, and each card of its line.
    search.renew()
    before = search.nodes
    least, most = bounds(search, Trick(_SEATS.index(leader)), _ALL, guess_of(deal, leader), unit)
    return DoubleDummy(leader=leader, least=least, most=most, nodes=search.nodes - before)


def bounds(search: CompiledSearch, trick: Trick, remaining: int, guess: int, unit: int = THIRD) -> tuple[int, int]:
    """The least and the most thirds that line A makes of the cards left, those on the table among them.

    They are as near as the unit asks. Asks around the guess, further off each time it was wrong the same way, then
    between what is known.
    """
    low, high = 0, thirds_in(remaining) + LAST_TRICK_THIRDS
    most, need = high, guess // unit
    while low // unit < high // unit:
        if low > 0 and high < most:
            need = (low // unit + high // unit + 1) // 2
        need = min(max(need, low // unit + 1), high // unit)
        answer = search.ask(trick, remaining, need * unit)
        if answer is None:
            break
        if answer >= need * unit:
            low, need = answer, answer // unit + _STEP[unit]
        else:
            high, need = answer, answer // unit - _STEP[unit] + 1
    return low, high


def guess_of(deal: Deal, leader: Seat) -> int:
    """About what line A makes; a good guess asks less. Fitted on some hundreds of random deals, off by three or so."""
    hundredths = 1767
    for seat in _SEATS:
        own = 0 if seat is not leader else 163
        for suit in Suit:
            ranks = {card.rank for card in deal.hands[seat] if card.suit is suit}
            own += 250 * (Rank.THREE in ranks) + 70 * (Rank.TWO in ranks) + 38 * len(ranks) * len(ranks & _TRESSETTE)
        hundredths += own if seat.line is Line.A else -own
    return min(max(hundredths // 100, 1), ALL_THIRDS)


def _line(search: CompiledSearch, solved: DoubleDummy) -> tuple[Card, ...]:
    """Cards that lead to what was found, each the one that decides when it is asked for just that.

    Line A plays for the least that it makes, line B lets it have no more than the most.
    """
    line: list[int] = []
    trick, remaining, needs = Trick(_SEATS.index(solved.leader)), _ALL, (solved.least, solved.most + 1)
    while remaining:
        search.renew()
        if search.ask(trick, remaining, needs[trick.seat % 2]) is None:
            return ()
        line.append(search.best)
        trick = trick.with_card(search.best)
        if trick.place == len(_SEATS):
            remaining &= ~trick.cards
            won = 0 if trick.winner % 2 else thirds_in(trick.cards)
            needs = (needs[0] - won, needs[1] - won)
            trick = Trick(trick.winner)
    return tuple(CARD[bit] for bit in line)


def _points(thirds: int) -> tuple[int, int]:
    return thirds // THIRDS_PER_POINT, (ALL_THIRDS - thirds) // THIRDS_PER_POINT
