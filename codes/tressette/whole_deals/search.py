"""The search: does line A make so many thirds of what is left? Frames in an array stand for what would call itself."""

from numba import carray

from codes.tressette.whole_deals.choices import choices_at, choose, frame_at, of_worth
from codes.tressette.whole_deals.layout import OF_SUIT, Numbers
from codes.tressette.whole_deals.machine import address, compiled, kept
from codes.tressette.whole_deals.memory import recall, remember
from codes.tressette.whole_deals.room import (
    ALIKE,
    BEST,
    COUNT,
    ENTRY,
    FORESEEN,
    HISTORY,
    HISTORY_CARD,
    HISTORY_SEAT,
    LEADER,
    MADE,
    MAKES_MOST,
    MOST_ENTRIES,
    MOST_NODES,
    NEED,
    NEXT,
    NODES,
    PLACE,
    PLACES,
    PLAYED,
    RANK,
    RELEVANT,
    SEAT,
    SEEKS,
    SIZE,
    SKIPPED,
    TOP,
    TRICK,
    UNKNOWN,
    VALUE,
    WINNER,
)
from codes.tressette.whole_deals.sure_tricks import certain_by_lead, foretold, thirds


@compiled
def is_enough(room: Numbers, frame: int, value: int) -> bool:
    """Whether the value is what the player at the frame seeks."""
    return value >= room[frame + NEED] if room[frame + MAKES_MOST] else value < room[frame + NEED]


@compiled
def taken_by(room: Numbers, frame: int, card: int) -> tuple[int, int]:
    """The highest of the suit led after the card, and whose it is."""
    top = room[frame + TOP]
    if room[frame + PLACE] == 0 or (card > top and card >> 4 == top >> 4):
        return card, room[frame + SEAT]
    return top, room[frame + WINNER]


@compiled
def by_rank(played: int, top: int) -> int:
    """The card that took the trick, where another of its suit lay there: then its rank mattered."""
    followed = played & OF_SUIT << (top & ~15)
    return 1 << top if followed & followed - 1 else 0


@compiled
def next_choice(room: Numbers, depth: int) -> int:
    """Where the next card to try stands, or UNKNOWN where none is left."""
    frame, base = frame_at(depth), choices_at(depth)
    while room[frame + NEXT] < room[frame + COUNT]:
        at = base + room[frame + NEXT]
        room[frame + NEXT] += 1
        if not room[frame + SKIPPED] >> room[at] & 1:
            return at
    return UNKNOWN


@compiled
def seat(room: Numbers, frame: int, player: int) -> None:
    room[frame + SEAT] = player
    room[frame + MAKES_MOST] = (room[SEEKS] >> (player & 1) & 1) ^ (player & 1)


@compiled
def open_trick(
    room: Numbers,
    memory: Numbers,
    places: Numbers,
    depth: int,
    remaining: int,
    leader: int,
    need: int,
    is_foreseen: bool,
) -> tuple[int, int]:
    """What is known of a lead, and on what it rests; or UNKNOWN, and its frame is ready."""
    if not is_foreseen:
        value, relevant = foretold(room, remaining, leader, need)
        if value != UNKNOWN:
            return value, relevant
    value, relevant, advice = recall(room, memory, places, remaining, leader, need)
    if value == UNKNOWN:
        frame = frame_at(depth)
        room[frame + TRICK], room[frame + LEADER], room[frame + NEED] = remaining, leader, need
        room[frame + PLACE], room[frame + PLAYED], room[frame + TOP], room[frame + WINNER] = 0, 0, -1, -1
        seat(room, frame, leader)
        choose(room, depth, advice)
    return value, relevant


@compiled
def foresee(room: Numbers, memory: Numbers, places: Numbers, depth: int) -> tuple[int, int]:
    """The last card to a trick, where by what is known after it one is enough; or UNKNOWN."""
    frame, base = frame_at(depth), choices_at(depth)
    for at in range(base, base + room[frame + COUNT]):
        top, winner = taken_by(room, frame, room[at])
        played = room[frame + PLAYED] | 1 << room[at]
        won = 0 if winner & 1 else thirds(played)
        remaining, need = room[frame + TRICK] & ~played, room[frame + NEED] - won
        value, relevant = foretold(room, remaining, winner, need)
        if value == UNKNOWN:
            room[frame + FORESEEN] |= 1 << room[at]
            value, relevant, _advice = recall(room, memory, places, remaining, winner, need)
        if value != UNKNOWN and is_enough(room, frame, value + won):
            room[NODES] += 1
            return value + won, relevant | by_rank(played, top)
    return UNKNOWN, 0


