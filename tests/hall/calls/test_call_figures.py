"""The percentile by nearest rank, the minutes of a call, and ranges of tables."""

import pytest

from hall.calls.actions import arrive, close_call, take_call, withdraw_call
from hall.calls.forms import read_tables, tables_in_words
from hall.calls.queries import calls_sheet, nearest_rank
from keeping.documents.report import report
from keeping.documents.workbook import whole_tournament
from papers import xlsx
from tests.factories import NOON
from tests.hall.calls.deeds import A, at, called
from tests.reading import book, pages
from tournaments.papers import imprint_of


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([], 90, None),
        ([7], 50, 7),
        ([7], 90, 7),
        ([1, 2], 50, 1),
        ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 90, 9),
        ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 50, 5),
        (list(range(1, 12)), 90, 10),
        (list(range(1, 12)), 50, 6),
        ([5, 5, 5, 100], 90, 100),
    ],
)
def test_the_percentile_is_a_value_that_was_measured(values, percent, expected):
    assert nearest_rank(values, percent) == expected


@pytest.mark.parametrize(("words", "numbers"), [("1-3, 5", {1, 2, 3, 5}), ("9", {9}), ("", set()), ("2-2,3", {2, 3})])
def test_a_range_is_read_and_told_alike(words, numbers):
    assert read_tables(words) == numbers
    assert read_tables(tables_in_words(read_tables(words))) == numbers


@pytest.fixture
def answered(players, table, table_2, bruno, giulia):
    """Bruno came after a minute and decided after six; Giulia's table withdrew; a third call waits."""
    one, two = called(players, table), called(players, table_2, minutes=1)
    take_call(by=at(bruno, 0, 30), call=one)
    arrive(by=at(bruno, 1), call=one)
    close_call(by=at(bruno, 6), call=one, outcome="information")
    take_call(by=at(giulia, 2), call=two)
    withdraw_call(by=at(players, 3), call=two, line=A)
    called(players, table, minutes=9)
    return table.round.tournament


ROWS = [
    ["Tutte", 3, 1, 60, 60, 360, 360],
    ["Turno 1", 3, 1, 60, 60, 360, 360],
    ["Bruno Riva", 1, 0, 60, 60, 360, 360],
    ["Giulia Marchi", 1, 1, None, None, None, None],
]


def test_the_workbook_has_the_figures_of_calls(answered):
    sheets = [calls_sheet(answered)]
    opened = book(xlsx.workbook(sheets, imprint_of(answered, "Torneo completo", at=NOON)))["Chiamate all’arbitro"]
    rows = [[cell.value for cell in row] for row in opened.iter_rows()]
    assert [row[:7] for row in rows if row[0] in {one[0] for one in ROWS}] == ROWS
    assert "Chiamate all’arbitro" in [sheet.title for sheet in whole_tournament(answered, with_log=False)]


@pytest.mark.long
def test_the_report_has_the_figures_of_calls_where_somebody_called(answered):
    _first, index, *rest = pages(report(answered, imprint_of(answered, "Rapporto", at=NOON)))
    whole = " ".join(" ".join(rest).split())
    assert "Chiamate all’arbitro" in index
    for row in ROWS:
        assert " ".join(str(cell) for cell in row if cell is not None) in whole


def test_a_report_without_calls_has_no_chapter_of_them(tournament):
    assert "Chiamate all’arbitro" not in " ".join(pages(report(tournament, imprint_of(tournament, "R", at=NOON))))
