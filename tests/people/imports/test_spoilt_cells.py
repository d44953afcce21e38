"""What a spreadsheet does to a cell: taken as it was meant, or asked; nothing of it is kept in silence."""

import json
from datetime import date, time, timedelta
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from people.imports import roster
from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables
from people.imports.passed_over import PassedOver
from people.imports.roster import Member, RosterFile, read_roster
from people.imports.roster_changes import Stored, compare_rosters
from people.imports.rows import PLAYER, RowFault, columns_left_out, entry_rows, read_card
from people.imports.table import as_data, from_data
from tests.people.imports.files import cells, entries, names, passed, players

TODAY = date(2026, 5, 9)


def saved(book: Workbook) -> bytes:
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def sheet(*rows: list[Any]) -> tuple[Workbook, Any]:
    book = Workbook()
    page: Any = book.active
    for row in rows:
        page.append(row)
    return book, page


@pytest.mark.parametrize("written", ['="00417"', '"=""00417"""', "'00417", "00417", ' ="00417" '])
def test_the_marks_around_a_card_are_no_part_of_it(written: str) -> None:
    (row,) = players(f"Cognome;Nome;Tessera\nBrunetti;Elsa;{written}\n")
    assert (row.players[0].card, row.problems) == ("00417", ())


@given(st.text("0123456789", min_size=1, max_size=12))
def test_every_card_of_figures_is_read_from_its_marks(card: str) -> None:
    assert cells(f'Tessera;X\n="{card}";x\n\'{card};x\n'.encode())[1:] == [(card, "x"), (card, "x")]


@pytest.mark.parametrize("shown", ["07-nov", "7-nov", "nov-07", "Nov-07", "7 nov", "7-nov-26", "18:30", "7/11/26"])
def test_a_card_that_became_a_day_or_an_hour_is_asked(shown: str) -> None:
    assert [problem.code for problem in read_card(shown)[1]] == [RowFault.CARD_IS_DATE]


@pytest.mark.parametrize("card", ["3E12", "4e07", "MAR-12", "7-11", "A07", "NOV", "12-A"])
def test_an_honest_card_is_kept(card: str) -> None:
    assert read_card(card) == (card, [])


@pytest.mark.parametrize("shown", ["1,23457E+11", "1.2E12", "4E+07"])
def test_a_rounded_card_is_asked(shown: str) -> None:
    assert [problem.code for problem in read_card(shown)[1]] == [RowFault.CARD_ROUNDED]


@pytest.mark.parametrize(
    ("value", "mask", "shown"),
    [
        (417, "00000", "00417"),
        (417, "00-000", "00-417"),
        (1234567, "00000", "1234567"),
        (417, '"T"0000', "T0417"),
        (417, "General", "417"),
        (417, "0.00", "417"),
        (417, "0", "417"),
        (True, "General", "VERO"),
        (time(18, 30), "hh:mm", "18:30"),
        (timedelta(hours=26, minutes=5), "[h]:mm", "26:05"),
        (10**16, "General", "1.000000E+16"),
    ],
)
def test_a_value_is_what_its_sheet_shows(value: Any, mask: str, shown: str) -> None:
    book, page = sheet(["Tessera", "x"], [value, "x"])
    page["A2"].number_format = mask
    assert cells(saved(book))[1] == (shown, "x")


def test_a_hidden_row_is_passed_over_and_told_and_stays_with_the_list() -> None:
    book, page = sheet(["Cognome", "Nome"], ["Brunetti", "Elsa"], ["Tosi", "Remo"], ["Neri", "Ugo"])
    page.row_dimensions[3].hidden = True
    table = from_data(as_data(read_tables(saved(book))[0]))
    columns = recognise(table, ListKind.PLAYERS)
    left = passed(table, columns, PLAYER)
    assert left == {3: PassedOver.HIDDEN}
    assert [one.players[0].last_name for one in entry_rows(table, columns, PLAYER, without=left)] == [
        "Brunetti",
        "Neri",
    ]
    assert len(entry_rows(table, columns, PLAYER)) == 3


def test_a_hidden_column_is_left_out_and_named() -> None:
    book, page = sheet(["Cognome", "Nome", "Tessera", "Tessera"], ["Brunetti", "Elsa", "T1", "vecchia"])
    page.column_dimensions["D"].hidden = True
    table = from_data(as_data(read_tables(saved(book))[0]))
    columns = recognise(table, ListKind.PLAYERS)
    assert (columns.is_sure, columns_left_out(columns, table.width)) == (True, {3: "Tessera"})
    assert entry_rows(table, columns, PLAYER)[0].players[0].card == "T1"


def test_in_a_roster_whoever_is_hidden_does_not_leave_it() -> None:
    book, page = sheet(["Tessera", "Cognome", "Nome"], ["T1", "Brunetti", "Elsa"], ["T2", "Tosi", "Remo"])
    page.row_dimensions[3].hidden = True
    file = read_roster(read_tables(saved(book)), TODAY)
    assert [(row.card, [one.code for one in row.problems]) for row in file.unread] == [("T2", [RowFault.HIDDEN])]
    changes = compare_rosters([Stored(2, Member("T2", "Tosi", "Remo"))], file)
    assert (changes.gone, changes.left_alone) == ((), 1)


