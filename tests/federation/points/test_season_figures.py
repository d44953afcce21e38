"""A season's standings against what the rules say done by hand, and against brute force."""

from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.season import season, sums_in_order
from federation.points.season import Finish, RankedTournament, Rules, Ties, season_standings
from federation.points.table_file import read_table
from federation.seasons.rows import EXAMPLE
from tests.federation.seasons.a_season import TABLE

PRIZED = read_table(TABLE)
YEAR = {"since": date(2026, 1, 1), "until": date(2026, 12, 31), "classes": frozenset({"A", "B"})}


def held(
    key: str, *entries: tuple[int, ...], class_id: str = "A", day: date = date(2026, 3, 1), places=None
) -> RankedTournament:
    found = zip(places or range(1, len(entries) + 1), entries, strict=True)
    return RankedTournament(key, day, class_id, [Finish(place, players) for place, players in found])


def totals(standings):
    return [(one.place, one.player, one.points) for one in standings.players]


def test_a_season_worked_by_hand():
    """Three tournaments, of which the best two count: 1 has 40, 30 and 5, of which the 5 is left out."""
    tournaments = [
        held("t1", (1, 2), (3, 4), (5, 6), (7, 8)),
        held("t2", (3, 9), (1, 10), (11, 12), (2, 5), day=date(2026, 4, 1)),
        held("t3", (4, 10), (2, 1), (9, 11), class_id="B", day=date(2026, 5, 1)),
    ]
    found = season_standings(PRIZED, Rules(**YEAR, best=2), tournaments, {})
    # 1: 40, 30, 5 · 2: 40, 5, 1 · 3: 40, 30 · 4: 30, 10 · 9: 40, 5 · 10: 30, 10 · 11: 20, 5 · 5: 20, 1
    assert totals(found) == [
        (1, 1, 70), (1, 3, 70), (3, 2, 45), (3, 9, 45), (5, 4, 40), (5, 10, 40), (7, 11, 25), (8, 5, 21), (9, 6, 20),
        (9, 12, 20), (11, 7, 1), (11, 8, 1),
    ]  # fmt: skip
    first = found.players[0]
    assert [(one.tournament_key, one.place, one.ranked, one.points) for one in first.results] == [
        ("t1", 1, 4, 40), ("t2", 2, 4, 30), ("t3", 2, 3, 5),
    ]  # fmt: skip
    assert first.counted == 2


def test_who_shares_a_place_gets_the_mean_exactly():
    found = season_standings(PRIZED, Rules(**YEAR), [held("t1", (1,), (2,), (3,), (4,), places=[1, 2, 3, 3])], {})
    assert totals(found) == [(1, 1, 40), (2, 2, 30), (3, 3, Fraction(21, 2)), (3, 4, Fraction(21, 2))]
    assert [one.equal for line in found.players for one in line.results] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("ties", "places"),
    [
        # 1 has 40 + 1 + 1, 2 has 30 + 10 + … with the same sum: 1: 40, 10 (class B first) = 50; 2: 30, 20 = 50.
        (Ties.BEST_RESULTS, {1: 1, 2: 2}),
        (Ties.FIRST_PLACES, {1: 1, 2: 2}),
        (Ties.SHARED, {1: 1, 2: 1}),
    ],
)
def test_equal_points_are_told_apart_as_the_rules_say(ties, places):
    tournaments = [
        held("t1", (1,), (2,), (9,)),
        held("t2", (1,), (8,), (7,), class_id="B"),
        held("t3", (6,), (5,), (2,)),
    ]
    found = season_standings(PRIZED, Rules(**YEAR, ties=ties), tournaments, {})
    assert {line.player: line.place for line in found.players if line.player in (1, 2)} == places


def test_more_first_places_beat_better_results():
    """1 won two small tournaments and was second once (10 + 10 + 30); 2 won a large one and a small one (40 + 10)."""
    tournaments = [
        held("t1", (1,), (8,), (9,), class_id="B"),
        held("t2", (1,), (8,), (9,), class_id="B"),
        held("t3", (7,), (1,), (9,)),
        held("t4", (2,), (8,), (9,)),
        held("t5", (2,), (8,), (9,), class_id="B"),
    ]
    for ties, first in ((Ties.BEST_RESULTS, 2), (Ties.FIRST_PLACES, 1)):
        found = {
            line.player: line for line in season_standings(PRIZED, Rules(**YEAR, ties=ties), tournaments, {}).players
        }
        assert (found[1].points, found[2].points) == (50, 50)
        assert found[first].place == found[3 - first].place - 1


def test_a_result_without_points_tells_nobody_apart():
    tournaments = [held("t1", (1,), (9,)), held("t2", (2,), (8,)), held("t3", (1,), (7,), class_id="B")]
    found = season_standings(PRIZED, Rules(**YEAR), tournaments, {})
    assert {line.player: (line.place, line.points) for line in found.players}[1] == (1, 40)
    assert {line.player: (line.place, line.points) for line in found.players}[2] == (1, 40)


