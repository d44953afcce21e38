"""Lists as clubs send them, read by the same rules as any: a table for each way in, whose rows that fail are named."""

from datetime import date

from hypothesis import assume, given
from hypothesis import strategies as st

from people.imports.columns import ListKind, recognise
from people.imports.day_cells import with_days
from people.imports.file_tables import read_tables, readings_of
from people.imports.personal_columns import with_plain_days, with_states
from people.imports.repetitions import with_repetitions
from people.imports.roster import read_roster
from people.imports.rows import PAIR, RowFault, Shape, entry_rows
from people.imports.table import SheetRow
from records.days import day_written
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
        "the club beside the first player of a pair alone, which no sheet merges any more",
        b"Coppia n.;Cognome e nome;Circolo\n1;Ventagli Ada;Molo\n;Zufoli Remo;\n2;Tamburi Lino;Faro\n;Cembali Gemma;\n",
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
        "the captain first, a reserve last",
        b"Squadra;Capitano;Giocatore 2;Giocatore 3;Giocatore 4;Riserva\n"
        b"Assi;Riva Pia;Galli Ivo;Sarti Ida;Costa Ugo;Neri Ada\n",
        Shape(fewest=4, most=8),
        ["Riva,Pia,,+Galli,Ivo,,+Sarti,Ida,,+Costa,Ugo,,+Neri,Ada,,"],
        {},
        {},
    ),
    (
        "«NOMINATIVI» merged over two whole names, clubs in rows of their own",
        b"N;NOMINATIVI;;Quota\nCIRCOLO PINETA;;;\n1;Riva Pia;Galli Ivo;20\nCIRCOLO MOLO;;;\n2;Sarti Ida;Costa Ugo;20\n",
        PAIR,
        ["Riva,Pia,,PINETA+Galli,Ivo,,PINETA", "Sarti,Ida,,MOLO+Costa,Ugo,,MOLO"],
        {},
        {2: "club", 4: "club"},
    ),
    (
        "people called as letters end",
        b"Cogn. e nome;Cogn. e nome\nRiva Pia;Galli Ivo\nPresidente Ugo;Saluti Ada\nGrazie Ivo;Firma Rita\n",
        PAIR,
        ["Riva,Pia,,+Galli,Ivo,,", "Presidente,Ugo,,+Saluti,Ada,,", "Grazie,Ivo,,+Firma,Rita,,"],
        {},
        {},
    ),
    (
        "Chinese names in signs",
        "Giocatore 1;Giocatore 2\n王小明;欧阳娜娜\n".encode(),
        PAIR,
        ["王,小明,,+欧阳,娜娜,,"],
        {2: ["cut", "cut"]},
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
        "Squadra;Componenti\nI Falchi;Alberti Ugo (cap.), Bassani Pia, Corsari Ivo, Donnini Rita (ris.)\n"
        "Le Volpi;Egidi Mara, Fortunati Elio C, Gherardi Zoe, Ippoliti Rino\n"
        "Bari, lì 3/5/2026;\nIl Presidente;\nGino Frattaglia;\n".encode(),
        Shape(fewest=4, most=8),
        [
            "Alberti,Ugo,,+Bassani,Pia,,+Corsari,Ivo,,+Donnini,Rita,,",
            "Egidi,Mara,,+Fortunati,Elio,,+Gherardi,Zoe,,+Ippoliti,Rino,,",
        ],
        {2: ["aside"], 3: ["aside"]},
        {4: "letter", 5: "letter", 6: "letter"},
    ),
]