@pytest.mark.parametrize(
    ("titles", "row", "faults"),
    [
        ("Cognome Nome", ['=UPPER("tosi")', "Remo"], ["never_computed"]),
        ("Cognome Nome Tessera", ["Tosi", "Remo", "=A2+1"], ["never_computed"]),
        ("Cognome Nome Circolo", ["Tosi", "Remo", "=C2"], ["never_computed"]),
        ("Cognome Nome Quota", ["Tosi", "Remo", "=C2"], []),  # no column that is read
    ],
)
def test_a_formula_never_computed_is_said_where_its_column_is_read(
    titles: str, row: list[str], faults: list[str]
) -> None:
    book, _page = sheet(titles.split(), ["Neri", "Ugo", "x"][: len(row)], row)
    first, second = players(saved(book))
    assert (first.is_good, [problem.code for problem in second.problems]) == (True, faults)


def test_a_running_number_never_computed_is_given_anew() -> None:
    book, _page = sheet(
        ["N.", "Coppia"], [1, "Neri Ugo - Sarti Ida"], ["=A2+1", "Tosi Remo - Brunetti Elsa"], ["=A3+1"]
    )
    first, second = entries(saved(book))
    assert (first.number, second.number, second.is_good) == (1, None, True)
    assert [problem.code for problem in second.problems] == [RowFault.NUMBER_GIVEN]


def test_players_below_a_number_never_computed_stay_together() -> None:
    rows = [["=1", "Neri Ugo"], ["", "Sarti Ida"], ["=A2+1", "Tosi Remo"], ["", "Brunetti Elsa"]]
    book, _page = sheet(["N.", "Nominativo"], *rows)
    assert names(entries(saved(book))) == [["Neri Ugo", "Sarti Ida"], ["Tosi Remo", "Brunetti Elsa"]]


def test_a_roster_with_cards_never_computed_drops_nobody() -> None:
    book, _page = sheet(["Tessera", "Cognome", "Nome"], ["T1", "Brunetti", "Elsa"], ["=A2", "Tosi", "Remo"])
    file = read_roster(read_tables(saved(book)), TODAY)
    assert [[one.code for one in row.problems] for row in file.unread] == [[RowFault.NEVER_COMPUTED]]


def test_a_new_line_in_a_cell_parts_people() -> None:
    rows = entries('Coppia;Giocatori\n1;"Brunetti Elsa\nTosi Remo"\n2;"Neri Ugo\r\nSarti Ida"\n')
    names = [[(one.last_name, one.first_name) for one in row.players] for row in rows]
    assert names == [[("Brunetti", "Elsa"), ("Tosi", "Remo")], [("Neri", "Ugo"), ("Sarti", "Ida")]]


def test_two_surnames_in_one_cell_are_not_one_person() -> None:
    (row,) = players('Cognome;Nome\n"Brunetti\nTosi";"Elsa\nRemo"\n')
    assert [problem.code for problem in row.problems] == [RowFault.NOT_A_NAME]


@given(st.text("0", max_size=4), st.integers(1, 99_999))
def test_a_card_that_lost_its_zeros_changes_nothing(zeros: str, number: int) -> None:
    stored = [Stored(1, Member(f"{zeros}{number}", "Tosi", "Remo"))]
    assert compare_rosters(stored, RosterFile((Member(str(number), "Tosi", "Remo"),))).unchanged == 1


def test_the_columns_that_a_roster_is_not_read_from_are_named() -> None:
    book, _page = sheet(["Tessera", "Cognome", "Nome", "Quota", "Scadenza", "Note"], ["T1", "Neri", "Ugo", "sospeso"])
    file = read_roster(read_tables(saved(book)), TODAY)
    assert roster.from_data(json.loads(json.dumps(roster.as_data(file)))).left_out == ("Quota", "Note")


def test_a_roster_of_many_hands_is_read_or_asked() -> None:
    days = ["31/12/2027", "31/12/27", "2027-12-31", "31.12.2027", "31-12-2027", "31/12/2027 00:00:00"]
    cards = ['="00417"', "'00418", "03-nov", "00420", "00421", "00422"]
    lines = "".join(f"{card};VERO;Tea;{day}\n" for card, day in zip(cards, days, strict=True))
    file = read_roster(read_tables(f"Tessera;Cognome;Nome;Scadenza\n{lines}".encode()), TODAY)
    assert [one.card for one in file.members] == ["00417", "00418", "00420", "00421", "00422"]
    assert {(one.last_name, one.valid_until) for one in file.members} == {("Vero", "2027-12-31")}
    assert [[one.code for one in row.problems] for row in file.unread] == [[RowFault.CARD_IS_DATE]]
