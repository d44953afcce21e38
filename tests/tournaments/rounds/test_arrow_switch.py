"""Lines that exchange their directions in the last rounds: everything that reads a line reads who sat there.

The oracle is a hall of its own: pairs get up, boards are passed on, and each pair writes down what it scored.
"""

from collections import defaultdict, deque

import pytest

from hall.score_sheets.exports import table_sheet
from people.accounts.models import User
from tests.asking import DESK, TOURNAMENT, text
from tests.factories import acting, let_be, make_score
from tests.tournaments.draw.by_formula import in_force, lines, next_round, staged
from tournaments.draw.queries import verify
from tournaments.planning.stage_actions import change_stage
from tournaments.rounds.actions import close_round, publish_round, start_round
from tournaments.rounds.models import Board, Round, Table
from tournaments.scores.queries import results_on_board, round_grid
from tournaments.setup.models import Tournament
from tournaments.standings.queries import standings

pytestmark = pytest.mark.long

Seats = list[tuple[int, int, int]]  # North-South, East-West, the set of boards


def points_of(board: int, ns: int, ew: int) -> tuple[int, int]:
    """A result that tells who sat where: eleven points, odd ones out so that no two tables are alike."""
    won = (board * 7 + ns * 5 + ew * 3) % 12
    return won, 11 - won


def walked(fixed: list[int], mobile: list[int], rounds: int, switched: int) -> list[Seats]:
    """An odd number of tables, as the hall walks; in the last rounds North-South are those who move."""
    pairs, stands, found = deque(mobile), deque(range(1, len(fixed) + 1)), []
    for number in range(1, rounds + 1):
        turned = number > rounds - switched
        found.append(
            [
                (there, here, boards) if turned else (here, there, boards)
                for here, there, boards in zip(fixed, pairs, stands, strict=True)
            ]
        )
        pairs.rotate(1)
        stands.rotate(-1)
    return found


def score(round: Round, by: User) -> Round:
    """The round played and closed, each table by who sits at it."""
    publish_round(by=acting(by), round=round)
    start_round(by=acting(by), round=round)
    for table in Table.objects.filter(round=round, line_b__isnull=False).select_related("line_a", "line_b"):
        for board in Board.objects.played_at(table):
            make_score(table, board, points_of(board.number, table.line_a.number, table.line_b.number), by)
    return close_round(by=acting(by), round=round, **let_be(round))


@pytest.fixture(params=[1, 2])
def played(request: pytest.FixtureRequest, db) -> tuple[Tournament, User, list[Seats], int]:
    """Ten pairs, five rounds, boards that go round; the hall's own account of who sat where."""
    switched = request.param
    tournament, dora = staged("mitchell", 10, rounds_planned=5, boards_move=True, switched_rounds=switched)
    first = score(next_round(tournament, dora), dora)
    fixed, mobile = ([line[at] or 0 for line in lines(first)] for at in (0, 1))
    for _number in range(4):
        score(next_round(tournament, dora), dora)
    return tournament, dora, walked(fixed, mobile, 5, switched), switched


def test_the_tables_are_those_of_the_hall(played: tuple[Tournament, User, list[Seats], int]) -> None:
    tournament, _dora, hall, _switched = played
    for round, seats in zip(tournament.rounds.order_by("number"), hall, strict=True):
        tables = round.tables.order_by("number").values_list("line_a__number", "line_b__number", "board_set__number")
        assert list(tables) == seats
        assert verify(in_force(round)).holds


def test_one_ranking_counts_what_each_pair_scored_where_it_sat(
    played: tuple[Tournament, User, list[Seats], int],
) -> None:
    tournament, _dora, hall, _switched = played
    scored: defaultdict[int, int] = defaultdict(int)
    for seats in hall:
        for ns, ew, boards in seats:
            for board in (2 * boards - 1, 2 * boards):
                north_south, east_west = points_of(board, ns, ew)
                scored[ns] += north_south - east_west
                scored[ew] += east_west - north_south
    rows = standings(tournament).rows
    assert {row.entry.number: row.mp for row in rows} == scored
    assert len({row.group for row in rows}) == 1


def test_a_board_is_compared_between_those_who_sat_in_the_same_direction(
    played: tuple[Tournament, User, list[Seats], int],
) -> None:
    tournament, _dora, hall, _switched = played
    for board in Board.objects.all():
        there = [
            (number, table, points_of(board.number, ns, ew))
            for number, seats in enumerate(hall, start=1)
            for table, (ns, ew, boards) in enumerate(seats, start=1)
            if board.number in (2 * boards - 1, 2 * boards)
        ]
        left_out = Table.objects.get(round__tournament=tournament, round__number=there[0][0], number=there[0][1])
        found = results_on_board(board, left_out)
        assert [(one.round, one.table, (one.points_a, one.points_b)) for one in found] == there[1:]


def test_papers_and_pages_name_who_sits_north_south(
    client_of, played: tuple[Tournament, User, list[Seats], int]
) -> None:
    tournament, dora, hall, switched = played
    last = tournament.rounds.get(number=5)
    sheets = [table_sheet(row, lambda table: "") for row in round_grid(last)]
    names = {entry.number: entry.name for entry in tournament.entries.all()}
    for table, (ns, ew, _boards) in zip(sheets, hall[-1], strict=True):
        assert names[ns] in str(table.line_a)
        assert names[ew] in str(table.line_b)
    told = text(client_of(dora).get(f"{DESK}turni/5/abbinamento/"))
    assert f"Linee scambiate dal turno {6 - switched} della fase" in told
    calendar = text(client_of(dora).get(f"{TOURNAMENT}calendario/"))
    assert calendar.count("Linee scambiate: chi giocava in Nord-Sud siede in Est-Ovest.") == switched


def turned(tournament: Tournament) -> list[bool]:
    """Of each round drawn, whether those who keep their tables sit East-West."""
    fixed = {a for a, _b in lines(tournament.rounds.get(number=1))}
    return [{a for a, _b in lines(round)}.isdisjoint(fixed) for round in tournament.rounds.order_by("number")]


def test_more_rounds_move_a_switch_that_has_not_begun_and_leave_one_that_has(db) -> None:
    tournament, dora = staged("mitchell", 14, rounds_planned=4, boards_move=True, switched_rounds=1)
    stage = tournament.stages.get()
    for _number in range(3):
        score(next_round(tournament, dora), dora)
    change_stage(by=acting(dora), stage=stage, rounds_planned=5)
    for _number in range(2):
        score(next_round(tournament, dora), dora)
    assert turned(tournament) == [False, False, False, False, True]
    change_stage(by=acting(dora), stage=stage, rounds_planned=7)
    for _number in range(2):
        score(next_round(tournament, dora), dora)
    assert turned(tournament) == [False, False, False, False, True, True, True]


@pytest.mark.parametrize("rover", ["a", "b", None])
def test_a_rover_and_a_half_table_go_on_through_a_switch(db, rover: str | None) -> None:
    tournament, dora = staged("mitchell", 11, rounds_planned=5, switched_rounds=2, rover=rover)
    for _number in range(5):
        score(next_round(tournament, dora), dora)
    met = [frozenset(pair) for round in tournament.rounds.all() for pair in lines(round) if pair[1]]
    assert len(set(met)) == len(met) == 25
    assert turned(tournament)[:3] == [False] * 3
    assert all(verify(in_force(round)).holds for round in tournament.rounds.all())
