"""What a side makes for certain, without playing it out: tricks that it can cash, and what must fall to them."""

from codes.tressette.whole_deals.layout import ACES, BLANKS, LAST_TRICK, OF_SUIT, SINGLES, SUIT_BITS, SUITS_END, Numbers
from codes.tressette.whole_deals.machine import compiled, length, popcount
from codes.tressette.whole_deals.room import SEEKS, UNKNOWN


@compiled
def thirds(cards: int) -> int:
    return popcount(cards & SINGLES) + 3 * popcount(cards & ACES)


@compiled
def least_thirds(hand: int, counts: int, tricks: int) -> int:
    """The fewest thirds among `tricks` cards of a hand, of each suit at least as many as `counts` says, or all."""
    total, blanks, singles, chosen = 0, 0, 0, 0
    for shift in range(0, SUITS_END, SUIT_BITS):
        count = counts >> shift & 15
        if count:
            suit = hand >> shift & OF_SUIT
            count = min(count, popcount(suit))
            chosen += count
            some = min(count, popcount(suit & BLANKS))
            blanks += some
            count -= some
            some = min(count, popcount(suit & SINGLES))
            singles += some
            total += some + 3 * (count - some)
    more = tricks - chosen - (popcount(hand & BLANKS) - blanks)
    if more <= 0:
        return total
    more_singles = popcount(hand & SINGLES) - singles
    return total + min(more, more_singles) + 3 * max(0, more - more_singles)


@compiled
def most_thirds(hand: int, counts: int, tricks: int) -> int:
    """The most thirds among `tricks` cards of a hand, of each suit at least as many as `counts` says, or all."""
    total, aces, singles, chosen = 0, 0, 0, 0
    for shift in range(0, SUITS_END, SUIT_BITS):
        count = counts >> shift & 15
        if count:
            suit = hand >> shift & OF_SUIT
            count = min(count, popcount(suit))
            chosen += count
            ace = popcount(suit & ACES)
            aces += ace
            some = min(count - ace, popcount(suit & SINGLES))
            singles += some
            total += 3 * ace + some
    more = tricks - chosen
    if more <= 0:
        return total
    more_aces = min(more, popcount(hand & ACES) - aces)
    return total + 3 * more_aces + min(more - more_aces, popcount(hand & SINGLES) - singles)


@compiled
def above(own: int, others: int) -> int:
    """The cards of a suit that are higher than all the others' of it."""
    return own & -(1 << length(others))


@compiled
def own_winners(remaining: int, mine: int) -> tuple[int, int, int]:
    """Cards that win whenever they are led, how many of each suit, and the lowest where its rank says so."""
    winners, counts, relevant = 0, 0, 0
    for shift in range(0, SUITS_END, SUIT_BITS):
        others = (remaining & ~mine) >> shift & OF_SUIT
        run = above(mine >> shift & OF_SUIT, others)
        if run:
            winners |= run << shift
            counts |= popcount(run) << shift
            if others:
                relevant |= (run & -run) << shift
    return winners, counts, relevant


@compiled
def mates_winners(remaining: int, mine: int, mate: int, winners: int, counts: int) -> tuple[int, int, bool]:
    """The partner's cards that win after those, how many of each suit, and whether a card leads over to one.

    To the tricks of the leader's own winners the partner follows with others, as far as it has others.
    """
    theirs, their_counts, crossing = 0, 0, False
    for shift in range(0, SUITS_END, SUIT_BITS):
        suit = mate >> shift & OF_SUIT
        if suit:
            before = counts >> shift & 15
            run = above(suit, (remaining & ~mate & ~winners) >> shift & OF_SUIT)
            keep = popcount(suit) - before
            while run and popcount(run) > keep:
                run &= run - 1
            if run:
                theirs |= run << shift
                their_counts |= popcount(run) << shift
                crossing |= popcount(mine >> shift & OF_SUIT) > before
    return theirs, their_counts, crossing


@compiled
def lowest_of_suits(cards: int) -> int:
    lowest = 0
    for shift in range(0, SUITS_END, SUIT_BITS):
        suit = cards >> shift & OF_SUIT
        lowest |= (suit & -suit) << shift
    return lowest


