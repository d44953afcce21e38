"""Duplicate Mitchell with boards that go round: which boards each table plays, and what follows from it."""

from collections import Counter

import pytest
from django.db import DatabaseError, transaction

from hall.score_sheets.exports import round_sheet, table_sheet
from records.requests import Refused
from tests.asking import DESK, TOURNAMENT, queries_of, send, text
from tests.factories import acting, let_be, make_entry, make_score
from tests.tournaments.draw.by_formula import next_round, staged
from tournaments.draw.actions import change_pairing, redraw_round
from tournaments.draw.models import Pairing
from tournaments.entries.models import Entry
from tournaments.pairing.records import Change
from tournaments.rounds.actions import close_round, create_round, missing_scores, publish_round, start_round
from tournaments.rounds.models import Board, BoardSet, Table
from tournaments.rounds.queries import round_progress
from tournaments.scores.actions import give_score
from tournaments.scores.queries import results_on_board, round_grid
from tournaments.standings.queries import standings
from tournaments.standings.record_queries import pair_record


def mitchell(entries, rounds):
    """A duplicate Mitchell of so many pairs and rounds, two boards in a set, sets going round."""
    return staged("mitchell", entries, rounds_planned=rounds, boards_move=True)


def begun(round, by):
    publish_round(by=acting(by), round=round)
    return start_round(by=acting(by), round=round)


def played(round, by):
    """The round to its end, every board 8 to 3."""
    begun(round, by)
    for row in round_grid(round):
        if not row.table.is_bye:
            for cell in row.cells:
                make_score(row.table, cell.board, (8, 3), by)
    return close_round(by=acting(by), round=round, **let_be(round))


def boards_at(round):
    """The numbers of the boards at each table."""
    return {row.table.number: [cell.board.number for cell in row.cells] for row in round_grid(round)}


def test_five_tables_play_five_sets_and_each_goes_down_one_table(db):
    tournament, dora = mitchell(10, 5)
    first = played(next_round(tournament, dora), dora)
    second = next_round(tournament, dora)
    assert boards_at(first) == {1: [1, 2], 2: [3, 4], 3: [5, 6], 4: [7, 8], 5: [9, 10]}
    assert boards_at(second) == {1: [3, 4], 2: [5, 6], 3: [7, 8], 4: [9, 10], 5: [1, 2]}
    assert not first.boards.exists()


