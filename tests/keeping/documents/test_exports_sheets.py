"""The rows of standings and workbook: everything recorded, nothing twice."""

import json

import pytest

from keeping.documents.workbook import (
    about_sheet,
    log_sheets,
    pairs_sheet,
    scores_sheet,
    tables_sheet,
    whole_tournament,
)
from papers.xlsx import workbook
from records.models import LogEntry
from tests.factories import NOON, acting, make_adjustment, make_score
from tests.reading import book
from tournaments.papers import imprint_of
from tournaments.scores.actions import give_score
from tournaments.scores.match_actions import Figures, give_match_score
from tournaments.scores.models import BoardScore
from tournaments.standings.exports import standings_sheet
from tournaments.standings.queries import standings


@pytest.fixture
def played(round_1, sara):
    """Both tables of round 1, won by N-S alike."""
    for table in round_1.tables.all():
        for board in round_1.boards.all():
            make_score(table, board, (8, 3), sara)
    return round_1


def test_standings_say_places_points_and_what_broke_a_tie(tournament, played):
    sheet = standings_sheet(tournament, standings(tournament))
    assert sheet.values("Pos.") == [1, 2, 3, 4]
    assert sheet.values("MP") == [10, 10, -10, -10]
    assert sheet.values("Spareggio") == ["sorteggio"] * 4
    assert sheet.subtitle == "Dopo 1 turno"
    assert any(note.startswith("Pos. 1–2: Sorteggio") for note in sheet.notes)


def test_standings_with_an_open_table_are_provisional(tournament):
    assert standings_sheet(tournament, standings(tournament)).subtitle == "Dopo 1 turno · provvisoria: mancano 2 tavoli"


def test_each_tie_is_explained_once(tournament, played):
    notes = standings_sheet(tournament, standings(tournament)).notes
    assert len(notes) == len(set(notes))


def test_tables_of_every_round_stand_with_their_points(tournament, played):
    sheet = tables_sheet(tournament)
    assert sheet.values("Turno") == [1, 1, 2, 2]
    assert sheet.values("MP") == [10, 10, 0, 0]
    assert sheet.values("VP N-S")[2:] == [None, None]


def test_a_score_that_the_code_fixes_stands_with_its_article(tournament, played, round_1, dora):
    figures = Figures(vp_a=14, vp_b=6, mp_a=305, mp_b=-305)
    give_match_score(
        by=acting(dora),
        table=round_1.tables.get(number=1),
        kind="ritardo-assente",
        figures=figures,
        reason="Oltre dieci minuti",
        reference="F.I.Bur., art. 40",
        expected_version=0,
    )
    sheet = tables_sheet(tournament)
    names = ("Punti N-S", "Punti E-O", "MP", "VP N-S", "VP E-O", "Lettura dei VP")
    assert [sheet.values(name)[0] for name in names] == [None, None, 305, 14, 6, "F.I.Bur., art. 40"]


def test_every_version_of_a_score_is_there(tournament, round_1, sara, dora):
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    first = make_score(table, board, (8, 3), sara)
    BoardScore.objects.filter(pk=first.pk).update(state="superseded", superseded_at=NOON)
    make_score(table, board, (7, 4), dora, version=2, reason="Letto male")
    sheet = scores_sheet(tournament)
    assert sheet.values("Versione") == [1, 2]
    assert sheet.values("Stato") == ["sostituito", "da confermare"]
    assert sheet.values("Mazzo N-S") == [8, 7]
    assert sheet.values("Motivo") == ["", "Letto male"]


def test_a_void_score_has_no_figures(tournament, round_1, giulia):
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    make_score(table, board, (None, None), giulia, kind="void", reference="Provvedimento n. 1")
    (row,) = scores_sheet(tournament).rows
    assert row[4:11] == ("annullato", None, None, None, None, None, None)


def test_the_log_can_be_recomputed_from_its_rows(tournament, round_1, sara):
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    give_score(by=acting(sara), table=table, board=board, points_a=8, points_b=3, expected_version=0)
    (_told, sheet), entry = log_sheets(tournament), LogEntry.objects.get()
    assert sheet.values("Impronta") == [entry.hash]
    assert json.loads(sheet.values("Dati (JSON)")[0]) == entry.data
    assert sheet.values("Istante esatto (UTC)") == ["2026-11-14T12:00:00.000000+00:00"]


def test_the_log_is_told_in_words(tournament, round_1, sara):
    table, board = round_1.tables.get(number=1), round_1.boards.get(number=1)
    give_score(by=acting(sara), table=table, board=board, points_a=8, points_b=3, expected_version=0)
    sheet, _chain = log_sheets(tournament)
    assert (sheet.values("Che cosa"), sheet.values("Dove")) == (
        ["Punteggio registrato"],
        ["turno 1, tavolo 1, smazzata 1"],
    )
    assert not any("{" in str(cell) or "_" in str(cell) for row in sheet.rows for cell in row)


def test_code_and_scale_are_named_by_their_titles(tournament):
    told = dict(about_sheet(tournament).rows)
    assert told["Codice"] == "Codice del Tressette"
    assert told["Scala dei VP"] == "Tabella dei Victory Points del tressette"


def test_a_withdrawn_pair_says_so(tournament):
    tournament.entries.filter(number=2).update(state="withdrawn", until_round=0)
    assert pairs_sheet(tournament).values("Stato") == ["iscritta", "ritirata", "iscritta", "iscritta"]


def test_teams_are_called_teams_and_no_deal_has_an_accusa_where_none_is_played(tournament):
    tournament.contest, tournament.accusa = "teams", "senza-accusa"
    assert pairs_sheet(tournament).title == "Squadre"
    assert pairs_sheet(tournament).columns[0].title == "Squadra"
    assert tables_sheet(tournament).values("Squadra N-S") == [1, 3, 1, 2]
    assert [one.title for one in scores_sheet(tournament).columns[5:8]] == ["Totale N-S", "Totale E-O", "Stato"]


def test_the_workbook_has_a_sheet_for_each_kind_of_record_that_has_something(tournament, played, dora):
    make_adjustment(tournament.entries.get(number=1), dora, reason="=SOMMA(A1)")
    sheets = whole_tournament(tournament, with_log=True)
    opened = book(workbook(sheets, imprint_of(tournament, "Torneo completo", at=NOON)))
    assert opened.sheetnames == [
        "Torneo",
        "Coppie",
        "Turni e tavoli",
        "Punteggi",
        "Classifica",
        "Penalità e compensi",
    ]
    assert opened["Punteggi"].max_row == 5
    assert opened["Penalità e compensi"]["F2"].data_type == "s"
    assert opened["Penalità e compensi"]["E2"].value == -1


def test_the_log_is_left_out_for_those_who_may_not_read_it(tournament):
    assert "Registro" not in [sheet.title for sheet in whole_tournament(tournament, with_log=False)]


def test_other_applications_add_their_sheets(tournament):
    extra = tables_sheet(tournament)
    assert extra in whole_tournament(tournament, with_log=False, extra_sheets=[extra])


def test_the_queries_do_not_grow_with_the_tables(tournament, played, django_assert_max_num_queries):
    with django_assert_max_num_queries(32):
        whole_tournament(tournament, with_log=True)
