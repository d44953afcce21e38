"""Lists as strangers write them: other programs, regions, years. Each is read as it was meant, or named and asked."""

from datetime import date, time, timedelta

import pytest

from people.imports.columns import ListKind, recognise
from people.imports.file_tables import read_tables, readings_of
from people.imports.passed_over import passed_over
from people.imports.repetitions import with_repetitions
from people.imports.roster import read_roster
from people.imports.rows import PAIR, PLAYER, Shape, columns_left_out, entry_rows
from tests.people.imports.files import passed, workbook

TODAY = date(2026, 5, 9)
TEAM = Shape(fewest=4, most=8)

# What it is; the bytes; who is entered, each with card and club; the columns left out; the faults by row.
PLAYERS: list[tuple[str, bytes, list[str], list[str], dict[int, str]]] = [
    (
        "a database: every cell in quotes, its key first",
        b'"ID";"COGNOME";"NOME";"TESS.";"SOCIETA\'"\r\n'
        b'"1";"DE ANGELIS";"MARIA PIA";"000451";"CIRC. ""PINETA"", BARI"\r\n',
        ['De Angelis|Maria Pia|000451|CIRC. "PINETA", BARI'],
        ["ID"],
        {},
    ),
    (
        "an old program: columns of blanks, MS-DOS",
        "COGNOME           NOME         TESSERA  CIRCOLO\r\nNICCOLÒ           AGNESE       0012     LEVANTE\r\n"
        "DE LUCA           IVO UGO               PONENTE SUD\r\n".encode("cp850"),
        ["Niccolò|Agnese|0012|LEVANTE", "De Luca|Ivo Ugo||PONENTE SUD"],
        [],
        {},
    ),
    (
        "a Mac: tabs, lines ended by CR",
        "Cognome\tNome\tTessera\rForlì\tNoè\t12\r".encode("mac_roman"),
        ["Forlì|Noè|12|"],
        [],
        {},
    ),
    (
        "Unicode text",
        "Cognome\tNome\tTessera\r\nMüller\tJürgen\t00012\r\n".encode("utf-16"),
        ["Müller|Jürgen|00012|"],
        [],
        {},
    ),
    (
        "sep= and a comma within a name",
        b'\xef\xbb\xbfsep=,\r\nCognome,Nome,Tessera\r\nMoretti,Ada,12\r\n"De Luca, jr",Ivo,13\r\n',
        ["Moretti|Ada|12|", "De Luca, jr|Ivo|13|"],
        [],
        {3: "not_a_name"},
    ),
    (
        "surnames in capitals, two of them",
        "Nominativo;Tess.\nDE LUCA Anna Maria;1\nMARQUEZ GARCIA Ana;2\n".encode("cp1252"),
        ["De Luca|Anna Maria|1|", "Marquez Garcia|Ana|2|"],
        [],
        {},
    ),
    (
        "marks of quoting, hard blanks, words beside the card",
        "Cognome;Nome;Tessera\n“Moretti”;\xa0Ada\xa0;N. 12\n«Galli»;Ivo;tess. 13\nRiva;Pia;-\n".encode(),
        ["Moretti|Ada|12|", "Galli|Ivo|13|", "Riva|Pia||"],
        [],
        {},
    ),
    (
        "headings over the wrong columns",
        b"Cognome;Nome\nAda;Moretti\nAnna;Riva\n",
        ["Ada|Moretti||", "Anna|Riva||"],
        [],
        {2: "cut", 3: "cut"},
    ),
    (
        "Slovenian",
        "Priimek;Ime;Št. izkaznice;Klub\nKovačič;Žiga;12;Kras\n".encode("cp1250"),
        ["Kovačič|Žiga|12|Kras"],
        [],
        {},
    ),
    (
        "German",
        "Nachname;Vorname;Mitgliedsnr.;Verein\nGroß;Käthe;0013;Bozen\n".encode("cp1252"),
        ["Groß|Käthe|0013|Bozen"],
        [],
        {},
    ),
    (
        "French",
        "Nom;Prénom;N° licence;Club\nD’Hérin;Noël;0013;Aoste\n".encode("cp1252"),
        ["D’Hérin|Noël|0013|Aoste"],
        [],
        {},
    ),
    (
        "Spanish",
        "Apellidos;Nombre;Nº carnet;Club\nOrtega y Gasset;José;13;Sol\n".encode("cp1252"),
        ["Ortega y Gasset|José|13|Sol"],
        [],
        {},
    ),
    (
        "German, «Name» beside «Vorname»",
        "Mitgl.-Nr.;Name;Vorname\n0013;Groß;Käthe\n".encode("cp1252"),
        ["Groß|Käthe|0013|"],
        [],
        {},
    ),
    ("English, «Name» beside «First name»", b"Name;First name\nMoretti;Ada\n", ["Moretti|Ada||"], [], {}),
    (
        "Polish",
        "Nr legitymacji;Nazwisko;Imię;Klub;Ważna do\n7;Łącki;Paweł;Żywiec;\n8;Wiśniak;Zośka;Żywiec;\n".encode("cp1250"),
        ["Łącki|Paweł|7|Żywiec", "Wiśniak|Zośka|8|Żywiec"],
        ["Ważna do"],
        {},
    ),
    (
        "words in place of a card",
        "Cognome;Nome;Tessera\nMoretti;Ada;n.t.\nGalli;Ivo;N.D.\nRiva;Pia;néant\nSerra;Ines;n. AB\n".encode(),
        ["Moretti|Ada||", "Galli|Ivo||", "Riva|Pia||", "Serra|Ines|n. AB|"],
        [],
        {},
    ),
    (
        "words and signs in place of a name, or beside it",
        "Nominativo\nMoretti Ada\nda definire\nGalli † Ivo\nRiva Pia 3471234567\nCav. Serra Ugo\nCosta Lea?\n".encode(),
        [
            "Moretti|Ada||",
            "Da|Definire||",
            "Galli †|Ivo||",
            "Riva|Pia||",
            "Serra|Ugo||",
            "Costa|Lea?||",
        ],
        [],
        dict.fromkeys((3, 4, 7), "not_a_name") | dict.fromkeys((5, 6), "aside"),
    ),
    (
        "blank cells to the right, blank rows below",
        b"Cognome;Nome;Tessera;;;\nGalli;Ivo;13;;;\n;;;;;\n",
        ["Galli|Ivo|13|"],
        [],
        {},
    ),
    (
        "cards that a spreadsheet took for days and hours",
        workbook(
            [
                ["Cognome", "Nome", "Tessera"],
                ["Moretti", "Ada", date(2026, 12, 3)],
                ["Galli", "Ivo", time(10, 30)],
                ["Fabbri", "Lea", timedelta(hours=30)],
                ["Riva", "Pia", 1234567890123456],
                ["Serra", "Ines", 12.0],
            ]
        ),
        [
            "Moretti|Ada|03/12/2026|",
            "Galli|Ivo|10:30|",
            "Fabbri|Lea|30:00|",
            "Riva|Pia|1.234568E+15|",
            "Serra|Ines|12|",
        ],
        [],
        {2: "card_is_date", 3: "card_is_date", 4: "card_is_date", 5: "card_rounded"},
    ),
]

