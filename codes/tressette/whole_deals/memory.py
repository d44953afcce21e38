"""The memory: what was found of cards like these, where those whose rank did not matter may be held otherwise.

What a search finds rests on who holds the highest cards of each suit and which is the Ace, as far down as a trick was
won by rank, and of the others on how many of each worth everybody holds. So one entry speaks for many positions.
"""

from codes.tressette.whole_deals.layout import HIGHEST, LAST_TRICK, OF_SUIT, SEEN, SHOWN, Numbers
from codes.tressette.whole_deals.machine import compiled, popcount
from codes.tressette.whole_deals.room import (
    ADVICE,
    AFTER,
    BEST,
    BOUNDS,
    ENTRIES,
    ENTRY,
    KEY,
    LEADER,
    NEED,
    RANKS,
    RANKS_HIGH,
    RANKS_LOW,
    RELEVANT,
    SHOWN_HIGH,
    SHOWN_LOW,
    TRICK,
    UNKNOWN,
    VALUE,
    WORTHS,
)
from codes.tressette.whole_deals.sure_tricks import thirds


@compiled
def key_of(room: Numbers, remaining: int, leader: int) -> int:
    """The leader and what everybody holds of each worth."""
    low = room[WORTHS + (remaining & 1023)] << 2 | room[WORTHS + 1024 + (remaining >> 16 & 1023)] << 12
    high = room[WORTHS + 2048 + (remaining >> 32 & 1023)] << 22 | room[WORTHS + 3072 + (remaining >> 48 & 1023)] << 32
    return leader | low | high


@compiled
def ranks_low(room: Numbers, remaining: int) -> int:
    return room[RANKS + (remaining & 1023)] | room[RANKS + 1024 + (remaining >> 16 & 1023)] << SEEN


@compiled
def ranks_high(room: Numbers, remaining: int) -> int:
    return room[RANKS + 2048 + (remaining >> 32 & 1023)] | room[RANKS + 3072 + (remaining >> 48 & 1023)] << SEEN


@compiled
def place_of(key: int, places: Numbers) -> int:
    return (key * -7046029254386353131 >> 24) & (places.size - 1)


@compiled
def relevant_of(depths: int, remaining: int) -> int:
    """The lowest cards on whose rank it rests: of each suit the so-manieth from the top."""
    low = HIGHEST[remaining & 1023, depths & 15] | HIGHEST[remaining >> 16 & 1023, depths >> 4 & 15] << 16
    high = (
        HIGHEST[remaining >> 32 & 1023, depths >> 8 & 15] << 32
        | HIGHEST[remaining >> 48 & 1023, depths >> 12 & 15] << 48
    )
    return low | high


@compiled
def recall(
    room: Numbers, memory: Numbers, places: Numbers, remaining: int, leader: int, need: int
) -> tuple[int, int, int]:
    """What is remembered that tells whether line A makes `need`, or UNKNOWN; on what it rests; a lead to try first."""
    key, low, high = key_of(room, remaining, leader), ranks_low(room, remaining), ranks_high(room, remaining)
    advice, at = -1, places[place_of(key, places)]
    while at >= 0:
        if memory[at + KEY] == key:
            if advice < 0:
                advice = memory[at + ADVICE]
            seen_low = (memory[at + RANKS_LOW] ^ low) & memory[at + SHOWN_LOW]
            if seen_low | (memory[at + RANKS_HIGH] ^ high) & memory[at + SHOWN_HIGH] == 0:
                bounds = memory[at + BOUNDS]
                if bounds & 63 >= need:
                    return bounds & 63, relevant_of(bounds >> 12, remaining), advice
                if bounds >> 6 & 63 < need:
                    return bounds >> 6 & 63, relevant_of(bounds >> 12, remaining), advice
        at = memory[at + AFTER]
    return UNKNOWN, 0, advice


@compiled
def depth_of(remaining: int, relevant: int) -> int:
    """How many cards of a suit are at least as high as the lowest on which it rests."""
    return popcount(remaining & -(relevant & -relevant)) if relevant else 0


@compiled
def depths_of(remaining: int, relevant: int) -> int:
    low = (
        depth_of(remaining & OF_SUIT, relevant & OF_SUIT)
        | depth_of(remaining >> 16 & OF_SUIT, relevant >> 16 & OF_SUIT) << 4
    )
    third, last = (
        depth_of(remaining >> 32 & OF_SUIT, relevant >> 32 & OF_SUIT),
        depth_of(remaining >> 48, relevant >> 48),
    )
    return low | third << 8 | last << 12


@compiled
def remember(room: Numbers, memory: Numbers, places: Numbers, frame: int) -> None:
    """Keep what a lead came to; beside what was known of the same where that is so."""
    remaining, leader, value = room[frame + TRICK], room[frame + LEADER], room[frame + VALUE]
    least, most = 0, thirds(remaining) + LAST_TRICK
    if value >= room[frame + NEED]:
        least = value
    else:
        most = value
    depths = depths_of(remaining, room[frame + RELEVANT])
    shown_low = SHOWN[depths & 15] | SHOWN[depths >> 4 & 15] << SEEN
    shown_high = SHOWN[depths >> 8 & 15] | SHOWN[depths >> 12 & 15] << SEEN
    key, low, high = (
        key_of(room, remaining, leader),
        ranks_low(room, remaining) & shown_low,
        ranks_high(room, remaining) & shown_high,
    )
    place = place_of(key, places)
    at = places[place]
    while at >= 0:
        if (
            memory[at + KEY] == key
            and memory[at + SHOWN_LOW] == shown_low
            and memory[at + SHOWN_HIGH] == shown_high
            and memory[at + RANKS_LOW] == low
            and memory[at + RANKS_HIGH] == high
        ):
            least, most = max(least, memory[at + BOUNDS] & 63), min(most, memory[at + BOUNDS] >> 6 & 63)
            break
        at = memory[at + AFTER]
    if at < 0:
        if room[ENTRIES] == memory.size:
            # Full: what is wanted again is found again.
            places[:] = -1
            room[ENTRIES] = 0
        at = room[ENTRIES]
        room[ENTRIES] += ENTRY
        memory[at + KEY], memory[at + RANKS_LOW], memory[at + RANKS_HIGH] = key, low, high
        memory[at + SHOWN_LOW], memory[at + SHOWN_HIGH], memory[at + AFTER] = shown_low, shown_high, places[place]
        places[place] = at
    memory[at + BOUNDS], memory[at + ADVICE] = depths << 12 | most << 6 | least, room[frame + BEST]
