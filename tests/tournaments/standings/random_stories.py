"""Tournaments by chance for the oracle of the standings: small, and so close that everything ends in ties."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tests.tournaments.standings.oracle_standings import (
    BURRACO,
    SEEDS,
    TEAMS,
    TRESSETTE,
    Bout,
    Deal,
    Given,
    Match,
    Story,
)

Side = tuple[int, ...]


@dataclass(frozen=True)
class Scores:
    """What matches are scored like.

    close: few different scores, so that sums come out equal. disturbed: some matches are not simply played.
    """

    boards: int
    by_fives: bool
    close: bool
    disturbed: bool


@dataclass(frozen=True)
class Case:
    """A story, and the name of the scale that its table is."""

    scale: str
    boards: int
    story: Story


def case(seed: int) -> Case:
    """The tournament of that number, always the same."""
    chance = Random(seed)  # noqa: S311
    scale = chance.choice(["burraco", "tressette", "burraco-teams"])
    boards = chance.choice([1, 2, 4, 6] if scale == "tressette" else [2, 3, 4])
    table = {"burraco": BURRACO, "tressette": TRESSETTE}.get(scale, {boards: TEAMS})[boards]
    entries = chance.sample(range(1, 40), chance.choice([2, 3, 4, 4, 5, 5, 6, 7, 8, 9]))
    by_fives, close, disturbed = scale != "tressette", chance.random() < 0.8, chance.random() < 0.4
    kind = Scores(boards, by_fives, close, disturbed)
    made = Case(
        scale,
        boards,
        Story(
            table=table,
            step=1 if scale == "tressette" else 5,
            seed=chance.choice(list(SEEDS)),
            entries=entries,
            matches=list(matches(chance, entries, kind)),
            rests=[
                Given(one, vp, mp, round=9) for one, vp, mp in some(chance, entries, [(13, 505), (0, 0), (7, -505)])
            ],
            penalties=list(penalties(chance, entries)),
            brought=[Given(one, *what) for one, *what in some(chance, entries, [(20, 0, 2), (20, 5, 4), (0, 0, 1)])],
            warnings_per_vp=chance.choice([0, 3, 3]),
            groups={one: chance.randint(1, 2) for one in entries} if chance.random() < 0.2 else {},
            withdrawn=[one for one in entries if chance.random() < 0.1],
            out_when_withdrawn=chance.random() < 0.5,
        ),
    )
    return replace(made, story=replace(made.story, bouts=list(bouts(chance, made.story))))


def bouts(chance: Random, story: Story) -> Iterator[Bout]:
    """In some a knock-out, of each group by itself: at its end or on the way there, whoever has the points."""
    if chance.random() < 0.8:
        return
    third, turns = chance.random() < 0.5, chance.choice([1, 2, 9, 9])
    for group in sorted({story.groups.get(entry, 0) for entry in story.entries}):
        field = [entry for entry in story.entries if story.groups.get(entry, 0) == group]
        yield from bracket(chance, field, third=third, turns=turns)


def bracket(chance: Random, field: list[int], *, third: bool, turns: int) -> Iterator[Bout]:
    """Two by two; in the first turn so many pass for free that two, four or eight are left after it."""
    left, losers = chance.sample(field, len(field)), list[int]()
    passing = left[: (1 << (len(left) - 1).bit_length()) - len(left)]
    for turn in range(1, turns + 1):
        if len(left) < 2:
            return
        playing = [entry for entry in left if entry not in passing]
        found = [Bout(turn, (one,)) for one in passing]
        for both in zip(playing[::2], playing[1::2], strict=True):
            is_open = (turn == turns or len(left) == 2) and chance.random() < 0.2
            found.append(Bout(turn, both, None if is_open else chance.choice(both)))
        if third and len(left) == 2 and len(losers) == 2:
            here = tuple(losers[: chance.choice([1, 2, 2])])
            found.append(Bout(turn, here, chance.choice([*here, None]) if len(here) == 2 else None, for_third=True))
        yield from (_corrected(chance, bout) for bout in found)
        losers = [one for bout in found for one in bout.entries if bout.winner not in (None, one)]
        left, passing = [one for one in left if one not in losers], []
        if any(bout.winner is None and len(bout.entries) == 2 for bout in found):
            return


def _corrected(chance: Random, bout: Bout) -> Bout:
    """Now and then its scores have come to say something else than when it was over."""
    others = [None, *(one for one in bout.entries if one != bout.winner)]
    is_corrected = len(bout.entries) == 2 and not bout.for_third and chance.random() < 0.1
    return replace(bout, winner=chance.choice(others)) if is_corrected else bout


def matches(chance: Random, entries: list[int], kind: Scores) -> Iterator[Match]:
    """Rounds of some system, most of them close, some settled without playing."""
    for round, sides in enumerate(
        chance.choice([everybody_meets, everybody_meets, by_lot, partners_change])(chance, entries), start=1
    ):
        for a, b in sides:
            deals = [versions(chance, kind) for _board in range(kind.boards)]
            fixed = chance.choice(
                [((13, 505), (7, -505)), ((7, -505), (7, -505)), ((10, 0), (10, 0)), ((0, 0), (13, 0))]
            )
            yield Match(round, a, b, deals, fixed if kind.disturbed and chance.random() < 0.2 else None)


def everybody_meets(chance: Random, entries: list[int]) -> Iterator[list[tuple[Side, Side]]]:
    """Each meets each other, one encounter at a time, so that direct encounters can decide."""
    for place, one in enumerate(entries):
        for other in entries[:place]:
            yield [((one,), (other,))]


def by_lot(chance: Random, entries: list[int]) -> Iterator[list[tuple[Side, Side]]]:
    """Some rounds by lot, rematches allowed; one entry rests where they are odd."""
    for _round in range(chance.choice([0, 1, 2, 2, 3, 3, 4])):
        order = chance.sample(entries, len(entries))
        yield [((a,), (b,)) for a, b in zip(order[::2], order[1::2], strict=False)]


def partners_change(chance: Random, entries: list[int]) -> Iterator[list[tuple[Side, Side]]]:
    """An individual tournament: two against two, with a new partner each round."""
    for _round in range(chance.randint(1, 5)):
        order = chance.sample(entries, len(entries) // 4 * 4)
        yield [((a, c), (b, d)) for a, b, c, d in zip(*(order[seat::4] for seat in range(4)), strict=True)]


def versions(chance: Random, kind: Scores) -> list[Deal]:
    """The score of a deal with its corrections; seldom none, seldom annulled, seldom annulled and then settled."""
    given = [score(chance, kind) for _version in range(chance.choice([1, 1, 1, 1, 2, 3]))]
    if kind.disturbed and chance.random() < 0.04:
        given.append(Deal(None))
        if chance.random() < 0.7:
            given.append(score(chance, kind, arbitral=True))
    return given if not kind.disturbed or chance.random() < 0.99 else []


def score(chance: Random, kind: Scores, *, arbitral: bool = False) -> Deal:
    """Points of a deal; by an arbiter of any sum, and between two steps of the scale."""
    if kind.by_fives:
        if arbitral:
            return Deal((500 + chance.choice([43, 120, 301, 302, 304]), 500))
        if kind.close:
            return Deal(chance.choice([(500, 500), (500, 500), (500, 500), (805, 500), (500, 805)]))
        return Deal((500 + chance.choice([0, 0, 45, 305, -700]), 500 - chance.choice([0, 0, 60])))
    a = chance.choice([5, 6]) if kind.close else chance.randint(0, 11)
    return Deal((a, chance.randint(4, 7) if arbitral else 11 - a))


def penalties(chance: Random, entries: list[int]) -> Iterator[Given]:
    """VP, MP and warnings, a third of them cancelled."""
    for _one in range(chance.choice([0, 0, 0, 2, 5])):
        vp, mp, warnings = chance.choice(
            [(-1, 0, 0), (2, 0, 0), (0, -5, 0), (0, 100, 0), (0, -3, 0), (0, 0, 1), (0, 0, 3)]
        )
        cancelled = chance.random() < 1 / 3
        yield Given(chance.choice(entries), vp, mp, warnings, cancelled, round=chance.choice([None, 1, 2]))


def some(chance: Random, entries: list[int], gifts: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Two entries with one of the gifts each, in a few tournaments."""
    if chance.random() < 0.85:
        return []
    return [(one, *chance.choice(gifts)) for one in entries[:2]]