@compiled
def follow(room: Numbers, memory: Numbers, places: Numbers, depth: int, card: int) -> tuple[int, int]:
    """Lay the card on the table, for the next player to answer."""
    frame, after = frame_at(depth), frame_at(depth + 1)
    room[after + TRICK], room[after + LEADER] = room[frame + TRICK], room[frame + LEADER]
    room[after + NEED], room[after + PLACE] = room[frame + NEED], room[frame + PLACE] + 1
    room[after + PLAYED] = room[frame + PLAYED] | 1 << card
    room[after + TOP], room[after + WINNER] = taken_by(room, frame, card)
    seat(room, after, (room[frame + SEAT] + 1) & 3)
    if room[frame + PLACE] == 0:
        value, relevant = certain_by_lead(room, room[frame + TRICK], room[frame + LEADER], card, room[frame + NEED])
        if value != UNKNOWN:
            return value, relevant
    choose(room, depth + 1, UNKNOWN)
    room[after + FORESEEN] = 0
    if room[after + PLACE] == 3 and room[after + COUNT] > 1:
        return foresee(room, memory, places, depth + 1)
    return UNKNOWN, 0


@compiled
def play(room: Numbers, memory: Numbers, places: Numbers, depth: int, card: int) -> tuple[int, int]:
    """What the card comes to, where that is known; or UNKNOWN, and the next frame is ready."""
    room[NODES] += 1
    frame = frame_at(depth)
    if room[frame + PLACE] < 3:
        return follow(room, memory, places, depth, card)
    top, winner = taken_by(room, frame, card)
    played = room[frame + PLAYED] | 1 << card
    won = 0 if winner & 1 else thirds(played)
    room[frame + MADE], room[frame + RANK] = won, by_rank(played, top)
    remaining, need = room[frame + TRICK] & ~played, room[frame + NEED] - won
    return open_trick(room, memory, places, depth + 1, remaining, winner, need, room[frame + FORESEEN] >> card & 1 == 1)


@compiled
def note(room: Numbers, frame: int, card: int, was_enough: bool) -> None:
    if room[frame + PLACE] == 0:
        history = HISTORY + room[frame + SEAT] * HISTORY_SEAT + card * HISTORY_CARD
        room[history] += 1
        room[history + 1] += was_enough


@compiled
def take(room: Numbers, depth: int, value: int, relevant: int) -> bool:
    """Take what the last card tried came to; whether it is enough, so that no other need be tried."""
    frame = frame_at(depth)
    at = choices_at(depth) + room[frame + NEXT] - 1
    card, alike = room[at], room[at + ALIKE]
    if is_enough(room, frame, value):
        room[frame + VALUE], room[frame + RELEVANT], room[frame + BEST] = value, relevant, card
        note(room, frame, card, True)
        return True
    note(room, frame, card, False)
    if relevant & alike:
        # Where ranks matter down to among those that it stood for, they matter down to the last of them.
        relevant |= alike & -alike
    room[frame + RELEVANT] |= relevant
    if value > room[frame + VALUE] if room[frame + MAKES_MOST] else value < room[frame + VALUE]:
        room[frame + VALUE], room[frame + BEST] = value, card
    suit = OF_SUIT << (card & ~15)
    lowest = relevant & suit & -(relevant & suit)
    if lowest == 0:
        room[frame + SKIPPED] |= of_worth(card) & suit
    elif 1 << card < lowest:
        # Its rank did not matter: nor does that of another as dear that is as low.
        room[frame + SKIPPED] |= of_worth(card) & suit & lowest - 1
    return False


@compiled
def explore(room: Numbers, memory: Numbers, places: Numbers) -> int:
    """At least or at most so many thirds of line A, which tells whether it makes what it needs at the first frame.

    UNKNOWN when no more cards may be played. The frame says the cards left and the trick under way too.
    """
    depth = 0
    choose(room, depth, UNKNOWN)
    while True:
        at = next_choice(room, depth)
        if at != UNKNOWN:
            if room[NODES] >= room[MOST_NODES]:
                return UNKNOWN
            value, relevant = play(room, memory, places, depth, room[at])
            if value == UNKNOWN:
                depth += 1
                continue
            is_over = False
        else:
            is_over = True
            value, relevant = 0, 0
        # Up the line of play, as far as what was found is enough or all cards have been tried.
        while True:
            frame = frame_at(depth)
            if not is_over:
                if room[frame + PLACE] == 3:
                    value += room[frame + MADE]
                    relevant |= room[frame + RANK]
                if not take(room, depth, value, relevant):
                    break
            if room[frame + PLACE] == 0:
                remember(room, memory, places, frame)
            value, relevant, is_over = room[frame + VALUE], room[frame + RELEVANT], False
            if depth == 0:
                return value
            depth -= 1


@kept
def search(room_address: int, memory_address: int, places_address: int) -> int:
    room = carray(address(room_address), SIZE)
    return explore(room, carray(address(memory_address), MOST_ENTRIES * ENTRY), carray(address(places_address), PLACES))
