"""Which row is the header and what its columns hold."""

import pytest

from people.imports.columns import ColumnDoubt, ListKind, Recognition, Target, recognise, recognition_by_hand
from people.imports.file_tables import read_tables
from people.imports.headings import Datum, Heading, read_heading
from tests.people.imports.files import workbook

ONE_ROW = "Rossi;Mario;11;Verdi;Anna;12;Levante"


def read(text: str | bytes, kind: ListKind = ListKind.ENTRIES) -> Recognition:
    return recognise(read_tables(text.encode() if isinstance(text, str) else text)[0], kind)


def told(columns: Recognition) -> str:
    """The columns in short: «last_name1 first_name1 … club»."""
    return " ".join(
        f"{one.field}{one.place or ''}" if (one := columns.targets.get(column)) else "-"
        for column in range(max(columns.targets, default=-1) + 1)
    )


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("N.", Heading(Datum.NUMBER)),
        ("N°", Heading(Datum.NUMBER)),
        ("#", Heading(Datum.NUMBER)),
        ("Coppia n.", Heading(Datum.NUMBER)),
        ("Pair no.", Heading(Datum.NUMBER)),
        ("Squadra numero", Heading(Datum.NUMBER)),
        ("COGNOME", Heading(Datum.LAST)),
        ("Cognome1", Heading(Datum.LAST, 1)),
        ("Cognome del 2° giocatore", Heading(Datum.LAST, 2)),
        ("Nome (secondo)", Heading(Datum.FIRST, 2)),
        ("First name 2", Heading(Datum.FIRST, 2)),
        ("Last name of second player", Heading(Datum.LAST, 2)),
        ("Giocatore 1", Heading(Datum.FULL, 1)),
        ("Giocatore n. 2", Heading(Datum.FULL, 2)),
        ("Player B", Heading(Datum.FULL, 2)),
        ("Compagno", Heading(Datum.FULL, 2)),
        ("Cognome e nome", Heading(Datum.LAST_FIRST)),
        ("Nome e Cognome 2", Heading(Datum.FIRST_LAST, 2)),
        ("Nominativo", Heading(Datum.FULL)),
        ("tessera", Heading(Datum.CARD)),
        ("N. Tessera", Heading(Datum.CARD)),
        ("Nº tess.", Heading(Datum.CARD)),
        ("Card number player 2", Heading(Datum.CARD, 2)),
        ("A.S.D.", Heading(Datum.CLUB)),
        ("ASD/Circolo", Heading(Datum.CLUB)),
        ("Nome del circolo", Heading(Datum.CLUB)),
        ("Società", Heading(Datum.CLUB)),
        ("Cat.", Heading(Datum.CATEGORY)),
        ("Minorenne fino al", Heading(Datum.MINOR_UNTIL)),
        ("Maggiorenne dal 2", Heading(Datum.MINOR_UNTIL, 2)),
        ("Minor until", Heading(Datum.MINOR_UNTIL)),
        ("Squadra", Heading(Datum.NAME)),
        ("Nome coppia", Heading(Datum.NAME)),
        ("Telefono", None),
        ("Codice fiscale", None),
        ("Data di nascita", Heading(Datum.BORN)),
        ("P", None),
        ("", None),
    ],
)
def test_a_title_is_read_as_people_write_it(title: str, heading: Heading | None) -> None:
    assert read_heading(title) == heading


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (
            "Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera 2;Circolo",
            "last_name1 first_name1 card1 last_name2 first_name2 card2 club",
        ),
        (
            "Cognome;Nome;Tessera;Cognome;Nome;Tessera;Circolo",
            "last_name1 first_name1 card1 last_name2 first_name2 card2 club",
        ),
        (
            "Surname;Name;Card no.;Surname;Name;Card no.;Club",
            "last_name1 first_name1 card1 last_name2 first_name2 card2 club",
        ),
        (
            "Cognome 1;Nome 1;Tessera;Cognome 2;Nome 2;Tessera;ASD",
            "last_name1 first_name1 card1 last_name2 first_name2 card2 club",
        ),
        (
            "Cognome 1;Nome 1;Tessera 1;Cognome 2;Nome 2;Tessera;Circolo",
            "last_name1 first_name1 card1 last_name2 first_name2 card2 club",
        ),
        (
            "Giocatore 1;Note;Tessera;Giocatore 2;Tel.;Tessera;Cat.",
            "full_name1 - card1 full_name2 - card2 category",
        ),
    ],
)
def test_columns_are_given_to_their_players(header: str, expected: str) -> None:
    columns = read(f"{header}\n{ONE_ROW}\n")
    assert (told(columns), columns.doubts, columns.header) == (expected, (), 1)


