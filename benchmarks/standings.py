"""Standings of a large tournament, ties and lots included, against what a spreadsheet does with the same results.

The base adds up VP and MP of every pair and puts the pairs in order by them: no ties looked at, no lots.
"""

from collections.abc import Callable, Iterator
from random import Random

from benchmarks.common import Goal, Row, best_of_pairs
from codes.victory_points import get_scale
from tournaments.scoring.standings import Award, Encounter, Extra, Facts, standings

PAIRS, ROUNDS, BOARDS = 3000, 16, 4
GOAL = Goal(ratio=6)

Points = tuple[int, int]


def run() -> Iterator[Row]:
    """One row per game: burraco, where MP tell most equals apart, and tressette, where many go on to the lot."""
    yield measured("burraco", burraco_points)
    yield measured("tressette", tressette_points)


def measured(game: str, points: Callable[[Random], Points]) -> Row:
    facts = played(game, points)
    if dict(sums_in_order(facts)) != {row.entry: (row.sums.vp_played, row.sums.mp_played) for row in standings(facts)}:
        raise RuntimeError("the base adds up something else")
    ours, base = best_of_pairs(lambda: standings(facts), lambda: sums_in_order(facts), rounds=5)
    ties = {id(tie): tie for row in standings(facts) for tie in row.ties}
    lots = sum(tie.lot is not None for tie in ties.values())
    return Row(
        name=f"standings of {game}",
        ours_seconds=ours,
        base_seconds=base,
        base_name="sums of VP and MP per pair, in order",
        goal=GOAL,
        note=f"{PAIRS:,} pairs × {ROUNDS} rounds, {len(ties):,} ties looked at, {lots:,} lots drawn",
    )


def sums_in_order(facts: Facts) -> list[tuple[int, Points]]:
    """Every pair with its VP and MP over the same encounters, the best first."""
    vp = dict.fromkeys(facts.entries, 0)
    mp = dict.fromkeys(facts.entries, 0)
    for (a,), (b,), points_a, points_b, vp_a, vp_b, _round in facts.encounters:
        vp[a] += vp_a
        vp[b] += vp_b
        mp[a] += points_a - points_b
        mp[b] += points_b - points_a
    return sorted(((entry, (vp[entry], mp[entry])) for entry in vp), key=lambda pair: pair[1], reverse=True)


def played(game: str, points: Callable[[Random], Points]) -> Facts:
    """Every round by chance, one pair in a hundred with something besides: a fixed score, a penalty, warnings."""
    chance = Random(16)  # noqa: S311 the same tournament in every run
    scale = get_scale(game)
    entries = list(range(1, PAIRS + 1))
    encounters = []
    for number in range(1, ROUNDS + 1):
        chance.shuffle(entries)
        for a, b in zip(entries[::2], entries[1::2], strict=True):
            points_a, points_b = points(chance)
            vp_a, vp_b = scale.victory_points(points_a - points_b, boards=BOARDS)
            encounters.append(Encounter((a,), (b,), points_a, points_b, vp_a, vp_b, number))
    some = entries[: PAIRS // 100]
    return Facts(
        entries=sorted(entries),
        encounters=encounters,
        awards=[Award(entry, "bye", 13, 505, ROUNDS) for entry in some],
        extras=[Extra(entry, vp=-1, mp=-100, warnings=1) for entry in some * 3],
        warnings_per_vp=3,
        lot_seed="4711",
    )


def burraco_points(chance: Random) -> Points:
    return 5 * chance.randint(0, 700), 5 * chance.randint(0, 700)


def tressette_points(chance: Random) -> Points:
    deck = sum(chance.randint(0, 11) for _board in range(BOARDS))
    return deck, 11 * BOARDS - deck
