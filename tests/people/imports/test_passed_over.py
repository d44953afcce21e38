"""Which rows of a list are nobody, and which only look so."""

import pytest

from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables
from people.imports.passed_over import PassedOver
from people.imports.rows import PLAYER
from tests.people.imports.files import PAIRS, names, passed, players, workbook
from tests.people.imports.files import entries as read

ROW = "1;Rossi;Mario;11;Verdi;Anna;12;Levante\n"


def why(rows: str, header: str = PAIRS) -> dict[int, PassedOver]:
    """The rows passed over of those below a first good one, by their number: 3 is the first."""
    table = read_tables((header + ROW + rows).encode())[0]
    return dict(passed(table, recognise(table, ListKind.ENTRIES)))


@pytest.mark.parametrize(
    "row",
    [
        "Totale;26",
        "Totali 26 coppie",
        ";TOTALI;;;;;;",
        "Tot.;;26",
        "Tot. coppie: 26",
        ";;Totale generale;;;;;520,00 €",
        "26 coppie",
        "Iscritti: 26",
        "Somma quote;;;;;;;;520",
        "Subtotale",
        "Grand total;;;52",
        "TOTÀLE",
        ";;;;;;;;520",
        "26;;;;;;;;520,00",
    ],
)
def test_a_row_that_sums_up_is_nobody(row: str) -> None:
    assert why(row + "\n") == {3: PassedOver.TOTAL}


@pytest.mark.parametrize(
    "row",
    [
        "2;Totaro;Mario;13;Verdi;Ugo;14;",
        "2;Tot;Mario;13;Totale;Ugo;14;",
        "2;Somma;Ada;13;Tavoli;Ugo;14;",
        "Somma;;",
        ";Somma;;;;;;;20",
        "2;;;13;;;14;",
        "2;;;;;;;Levante",
        "Squadra Totale",
        "Coppie",
        "Nome;Rossi;Mario;13;Verdi;Ugo;14;",
    ],
)
def test_a_row_with_anybody_in_it_is_not_passed_over(row: str) -> None:
    assert why(row + "\n") == {}


@pytest.mark.parametrize(
    "row",
    [
        PAIRS.strip(),
        PAIRS.strip().upper(),
        "  n. ; cognome1;nome  1;Tessèra 1;Cognome 2;Nome 2;Tessera 2;Circolo",
        "Circolo;N.;Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2",
        ";Cognome 1;Nome 1;;Cognome 2;Nome 2",
    ],
)
def test_the_heading_again_is_nobody_in_whatever_letters_and_order(row: str) -> None:
    assert why(row + "\n") == {3: PassedOver.HEADING}


def test_a_heading_of_two_rows_is_known_again_by_each() -> None:
    upper, lower = ["", "Giocatore 1", "", "Giocatore 2", ""], ["N.", "Cognome", "Nome", "Cognome", "Nome"]
    rows = [upper, lower, [1, "Rossi", "Mario", "Verdi", "Anna"], upper, lower, [2, "Neri", "Luca", "Galli", "Sara"]]
    assert names(read(workbook(rows))) == [["Rossi Mario", "Verdi Anna"], ["Neri Luca", "Galli Sara"]]


@pytest.mark.parametrize("row", ["2;;;;;;;", "-;-;-;-", "…", "2"])
def test_a_line_that_nobody_took_is_blank(row: str) -> None:
    assert why(row + "\n") == {3: PassedOver.BLANK}


def test_the_number_alone_begins_a_pair_whose_players_stand_below() -> None:
    rows = "1;;\n;Rossi;Mario\n;Verdi;Anna\nTotale;1;\n2;;\n;Neri;Luca\n;Galli;Sara\n"
    assert names(read("Coppia;Cognome;Nome\n" + rows)) == [["Rossi Mario", "Verdi Anna"], ["Neri Luca", "Galli Sara"]]


def test_a_list_without_heading_has_none_to_come_again() -> None:
    table = read_tables(b"Rossi Mario;11\nRossi Mario;11\n")[0]
    assert passed(table, recognise(table, ListKind.PLAYERS), PLAYER) == {}


def test_people_of_a_list_of_players_stay_and_its_total_goes() -> None:
    text = (
        "Nominativo;Tessera\nTotaro Ugo;1\nTotali Ada;2\nNOMINATIVO;tessera\nTotale tesserati;2\nTotale giocatori 2\n"
    )
    assert names(players(text)) == [["Totaro Ugo"], ["Totali Ada"]]


def test_ten_thousand_rows_are_looked_at_in_a_moment() -> None:
    rows = [[n, f"Cognome{n}", "Nome", "", f"Altro{n}", "Nome", "", "Circolo"] for n in range(9_999)]
    table = read_tables((PAIRS + "".join(";".join(map(str, row)) + "\n" for row in rows)).encode())[0]
    assert passed(table, recognise(table, ListKind.ENTRIES)) == {}