# Of pairs and teams: who plays together, rows passed over besides.
TOGETHER: list[tuple[str, bytes, Shape, list[str], list[str]]] = [
    (
        "a form on the web",
        b'"Informazioni cronologiche","Nome e cognome del primo giocatore","Tessera primo giocatore",'
        b'"Nome e cognome del secondo giocatore","Tessera secondo giocatore","Email"\n'
        b'"2026/05/09 6:12:33 PM GMT+2","Ada Moretti","12","Ivo De Luca","-","a@x.example"\n',
        PAIR,
        ["Moretti Ada 12 + De Luca Ivo "],
        ["Informazioni cronologiche", "Email"],
    ),
    (
        "a title above, «COPPIA» merged over two columns, fees and their total",
        workbook(
            [
                ["A.S.D. LA PINETA"],
                ["Torneo sociale 9 maggio 2026"],
                [],
                ["N°", "COPPIA", "", "QUOTA"],
                [1, "Moretti Ada", "Galli Ivo", 20],
                [2, "Fabbri Lea", "Costa Ugo", 20],
                [None, "TOTALE", None, 40],
            ],
            merged=["B4:C4"],
        ),
        PAIR,
        ["Moretti Ada  + Galli Ivo ", "Fabbri Lea  + Costa Ugo "],
        ["QUOTA"],
    ),
    (
        "a pair in a cell of two lines, and a telephone",
        workbook([["Coppia", "Telefono"], ["Moretti Ada\nGalli Ivo", "333 1"], ["Fabbri Lea\nCosta Ugo", "333 2"]]),
        PAIR,
        ["Moretti Ada  + Galli Ivo ", "Fabbri Lea  + Costa Ugo "],
        ["Telefono"],
    ),
    (
        "a table of pipes",
        b"| N | Giocatore 1 | Giocatore 2 |\n|---|---|---|\n| 7 | Moretti Ada | Galli Ivo |\n",
        PAIR,
        ["Moretti Ada  + Galli Ivo "],
        [],
    ),
    (
        "English, surname and comma",
        b'Player 1 Name,Player 1 ID,Player 2 Name,Player 2 ID\n"O\'Neil, Pat",102,"Van Der Berg, Jan",103\n',
        PAIR,
        ["O'Neil Pat 102 + Van Der Berg Jan 103"],
        [],
    ),
    (
        "German, places by letters",
        "Paar-Nr.;Spieler A;Spieler B\n7;Groß, Käthe;von der Au, Uwe\n".encode("cp1252"),
        PAIR,
        ["Groß Käthe  + von der Au Uwe "],
        [],
    ),
    (
        "French, numbers under «Équipe»",
        "Équipe\tJoueur 1\tN° licence 1\tJoueur 2\tN° licence 2\n1\tDUPRÉ Guy\t4B\tDE LA TOUR Anne\t5B\n".encode(
            "utf-16"
        ),
        PAIR,
        ["Dupré Guy 4B + De La Tour Anne 5B"],
        [],
    ),
    (
        "Spanish, J1 and J2",
        "Pareja;Apellidos J1;Nombre J1;Apellidos J2;Nombre J2;Federados\n1;Ríos Vega;Ana;Peña;Íñigo;FALSO\n".encode(),
        PAIR,
        ["Ríos Vega Ana  + Peña Íñigo "],
        ["Federados"],
    ),
    (
        "Slovenian, surname «in» name",
        "Par;Priimek in ime 1;Izkaznica 1;Priimek in ime 2;Izkaznica 2\n1;Učakar Žiga;S1;Vončina Špela;S2\n".encode(
            "cp1250"
        ),
        PAIR,
        ["Učakar Žiga S1 + Vončina Špela S2"],
        [],
    ),
    (
        "where they sit",
        b"Coppia n.;Nord;Sud;Circolo\n7;Moretti Ada;Galli Ivo;Sole\n",
        PAIR,
        ["Moretti Ada  + Galli Ivo "],
        [],
    ),
    (
        "headings again on each page, and the page's number",
        b"N.;Coppia\n1;Moretti Ada - Galli Ivo\nN.;Coppia\n3;Riva Pia - Serra Ines\nPagina 2 di 2;\n",
        PAIR,
        ["Moretti Ada  + Galli Ivo ", "Riva Pia  + Serra Ines "],
        [],
    ),
    (
        "names of a database",
        b"cognome_1;nome_1;cognome_2;nome_2\nRiva;Pia;Galli;Ivo\n",
        PAIR,
        ["Riva Pia  + Galli Ivo "],
        [],
    ),
    (
        "the captain first",
        b"Squadra;Capitano;Giocatore 2;Giocatore 3;Giocatore 4\nAssi;Moretti Ada;Galli Ivo;Fabbri Lea;Costa Ugo\n",
        TEAM,
        ["Moretti Ada  + Galli Ivo  + Fabbri Lea  + Costa Ugo "],
        [],
    ),
    (
        "a team in a cell, parted by commas",
        b"Squadra;Giocatori\nAssi;Moretti Ada, Galli Ivo, Fabbri Lea, Costa Ugo\n",
        TEAM,
        ["Moretti Ada  + Galli Ivo  + Fabbri Lea  + Costa Ugo "],
        [],
    ),
]