def test_titles_above_the_header_are_passed_over() -> None:
    columns = read(f"Coppie\n\nCoppa di Natale; Bari\nCognome 1;Nome 1;;Cognome 2;Nome 2\n{ONE_ROW}\n")
    assert (columns.header, told(columns)) == (4, "last_name1 first_name1 - last_name2 first_name2")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_header_of_two_rows_with_merged_groups_is_one(kind: str) -> None:
    rows = [
        ["Campionato a coppie"],
        ["N.", "Giocatore 1", None, None, "Giocatore 2", None, None, "Circolo"],
        [None, "Cognome", "Nome", "Tessera", "Cognome", "Nome", "Tessera", None],
        [1, "Rossi", "Mario", 11, "Verdi", "Anna", 12, "Levante"],
    ]
    merged = ["A1:H1", "A2:A3", "B2:D2", "E2:G2", "H2:H3"]
    text = "\n".join(";".join(str(cell or "") for cell in row) for row in rows)
    columns = read(workbook(rows, merged) if kind == "xlsx" else text)
    assert columns.is_sure
    assert columns.header == 3
    assert told(columns) == "number last_name1 first_name1 card1 last_name2 first_name2 card2 club"


def test_groups_by_what_the_columns_hold_are_read_too() -> None:
    rows = [["N.", "Nominativo", None, "Tessera", None], [None, "1", "2", "1", "2"]]
    columns = read(workbook([*rows, [1, "Rossi Mario", "Verdi Anna", 11, 12]], ["A1:A2", "B1:C1", "D1:E1"]))
    assert told(columns) == "number full_name1 full_name2 card1 card2"


def test_a_club_under_the_last_group_is_still_of_both() -> None:
    columns = read(workbook([["Giocatore 1", None, "Giocatore 2", None, None],
                             ["Cognome", "Nome", "Cognome", "Nome", "Circolo"],
                             ["Rossi", "Mario", "Verdi", "Anna", "Levante"]], ["A1:B1", "C1:E1"]))  # fmt: skip
    assert columns.targets[4] == Target(Datum.CLUB)


def test_a_title_merged_over_surname_and_name_is_both() -> None:
    rows = [["N.", "Giocatore 1", None, "Giocatore 2", None, "ASD"]]
    rows += [[1, "Rossi", "Mario", "Verdi", "Anna", "Levante"], [2, "Neri", "Luca", "De Luca", "Sara", "Ponente"]]
    columns = read(workbook(rows, ["B1:C1", "D1:E1"]))
    assert told(columns) == "number last_name1 first_name1 last_name2 first_name2 club"


def test_a_title_merged_over_name_and_surname_is_told_by_the_names() -> None:
    columns = read("Giocatore 1;;Giocatore 2;\nMario;Rossi;Anna;Verdi\nLuca;Neri;Sara;Galli\n")
    assert told(columns) == "first_name1 last_name1 first_name2 last_name2"


def test_a_name_without_a_surname_beside_it_is_the_whole_name() -> None:
    assert told(read("N.;Nome;Tessera\n1;Rossi Mario;11\n", ListKind.PLAYERS)) == "- full_name1 card1"


def test_a_surname_of_several_words_is_the_whole_name() -> None:
    assert told(read("Cognome;Tessera\nRossi Mario;11\nVerdi Anna;12\n", ListKind.PLAYERS)) == "last_first1 card1"


@pytest.mark.parametrize(
    ("cells", "field"),
    [("1;Rossi;Mario\n2;Verdi;Anna", Datum.NUMBER), ("I Gatti;Rossi;Mario\nLe Volpi;Verdi;Anna", Datum.NAME)],
)
def test_the_cells_tell_what_a_pair_is(cells: str, field: Datum) -> None:
    assert read(f"Coppia;Cognome;Nome\n{cells}\n").targets[0] == Target(field)


def test_a_pair_without_other_names_is_its_players() -> None:
    columns = read("N.;Coppia;Circolo\n1;Rossi Mario – Verdi Anna;Levante\n")
    assert told(columns) == "number players club"


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        ("Rossi;Mario;11\nVerdi;Anna;12\n", "last_name1 first_name1 card1"),
        ("Mario;Rossi\nAnna;Verdi\n", "first_name1 last_name1"),
        ("1;Rossi Mario;11;Verdi Anna;12\n2;Neri Luca;13;Galli Sara;14\n", "number full_name1 card1 full_name2 card2"),
        ("Levante;7\nPonente;8\n", ""),
    ],
)
def test_no_header_is_asked_for_with_what_the_cells_propose(text: str, proposed: str) -> None:
    columns = read(text)
    assert (columns.header, columns.doubts, told(columns)) == (0, (ColumnDoubt.NO_HEADER,), proposed)


def test_a_list_of_players_without_header_has_one_in_a_row() -> None:
    assert told(read("1;Rossi Mario;Verdi Anna\n2;Neri Luca;Galli Sara\n", ListKind.PLAYERS)) == "- full_name1"


def test_two_columns_of_the_same_are_asked_for_and_the_first_is_proposed() -> None:
    columns = read("Cognome;Nome;Circolo;ASD\nRossi;Mario;Levante;Ponente\n", ListKind.PLAYERS)
    assert columns.doubts == (ColumnDoubt.SAME_TWICE,)
    assert columns.column_of(Datum.CLUB, 1) == 2


def test_the_director_may_say_what_the_columns_are() -> None:
    table = read_tables(b"Rossi;Mario;11\nVerdi;Anna;12\n")[0]
    columns = recognition_by_hand(table, header=0, targets={0: Target(Datum.LAST, 1), 1: Target(Datum.FIRST, 1)})
    assert columns.is_sure
    assert recognition_by_hand(table, header=0, targets={2: Target(Datum.CARD, 1)}).doubts == (ColumnDoubt.NO_NAMES,)
