"""Lists as clubs send them, read by the same rules as any: a table for each way in, whose rows that fail are named."""

from datetime import date

from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables, readings_of
from people.imports.repetitions import with_repetitions
from people.imports.roster import read_roster
from people.imports.rows import PAIR, Shape, entry_rows
from tests.people.imports.files import passed, workbook

TODAY = date(2026, 5, 9)

# What it is; the bytes; the shape of an entry; who is entered, with card and club; warnings and faults by row; rows
# passed over.
ENTRIES: list[tuple[str, bytes, Shape, list[str], dict[int, list[str]], dict[int, str]]] = [
    (
        "number and club merged over the two rows of a pair",
        workbook(
            [
                ["Coppia n.", "Cognome e nome", "Circolo"],
                [1, "Ventagli Ada", "Molo"],
                [None, "Zufoli Remo"],
                [2, "Tamburi Lino", "Faro"],
                [None, "Cembali Gemma"],
            ],
            merged=["A2:A3", "C2:C3", "A4:A5", "C4:C5"],
        ),
        PAIR,
        ["Ventagli,Ada,,Molo+Zufoli,Remo,,Molo", "Tamburi,Lino,,Faro+Cembali,Gemma,,Faro"],
        {},
        {},
    ),
    (
        "letters of the Adriatic that a Mac would read too",
        "N\tCognome 1\tNome 1\tCognome 2\tNome 2\n1\tĐurašević\tMiloš\tŠćepanovič\tŽeljka\n".encode("cp1250"),
        PAIR,
        ["Đurašević,Miloš,,+Šćepanovič,Željka,,"],
        {},
        {},
    ),
    (
        "particles within a surname",
        "Giocatore 1;Giocatore 2\nNúñez de Lara Íñigo;Ondarosa Rita\nLo Greco Pia;Van der Molen Ida\n".encode(),
        PAIR,
        ["Núñez de Lara,Íñigo,,+Ondarosa,Rita,,", "Lo Greco,Pia,,+Van der Molen,Ida,,"],
        {2: ["cut"], 3: ["cut"]},
        {},
    ),
    (
        "a team in a cell, with marks of captain and reserve, and who signs below",
        "Squadra;Componenti\nI Falchi;Alberti Ugo (cap.), Bassani Pia, Corsari Ivo, Donnini Rita (ris.)\n\n"
        "Bari, lì 3/5/2026;\nIl Presidente;\nGino Frattaglia;\n".encode(),
        Shape(fewest=4, most=8),
        ["Alberti,Ugo,,+Bassani,Pia,,+Corsari,Ivo,,+Donnini,Rita,,"],
        {2: ["aside"]},
        {4: "letter", 5: "letter", 6: "letter"},
    ),
]

# Of rosters: card, name, from when and until when, of age on, suspended, club; the columns left out; unread rows;
# notices by row.
ROSTERS: list[tuple[str, bytes, list[str], list[str], dict[int, list[str]]]] = [
    (
        "two rows of titles, the upper ones merged over personal data and days",
        workbook(
            [
                ["ELENCO TESSERATI"],
                ["Tessera", "Anagrafica", "", "", "Validità", "", "Stato"],
                ["", "Cognome", "Nome", "Data di nascita", "Dal", "Al", ""],
                ["S-2", "Noccioli", "Ugo", "2011-05-31", "2026-01-01", "2026-12-31", "Sospeso"],
            ],
            merged=["A1:G1", "A2:A3", "B2:D2", "E2:F2", "G2:G3"],
        ),
        ["S-2 Noccioli Ugo 2026-01-01 2026-12-31 2029-05-31 suspended "],
        [],
        {},
    ),
    (
        "titles cut short",
        b"N. tessera;Cognome;Nome;Scad.\n7;Faggioli;Teo;31/12/26\n",
        ["7 Faggioli Teo  2026-12-31  in "],
        [],
        {},
    ),
]


def test_pairs_teams_and_players_of_clubs() -> None:
    wrong = []
    for what, content, shape, people, faults, passed_rows in ENTRIES:
        table = read_tables(content)[0]
        columns = recognise(table, ListKind.ENTRIES)
        without = passed(table, columns, shape)
        rows = with_repetitions(entry_rows(table, columns, shape, without=without))
        found = [
            "+".join(f"{one.last_name},{one.first_name},{one.card},{one.club}" for one in row.players) for row in rows
        ]
        told = {row.row: [one.code.value for one in row.problems] for row in rows if row.problems}
        read = (columns.is_sure, found, told, {row: why.value for row, why in without.items()})
        if read != (True, people, faults, passed_rows):
            wrong.append((what, read))
    assert wrong == []


def test_rosters_of_federations() -> None:
    wrong = []
    for what, content, members, left_out, unread in ROSTERS:
        file = read_roster(readings_of(content)[:1], TODAY)
        found = [
            f"{one.card} {one.last_name} {one.first_name} {one.valid_from} {one.valid_until} {one.minor_until} "
            f"{'suspended' if one.standing.is_suspended else 'in'} {one.club}"
            for one in file.members
        ]
        told = {row.row: [one.code.value for one in row.problems] for row in file.unread}
        if (read := (found, list(file.left_out), told)) != (members, left_out, unread):
            wrong.append((what, read))
    assert wrong == []
