"""What the pages read: scores in force, results on a board, the grid, the standings; and in how many queries."""

import pytest

from codes.seats import Seat
from tests.factories import NOON, make_adjustment, make_entries, make_entry, make_round, make_score, make_tournament
from tournaments.rounds.models import Round, Table
from tournaments.scores.models import Adjustment, BoardScore
from tournaments.scores.queries import PlayedResult, current_scores, results_on_board, round_grid
from tournaments.standings.queries import standings


def play(round, user, points):
    """Give every table its points, the same on every board: a pair of totals per table."""
    for table, one in zip(round.tables.all(), points, strict=True):
        for board in round.boards.all():
            make_score(table, board, one, user)


def ranking(tournament):
    return [(row.place, row.entry.number, row.vp, row.mp) for row in standings(tournament).rows]


def supersede(score, points, user, **fields):
    BoardScore.objects.filter(pk=score.pk).update(state="superseded", superseded_at=NOON)
    fields = {"version": score.version + 1, "reason": "Letto male"} | fields
    return make_score(score.table, score.board, points, user, **fields)


# The table and its players


def test_members_sit_by_line_and_position(table):
    assert {seat.value: str(player) for seat, player in table.players.items()} == {
        "N": "Anna Conti",
        "S": "Luca Serra",
        "E": "Piero Galli",
        "W": "Rita Fontana",
    }


def test_nobody_sits_on_a_line_that_rests(tournament, round_1):
    bye = Table.objects.create(round=round_1, number=3, line_a=make_entry(tournament, 5))
    assert (bye.player_at(Seat.E), str(bye.player_at(Seat.N))) == (None, "Uno Pari5")


def test_the_right_hand_of_the_dealer_leads(tournament):
    assert [(board.dealer, board.leader) for board in tournament.boards.all()] == [
        (Seat.N, Seat.W),
        (Seat.W, Seat.S),
        (Seat.S, Seat.E),
        (Seat.E, Seat.N),
    ]


@pytest.mark.parametrize("pairs", [2, 24])
def test_players_of_all_tables_take_four_queries(db, django_assert_num_queries, pairs):
    tournament = make_tournament()
    entries = make_entries(tournament, pairs)
    make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    with django_assert_num_queries(4):
        assert all(None not in table.players.values() for table in Table.objects.with_players())


# Scores in force


def test_superseded_scores_are_not_in_force(tournament, round_1, table, board, sara):
    second = supersede(make_score(table, board, (5, 6), sara), (6, 5), sara)
    assert list(current_scores(round_1)) == list(current_scores(tournament)) == [second]


def test_scores_of_other_rounds_and_tournaments_are_left_out(tournament, table, board, sara, other_tournament):
    make_score(table, board, (5, 6), sara)
    assert not current_scores(tournament.rounds.get(number=2)).exists()
    assert not current_scores(other_tournament).exists()


def test_results_on_a_board_are_those_played_elsewhere(round_1, table, board, sara):
    other = round_1.tables.get(number=2)
    make_score(table, board, (5, 6), sara)
    make_score(other, board, (11, 3), sara, accusa_a=3)
    make_score(other, round_1.boards.get(number=2), (0, 11), sara)
    assert results_on_board(board, table) == [PlayedResult(table=2, points_a=11, points_b=3)]
    assert [one.table for one in results_on_board(board, None)] == [1, 2]


def test_arbitral_and_superseded_results_do_not_count_on_a_board(round_1, table, board, sara):
    other = round_1.tables.get(number=2)
    supersede(make_score(other, board, (5, 6), sara), (9, 2), sara)
    assert results_on_board(board, table) == [PlayedResult(2, 9, 2)]
    BoardScore.objects.current().update(state="superseded", superseded_at=NOON)
    make_score(other, board, (6, 5), sara, version=3, kind="artificial", reference="P1", reason="Media")
    assert results_on_board(board, table) == []


# The grid


