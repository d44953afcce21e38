"""The last tricks played out in every way there is: no cut, no card taken for another, and no memory unless asked for.

Written from the articles and not from the search, with which it shares the cards and the words of the orders only.
"""

from dataclasses import dataclass

from codes.seats import Seat
from codes.tressette.cards import Card
from codes.tressette.endings.position import BestFirst, CardOrder, Ending, OrderVerb

GRADE = {card.rank: card.rank.grade for card in (Card.parse("d" + sign) for sign in "32ARCD7654")}
VALUE = {rank: 3 if rank.value == "A" else 0 if rank.value in "7654" else 1 for rank in GRADE}
NORTH_SOUTH = (Seat.N, Seat.S)


@dataclass(frozen=True)
class Told:
    """What does not change while the cards are played."""

    orders: tuple[CardOrder, ...]
    best_first: BestFirst | None
    most_for_north_south: dict[Seat, bool]  # what each seat is after
    tricks: int
    seen: dict | None  # what came of a lead met before, where it is remembered


def played_out(ending: Ending, *, a_wants_most, b_wants_most, orders=(), best_first=None, remembers=False) -> int:
    """The thirds of North-South of all that is left, when each line gets what it wants as far as it can."""
    wants = {seat: a_wants_most if seat in NORTH_SOUTH else not b_wants_most for seat in Seat}
    told = Told(tuple(orders), best_first, wants, ending.tricks, {} if remembers else None)
    # Who laid down is bound on lead, or where cards lie on the table already: then it is that player's answer.
    bound = best_first is not None and not best_first.is_free
    bound = bound and (ending.leader is best_first.seat or len(ending.table) > 0)
    hands = {seat: tuple(sorted(ending.hands[seat])) for seat in Seat}
    return _from(told, hands, ending.leader, ending.table, bound)


def _from(told: Told, hands, leader: Seat, table: tuple[Card, ...], bound: bool) -> int:
    tricks = (sum(map(len, hands.values())) + len(table)) // 4
    if len(table) == 4:
        best = 0
        for place in (1, 2, 3):
            if table[place].suit == table[0].suit and GRADE[table[place].rank] > GRADE[table[best].rank]:
                best = place
        taker = leader
        for _step in range(best):
            taker = taker.next
        points = sum(VALUE[card.rank] for card in table) + (3 if tricks == 1 else 0)
        won = points if taker in NORTH_SOUTH else 0
        if tricks == 1:
            return won
        bound = bound and taker is told.best_first.seat
        return won + _from(told, hands, taker, (), bound)
    met = (tuple(hands.values()), leader, bound) if told.seen is not None and not table else None
    if met in (told.seen or ()):
        return told.seen[met]
    player = leader
    for _card in table:
        player = player.next
    values = []
    for card in lawful(told, hands, player, table, bound):
        kept = tuple(one for one in hands[player] if one is not card)
        values.append(_from(told, {**hands, player: kept}, leader, (*table, card), bound))
    value = max(values) if told.most_for_north_south[player] else min(values)
    if met is not None:
        told.seen[met] = value
    return value


def lawful(told: Told, hands, player: Seat, table: tuple[Card, ...], bound: bool):
    """The cards that may be played: of the suit led, then what orders leave, then only the highest."""
    hand, tricks = hands[player], (sum(map(len, hands.values())) + len(table)) // 4
    cards = [card for card in hand if table and card.suit == table[0].suit] or list(hand)
    for order in told.orders:
        if order.seat is not player or (order.leading and table):
            continue
        if order.tricks is not None and told.tricks - tricks >= order.tricks:
            continue
        if order.verb is OrderVerb.FORBID:
            cards = [card for card in cards if card not in order.cards] or cards
        else:
            cards = [card for card in cards if card in order.cards] or cards
    if told.best_first is not None:
        is_laid_down = player is told.best_first.seat and bound
        is_partner_on_lead = player is told.best_first.seat.next.next and not table
        if is_laid_down or is_partner_on_lead:
            highest = max(GRADE[card.rank] for card in cards)
            cards = [card for card in cards if GRADE[card.rank] == highest]
    return cards


def takes_all(hands, leader: Seat, table: tuple[Card, ...], holder: Seat) -> bool:
    """Whether `holder`, playing from the highest and free among equals, takes every trick in every way."""
    if len(table) == 4:
        suited = [(GRADE[card.rank], place) for place, card in enumerate(table) if card.suit == table[0].suit]
        if leader.after(max(suited)[1]) is not holder:
            return False
        return not any(hands.values()) or takes_all(hands, holder, (), holder)
    player = leader.after(len(table))
    cards = [card for card in hands[player] if table and card.suit == table[0].suit] or list(hands[player])
    if player is holder:
        highest = max(GRADE[card.rank] for card in cards)
        cards = [card for card in cards if GRADE[card.rank] == highest]
    # An order among equals that fails is the holder's own choice; none is known on which it would depend.
    return all(
        takes_all({**hands, player: [one for one in hands[player] if one is not card]}, leader, (*table, card), holder)
        for card in cards
    )
