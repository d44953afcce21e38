"""How a text is read: its separator by what makes whole people, its letters, the order of its names; and otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables, readings_of
from people.imports.headings import Datum
from people.imports.names import Order, people_in
from people.imports.rows import RowFault, order_in
from tests.people.imports.files import entries, players

SURNAMES = st.sampled_from(["Brunetti", "De Luca", "Dell’Orto", "Sarti", "Forlì"])
GIVEN = st.sampled_from(["Elsa", "Remo", "Niccolò", "Ida"])


@given(st.lists(st.tuples(SURNAMES, GIVEN, SURNAMES, GIVEN), min_size=1, max_size=6), st.sampled_from(";\t|"))
def test_commas_within_the_cells_part_surname_and_name_only(rows: list[tuple[str, ...]], separator: str) -> None:
    lines = [f"{a}, {b}{separator}{c}, {d}" for a, b, c, d in rows]
    heading = f"Cognome, nome{separator}Cognome, nome"
    read = entries("\n".join([heading, *lines]))
    assert [tuple(part for one in row.players for part in (one.last_name, one.first_name)) for row in read] == rows


@pytest.mark.parametrize("club", ["Circolo, sede", "Circolo, città, provincia"])
def test_a_club_keeps_its_commas(club: str) -> None:
    (row, _other) = players(f"Nome e cognome;{club}\nElsa Brunetti;ASD Faro, Bari, BA\nIda Sarti;ASD Molo, Pola, PU\n")
    (one,) = row.players
    assert (one.last_name, one.first_name, one.club) == ("Brunetti", "Elsa", "ASD Faro, Bari, BA")


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Brunetti Elsa, Sarti Ida, Tosi Remo", ["Brunetti Elsa", "Sarti Ida", "Tosi Remo"]),
        ("Brunetti Elsa, Sarti Remo", ["Brunetti Elsa", "Sarti Remo"]),
        ("De Luca, Anna Maria", ["De Luca, Anna Maria"]),
        ("Brunetti, Elsa / Sarti, Ida", ["Brunetti, Elsa", "Sarti, Ida"]),
    ],
)
def test_commas_between_the_players_of_a_team(cell: str, people: list[str]) -> None:
    assert people_in(cell) == people


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Kovačič;Žiga\nČerne;Matjaž\n", "cp1250"),
        ("Forlì;Niccolò\nGarrè;Noè\n", "cp1252"),
        ("Forlì;Niccolò\nGarrè;Noèmi\nD’Aloò;Zoè\n", "cp1252"),
        ("Lefèvre;Hélène\n", "cp1252"),
        ("Dvořák;Jiří\nNěmec;Tomáš\n", "cp1250"),
        ("Kőműves;Gyula\n", "cp1250"),
        ("Åberg;Bjørn\n", "cp1252"),
        ("Còrdovi;Niccolò\nPerìs;Ugo\n", "cp1252"),
        ("ROCCÒ;NOÈ\nPerò;Ada\n", "mac_roman"),
        ("Kovačič;Žiga\n", "utf-8"),
    ],
)
def test_the_letters_are_those_that_were_written(text: str, encoding: str) -> None:
    (table, *_others) = read_tables(("Cognome;Nome\n" + text).encode(encoding))
    assert [";".join(row.cells) for row in table.rows[1:]] == text.split()


@given(st.lists(st.tuples(SURNAMES, GIVEN), min_size=1, max_size=5))
def test_text_encoded_twice_is_put_right_and_the_other_reading_offered(rows: list[tuple[str, str]]) -> None:
    text = "Cognome;Nome\n" + "".join(f"{last};{first}\n" for last, first in rows)
    twice = text.encode().decode("cp1252").encode()
    readings = readings_of(twice)
    assert [row.cells for row in readings[0].rows[1:]] == rows
    assert len(readings) == (1 if text.isascii() else 2)


def test_each_reading_is_named_by_letters_separator_and_sample() -> None:
    names = [table.name for table in readings_of("Cognome;Nome\nKovačič;Iva, Ana\n".encode("cp1250"))]
    assert names[0] == "Windows 1250 · ; · Kovačič Iva"
    assert "Windows 1252 · ; · Kovaèiè Iva" in names
    assert "Windows 1250 · , · Kovačič Iva" in names


def test_the_order_of_names_is_one_for_a_file() -> None:
    content = "Giocatore 1;Giocatore 2\nAnna Brunetti;Kian Sarti\nMario Tosi;Zuri Neri\n"
    table = read_tables(content.encode())[0]
    columns = recognise(table, ListKind.ENTRIES)
    assert {target.field for target in columns.targets.values()} == {Datum.FULL}
    assert order_in(columns, table.rows[1:]) is Order.FIRST_LAST
    assert [one.last_name for row in entries(content) for one in row.players] == ["Brunetti", "Sarti", "Tosi", "Neri"]


@pytest.mark.parametrize(
    "written",
    [
        "Brunetti;Elsa*",
        "Brunetti;Elsa (Galli)",
        "Sarti;Ida - Bice",
        "Dott.;Sarti Ida",
        "Sarti;Ida 12",
    ],
)
def test_what_may_be_part_of_a_name_is_asked(written: str) -> None:
    (row,) = players(f"Cognome;Nome\n{written}\n")
    assert [problem.code for problem in row.problems] == [RowFault.NOT_A_NAME]


TITLES = st.sampled_from(["Dott. ", "Dott.ssa ", "Sig.ra ", "Avv. ", "geom. ", "Cav. ", "Prof.ssa ", "rag.", ""])
NOTES = st.sampled_from(
    ["", " (cap.)", " (C)", " [ris.]", " 347 1234567", " - 0833/445566", " tel. +39 06 5551234", " <a@x.example>"]
)


@given(TITLES, SURNAMES, GIVEN, NOTES, st.booleans())
def test_titles_telephones_and_notes_are_taken_out_and_told(
    title: str, last: str, given_name: str, note: str, is_whole: bool
) -> None:
    heading, cell = ("Nominativo", " ") if is_whole else ("Cognome;Nome", ";")
    (row,) = players(f"{heading}\n{title}{last}{cell}{given_name}{note}\n")
    (one,) = row.players
    assert (one.last_name, one.first_name, row.is_good) == (last, given_name, True)
    told = "".join(problem.text for problem in row.problems if problem.code is RowFault.ASIDE)
    assert all(part.strip(" -,") in told for part in (title, note))


@pytest.mark.parametrize("written", ["Ingrassia;Drago", "Profeti;Archimede", "Rossi;Anna in Bianchi", "Sarti-Neri;Ida"])
def test_a_name_that_begins_like_a_title_is_a_name(written: str) -> None:
    (row,) = players(f"Cognome;Nome\n{written}\n")
    assert row.problems == ()