def test_the_grid_has_every_table_and_board(round_1, table, board, sara):
    score = make_score(table, board, (5, 6), sara)
    grid = round_grid(round_1)
    assert [(row.table.number, [cell.board.number for cell in row.cells]) for row in grid] == [(1, [1, 2]), (2, [1, 2])]
    assert [cell.score for cell in grid[0].cells] == [score, None]
    assert [cell.version for cell in grid[0].cells] == [1, 0]


def test_a_table_gets_victory_points_when_complete(round_1, sara):
    play(round_1, sara, [(8, 3), (5, 6)])
    first, second = (row.result for row in round_grid(round_1))
    assert (first.mp_a, first.mp_b, first.difference, first.vp_a, first.vp_b) == (16, 6, 10, 15, 5)
    assert (second.difference, second.vp_a, second.vp_b, second.is_complete) == (-2, 9, 11, True)


def test_a_table_with_a_missing_or_void_board_gets_none(round_1, table, board, sara):
    make_score(table, board, (8, 3), sara)
    assert round_grid(round_1)[0].result.is_complete is False
    void = round_1.boards.get(number=2)
    make_score(table, void, (None, None), sara, kind="void", reference="P1")
    result = round_grid(round_1)[0].result
    assert (result.mp_a, result.mp_b, result.vp_a) == (8, 3, None)


@pytest.mark.parametrize("tables", [1, 3])
def test_the_grid_takes_the_same_queries_however_many_tables(db, sara, django_assert_num_queries, tables):
    tournament = make_tournament("altro", boards_per_round=4)
    entries = make_entries(tournament, tables * 2)
    round = make_round(tournament, 1, list(zip(entries[::2], entries[1::2], strict=True)))
    play(round, sara, [(5, 6)] * tables)
    with django_assert_num_queries(7):
        grid = round_grid(round)
        assert [str(row.table.line_a.members.all()[0].player) for row in grid]
    assert len(grid) == tables


# The standings


def test_standings_add_up_complete_tables(tournament, round_1, sara):
    play(round_1, sara, [(8, 3), (5, 6)])
    assert ranking(tournament) == [(1, 1, 15, 10), (2, 4, 11, 2), (3, 3, 9, -2), (4, 2, 5, -10)]


def test_accuse_count_in_match_points(tournament, table, board, round_1, sara):
    make_score(table, board, (12, 2), sara, accusa_a=3)
    make_score(table, round_1.boards.get(number=2), (5, 6), sara)
    rows = {row.entry.number: row for row in standings(tournament).rows}
    assert (rows[1].mp_for, rows[1].mp_against, rows[1].mp, rows[1].vp) == (17, 8, 9, 15)


def test_an_incomplete_table_counts_for_nothing_yet(tournament, table, board, round_1, sara):
    make_score(table, board, (11, 0), sara)
    result = standings(tournament)
    assert (result.pending, result.is_final) == (2, False)
    assert {(row.place, row.vp, row.mp, row.encounters) for row in result.rows} == {(1, 0, 0, 0)}


def test_an_annulled_board_keeps_its_table_out_until_its_arbitral_score(tournament, round_1, sara):
    play(round_1, sara, [(8, 3), (5, 6)])
    score = BoardScore.objects.filter(table__number=1).first()
    BoardScore.objects.filter(pk=score.pk).update(state="superseded", superseded_at=NOON)
    ruled = {"reference": "P1", "reason": "Andata a monte"}
    void = make_score(score.table, score.board, (None, None), sara, version=2, kind="void", **ruled)
    assert standings(tournament).pending == 1
    BoardScore.objects.filter(pk=void.pk).update(state="superseded", superseded_at=NOON)
    make_score(score.table, score.board, (6, 6), sara, version=3, kind="artificial", **ruled)
    rows = {row.entry.number: row for row in standings(tournament).rows}
    assert (rows[1].mp_for, rows[1].mp_against, rows[1].vp) == (14, 9, 13)


def test_a_round_not_begun_is_not_pending(tournament, round_1, sara):
    play(round_1, sara, [(8, 3), (5, 6)])
    assert standings(tournament).is_final


