"""The cards worth trying, one of each kind that comes to the same, the most promising first."""

from codes.tressette.whole_deals.layout import ACES, BLANKS, OF_SUIT, SINGLES, Numbers
from codes.tressette.whole_deals.machine import compiled, length
from codes.tressette.whole_deals.room import (
    ALIKE,
    BEST,
    CHOICE,
    CHOICES,
    COUNT,
    FRAME,
    FRAMES,
    HISTORY,
    HISTORY_CARD,
    HISTORY_SEAT,
    MAKES_MOST,
    NEXT,
    PLACE,
    PLAYED,
    PROMISE,
    RELEVANT,
    SEAT,
    SKIPPED,
    TOP,
    TRICK,
    VALUE,
    WINNER,
)

SURE = 1000
TRIED_ENOUGH = 8


@compiled
def frame_at(depth: int) -> int:
    return FRAMES + depth * FRAME


@compiled
def choices_at(depth: int) -> int:
    return CHOICES + depth * CHOICE


@compiled
def worth_of(bit: int) -> int:
    return (SINGLES >> bit & 1) + 3 * (ACES >> bit & 1)


@compiled
def of_worth(bit: int) -> int:
    """All cards that are worth the same."""
    if BLANKS >> bit & 1:
        return BLANKS
    return SINGLES if SINGLES >> bit & 1 else ACES


@compiled
def lead_promise(room: Numbers, remaining: int, seat: int, bit: int, advice: int) -> int:
    """What a lead promises: what cannot be beaten first, then where the partner holds the highest, cheap before dear.

    A lead that was enough before, wherever in the search, promises more.
    """
    if bit == advice:
        return SURE
    history = HISTORY + seat * HISTORY_SEAT + bit * HISTORY_CARD
    tried, luck = room[history], 100
    if tried > TRIED_ENOUGH:
        luck = 200 * room[history + 1] // tried
    others = remaining & ~room[seat] & OF_SUIT << (bit & ~15)
    if others >> bit == 0:
        return 200 + 10 * worth_of(bit) + (bit & 15) + luck
    is_mates = room[seat ^ 2] >> length(others) - 1 & 1
    return (160 if is_mates else 60) - 12 * worth_of(bit) - (bit & 15) + luck


@compiled
def answer_promise(room: Numbers, frame: int, bit: int, later: int, mate: int) -> int:
    """What an answer promises: a trick that is won, or the partner's, is given the dearest; another the cheapest.

    `later` and `mate`: the suit led, with the opponent and the partner who have still to play.
    """
    top, ours = room[frame + TOP], (room[frame + WINNER] ^ room[frame + SEAT]) & 1 == 0
    dear, grade = 10 * worth_of(bit), bit & 15
    if bit > top and bit >> 4 == top >> 4:
        if later >> bit:
            return 70 - dear - grade
        return (110 if ours else 150) + dear - grade
    if (ours and later >> top == 0) or (mate >> top and mate > later):
        return 130 + dear - grade
    return 60 - dear - grade


@compiled
def insert(room: Numbers, base: int, count: int, bit: int, promise: int, alike: int) -> None:
    at = base + count
    while at > base and room[at - 1 + PROMISE] < promise:
        room[at] = room[at - 1]
        room[at + PROMISE] = room[at - 1 + PROMISE]
        room[at + ALIKE] = room[at - 1 + ALIKE]
        at -= 1
    room[at], room[at + PROMISE], room[at + ALIKE] = bit, promise, alike


@compiled
def choose(room: Numbers, depth: int, advice: int) -> None:
    """Make the frame ready: the cards to try, and that nothing has come of them yet."""
    frame, base, count = frame_at(depth), choices_at(depth), 0
    seat, remaining, place, top = room[frame + SEAT], room[frame + TRICK], room[frame + PLACE], room[frame + TOP]
    may = room[seat] & remaining
    strangers, later, mate = remaining & ~room[seat] & ~room[frame + PLAYED], 0, 0
    if place:
        led = OF_SUIT << (top & ~15)
        if may & led:
            may &= led
        strangers |= 1 << top
        if place < 3:
            later = room[(seat + 1) & 3] & remaining & led
        if place == 1:
            mate = room[seat ^ 2] & remaining & led
    if may & may - 1 == 0:
        room[base], room[base + ALIKE] = length(may) - 1, may
        count, may = 1, 0
    while may:
        bit = length(may) - 1
        floor = max(length(strangers & (1 << bit) - 1), bit & ~15)
        alike = may & of_worth(bit) & (2 << bit) - (1 << floor)
        may &= ~alike
        if place:
            promise = answer_promise(room, frame, bit, later, mate)
        else:
            promise = lead_promise(room, remaining, seat, bit, advice)
        insert(room, base, count, bit, promise, alike)
        count += 1
    room[frame + COUNT], room[frame + NEXT], room[frame + SKIPPED], room[frame + RELEVANT] = count, 0, 0, 0
    room[frame + BEST] = room[base]
    room[frame + VALUE] = -1 if room[frame + MAKES_MOST] else 99