# Of rosters: card, name, until when, suspended; the columns left out; the rows unread.
ROSTERS: list[tuple[str, bytes, list[str], list[str], list[int]]] = [
    (
        "a federation's database",
        b"COD_TESSERA;COGNOME;NOME;DT_NASCITA;SESSO;COD_ASSOC;DES_ASSOC;STATO_TESSERA;DT_SCADENZA\n"
        b"ABC001;MORETTI;ADA;19800531;F;F0123;ASD SOLE;ATTIVA;20261231\n"
        b"ABC002;GALLI;IVO;20150601;M;F0123;ASD SOLE;SOSPESA;20261231\n",
        ["ABC001 Moretti Ada ASD SOLE 2026-12-31  in", "ABC002 Galli Ivo ASD SOLE 2026-12-31 2033-06-01 suspended"],
        ["SESSO", "COD_ASSOC"],
        [],
    ),
    (
        "months by their names",
        b"Tessera;Cognome;Nome;Scadenza\n1;Moretti;Ada;31 dicembre 2026\n"
        b"2;Galli;Ivo;31-dic-26\n3;Fabbri;Lea;Dec 31, 2026\n",
        ["1 Moretti Ada  2026-12-31  in", "2 Galli Ivo  2026-12-31  in", "3 Fabbri Lea  2026-12-31  in"],
        [],
        [],
    ),
    (
        "German days",
        "Mitgl.-Nr.;Name;Vorname;Geb.-Datum;Gültig bis\n1;Groß;Käthe;3. 4. 2011;31. 12. 2026\n".encode("cp1252"),
        ["1 Groß Käthe  2026-12-31 2029-04-03 in"],
        [],
        [],
    ),
    (
        "French, who is suspended",
        "N° licence,NOM,Prénom,Né(e) le,Valable jusqu'au,Suspendu\n1,RÉMY,Léa,02/03/1970,31/12/2026,non\n"
        "2,DE QUINCY,Guy,05/06/1981,31/12/2026,oui\n".encode(),
        ["1 Rémy Léa  2026-12-31  in", "2 De Quincy Guy  2026-12-31  suspended"],
        [],
        [],
    ),
    (
        "German, who left and who will",
        "Mitgl.-Nr.;Nachname;Vorname;Austritt\n1;Groß;Käthe;\n2;Oßwald;Gerda;30.06.2025\n3;Rau;Max;1.1.2027\n".encode(),
        ["1 Groß Käthe    in"],
        [],
        [4],
    ),
    (
        "births of two figures: of one century alone, or of which nobody can tell",
        b"Tessera;Cognome;Nome;Nato il\n1;Moretti;Ada;12/03/48\n2;Galli;Ivo;12/03/15\n3;Riva;Pia;29/02/71\n",
        ["1 Moretti Ada    in", "2 Galli Ivo   2033-03-12 in"],
        [],
        [4],
    ),
    (
        "a year and a renewal that nobody here reads",
        b"Tessera;Cognome;Nome;Anno;Rinnovo\n1;Moretti;Ada;2026;SI\n",
        ["1 Moretti Ada    in"],
        ["Anno", "Rinnovo"],
        [],
    ),
]