def test_adjustments_in_force_count_and_cancelled_ones_do_not(tournament, round_1, sara, dora):
    play(round_1, sara, [(8, 3), (5, 6)])
    one = tournament.entries.get(number=1)
    make_adjustment(one, dora, amount=-6)
    make_adjustment(one, dora, kind="mp", amount=-3)
    make_adjustment(one, dora, kind="warning", amount=0)
    cancelled = make_adjustment(one, dora, amount=-9)
    Adjustment.objects.filter(pk=cancelled.pk).update(cancelled_by=dora, cancelled_at=NOON, cancel_reason="Errore")
    rows = {row.entry.number: row for row in standings(tournament).rows}
    assert (rows[1].vp, rows[1].vp_adjustment, rows[1].mp, rows[1].mp_adjustment) == (9, -6, 7, -3)


def test_a_tie_is_explained_in_words(tournament, round_1, sara):
    play(round_1, sara, [(8, 3), (7, 4)])
    supersede(BoardScore.objects.filter(table__number=2).first(), (8, 3), sara)
    top = standings(tournament).rows[0]
    assert top.explanations == ()
    supersede(BoardScore.objects.current().filter(table__number=2).last(), (8, 3), sara)
    row = standings(tournament).rows[0]
    explanations = row.explanations
    assert explanations[0] == "A pari VP anche gli MP sono pari: Conti – Serra 10, D’Amico – Leone 10."
    assert explanations[1] == (
        "Scontro diretto fra Conti – Serra, D’Amico – Leone: non si sono incontrati tutti, non si applica."
    )
    assert explanations[2].startswith("Sorteggio fra Conti – Serra, D’Amico – Leone: escono nell’ordine ")
    key = "BARI/14/NOVEMBRE/2026/12/45/7/33/90/CLASSIFICA/1.3./"
    assert row.proofs == (f"Chiave RFC 3797 del sorteggio: {key}",)


def test_match_points_that_decide_are_shown(tournament, round_1, sara):
    play(round_1, sara, [(8, 3), (8, 3)])
    second = BoardScore.objects.filter(table__number=2).last()
    supersede(second, (9, 5), sara, accusa_a=3)  # 9 MP instead of 10: 15 VP all the same
    first = standings(tournament).rows[0]
    assert (first.entry.number, first.vp, first.mp) == (1, 15, 10)
    assert first.explanations == ("A pari VP decidono gli MP: Conti – Serra 10, D’Amico – Leone 9.",)


def test_an_empty_tournament_has_empty_standings(db):
    assert standings(make_tournament()).rows == ()


def test_a_resting_pair_has_no_encounter_but_the_score_of_its_rest(tournament, round_1, sara):
    Table.objects.create(round=round_1, number=3, line_a=make_entry(tournament, 5))
    for table in round_1.tables.filter(number__lt=3):
        for board in round_1.boards.all():
            make_score(table, board, (5, 6), sara)
    rows = {row.entry.number: row for row in standings(tournament).rows}
    assert (rows[5].encounters, rows[5].vp, rows[5].mp) == (0, 10, 0)
    assert (rows[5].sums.awards, rows[5].sums.vp_awarded) == (1, 10)
    assert standings(tournament).is_final


@pytest.mark.parametrize("pairs", [4, 24, 50])
def test_the_standings_take_five_queries_however_many_pairs(db, sara, django_assert_num_queries, pairs):
    tournament = make_tournament("altro")
    entries = make_entries(tournament, pairs)
    lines_a, lines_b = entries[::2], entries[1::2]
    for number in (1, 2):
        pairings = list(zip(lines_a, lines_b[number:] + lines_b[:number], strict=True))
        round = make_round(tournament, number, pairings, state=Round.State.CLOSED)
        play(round, sara, [(5, 6)] * len(pairings))
    with django_assert_num_queries(5):
        rows = standings(tournament).rows
        assert [row.entry.name for row in rows]
    assert [row.place for row in rows] == list(range(1, pairs + 1))
