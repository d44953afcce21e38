"""Text with separators: encodings, separators, quotes, what is refused."""

import tracemalloc

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from people.imports.file_tables import check_size, read_tables
from people.imports.letters import decode
from people.imports.table import MAX_COLUMNS, FileFault, ImportRefused, ListSheet, table_of
from records.outside import LIST
from tests.people.imports.files import cells

NICOLO = "Cognome;Nome\nD’Amico;Nicolò\nGarrè;Zoë\n"
READ = [("Cognome", "Nome"), ("D’Amico", "Nicolò"), ("Garrè", "Zoë")]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "mac_roman", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_any_encoding_reads_the_same(encoding: str) -> None:
    assert cells(NICOLO.encode(encoding)) == READ


@pytest.mark.parametrize("encoding", ["latin-1", "cp850"])
def test_an_encoding_without_typographic_marks_reads_the_same(encoding: str) -> None:
    """The dotted À of MS-DOS is another letter under Windows: it is told by what an Italian list may hold."""
    assert cells("Cognome;Nome\nGarrè;Nicolò\nForlì;Mosè\n".encode(encoding))[1:] == [
        ("Garrè", "Nicolò"),
        ("Forlì", "Mosè"),
    ]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_separator_and_line_end_is_found(delimiter: str, end: str) -> None:
    rows = [("N", "Cognome", "Nome"), ("1", "Rossi", "Mario"), ("2", "Verdi", "Anna")]
    text = end.join(delimiter.join(row) for row in rows)
    assert cells(text.encode()) == rows


def test_commas_in_the_cells_do_not_make_columns() -> None:
    text = "Coppe Riunite, Bari\nN;Nome;Punti\n1;Rossi, Mario;12,5\n2;Verdi, Anna;8,0\n"
    assert cells(text.encode())[2] == ("1", "Rossi, Mario", "12,5")


def test_the_separator_announced_for_excel_is_obeyed_and_is_no_row() -> None:
    table = read_tables(b'sep=|\r\n"Cognome"|"a;b;c"\r\nRossi|x;y;z\r\n')[0]
    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ("Cognome", "a;b;c")),
        (2, ("Rossi", "x;y;z")),
    ]


def test_a_quoted_line_end_stays_in_its_cell_and_counts_as_one_row() -> None:
    table = read_tables(b'Cognome;Note\n"Rossi";"arriva\r\ntardi; forse"\nVerdi;""\n')[0]
    assert [(row.number, row.cells) for row in table.rows] == [
        (1, ("Cognome", "Note")),
        (2, ("Rossi", "arriva tardi; forse")),
        (3, ("Verdi",)),
    ]


def test_rows_keep_their_number_and_blank_ones_and_ends_are_left_out() -> None:
    table = read_tables(
        "\ufeff;;;\nCognome;Nome;;\n\n\u00a0;;\u200b;\nRossi ;\u00a0Mario\u00a0 Luigi;;;;\n;;;\n".encode()
    )[0]
    assert [(row.number, row.cells) for row in table.rows] == [(2, ("Cognome", "Nome")), (5, ("Rossi", "Mario Luigi"))]


def test_accents_typed_apart_are_composed() -> None:
    assert cells("Nome\nNicolo\u0300\n".encode())[1] == ("Nicolò",)


def test_the_mark_at_the_end_of_a_file_of_dos_is_no_text() -> None:
    assert cells(b"Cognome;Nome\r\nRossi;Mario\r\n\x1a") == [("Cognome", "Nome"), ("Rossi", "Mario")]


def test_a_quote_left_open_is_refused_with_its_row() -> None:
    with pytest.raises(ImportRefused) as refused:
        read_tables(b'Cognome;Nome\nRossi;Mario\n"Verdi;Anna\nBianchi;Luca\n')
    assert (refused.value.reason, refused.value.data) == (FileFault.QUOTE_NOT_CLOSED, {"row": 3})


def test_a_quote_within_a_cell_is_only_a_mark() -> None:
    assert cells(b'Cognome;Nome\nRossi;Mario "il Moro"\n')[1] == ("Rossi", 'Mario "il Moro"')


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", FileFault.EMPTY),
        (b" \r\n\r\n ", FileFault.EMPTY),
        (b";;;\n;;;\n", FileFault.EMPTY),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), FileFault.OLD_EXCEL),
        (b"%PDF-1.7\n", FileFault.PDF),
        (b"\xef\xbb\xbf <!doctype html><table>", FileFault.WEB_PAGE),
        (b"\x89PNG\r\n\x1a\n\x01\x02", FileFault.NOT_TEXT),
        (b"Cognome;Nome\nRossi\x00;Mario\x00\n", FileFault.NOT_TEXT),
        (b"a\n" * (LIST.lines + 1), FileFault.TOO_MANY_ROWS),
        (b"x;" * (MAX_COLUMNS + 1), FileFault.TOO_MANY_COLUMNS),
        (b"x" * (LIST.size + 1), FileFault.TOO_BIG),
    ],
)
def test_what_is_no_list_is_refused_with_its_reason(content: bytes, reason: FileFault) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_tables(content)
    assert refused.value.reason is reason


def test_the_size_can_be_refused_before_the_file_is_opened() -> None:
    check_size(LIST.size)
    with pytest.raises(ImportRefused):
        check_size(LIST.size + 1)


@pytest.mark.long
def test_a_million_blank_lines_under_the_list_do_not_matter() -> None:
    assert cells(b"Cognome;Nome\nRossi;Mario\n" + b";\n" * 1_000_000)[1:] == [("Rossi", "Mario")]


@pytest.mark.long
def test_the_largest_file_takes_bounded_memory() -> None:
    """Empty cells are the worst: millions of them in few bytes."""
    for content in (b";" * LIST.size, b"x;;;;;;;;;\n" * (LIST.size // 11), b'"' + b"\n" * (LIST.size - 1)):
        tracemalloc.start()
        try:
            _outcome(content)
            assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
        finally:
            tracemalloc.stop()


def _outcome(content: bytes) -> tuple[ListSheet, ...] | FileFault:
    try:
        return read_tables(content)
    except ImportRefused as refused:
        return refused.reason


@given(st.binary(max_size=400))
@example(b"\xff\xfe\x00\xd8")
@example(b"\xef\xbb\xbf\xff")
@example(b"PK\x03\x04")
@example(b"PK\x05\x06" + bytes(18))
@example(b'"')
@example(b"\x1f")
def test_any_bytes_give_a_table_or_a_refusal(content: bytes) -> None:
    outcome = _outcome(content)
    assert isinstance(outcome, FileFault) or all(row.cells and row.cells[-1] for row in outcome[0].rows)


@pytest.mark.long
@given(st.lists(st.lists(st.text(st.characters(codec="utf-8"), max_size=20), min_size=3, max_size=3), max_size=20))
def test_what_a_spreadsheet_quotes_comes_back(rows: list[list[str]]) -> None:
    rows = [["N", "Cognome", "Nome"], *([_printable(cell) for cell in row] for row in rows)]
    text = "\r\n".join(";".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    assume(decode(text.encode()) == text)  # «Ã²» is an «ò» encoded twice
    assert read_tables(text.encode("utf-8-sig"))[0] == table_of("", rows)


def _printable(text: str) -> str:
    """Without the control marks that no text file has."""
    return "".join(one for one in text if one >= " " or one in "\t\r\n")
