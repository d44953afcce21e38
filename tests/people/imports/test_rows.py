"""Rows as entries and players, and what is wrong in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.imports.columns import ListKind, Target, recognise, recognition_by_hand
from people.imports.file_tables import read_tables
from people.imports.headings import Datum
from people.imports.names import Order, order_of, people_in, split_name, tidy
from people.imports.rows import (
    PAIR,
    RowFault,
    RowProblem,
    Shape,
    WrittenPlayer,
    entry_rows,
    read_card,
    read_day,
)
from people.imports.table import ImportRefused
from tests.people.imports.files import PAIRS, entries, names, players, workbook

TEAM = Shape(fewest=4, most=6)


def codes(text: str, shape: Shape = PAIR) -> list[list[RowFault]]:
    return [[problem.code for problem in entry.problems] for entry in entries(text, shape)]


def test_a_pair_has_its_number_its_players_and_their_club() -> None:
    entry = entries(PAIRS + "12;Rossi;Mario;0011;Verdi;Anna;12,0;Levante\n")[0]
    assert (entry.row, entry.number, entry.name, entry.problems) == (2, 12, "", ())
    assert entry.players == (
        WrittenPlayer("Mario", "Rossi", "0011", "Levante", ""),
        WrittenPlayer("Anna", "Verdi", "12", "Levante", ""),
    )


def test_the_same_pairs_from_a_spreadsheet_read_the_same() -> None:
    rows = [PAIRS.strip().split(";"), [12.0, "ROSSI", "MARIO", "0011", "verdi", "anna", 12.0, "Levante"]]
    assert entries(workbook(rows)) == entries(PAIRS + "12;Rossi;Mario;0011;Verdi;Anna;12,0;Levante\n")


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("31/5/2027", "2027-05-31"),
        ("31.05.2027", "2027-05-31"),
        ("2027-5-31", "2027-05-31"),
        ("", ""),
        ("31/6/2027", None),
        ("5/2027", None),
        ("sì", None),
        ("٣١/5/2027", None),
    ],
)
def test_the_day_of_coming_of_age_is_read_in_every_form(written: str, day: str | None) -> None:
    faults = [] if day is not None else [RowProblem(RowFault.NOT_A_DAY, text=written)]
    assert read_day(written) == (day or "", faults)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("x;Rossi;Mario;1;Verdi;Anna;2;", [RowFault.NUMBER_UNREADABLE]),
        ("0;Rossi;Mario;1;Verdi;Anna;2;", [RowFault.NUMBER_UNREADABLE]),
        ("1,5;Rossi;Mario;1;Verdi;Anna;2;", [RowFault.NUMBER_UNREADABLE]),
        ("1;Rossi;Mario;1;;;;", [RowFault.ALONE]),
        ("1;;;;;;;Levante", [RowFault.MISSING_NAME]),
        ("1;Rossi;Mario;1;;Anna;2;", [RowFault.MISSING_NAME]),
        ("1;Rossi;;1;Verdi;Anna;2;", [RowFault.MISSING_FIRST_NAME]),
        ("1;Rossi;Mario;1;Verdi;123;2;", [RowFault.NOT_A_NAME]),
        ("1;#N/D;Mario;1;Verdi;Anna;2;", [RowFault.FORMULA_ERROR]),
        ("1;Rossi;Mario;1,23E+11;Verdi;Anna;2;", [RowFault.CARD_ROUNDED]),
        ("1;Rossi;Mario;3/12/2026;Verdi;Anna;2;", [RowFault.CARD_IS_DATE]),
        ("1;Rossi;Mario;7;Verdi;Anna;007;", [RowFault.CARD_TWICE]),
        ("1;Rossi;Mario;;Rossi;Mario;;", [RowFault.PERSON_TWICE]),
        (f"1;{'Rossi' * 30};Mario;1;Verdi;Anna;2;", [RowFault.TOO_LONG]),
        ("1;Rossi;Mario;1;Verdi;Anna;2;Levante", []),
        ("n. 3;Rossi;Mario;1;Verdi;Anna;2;", []),
    ],
)
def test_what_is_wrong_is_told(row: str, expected: list[RowFault]) -> None:
    assert codes(PAIRS + row + "\n") == [expected]


def test_what_stands_twice_is_told_where_it_stands_again() -> None:
    rows = "1;Rossi;Mario;11;Verdi;Anna;12;\n1;Neri;Luca;13;Galli;Sara;1.1;\n2;Conti;Ugo;;Verdi;Anna;;\n"
    first, second, third = entries(PAIRS + rows)
    assert first.problems == ()
    assert second.problems == (
        RowProblem(RowFault.NUMBER_TWICE, text="1", row=2),
        RowProblem(RowFault.CARD_TWICE, text="1.1", row=2),
    )
    assert third.problems == (RowProblem(RowFault.PERSON_TWICE, text="Verdi Anna", row=2),)
    assert [entry.is_good for entry in (first, second, third)] == [True, False, False]


@pytest.mark.parametrize(
    ("again", "fault"),
    [
        (";Rossi;Mario;;Verdi;Anna;;", RowFault.SAME_PEOPLE),
        (";Verdi;Anna;;Rossi;Mario;;", RowFault.SAME_PEOPLE),
        (";ROSSI;mario;;Anna;Verdi;;Ponente", RowFault.SAME_PEOPLE),
        (";Verdi;Anna;;Neri;Luca;;", RowFault.PERSON_TWICE),
        (";Verdi;Anna;;Neri;Luca;;Ponente", RowFault.SAME_NAME),
    ],
)
def test_a_pair_or_a_player_again_is_refused_as_by_hand(again: str, fault: RowFault) -> None:
    _first, second = entries(f"{PAIRS};Rossi;Mario;;Verdi;Anna;;Levante\n{again}\n")
    assert [(problem.code, problem.row) for problem in second.problems if problem.code is not RowFault.CUT] == [
        (fault, 2)
    ]


def test_the_same_people_are_told_however_their_names_are_cut() -> None:
    rows = [
        "García Márquez;Anna;Rossi;Mario",
        "Rossi;Mario;Garcia;Marquez Anna",
        "De Luca;Ivo;Neri;Ugo",
        "Neri;Ugo;Deluca;Ivo",
    ]
    found = entries("\n".join(["Cognome 1;Nome 1;Cognome 2;Nome 2", *rows]))
    assert [[problem.code for problem in one.problems] for one in found] == [
        [],
        [RowFault.SAME_PEOPLE],
        [],
        [RowFault.SAME_PEOPLE],
    ]


def test_namesakes_with_two_cards_are_two_people() -> None:
    assert codes(PAIRS + "1;Rossi;Mario;11;Rossi;Mario;12;\n") == [[]]


def test_players_one_below_the_other_are_one_pair() -> None:
    rows = ["1;Rossi;Mario;11", ";Verdi;Anna;12", "2;Neri;Luca;13", "2;Galli;Sara;14", "3;Solo;Ivo;15"]
    found = entries("\n".join(["Coppia n.;Cognome;Nome;Tessera", *rows]))
    assert names(found) == [["Rossi Mario", "Verdi Anna"], ["Neri Luca", "Galli Sara"], ["Solo Ivo"]]
    assert [(entry.row, entry.number, [one.code for one in entry.problems]) for entry in found] == [
        (2, 1, []),
        (4, 2, []),
        (6, 3, [RowFault.ALONE]),
    ]


def test_a_team_is_held_together_by_its_name() -> None:
    people = ["Rossi Mario", "Verdi Anna", "Neri Luca", "Galli Sara"]
    found = entries("Squadra;Cognome e nome\nI Gatti;" + "\n;".join(people) + "\n", TEAM)
    assert (found[0].name, names(found), found[0].problems) == ("I Gatti", [people], ())


def test_more_players_than_the_game_has_are_refused() -> None:
    text = "N.;Giocatori\n1;Rossi Mario / Verdi Anna / Neri Luca\n"
    assert entries(text)[0].problems == (RowProblem(RowFault.TOO_MANY, most=2),)


def test_a_header_repeated_on_every_page_is_no_pair() -> None:
    row = "1;Rossi;Mario;1;Verdi;Anna;2;\n"
    assert len(entries(PAIRS + row + PAIRS + row.replace("1;", "9;"))) == 2


def test_a_list_of_players_has_one_in_each_row() -> None:
    text = "Progr.;Nominativo;Tessera;Circolo;Categoria\n1;ROSSI Mario;11;Levante;A\n2;D'AMICO Sofia;12;Ponente;B\n"
    assert [row.players for row in players(text)] == [
        (WrittenPlayer("Mario", "Rossi", "11", "Levante", "A"),),
        (WrittenPlayer("Sofia", "D'Amico", "12", "Ponente", "B"),),
    ]


@pytest.mark.parametrize(
    ("text", "order", "expected"),
    [
        ("Rossi Mario", Order.LAST_FIRST, ("Rossi", "Mario")),
        ("Mario Rossi", Order.FIRST_LAST, ("Rossi", "Mario")),
        ("Rossi, Mario", Order.FIRST_LAST, ("Rossi", "Mario")),
        ("De Luca Maria Grazia", Order.LAST_FIRST, ("De Luca", "Maria Grazia")),
        ("Maria Grazia De Luca", Order.FIRST_LAST, ("De Luca", "Maria Grazia")),
        ("D' Amico Sofia", Order.LAST_FIRST, ("D' Amico", "Sofia")),
        ("Mario DELLA VALLE", Order.LAST_FIRST, ("DELLA VALLE", "Mario")),
        ("DELLA VALLE Mario", Order.FIRST_LAST, ("DELLA VALLE", "Mario")),
        ("ROSSI MARIO", Order.LAST_FIRST, ("ROSSI", "MARIO")),
        ("Rossi", Order.FIRST_LAST, ("Rossi", "")),
        ("", Order.LAST_FIRST, ("", "")),
    ],
)
def test_a_whole_name_is_taken_apart(text: str, order: Order, expected: tuple[str, str]) -> None:
    assert split_name(text, order) == expected


def test_the_given_names_tell_their_side() -> None:
    assert order_of(["Anna Verdi", "Luca Neri", "Galli Sara"]) is Order.FIRST_LAST
    assert order_of(["Verdi Anna", "Neri Luca"]) is Order.LAST_FIRST
    assert order_of(["Qwe Rty"]) is Order.LAST_FIRST


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Rossi Mario – Verdi Anna", ["Rossi Mario", "Verdi Anna"]),
        ("Rossi Mario / Verdi Anna", ["Rossi Mario", "Verdi Anna"]),
        ("Rossi - Verdi", ["Rossi", "Verdi"]),
        ("Rossi-Verdi", ["Rossi", "Verdi"]),
        ("Mario Rossi e Anna Verdi", ["Mario Rossi", "Anna Verdi"]),
        ("Bianchi-Neri Ugo + Verdi Anna", ["Bianchi-Neri Ugo", "Verdi Anna"]),
        ("", []),
    ],
)
def test_a_cell_with_everybody_is_taken_apart(text: str, people: list[str]) -> None:
    assert people_in(text) == people


@pytest.mark.parametrize(
    ("written", "kept"),
    [("D'AMICO", "D'Amico"), ("de luca", "De Luca"), ("DeLuca", "DeLuca"), ("NICOLÒ", "Nicolò"), ("O", "O")],
)
def test_capitals_are_tidied_only_where_all_are(written: str, kept: str) -> None:
    assert tidy(written) == kept


@pytest.mark.parametrize(
    ("written", "kept"),
    [("123.0", "123"), ("123,00", "123"), ("00123", "00123"), ("BA-12/3", "BA-12/3"), ("1.234", "1.234")],
)
def test_a_card_is_kept_as_written_but_for_a_spreadsheets_zeros(written: str, kept: str) -> None:
    assert read_card(written) == (kept, [])


@pytest.mark.long
@given(
    st.lists(
        st.lists(st.sampled_from(["", "1", "Rossi", "Mario Rossi", "a - b", "#N/D", "1E+9", "x" * 300])), max_size=8
    )
)
def test_any_rows_are_read_whatever_the_columns(rows: list[list[str]]) -> None:
    header = "Coppia;Cognome;Nome;Tessera;Giocatore 2;Tessera;Circolo"
    text = "\n".join([header, *(";".join(row) for row in rows)])
    try:
        table = read_tables(text.encode())[0]
    except ImportRefused:
        return
    for kind in ListKind:
        found = entry_rows(table, recognise(table, kind), PAIR)
        assert len(found) <= len(rows)
        assert all(entry.problems or len(entry.players) == 2 for entry in found)


def test_columns_said_by_the_director_are_read() -> None:
    table = read_tables(b"Rossi Mario;11;Verdi Anna;12\n")[0]
    columns = recognition_by_hand(
        table,
        header=0,
        targets={
            0: Target(Datum.FULL, 1),
            1: Target(Datum.CARD, 1),
            2: Target(Datum.FULL, 2),
            3: Target(Datum.CARD, 2),
        },
    )
    assert names(entry_rows(table, columns, PAIR)) == [["Rossi Mario", "Verdi Anna"]]
