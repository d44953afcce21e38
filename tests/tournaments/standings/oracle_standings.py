"""Standings worked out a second time, from the rules and not from our code: slow, naive, with fractions.

Nothing here imports the application. A tournament is a Story, told as the hall sees it: matches with all the versions
of their scores, penalties that may have been cancelled, rests, scores fixed by the code. Two entries are put in order
by comparing the two of them, again from the start each time: VP, MP, the small table among all who are equal, the lot.
In a knock-out they are compared only where both lasted as long; else who lasted longer is first.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key

# The last difference that still earns 10, 11, 12 … VP, as printed. Burraco: F.I.Bur. 18; tressette: the online table,
# where 24 over four deals is read 18-2 and 22 over six 16-4, and one deal has no row above 18-2.
BURRACO = {
    2: [40, 120, 200, 300, 400, 500, 620, 740, 870, 1000],
    3: [50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500],
    4: [100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000],
}
TEAMS = [150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500]
TRESSETTE = {
    1: [0, 1, 2, 3, 4, 6, 8, 10],
    2: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18],
    3: [1, 3, 5, 7, 9, 11, 14, 17, 20, 23],
    4: [1, 3, 6, 9, 12, 15, 18, 21, 24, 26],
    5: [2, 4, 7, 10, 13, 16, 19, 22, 25, 29],
    6: [2, 5, 8, 11, 15, 18, 22, 25, 28, 32],
    7: [2, 5, 8, 12, 16, 20, 23, 27, 31, 35],
    8: [2, 5, 9, 13, 17, 21, 25, 29, 33, 37],
}

# A seed, and the key that a person makes of it by hand: its words without accents, in capitals.
SEEDS = {
    "Bari 14 novembre 2026: 12 45 7": "BARI/14/NOVEMBRE/2026/12/45/7/",
    "Cefalù, 3 maggio": "CEFALU/3/MAGGIO/",
    "4711": "4711/",
}


@dataclass(frozen=True)
class Deal:
    """One version of the score of a deal; an annulled one has no points."""

    points: tuple[int, int] | None


@dataclass(frozen=True)
class Match:
    """A match: every deal with all its versions, the last in force; or what the code fixes for it (VP, MP by side)."""

    round: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    deals: Sequence[Sequence[Deal]]
    fixed: tuple[tuple[int, int], tuple[int, int]] | None = None


@dataclass(frozen=True)
class Given:
    """VP and MP given to an entry: a rest, a penalty, a warning, something brought from before."""

    entry: int
    vp: int = 0
    mp: int = 0
    warnings: int = 0
    cancelled: bool = False
    round: int | None = None


@dataclass(frozen=True)
class Bout:
    """A match of a knock-out as the hall announces it: in which turn, who met, who won by its scores as they are now.

    One entry alone is on a free place.
    """

    turn: int
    entries: tuple[int, ...]
    winner: int | None = None
    for_third: bool = False


@dataclass(frozen=True)
class Story:
    """A tournament, or a stage of it."""

    table: Sequence[int]  # of victory points
    step: int
    seed: str
    entries: Sequence[int]
    matches: Sequence[Match] = ()
    rests: Sequence[Given] = ()
    penalties: Sequence[Given] = ()
    brought: Sequence[Given] = ()
    warnings_per_vp: int = 0
    groups: dict[int, int] = field(default_factory=dict)
    withdrawn: Sequence[int] = ()
    out_when_withdrawn: bool = False
    # Burraco: MP given for a round count in the match of that round before its VP are read.
    round_mp_move_the_match: bool = False
    bouts: Sequence[Bout] = ()


@dataclass(frozen=True)
class Line:
    """A line of the standings; without a place: out of the ranking."""

    group: int
    place: int | None
    entry: int
    vp: int
    mp: int


def victory_points(table: Sequence[int], step: int, difference: Fraction) -> tuple[int, int]:
    """VP of the two sides; a difference between two steps counts as the step nearer to nought."""
    size = abs(difference)
    while size % step:
        size -= size % step
    winner = 10
    for last in table:
        if size <= last:
            break
        winner += 1
    return (winner, 20 - winner) if difference > 0 else (20 - winner, winner)


def result(story: Story, match: Match) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]] | None:
    """VP and MP of side a and of side b; nothing while a deal has no score or is annulled."""
    if match.fixed:
        (vp_a, mp_a), (vp_b, mp_b) = match.fixed
        return (Fraction(vp_a), Fraction(mp_a)), (Fraction(vp_b), Fraction(mp_b))
    lead = Fraction(0)
    for versions in match.deals:
        if not versions or versions[-1].points is None:
            return None
        lead += Fraction(versions[-1].points[0]) - Fraction(versions[-1].points[1])
    vp_a, vp_b = victory_points(story.table, story.step, lead + _given_for(story, match))
    return (Fraction(vp_a), lead), (Fraction(vp_b), -lead)


def _given_for(story: Story, match: Match) -> int:
    """What side a gains on side b by penalties and bonuses of the round; nothing when players change partner."""
    gained = 0
    for one in story.penalties:
        if story.round_mp_move_the_match and one.round == match.round and not one.cancelled:
            gained += one.mp if match.a == (one.entry,) else 0
            gained -= one.mp if match.b == (one.entry,) else 0
    return gained


def totals(story: Story, entry: int) -> tuple[Fraction, Fraction]:
    """VP and MP of an entry."""
    vp = mp = Fraction(0)
    for match in story.matches:
        done = result(story, match)
        if done and entry in match.a:
            vp, mp = vp + done[0][0], mp + done[0][1]
        if done and entry in match.b:
            vp, mp = vp + done[1][0], mp + done[1][1]
    for one in [*story.rests, *story.penalties, *story.brought]:
        if one.entry == entry and not one.cancelled:
            vp, mp = vp + one.vp, mp + one.mp
    return vp - _cost_of_warnings(story, entry), mp


def _cost_of_warnings(story: Story, entry: int) -> int:
    """Counts the warnings one by one: each that completes a set in this stage costs a VP."""
    counted = sum(one.warnings for one in story.brought if one.entry == entry)
    cost = 0
    for one in story.penalties:
        if one.entry == entry and not one.cancelled:
            for _warning in range(one.warnings):
                counted += 1
                cost += story.warnings_per_vp > 0 and counted % story.warnings_per_vp == 0
    return cost


def warnings(story: Story, entry: int) -> int:
    """All its warnings in force, with those of the stages before."""
    given = [*story.penalties, *story.brought]
    return sum(one.warnings for one in given if one.entry == entry and not one.cancelled)


def between(story: Story, one: int, other: int) -> Fraction | None:
    """The VP that one made in all its matches against the other; nothing when they never met."""
    made = []
    for match in story.matches:
        done = result(story, match)
        if done and one in match.a and other in match.b:
            made.append(done[0][0])
        if done and one in match.b and other in match.a:
            made.append(done[1][0])
    return sum(made, Fraction(0)) if made else None


def lot(seed: str, entries: Sequence[int]) -> list[int]:
    """RFC 3797, section 4: MD5 of the key between two copies of a two-byte counter, modulo those who are left."""
    left = sorted(entries)
    numbers = "".join(str(entry) + "." for entry in left)
    key = (SEEDS[seed] + "CLASSIFICA/" + numbers + "/").encode()
    drawn = []
    for counter in range(len(left)):
        two_bytes = bytes([counter // 256, counter % 256])
        number = int.from_bytes(hashlib.md5(two_bytes + key + two_bytes, usedforsecurity=False).digest(), "big")
        chosen = left[number % len(left)]
        drawn.append(chosen)
        left = [entry for entry in left if entry != chosen]
    return drawn


class Referee:
    """Says which of two entries of a story comes first."""

    def __init__(self, story: Story, field: Sequence[int]) -> None:
        self.story = story
        self.total = {entry: totals(story, entry) for entry in field}
        self.met = {(x, y): between(story, x, y) for x in field for y in field if self.total[x] == self.total[y]}

    def compare(self, x: int, y: int) -> int:
        """Below zero when x comes first."""
        for mine, theirs in zip(self.total[x], self.total[y], strict=True):
            if mine != theirs:
                return -1 if mine > theirs else 1
        equal = [entry for entry in self.total if self.total[entry] == self.total[x]]
        return self._among(equal, x, y) if x != y else 0

    def _among(self, equal: list[int], x: int, y: int) -> int:
        small = {one: [self.met[one, other] for other in equal if other != one] for one in equal}
        everybody = not any(made is None for row in small.values() for made in row)
        made = {one: sum(row) if everybody else 0 for one, row in small.items()}
        if made[x] != made[y]:
            return -1 if made[x] > made[y] else 1
        fewer = [one for one in equal if made[one] == made[x]]
        if len(fewer) < len(equal):
            return self._among(fewer, x, y)
        order = lot(self.story.seed, equal)
        return order.index(x) - order.index(y)


def standings(story: Story) -> list[Line]:
    """Every entry, group by group, best first."""
    lines: list[Line] = []
    for group in sorted({story.groups.get(entry, 0) for entry in story.entries}):
        everybody = sorted(entry for entry in story.entries if story.groups.get(entry, 0) == group)
        out = [entry for entry in everybody if story.out_when_withdrawn and entry in story.withdrawn]
        field = [entry for entry in everybody if entry not in out]
        begun = any(_has_something(story, entry) for entry in field)
        if begun:
            field = [entry for lasted in _by_endurance(story, field) for entry in _in_order(story, lasted)]
        for place, entry in enumerate(field, start=1):
            lines.append(_line(story, group, place if begun else 1, entry))
        lines.extend(_line(story, group, None, entry) for entry in out)
    return lines


def _in_order(story: Story, field: list[int]) -> list[int]:
    return sorted(field, key=cmp_to_key(Referee(story, field).compare))


def _by_endurance(story: Story, field: list[int]) -> list[list[int]]:
    """Those who lasted equally long in the knock-out, the longest first; without one, everybody."""
    lasted: dict[tuple[float, int], list[int]] = {}
    for entry in field:
        lasted.setdefault((_beaten_in(story, entry), _small_final(story, entry)), []).append(entry)
    return [lasted[key] for key in sorted(lasted, reverse=True)]


def _beaten_in(story: Story, entry: int) -> float:
    """The turn in which it was put out; never comes after all turns, and who was not in it before them."""
    mine = [bout for bout in story.bouts if entry in bout.entries and not bout.for_third]
    lost = [bout.turn for bout in mine if _who_went_on(story, bout) not in (None, entry)]
    return min(lost) if lost else float("inf") if mine else -1


def _who_went_on(story: Story, bout: Bout) -> int | None:
    """Whoever sat down in a turn after it, whatever a ruling made of it since; before that its winner."""
    after = [one for one in story.bouts if one.turn > bout.turn and not one.for_third]
    seated = [entry for entry in bout.entries if any(entry in one.entries for one in after)]
    return seated[0] if len(seated) == 1 else bout.winner


def _small_final(story: Story, entry: int) -> int:
    """Of the match for the third place: sat at it and did not lose it, or lost it, or was not there."""
    mine = [bout for bout in story.bouts if bout.for_third and entry in bout.entries]
    return sum(2 if bout.winner in (None, entry) else 1 for bout in mine) or 1


def _line(story: Story, group: int, place: int | None, entry: int) -> Line:
    vp, mp = totals(story, entry)
    return Line(group, place, entry, int(vp), int(mp))


def _has_something(story: Story, entry: int) -> bool:
    played = any(entry in match.a + match.b and result(story, match) for match in story.matches)
    rested = any(one.entry == entry for one in story.rests)
    return played or rested or totals(story, entry) != (0, 0)