def test_what_is_out_of_the_season_counts_nothing():
    tournaments = [
        held("t1", (1,), day=date(2025, 12, 31)),
        held("t2", (2,), day=date(2027, 1, 1)),
        held("t3", (3,), class_id="C"),
        held("t4", (4,), day=date(2026, 12, 31)),
    ]
    assert [one.player for one in season_standings(PRIZED, Rules(**YEAR), tournaments, {}).players] == [4]
    assert season_standings(PRIZED, Rules(**YEAR), [], {}).players == ()


def test_somebody_twice_in_one_tournament_has_the_better_result_once():
    found = season_standings(PRIZED, Rules(**YEAR), [held("t1", (1, 2), (3, 1), (4, 5))], {})
    assert totals(found)[:2] == [(1, 1, 40), (1, 2, 40)]
    assert len(found.players[0].results) == 1


def test_clubs_add_up_their_best_players_of_each_tournament():
    tournaments = [held("t1", (1, 2), (3, 4), (5, 6)), held("t2", (5, 1), (2, 3), (4, 6), class_id="B")]
    clubs = {1: 100, 2: 100, 3: 100, 5: 200, 6: 200}
    found = season_standings(PRIZED, Rules(**YEAR, club_best=2), tournaments, clubs).clubs
    # 100: 40 + 40 (30 left out), then 10 + 5 (5 left out); 200: 20 + 20, then 10 + 5; player 4 is of no club.
    assert [(one.place, one.club, one.points) for one in found] == [(1, 100, 95), (2, 200, 55)]
    first = found[0].results[0]
    assert [(who, one.points) for who, one in first.players] == [(1, 40), (2, 40), (3, 30)]
    assert (first.counted, first.points) == (2, 80)


def brute_force(rules, tournaments):
    """Every player's best sum over every choice of so many of their results, the slow way."""
    results = {}
    for one in tournaments:
        if one.class_id not in rules.classes or not rules.since <= one.day <= rules.until:
            continue
        best = {}
        for finish in one.finishes:
            shared = [other for other in one.finishes if other.place == finish.place]
            prizes = {"A": [40, 30, 20], "B": [10, 5, 5] if len(one.finishes) > 2 else [0] * 3}[one.class_id]
            rest = 1 if one.class_id == "A" or len(one.finishes) > 2 else 0
            worth = [prizes[at - 1] if at <= 3 else rest for at in range(finish.place, finish.place + len(shared))]
            for player in finish.players:
                best[player] = max(best.get(player, Fraction(0)), Fraction(sum(worth), len(worth)))
        for player, points in best.items():
            results.setdefault(player, []).append(points)
    size = rules.best or 99
    return {
        player: max(sum(chosen) for chosen in combinations(made, min(size, len(made))))
        for player, made in results.items()
    }


@st.composite
def seasons(draw):
    tournaments = []
    for number in range(draw(st.integers(0, 5))):
        players = draw(st.permutations(range(1, 9)))[: draw(st.integers(1, 8))]
        place, finishes = 1, []
        left = list(players)
        while left:
            equal = draw(st.integers(1, min(3, len(left))))
            finishes += [Finish(place, (left.pop(),)) for _one in range(equal)]
            place += equal
        day = draw(st.dates(date(2025, 11, 1), date(2027, 2, 1)))
        tournaments.append(RankedTournament(f"t{number}", day, draw(st.sampled_from("AB")), finishes))
    return tournaments


@pytest.mark.long
@given(seasons(), st.none() | st.integers(1, 4), st.sampled_from(Ties), st.sets(st.sampled_from("AB")))
def test_a_season_is_what_brute_force_finds(tournaments, best, ties, classes):
    rules = Rules(YEAR["since"], YEAR["until"], frozenset(classes), best=best, ties=ties)
    found = season_standings(PRIZED, rules, tournaments, {}).players
    assert {one.player: one.points for one in found} == brute_force(rules, tournaments)
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    for line in found:
        assert line.points == sum(one.points for one in line.results[: line.counted])
        ahead = [other for other in found if other.place < line.place]
        assert line.place == len(ahead) + 1
        assert all(other.points >= line.points for other in ahead)
        if ties is Ties.SHARED:
            assert line.place == 1 + sum(other.points > line.points for other in found)


@pytest.mark.long
@given(seasons(), st.randoms())
def test_the_order_in_which_tournaments_are_told_changes_nothing(tournaments, chance):
    rules = Rules(**YEAR, best=2)
    mixed = list(tournaments)
    chance.shuffle(mixed)
    assert season_standings(PRIZED, rules, mixed, {1: 7, 2: 7}) == season_standings(
        PRIZED, rules, tournaments, {1: 7, 2: 7}
    )


def test_a_large_season_is_the_bare_sums_where_everything_counts():
    table = read_table(EXAMPLE.read_text())
    tournaments, clubs = season()
    rules = Rules(YEAR["since"], YEAR["until"], frozenset({"A", "B", "C"}))
    found = season_standings(table, rules, tournaments, clubs)
    players, of_clubs = sums_in_order(table, tournaments, clubs)
    assert {one.player: one.points for one in found.players} == dict(players)
    assert {one.club: one.points for one in found.clubs} == dict(of_clubs)
    assert [one.points for one in found.players] == [points for _player, points in players]
