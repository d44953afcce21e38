"""How much each piece of what was typed speaks for a thing: naive Bayes over stems, pairs of them, letters in a row.

A story has more words that no title has than words that one has; but how often its pieces stand in what tells of one
thing rather than of another says which is meant. Learnt in one pass, kept in whole numbers: a query adds integers.
"""

import math
from array import array
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, pairwise
from zlib import crc32

from codes.finding.vocabulary import all_words, stem, stems

# Pieces are known by a number alone, which two may share: their texts would take more room than all that they tell.
BUCKETS = 1 << 17
LETTERS = 5
# What stands nowhere in what tells of a thing counts as if it stood there so often. Measured, as all numbers here, by
# leaving out the tellings of one writer at a time.
UNSEEN = 0.007
# So many steps are 1, of what is kept in a byte.
STEPS, RARITY_STEPS, MOST = 32, 16, 255


def pieces(text: str) -> list[int]:
    """The numbers of the pieces of a text, each once."""
    words = all_words(text)
    letters = f" {' '.join(words)} "
    found = {root for word in words for root in stems(word)}
    found.update(f"{first} {second}" for first, second in pairwise(stem(word, "it") for word in words))
    found.update(f"_{letters[start : start + LETTERS]}" for start in range(len(letters) - LETTERS + 1))
    return sorted({crc32(piece.encode()) % BUCKETS for piece in found})


class Evidence:
    """What speaks for which of several things, by all texts that tell of them."""

    def __init__(self, things: Sequence[Sequence[tuple[str, float]]]) -> None:
        """Of each thing its texts, each with its weight."""
        # Many things share a text, as an article: each is taken apart once.
        apart = {text: array("I", pieces(text)) for text in {text for texts in things for text, _weight in texts}}
        own = [[(apart[text], weight) for text, weight in texts] for texts in things]
        often, count = array("I", bytes(4 * BUCKETS)), sum(map(len, own))
        for texts in own:
            for numbers, _weight in texts:
                for number in numbers:
                    often[number] += 1
        rarity = [1 + math.log((1 + count) / (1 + times)) if times else 0 for times in often]
        self._rarity = bytes(min(MOST, round(RARITY_STEPS * worth)) for worth in rarity)
        known = sum(map(bool, self._rarity))
        self._size: list[int] = []
        found: list[tuple[array[int], bytes]] = []
        for texts in own:
            amount: defaultdict[int, float] = defaultdict(float)
            for numbers, weight in texts:
                length = math.sqrt(math.fsum(rarity[number] ** 2 for number in numbers)) or 1
                for number in numbers:
                    amount[number] += weight * rarity[number] / length
            self._size.append(round(STEPS * math.log(math.fsum(amount.values()) + UNSEEN * known)))
            worths = bytes(min(MOST, round(STEPS * math.log(1 + worth / UNSEEN))) for worth in amount.values())
            found.append((array("I", amount), worths))
        self._lay_out(found)

    def _lay_out(self, found: Sequence[tuple["array[int]", bytes]]) -> None:
        """By piece, the things that it speaks for: each in its room at once, for there are hundreds of thousands."""
        held = array("I", bytes(4 * (BUCKETS + 1)))
        for numbers, _worths in found:
            for number in numbers:
                held[number + 1] += 1
        self._starts = array("I", accumulate(held))
        room, places, worths = self._starts[:], bytearray(self._starts[-1]), bytearray(self._starts[-1])
        for place, own in enumerate(found):
            for number, worth in zip(*own, strict=True):
                places[room[number]], worths[room[number]] = place, worth
                room[number] += 1
        self._places, self._worths = bytes(places), bytes(worths)

    def __getstate__(self) -> tuple[bytes, bytes, bytes, bytes, list[int]]:
        """Nothing but bytes and numbers, as what is kept of a code consists of."""
        return self._rarity, self._places, self._worths, self._starts.tobytes(), self._size

    def __setstate__(self, state: tuple[bytes, bytes, bytes, bytes, list[int]]) -> None:
        self._rarity, self._places, self._worths, starts, self._size = state
        self._starts = array("I", starts)

    def scores(self, text: str) -> list[int]:
        """How much the text speaks for each thing, the least being 0."""
        scores, asked = [0] * len(self._size), 0
        for number in pieces(text):
            rarity, first, last = self._rarity[number], self._starts[number], self._starts[number + 1]
            asked += rarity
            for place, worth in zip(self._places[first:last], self._worths[first:last], strict=True):
                scores[place] += rarity * worth
        scores = [score - asked * size for score, size in zip(scores, self._size, strict=True)]
        least = min(scores, default=0)
        return [score - least for score in scores]
