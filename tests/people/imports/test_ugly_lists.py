"""Lists as they come from a club's secretary, a telephone, a scan: taken as meant, or asked; nobody left out unsaid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.imports.columns import ColumnDoubt, ListKind, recognise
from people.imports.file_tables import read_tables
from people.imports.plain_text import as_file
from people.imports.rows import PAIR, PLAYER, RowFault, Shape, are_in_twos, entry_rows
from tests.people.imports.files import entries, names, passed, players

TEAM = Shape(fewest=4, most=8)
# What it is; the list; the shape; who is entered; the faults told beside them, by row.
LISTS: list[tuple[str, str, Shape, list[str], dict[int, str]]] = [
    (
        "players below each other, blank lines between the pairs",
        "Cognome;Nome;Tessera\nMoretti;Ada;1\nGalli;Ivo;2\n;;\nFabbri;Lea;3\nCosta;Pio;4\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "Fabbri Lea / Costa Pio"],
        {},
    ),
    (
        "titles for whichever of the two",
        "Nome e cognome,Numero tessera,Nome e cognome compagno/a,Tessera compagno/a\nAda Moretti,1,Ivo Galli,2\n",
        PAIR,
        ["Moretti Ada / Galli Ivo"],
        {},
    ),
    (
        "a word with a colon between numbered lines is no title",
        "1. Moretti Ada - Galli Ivo\n2. Fabbri Lea e Costa Pio\n3.\nRiserve:\n4. Serra Ugo / Tosi Ines\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "Fabbri Lea / Costa Pio", "Serra Ugo / Tosi Ines"],
        {},
    ),
    (
        "columns of blanks under a title",
        "CIRCOLO  «LA  PINETA»\n\nN.   Giocatore       Compagno\n 1   Moretti Ada     Galli Ivo\n"
        " 2   De Santis Lea   Costa Pio\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "De Santis Lea / Costa Pio"],
        {},
    ),
    (
        "no titles, all columns plain",
        "Pirastru;Efisio;0731;ASD Sole\nDessì;Bonaria;0732;ASD Sole\nCossu;Gavino;0733;Nuoro\n",
        PLAYER,
        ["Pirastru Efisio", "Dessì Bonaria", "Cossu Gavino"],
        {},
    ),
    (
        "notes of small letters",
        "N.;Giocatore 1;Giocatore 2\n1;Moretti Ada (da confermare);Galli Ivo [celiaco]\n"
        "2;Fabbri Lea (2a cat.);Costa Pio\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "Fabbri Lea / Costa Pio"],
        {2: "aside", 3: "aside"},
    ),
    (
        "captain and substitute without brackets",
        "Squadra;G1;G2;G3;G4\nSole;Moretti Ada - cap.;Galli Ivo;Fabbri Lea;ris. Costa Pio\n",
        TEAM,
        ["Moretti Ada / Galli Ivo / Fabbri Lea / Costa Pio"],
        {2: "aside"},
    ),
    (
        "a substitute's letter in the place of a number",
        "N.;Coppia\n1;Moretti Ada - Galli Ivo\nR1;Fabbri Lea - Costa Pio\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "Fabbri Lea / Costa Pio"],
        {3: "number_given"},
    ),
    (
        "a chat",
        "[21:03, 12/11/2024] Lea: 1 Moretti Ada/Galli Ivo\n[21:04, 12/11/2024] Pio: 2 Fabbri Lea/Costa Pio\n",
        PAIR,
        ["Moretti Ada / Galli Ivo", "Fabbri Lea / Costa Pio"],
        {},
    ),
    (
        "ticks",
        "✅ Moretti Ada\n✅ Galli Ivo\n✅ Fabbri Elena\n",
        PLAYER,
        ["Moretti Ada", "Galli Ivo", "Fabbri Elena"],
        {},
    ),
    (
        "a club to which one belongs",
        "Cognome;Nome;Circolo di appartenenza\nMoretti;Ada;Levante\n",
        PLAYER,
        ["Moretti Ada"],
        {},
    ),
    (
        "teams in blocks, in a file",
        "SQUADRA: Sole\nMoretti Ada\nGalli Ivo\nFabbri Lea\nCosta Pio\n",
        TEAM,
        ["Moretti Ada / Galli Ivo / Fabbri Lea / Costa Pio"],
        {},
    ),
]


def test_ugly_lists_are_taken_as_meant() -> None:
    wrong = []
    for what, text, shape, people, faults in LISTS:
        rows = entries(text, shape)
        found = [" / ".join(row) for row in names(rows)]
        told = {row.row: row.problems[0].code for row in rows if row.problems}
        if (found, told, all(row.is_good for row in rows)) != (people, faults, True):
            wrong.append((what, found, told))
    assert wrong == []


def test_of_notes_that_may_be_a_name_or_a_card_somebody_asks() -> None:
    rows = entries("N.;Giocatore 1;Giocatore 2\n1;Moretti Ada (Bianchi);Galli Ivo\n2;Fabbri Lea (1234);Costa Pio\n")
    assert [[problem.code for problem in row.problems] for row in rows] == [[RowFault.NOT_A_NAME]] * 2


@pytest.mark.parametrize("name", ["R0ssi;Mario", "Rossi;Mar1o", "0rsi;Ugo", "Rossi;❌ Mario", "🚫 Rossi;Ada"])
def test_of_figures_and_crosses_within_a_name_somebody_asks(name: str) -> None:
    (row,) = players(f"Cognome;Nome\n{name}\n")
    assert [problem.code for problem in row.problems] == [RowFault.NOT_A_NAME]


def test_whoever_is_crossed_out_is_not_entered_unasked() -> None:
    good = [
        row.is_good
        for row in entries("✅ Moretti Ada\n✅ Galli Ivo\n✅ Fabbri Elena\n✅ Tosi Ugo\n❌ Costa Pio\n", PLAYER)
    ]
    assert good == [True, True, True, True, False]


def test_pairs_that_only_their_order_makes_are_asked() -> None:
    table = read_tables(b"Cognome;Nome\nMoretti;Ada\nGalli;Ivo\nFabbri;Lea\nCosta;Pio\n")[0]
    columns = recognise(table, ListKind.ENTRIES)
    assert are_in_twos(table, columns, PAIR, without=())
    assert not are_in_twos(table, columns, PLAYER, without=())
    rows = entry_rows(table, columns, PAIR)
    assert names(rows) == [["Moretti Ada", "Galli Ivo"], ["Fabbri Lea", "Costa Pio"]]
    assert {problem.code for row in rows for problem in row.problems} == {RowFault.IN_TWOS}


@pytest.mark.parametrize("text", ["Anna;Maria\nLuca;Paolo\nSara;Elena\n", "Moretti;Ada;a\nGalli;Ivo;b\nTosi;Pio;\n"])
def test_without_titles_what_is_not_plain_is_asked(text: str) -> None:
    assert recognise(read_tables(text.encode())[0], ListKind.ENTRIES).doubts == (ColumnDoubt.NO_HEADER,)


LINES = ["Moretti Ada - Galli Ivo", "Fabbri Lea e Costa Pio", "Riserve:", "Pagano subito:", "", "Tosi Ines / Serra Ugo"]


@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8), st.booleans())
def test_no_line_of_a_list_goes_unsaid(lines: list[str], is_numbered: bool) -> None:
    text = "\n".join(f"{place}. {line}" if is_numbered else line for place, line in enumerate(lines, start=1))
    if not any(line[:1].isalpha() for line in lines):
        return
    table = read_tables(as_file(text).encode())[0]
    columns = recognise(table, ListKind.ENTRIES)
    if not columns.is_sure:
        return  # asked, with all of it in view
    left = passed(table, columns)
    told = {number for row in entry_rows(table, columns, PAIR, without=left) for number in row.rows} | {*left}
    assert {row.number for row in table.rows} - told <= {columns.header}