@pytest.mark.parametrize("case", PLAYERS, ids=[case[0] for case in PLAYERS])
def test_a_list_of_players(case: tuple[str, bytes, list[str], list[str], dict[int, str]]) -> None:
    _what, content, people, left_out, faults = case
    table = read_tables(content)[0]
    columns = recognise(table, ListKind.PLAYERS)
    rows = with_repetitions(entry_rows(table, columns, PLAYER, without=passed_over(table, columns, grouped=False)))
    found = [f"{one.last_name}|{one.first_name}|{one.card}|{one.club}" for row in rows for one in row.players]
    assert (columns.is_sure, found, list(columns_left_out(columns, table.width).values())) == (True, people, left_out)
    assert {row.row: row.problems[0].code.value for row in rows if row.problems} == faults


@pytest.mark.parametrize("case", TOGETHER, ids=[case[0] for case in TOGETHER])
def test_a_list_of_pairs_or_teams(case: tuple[str, bytes, Shape, list[str], list[str]]) -> None:
    _what, content, shape, people, left_out = case
    table = read_tables(content)[0]
    columns = recognise(table, ListKind.ENTRIES)
    rows = with_repetitions(entry_rows(table, columns, shape, without=passed(table, columns, shape)))
    found = [" + ".join(f"{one.last_name} {one.first_name} {one.card}" for one in row.players) for row in rows]
    assert (columns.is_sure, found, list(columns_left_out(columns, table.width).values())) == (True, people, left_out)
    assert all(row.is_good for row in rows)


@pytest.mark.parametrize("case", ROSTERS, ids=[case[0] for case in ROSTERS])
def test_a_roster(case: tuple[str, bytes, list[str], list[str], list[int]]) -> None:
    _what, content, members, left_out, unread = case
    file = read_roster(readings_of(content)[:1], TODAY)
    found = [
        f"{one.card} {one.last_name} {one.first_name} {one.club} {one.valid_until} {one.minor_until} "
        + ("suspended" if one.standing.is_suspended else "in")
        for one in file.members
    ]
    assert (found, list(file.left_out), [row.row for row in file.unread]) == (members, left_out, unread)


@pytest.mark.parametrize("case", PLAYERS, ids=[case[0] for case in PLAYERS])
def test_what_is_asked_of_a_player_is_asked_of_a_member_too(
    case: tuple[str, bytes, list[str], list[str], dict[int, str]],
) -> None:
    """Both ways to read a list mend and ask the same of a cell."""
    _what, content, people, _left_out, faults = case
    columns = recognise(read_tables(content)[0], ListKind.PLAYERS)
    if not any(target.field.value == "card" for target in columns.targets.values()):
        assert "||" in people[0]
        return
    file = read_roster(read_tables(content), TODAY)
    cards = {one.split("|")[2] for row, one in enumerate(people, start=2) if faults.get(row, "cut") == "cut"} - {""}
    assert {one.card for one in file.members} == cards