@pytest.mark.long
@pytest.mark.parametrize(("entries", "rounds"), [(10, 5), (8, 3), (8, 4), (9, 5)])
def test_nobody_plays_a_board_twice_in_a_whole_movement(db, entries, rounds):
    tournament, dora = mitchell(entries, rounds)
    for _number in range(rounds):
        played(next_round(tournament, dora), dora)
    tables = Table.objects.filter(line_b__isnull=False).prefetch_related("board_set__boards")
    had = Counter(
        (entry, board.number)
        for table in tables
        for entry in (table.line_a_id, table.line_b_id)
        for board in table.board_set.boards.all()
    )
    assert set(had.values()) == {1}
    assert Board.objects.count() == 2 * ((entries + 1) // 2)


def test_a_relay_gives_one_set_to_the_first_and_the_last_table_at_once(db):
    tournament, dora = mitchell(8, 4)
    boards = boards_at(next_round(tournament, dora))
    assert boards == {1: [1, 2], 2: [3, 4], 3: [7, 8], 4: [1, 2]}


def test_a_first_round_drawn_again_with_more_pairs_has_as_many_sets(db):
    tournament, dora = mitchell(6, 3)
    round = next_round(tournament, dora)
    make_late(tournament, 7, 8)
    redraw_round(by=acting(dora), pairing=Pairing.objects.current().get(round=round))
    assert BoardSet.objects.count() == 4
    assert sorted(Board.objects.values_list("number", flat=True)) == list(range(1, 9))


def make_late(tournament, *numbers):
    for number in numbers:
        Entry.objects.create(tournament=tournament, number=number, name=f"Coppia {number}")


def test_a_stage_that_gives_up_moving_boards_before_play_gets_those_of_the_round(db):
    tournament, dora = mitchell(6, 3)
    round = next_round(tournament, dora)
    tournament.stages.update(boards_move=False)
    redraw_round(by=acting(dora), pairing=Pairing.objects.current().get(round=round))
    assert not BoardSet.objects.exists()
    assert boards_at(round) == {1: [1, 2], 2: [1, 2], 3: [1, 2]}


def test_tables_by_hand_in_such_a_stage_play_the_boards_of_their_round(db):
    tournament, dora = mitchell(6, 3)
    one, two, three, four = Entry.objects.filter(number__lte=4).order_by("number")
    round = create_round(by=acting(dora), tournament=tournament, pairings=[(one, two), (three, four)])
    assert boards_at(round) == {1: [1, 2], 2: [1, 2]}


def test_a_match_renumbered_later_keeps_its_boards(db):
    tournament, dora = mitchell(6, 3)
    played(next_round(tournament, dora), dora)
    round = next_round(tournament, dora)
    before = boards_at(round)
    pairing = Pairing.objects.current().get(round=round)
    change_pairing(by=acting(dora), pairing=pairing, change=Change(kind="number", first=1, second=3), seen=0)
    assert boards_at(round) == {1: before[3], 2: before[2], 3: before[1]}


def test_a_table_outside_the_movement_is_refused(db):
    tournament, dora = mitchell(6, 3)
    pairing = Pairing.objects.current().get(round=next_round(tournament, dora))
    with pytest.raises(Refused, match="da 1 a 3"):
        change_pairing(by=acting(dora), pairing=pairing, change=Change(kind="number", first=1, second=7), seen=0)


def test_a_board_is_scored_only_where_it_is_played(db):
    tournament, dora = mitchell(6, 3)
    round = begun(next_round(tournament, dora), dora)
    table, elsewhere = round.tables.get(number=1), Board.objects.get(number=3)
    figures = {"points_a": 8, "points_b": 3, "expected_version": 0}
    with pytest.raises(ValueError, match="is not played at"):
        give_score(by=acting(dora), table=table, board=elsewhere, **figures)
    with pytest.raises(DatabaseError, match="tables that play it"), transaction.atomic():
        make_score(table, elsewhere, (8, 3), dora)
    assert give_score(by=acting(dora), table=table, board=Board.objects.get(number=1), **figures).version == 1


def test_the_database_keeps_what_a_scored_table_plays(db):
    tournament, dora = mitchell(6, 3)
    round = begun(next_round(tournament, dora), dora)
    table, board = round.tables.get(number=1), Board.objects.get(number=1)
    make_score(table, board, (8, 3), dora)
    other = BoardSet.objects.get(number=2)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(board_set=other)
    with pytest.raises(DatabaseError, match="stays in its round or set"), transaction.atomic():
        Board.objects.filter(pk=board.pk).update(board_set=other)


def test_a_table_plays_no_set_of_another_stage(db):
    tournament, dora = mitchell(6, 3)
    round = next_round(tournament, dora)
    stage = tournament.stages.create(number=2, name="Finale", formula="mitchell", boards_move=True)
    foreign = BoardSet.objects.create(stage=stage, number=1)
    with pytest.raises(DatabaseError, match="of its stage"), transaction.atomic():
        round.tables.filter(number=1).update(board_set=foreign)


def test_results_on_a_board_come_from_every_round(db):
    tournament, dora = mitchell(10, 5)
    played(next_round(tournament, dora), dora)
    played(next_round(tournament, dora), dora)
    labels = [one.label for one in results_on_board(Board.objects.get(number=1), None)]
    assert labels == ["1.1", "2.5"]


def test_missing_scores_count_the_boards_of_each_table(db):
    tournament, dora = mitchell(9, 5)
    round = begun(next_round(tournament, dora), dora)
    assert missing_scores(round) == 8  # four tables of two boards; the fifth has a rest
    make_score(round.tables.get(number=1), Board.objects.get(number=1), (8, 3), dora)
    assert missing_scores(round) == 7
    assert round_progress(tournament)[0].missing == 7


def test_standings_and_the_proof_of_a_pair_count_every_round(db):
    tournament, dora = mitchell(6, 3)
    for _number in range(3):
        played(next_round(tournament, dora), dora)
    # Line A wins 16 to 6 in each round: 10 MP over two boards are 15 VP (the online table), so 45 and 30 MP.
    rows = {row.entry.number: (row.vp, row.mp) for row in standings(tournament).rows}
    assert sorted(rows.values()) == [(15, -30)] * 3 + [(45, 30)] * 3
    best = standings(tournament).rows[0].entry
    assert sorted(one.board.number for meeting in pair_record(best).encounters for one in meeting.boards) == [
        1, 2, 3, 4, 5, 6,
    ]  # fmt: skip


def test_each_sheet_tells_its_own_boards(db):
    tournament, dora = mitchell(6, 3)
    rows = round_grid(next_round(tournament, dora))
    assert round_sheet(rows[0].table.round, rows, filled=False).boards_move
    numbers = [[one.number for one in table_sheet(row, str).boards] for row in rows]
    assert numbers == [[1, 2], [3, 4], [5, 6]]


def test_the_grid_says_which_board_each_score_is_of(db, client_of):
    tournament, dora = mitchell(6, 3)
    begun(next_round(tournament, dora), dora)
    page = client_of(dora).get(DESK + "turni/1/")
    assert "1ª smazzata" in text(page)
    assert 'aria-label="Tavolo 2, smazzata 3, punti N-S"' in page.content.decode()


def test_a_score_is_given_on_the_page_of_a_board_that_goes_round(db, client_of):
    tournament, dora = mitchell(6, 3)
    begun(next_round(tournament, dora), dora)
    desk = client_of(dora)
    answer = send(desk, DESK + "turni/1/tavoli/2/smazzate/3/", line_a="8", line_b="3", version=0)
    assert answer.status_code == 302
    assert desk.get(DESK + "turni/1/tavoli/2/smazzate/1/").status_code == 404


@pytest.mark.parametrize("path", [DESK + "turni/1/", TOURNAMENT + "turni/1/"])
def test_pages_cost_the_same_for_more_tables(db, client_of, path):
    tournament, dora = mitchell(6, 3)
    round = next_round(tournament, dora)
    desk = client_of(dora)
    publish_round(by=acting(dora), round=round)
    few = queries_of(desk, path)
    for number in (4, 5):
        pairs = [make_entry(tournament, 2 * number - 1), make_entry(tournament, 2 * number)]
        made = BoardSet.objects.create(stage=round.stage, number=number)
        Board.objects.create(tournament=tournament, board_set=made, number=10 * number, dealer="N")
        Table.objects.create(round=round, number=number, line_a=pairs[0], line_b=pairs[1], board_set=made)
    assert queries_of(desk, path) == few