@compiled
def certain(room: Numbers, remaining: int, leader: int, want: int) -> tuple[int, int]:
    """Thirds that the leader's side makes for certain of the cards left, and the lowest cards on which that rests.

    It cashes the leader's winners, then, if that is not what is wanted, crosses over and cashes the partner's. Whoever
    else follows as cheaply as the suits allow, the partner as dearly.
    """
    tricks = popcount(remaining) >> 2
    mine, mate = room[leader] & remaining, room[leader ^ 2] & remaining
    second, fourth = room[(leader + 1) & 3] & remaining, room[(leader + 3) & 3] & remaining
    winners, counts, relevant = own_winners(remaining, mine)
    many = popcount(winners)
    if many >= tricks:
        return thirds(remaining) + LAST_TRICK, relevant
    value = 0
    if many:
        value = thirds(winners) + most_thirds(mate, counts, many)
        value += least_thirds(second, counts, many) + least_thirds(fourth, counts, many)
        if value >= want:
            return value, relevant
    theirs, their_counts, crossing = mates_winners(remaining, mine, mate, winners, counts)
    if not crossing:
        return value, relevant
    their_many = popcount(theirs)
    needs = lowest_of_suits(winners | theirs)
    if many + their_many >= tricks:
        return thirds(remaining) + LAST_TRICK, needs
    both, all_counts = thirds(winners | theirs), counts + their_counts
    both += least_thirds(second, all_counts, many + their_many) + least_thirds(fourth, all_counts, many + their_many)
    both += most_thirds(mate & ~theirs, counts, many) + most_thirds(mine & ~winners, their_counts, their_many)
    return (both, needs) if both > value else (value, relevant)


@compiled
def owner(room: Numbers, bit: int) -> int:
    return (room[1] >> bit & 1) | (room[2] >> bit & 1) << 1 | (room[3] >> bit & 1) * 3


@compiled
def certain_by_sides(room: Numbers, remaining: int, leader: int, need: int) -> tuple[int, int]:
    """What is certain for the leader's side, where that tells whether line A makes `need`; or UNKNOWN."""
    if room[SEEKS] >> (leader & 1) & 1:
        most = thirds(remaining) + LAST_TRICK
        of_a = leader & 1 == 0
        want = need if of_a else most - need + 1
        value, relevant = certain(room, remaining, leader, want)
        if value >= want:
            return value if of_a else most - value, relevant
    return UNKNOWN, 0


@compiled
def certain_by_lead(room: Numbers, remaining: int, leader: int, card: int, need: int) -> tuple[int, int]:
    """The same once a card has been led, where the other side holds the highest of its suit: it may take and cash."""
    top = length(remaining & OF_SUIT << (card & ~15)) - 1
    taker = owner(room, top)
    if (taker ^ leader) & 1:
        value, relevant = certain_by_sides(room, remaining, taker, need)
        return value, relevant | 1 << top
    return UNKNOWN, 0


@compiled
def last_trick(room: Numbers, remaining: int, leader: int) -> tuple[int, int]:
    """What line A makes of four cards, which play themselves."""
    suit = remaining & OF_SUIT << (length(remaining & room[leader]) - 1 & ~15)
    top = length(suit) - 1
    value = 0 if owner(room, top) & 1 else thirds(remaining) + LAST_TRICK
    return value, 1 << top if suit & suit - 1 else 0


@compiled
def foretold(room: Numbers, remaining: int, leader: int, need: int) -> tuple[int, int]:
    """At least or at most so many thirds of line A, whichever tells whether it makes `need`, or UNKNOWN.

    With it the lowest cards on whose rank that rests.
    """
    if remaining == 0:
        return 0 if leader & 1 else LAST_TRICK, 0
    most = thirds(remaining) + LAST_TRICK
    if need <= 0:
        return 0, 0
    if need > most:
        return most, 0
    if popcount(remaining) == 4:
        return last_trick(room, remaining, leader)
    return certain_by_sides(room, remaining, leader, need)
