"""Single players: the giallo, with a new partner every round, and one against one."""

import pytest

from hall.score_sheets.exports import table_sheet
from keeping.documents.workbook import tables_sheet
from records.rights import Role
from tests.asking import DESK, TOURNAMENT, queries_of, text
from tests.factories import acting, give_role, let_be, make_burraco, make_entry, make_score, make_tournament, make_user
from tests.tournaments.draw.by_formula import next_round
from tournaments.planning.models import Stage
from tournaments.rounds.actions import close_round, publish_round, start_round
from tournaments.scores.queries import round_grid
from tournaments.standings.queries import standings
from tournaments.standings.record_queries import pair_record


def singles(how_many, contest="individual", *, make=make_burraco, formula="individual"):
    """A tournament of so many single players, Uno Solo1, Uno Solo2 …, and its director."""
    tournament = make(contest=contest)
    dora = make_user("dora", first_name="Dora", last_name="Pace")
    give_role(dora, tournament, Role.DIRECTOR)
    for number in range(1, how_many + 1):
        make_entry(tournament, number, [f"Uno Solo{number}"])
    Stage.objects.create(tournament=tournament, number=1, name="Unico", formula=formula, rounds_planned=3)
    return tournament, dora


def begun(tournament, by):
    round = next_round(tournament, by)
    publish_round(by=acting(by), round=round)
    return start_round(by=acting(by), round=round)


def won_by_line_a(round, by):
    """Line A leads by 250 at every board, over two boards 500: 15–5 (405–500 of the table for two deals)."""
    for row in round_grid(round):
        if not row.table.is_bye:
            for cell in row.cells:
                make_score(row.table, cell.board, (500, 250), by)
    return close_round(by=acting(by), round=round, **let_be(round))


@pytest.mark.long
def test_a_whole_giallo_counts_for_each_player(db):
    tournament, dora = singles(8)
    expected, partners = dict.fromkeys(range(1, 9), 0), []
    for _number in range(3):
        round = won_by_line_a(begun(tournament, dora), dora)
        for table in round.tables.with_players():
            for entries, vp in ((table.entries_a, 15), (table.entries_b, 5)):
                partners.append(frozenset(entry.number for entry in entries))
                for entry in entries:
                    expected[entry.number] += vp
    assert {row.entry.number: row.vp for row in standings(tournament).rows} == expected
    assert len(set(partners)) == len(partners) == 12


def test_a_player_s_page_tells_partner_and_both_opponents(db, client_of):
    tournament, dora = singles(8)
    round = won_by_line_a(begun(tournament, dora), dora)
    table = round.tables.with_players().get(number=1)
    one, partner = table.entries_a
    (meeting,) = pair_record(one).encounters
    assert (meeting.partner, meeting.opponents) == (partner, tuple(table.entries_b))
    assert (meeting.vp, meeting.difference) == (15, 500)
    assert f"con {partner.name}" in text(client_of(dora).get(f"{TOURNAMENT}coppie/{one.number}/"))


@pytest.mark.long
def test_the_pages_name_all_four_at_a_table(db, client_of):
    tournament, dora = singles(4)
    begun(tournament, dora)
    desk = client_of(dora)
    for path in (TOURNAMENT + "turni/1/", DESK + "turni/1/"):
        assert all(f"Solo{number}" in text(desk.get(path)) for number in (1, 2, 3, 4))


def test_the_sheet_names_two_numbers_on_a_line(db):
    tournament, dora = singles(4)
    (row,) = round_grid(begun(tournament, dora))
    sheet = table_sheet(row, str)
    one, other = row.table.entries_a
    assert sheet.line_a.who == f"giocatori {one.number} e {other.number}"
    assert sheet.line_a.players == (f"Uno Solo{one.number}", f"Uno Solo{other.number}")


def test_the_workbook_names_both_players_of_a_line(db):
    tournament, dora = singles(4)
    table = begun(tournament, dora).tables.with_players().get()
    one, other = table.entries_a
    assert tables_sheet(tournament).rows[0][3:5] == (one.number, f"{one.name} + {other}")


def test_who_rests_gets_what_a_rest_brings(db):
    tournament, dora = singles(5)
    round = won_by_line_a(begun(tournament, dora), dora)
    resting = round.tables.get(line_b=None).line_a
    row = next(row for row in standings(tournament).rows if row.entry == resting)
    assert (row.vp, row.mp) == (tournament.bye_vp, tournament.bye_mp)


@pytest.mark.long
@pytest.mark.parametrize("path", [DESK + "turni/1/", TOURNAMENT + "turni/1/"])
def test_pages_of_a_giallo_cost_the_same_for_more_tables(db, client_of, path):
    tournament, dora = singles(4)
    round = begun(tournament, dora)
    desk = client_of(dora)
    few = queries_of(desk, path)
    five, six, seven, eight = (make_entry(tournament, number, [f"Uno Solo{number}"]) for number in (5, 6, 7, 8))
    round.tables.create(number=2, line_a=five, line_a2=six, line_b=seven, line_b2=eight)
    assert queries_of(desk, path) == few


def test_one_against_one_is_a_match_of_two_players(db):
    tournament, dora = singles(4, "singles", make=make_tournament, formula="danish")
    round = begun(tournament, dora)
    for row in round_grid(round):
        for cell in row.cells:
            make_score(row.table, cell.board, (8, 3), dora)
    close_round(by=acting(dora), round=round, **let_be(round))
    # Ahead by 10 over two boards: 15–5.
    assert sorted(row.vp for row in standings(tournament).rows) == [5, 5, 15, 15]
    assert table_sheet(round_grid(round)[0], str).line_a.who == "giocatore 1"
