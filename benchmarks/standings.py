"""Standings of a large tournament, ties and lots included, against the bare sum of the same integers.

The base goes through the same encounters and adds up nothing but two integers per pair, VP and MP: no order, no ties.
"""

from collections.abc import Callable
from random import Random

from benchmarks.common import Row, best_of_pairs
from tournaments.scoring.standings import Award, Encounter, Extra, Facts, standings
from tournaments.scoring.victory_points import get_scale

PAIRS, ROUNDS, BOARDS = 3000, 16, 4
GOAL = "at most 6 ×"

Points = tuple[int, int]


def run() -> list[Row]:
    """One row per game: burraco, where MP tell most equals apart, and tressette, where many go on to the lot."""
    return [measured("burraco", burraco_points), measured("tressette", tressette_points)]


def measured(game: str, points: Callable[[Random], Points]) -> Row:
    facts = played(game, points)
    if bare_sum(facts) != {row.entry: (row.sums.vp_played, row.sums.mp_played) for row in standings(facts)}:
        raise RuntimeError("the base adds up something else")
    ours, base = best_of_pairs(lambda: standings(facts), lambda: bare_sum(facts))
    ties = {id(tie): tie for row in standings(facts) for tie in row.ties}
    lots = sum(tie.lot is not None for tie in ties.values())
    return Row(
        name=f"standings of {game}",
        ours_seconds=ours,
        base_seconds=base,
        base_name="bare integer sum per pair",
        goal=GOAL,
        note=f"{PAIRS:,} pairs × {ROUNDS} rounds, {len(ties):,} ties looked at, {lots:,} lots drawn",
    )


def bare_sum(facts: Facts) -> dict[int, Points]:
    """VP and MP of every pair over the same encounters."""
    vp = dict.fromkeys(facts.entries, 0)
    mp = dict.fromkeys(facts.entries, 0)
    for (a,), (b,), points_a, points_b, vp_a, vp_b, _round in facts.encounters:
        vp[a] += vp_a
        vp[b] += vp_b
        mp[a] += points_a - points_b
        mp[b] += points_b - points_a
    return {entry: (vp[entry], mp[entry]) for entry in vp}


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