# Of rosters: card, name, from when and until when, of age on, suspended, club; the columns left out; faults by row, and
# as row 0 how days were read that do not say it themselves.
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
        {0: ["31/12/26 → 31/12/2026"]},
    ),
    (
        "American days, which one of the file proves",
        b"Card no.;Surname;First name;Date of birth;Valid until\n"
        b"1;Moretti;Ada;3/4/1961;12/31/2026\n2;Galli;Ivo;7/6/12;7/6/2026\n",
        ["1 Moretti Ada  2026-12-31  in ", "2 Galli Ivo  2026-07-06 2030-07-06 in "],
        [],
        {0: ["3/4/1961 → 04/03/1961"]},
    ),
    (
        "days that nothing proves to be of either order",
        b"Card no.;Surname;First name;Valid until\n1;Moretti;Ada;1/2/2027\n2;Galli;Ivo;3/4/2027\n",
        ["1 Moretti Ada  2027-02-01  in ", "2 Galli Ivo  2027-04-03  in "],
        [],
        {0: ["1/2/2027 → 2027-02-01"]},
    ),
    (
        "days of both kinds, which nobody can tell",
        b"Tessera;Cognome;Nome;Scadenza\n1;Moretti;Ada;12/31/2026\n2;Galli;Ivo;31/12/2026\n",
        ["2 Galli Ivo  2026-12-31  in "],
        [],
        {2: ["not_a_day"]},
    ),
    (
        "days as a spreadsheet counts them, and a year",
        b"Tessera;Cognome;Nome;Scadenza\n1;Moretti;Ada;46387\n2;Galli;Ivo;2026\n",
        ["1 Moretti Ada  2026-12-31  in "],
        [],
        {0: ["46387 → 31/12/2026"], 3: ["not_a_day"]},
    ),
    (
        "club by club, each with its titles and totals",
        b"Circolo: La Pineta\nTessera;Cognome;Nome\nP1;Sambuchi;Elio\nTotale;1\n\nCircolo: Faro\nTessera;Cognome;Nome\n"
        b"B1;Ortichelli;Dino\nTOTALE GENERALE;2\n",
        ["P1 Sambuchi Elio    in La Pineta", "B1 Ortichelli Dino    in Faro"],
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
        told |= {0: list(file.days)} if file.days else {}
        if (read := (found, list(file.left_out), told)) != (members, left_out, unread):
            wrong.append((what, read))
    assert wrong == []


def test_entries_tell_births_and_states_as_a_roster_does() -> None:
    """Of who is of age nothing is kept; a birth that may be two days is asked; who may not play is told."""
    lines = [
        "Cognome 1;Nome 1;Nato il 1;Stato 1;Cognome 2;Nome 2;Nato il 2;Stato 2",
        "Riva;Pia;31/05/2010;attiva;Galli;Ivo;1961-05-31;sospeso",
        "Sarti;Ida;40329;in regola;Neri;Ugo;12/03/30;attivo",
    ]
    table = read_tables("\n".join(lines).encode())[0]
    plain = with_plain_days(table, recognise(table, ListKind.ENTRIES), TODAY)
    rows = list(with_states(entry_rows(plain.table, plain.columns, PAIR), table, plain.columns))
    assert [[one.minor_until for one in row.players] for row in rows] == [["2028-05-31", ""], ["2028-05-31", ""]]
    assert [[(one.code, one.text) for one in row.problems] for row in rows] == [
        [(RowFault.STATE_SAYS, "sospeso")],
        [(RowFault.NOT_A_DAY, "? 12/03/30")],
    ]
    assert plain.told == ("40329 → 31/05/2010",)


DAYS = st.lists(st.dates(date(1930, 1, 1), date(2040, 12, 31)), min_size=1, max_size=8)


@given(DAYS, st.sampled_from(["{0.month}/{0.day}/{0.year}", "{0.month:02}-{0.day:02}-{0.year}", "{1}", "{1},0"]))
def test_a_column_of_days_reads_as_it_was_written_where_one_of_them_proves_it(days: list[date], form: str) -> None:
    counted = [(day - date(1899, 12, 30)).days for day in days]
    rows = [
        SheetRow(number, (form.format(day, count),))
        for number, (day, count) in enumerate(zip(days, counted, strict=True))
    ]
    plain, told = with_days(rows, [0])
    assume("1" in form or any(day.day > 12 for day in days))
    assert [read.day if (read := day_written(row.cell(0))) else None for row in plain] == days
    assert told
