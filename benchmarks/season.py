"""Standings of a season, players and clubs, against the bare sums of the same points, in order.

The base adds up what each place is worth, per player and per club, and puts both in order by it: no best results, no
ties, no arithmetic kept.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from benchmarks.common import Goal, Row, best_of_pairs
from federation.points import table_file
from federation.points.season import Finish, RankedTournament, Rules, season_standings
from federation.points.table import Points, PointsTable
from federation.points.table_file import read_table

TOURNAMENTS, PAIRS, PLAYERS, CLUBS = 60, 150, 3000, 120
GOAL = Goal(ratio=6)
FIRST = date(2026, 1, 4)
Sum = tuple[int, Points]


def run() -> Iterator[Row]:
    """A row for players alone, one with their clubs."""
    table = read_table(Path(table_file.__file__).with_name("example.yaml").read_text())
    held, clubs = season()
    every = Rules(FIRST, date(2026, 12, 31), frozenset({"A", "B", "C"}))
    if dict(sums_in_order(table, held, clubs)[0]) != {
        one.player: one.points for one in season_standings(table, every, held, {}).players
    }:
        raise RuntimeError("the base adds up something else")
    yield measured("standings of a season", table, held, {}, GOAL)
    yield measured("standings of a season and of its clubs", table, held, clubs, GOAL)


def measured(name: str, table: PointsTable, held: list[RankedTournament], clubs: dict[int, int], goal: Goal) -> Row:
    rules = Rules(FIRST, date(2026, 12, 31), frozenset({"A", "B", "C"}), best=6, club_best=4)
    ours, base = best_of_pairs(
        lambda: season_standings(table, rules, held, clubs), lambda: sums_in_order(table, held, clubs), rounds=9
    )
    return Row(
        name=name,
        ours_seconds=ours,
        base_seconds=base,
        base_name="sums of the same points, in order",
        goal=goal,
        note=f"{TOURNAMENTS * PAIRS * 2:,} results of {TOURNAMENTS} tournaments, {len(set(clubs.values()))} clubs",
    )


def season() -> tuple[list[RankedTournament], dict[int, int]]:
    """Tournaments by chance, of three classes; every player but one in ten of a club."""
    chance = Random(12)  # noqa: S311 the same season in every run
    held = []
    for number in range(TOURNAMENTS):
        players = chance.sample(range(PLAYERS), PAIRS * 2)
        pairs = zip(players[::2], players[1::2], strict=True)
        finishes = [Finish(place, pair) for place, pair in enumerate(pairs, start=1)]
        held.append(RankedTournament(f"t{number}", FIRST + timedelta(days=number * 6), chance.choice("ABC"), finishes))
    return held, {player: chance.randrange(CLUBS) for player in range(PLAYERS) if chance.random() < 0.9}


def sums_in_order(
    table: PointsTable, held: list[RankedTournament], club_of: dict[int, int]
) -> tuple[list[Sum], list[Sum]]:
    """Every player and every club with the sum of all points, the best first."""
    points: dict[int, Points] = {}
    of_clubs: dict[int, Points] = {}
    for one in held:
        known = table.class_at(one.class_id, one.day)
        if known is None:
            continue
        band = known.band(len(one.finishes))
        for place, players in one.finishes:
            worth = band.worth(place)
            for player in players:
                points[player] = points.get(player, 0) + worth
                if player in club_of:
                    of_clubs[club_of[player]] = of_clubs.get(club_of[player], 0) + worth
    return in_order(points), in_order(of_clubs)


def in_order(points: dict[int, Points]) -> list[Sum]:
    return sorted(points.items(), key=lambda pair: pair[1], reverse=True)
