"""Standings of burraco worked out by hand: the table of art. 18 as printed, and sums of whole numbers.

It knows nothing of the program: it is told every match as the test played it, and adds up.
"""

from collections import defaultdict
from dataclasses import dataclass, field

# F.I.Bur. 18, matches of two deals: the largest difference for each score of the winners, from 10 up.
UP_TO = (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000)
# F.I.Bur. 40, the list that closes it: whoever rests in a round of two deals, or waits over ten minutes in vain.
REST = (14, 305)
TOO_LATE = (6, -305)

Deals = tuple[tuple[int, int], ...]


def victory_points(difference: int) -> tuple[int, int]:
    """VP of both lines for the first one's points less the other's."""
    won = 10 + sum(abs(difference) > most for most in UP_TO)
    return (won, 20 - won) if difference >= 0 else (20 - won, won)


@dataclass
class Sums:
    """VP and net MP of every pair."""

    vp: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))
    mp: defaultdict[int, int] = field(default_factory=lambda: defaultdict(int))

    def match(self, a: int, b: int, deals: Deals) -> None:
        """Two pairs met; the points of both in each deal."""
        self._add(a, b, deals, 1)

    def unmatch(self, a: int, b: int, deals: Deals) -> None:
        """What was told of the match was wrong."""
        self._add(a, b, deals, -1)

    def _add(self, a: int, b: int, deals: Deals, times: int) -> None:
        difference = sum(deal[0] - deal[1] for deal in deals)
        for pair, vp, mp in zip((a, b), victory_points(difference), (difference, -difference), strict=True):
            self.give(pair, (times * vp, times * mp))

    def give(self, pair: int, figures: tuple[int, int]) -> None:
        """What the code or the director gives without play."""
        self.vp[pair] += figures[0]
        self.mp[pair] += figures[1]

    def ranked(self, pairs: set[int]) -> list[tuple[int, int, int]]:
        """Pair, VP, MP from the first to the last; no two of them are equal in both."""
        rows = sorted(((pair, self.vp[pair], self.mp[pair]) for pair in pairs), key=lambda row: (-row[1], -row[2]))
        assert len({row[1:] for row in rows}) == len(rows), "choose other scores: a tie needs more than sums"
        return rows
