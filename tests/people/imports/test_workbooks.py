"""Workbooks: what their cells read as, and which of them are refused before they are unpacked."""

import tracemalloc
from datetime import date, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import PatternFill

from people.imports.file_tables import read_tables
from people.imports.table import MAX_COLUMNS, FileFault, ImportRefused
from people.imports.workbook_guard import LAST_COLUMN, LAST_ROW, check_workbook
from records.outside import LIST
from tests.people.imports.files import cells, repacked, saved, workbook

SHEET = "xl/worksheets/sheet1.xml"
GOOD = workbook([["Cognome", "Nome"], ["Rossi", "Mario"]])
NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def refusal(content: bytes) -> FileFault:
    with pytest.raises(ImportRefused) as refused:
        read_tables(content)
    return refused.value.reason


def sheet(rows: bytes) -> bytes:
    return b"<worksheet " + NAMESPACE + b"><sheetData>" + rows + b"</sheetData></worksheet>"


def shared(rows: bytes, texts: bytes) -> bytes:
    """A workbook whose cells point at shared texts, as Excel writes them."""
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    with ZipFile(BytesIO(GOOD)) as archive:
        types = archive.read("[Content_Types].xml")
    part = b'<Override PartName="/xl/sharedStrings.xml" ContentType="' + kind + b'"/></Types>'
    return repacked(
        GOOD,
        {
            SHEET: sheet(rows),
            "xl/sharedStrings.xml": b"<sst " + NAMESPACE + b">" + texts + b"</sst>",
            "[Content_Types].xml": types.replace(b"</Types>", part),
        },
    )


def test_texts_shared_by_cells_read_whole_whatever_their_fonts() -> None:
    texts = b"<si><t>Rossi</t></si><si><r><t>D\xe2\x80\x99</t></r><r><rPr><b/></rPr><t>Amico </t></r></si>"
    rows = b'<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
    assert cells(shared(rows, texts)) == [("Rossi", "", "D’Amico")]


def test_values_read_as_a_person_would_type_them() -> None:
    row = [
        123,
        123.0,
        12.5,
        "00123",
        date(2026, 12, 3),
        datetime(2026, 12, 3, 18, 30),  # noqa: DTZ001  # a spreadsheet's have no zone
        True,
        None,
        " Anna\u00a0Maria ",
        "x",
    ]
    assert cells(workbook([row]))[0] == (
        "123", "123", "12.5", "00123", "03/12/2026", "03/12/2026 18:30", "VERO", "", "Anna Maria", "x",
    )  # fmt: skip


def test_a_formula_reads_as_the_value_last_computed() -> None:
    with_value = b'<row r="1"><c r="A1" t="str"><f>B1&amp;C1</f><v>Rossi</v></c><c r="B1"><f>1+1</f><v>2</v></c></row>'
    assert cells(repacked(GOOD, {SHEET: sheet(with_value)})) == [("Rossi", "2")]


def test_rows_keep_their_number_over_merged_titles_and_gaps() -> None:
    content = workbook([["Torneo"], [], ["Cognome", "Nome"], ["Rossi", "Mario"]], merged=["A1:F1"])
    assert [(row.number, row.cells) for row in read_tables(content)[0].rows] == [
        (1, ("Torneo",)),
        (3, ("Cognome", "Nome")),
        (4, ("Rossi", "Mario")),
    ]


def test_styled_empty_cells_are_no_columns() -> None:
    book = Workbook()
    page = book.active
    page.append(["Cognome", "Nome"])
    page.append(["Rossi", "Mario"])
    for row in range(1, 200):
        page.cell(row=row, column=90).fill = PatternFill("solid", fgColor="FFFF00")
    assert cells(saved(book)) == [("Cognome", "Nome"), ("Rossi", "Mario")]


def test_each_visible_sheet_with_something_in_it_is_a_table() -> None:
    book = Workbook()
    book.active.title = "Vuoto"
    book.create_sheet("Coppie").append(["Cognome"])
    book.create_sheet("Appunti").append(["segreto"])
    book["Appunti"].sheet_state = "hidden"
    book.create_sheet("Soci").append(["Tessera"])
    assert [table.name for table in read_tables(saved(book))] == ["Coppie", "Soci"]


def test_a_wrong_declared_size_is_not_believed() -> None:
    with_size = (
        b'<dimension ref="A1"/><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData>'
    )
    content = repacked(GOOD, {SHEET: b"<worksheet " + NAMESPACE + b">" + with_size + b"</worksheet>"})
    assert cells(content) == [("1", "2")]


def test_a_workbook_without_anything_is_empty() -> None:
    assert refusal(workbook([])) is FileFault.EMPTY


def test_a_table_too_wide_is_refused() -> None:
    assert refusal(workbook([["x"] * (MAX_COLUMNS + 1)])) is FileFault.TOO_MANY_COLUMNS


def test_a_libreoffice_file_is_told_apart() -> None:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    assert refusal(out.getvalue()) is FileFault.OPEN_DOCUMENT


def test_a_bomb_is_refused_without_being_unpacked() -> None:
    """33 MB of zeros pack into 33 kB; refusing them takes a small part of what they would."""
    bomb = repacked(GOOD, {SHEET: bytes(LIST.unpacked + 1)})
    assert len(bomb) < 60_000
    tracemalloc.start()
    try:
        assert refusal(bomb) is FileFault.UNPACKS_TOO_BIG
        assert tracemalloc.get_traced_memory()[1] < 2 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.long
@pytest.mark.parametrize(
    "rows",
    [
        b"<row/>" * (LIST.values + 1),
        b"<row>" + b"<c/>" * (LIST.values + 1) + b"</row>",
        b"<a>" * 100 + b"</a>" * 100,
    ],
    ids=["rows", "cells", "nested"],
)
def test_elements_without_end_are_refused_in_little_memory(rows: bytes) -> None:
    content = repacked(GOOD, {SHEET: sheet(rows)})
    tracemalloc.start()
    try:
        assert refusal(content) in {FileFault.UNPACKS_TOO_BIG, FileFault.BROKEN_WORKBOOK}
        assert tracemalloc.get_traced_memory()[1] < 4 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_a_long_text_shown_in_every_cell_is_refused_in_little_memory() -> None:
    """A hundred thousand cells of one shared text: a few kB that would become a hundred MB."""
    rows = (b"<row>" + b'<c t="s"><v>0</v></c>' * 50 + b"</row>") * 2_000
    content = shared(rows, b"<si><t>" + b"a" * 1_000 + b"</t></si>")
    tracemalloc.start()
    try:
        assert refusal(content) is FileFault.UNPACKS_TOO_BIG
        assert tracemalloc.get_traced_memory()[1] < 16 * 2**20
    finally:
        tracemalloc.stop()


def test_a_part_shown_as_many_sheets_is_refused() -> None:
    with ZipFile(BytesIO(GOOD)) as archive:
        book = archive.read("xl/workbook.xml")
    start = book.index(b"<sheet ")
    end = book.index(b"/>", start) + 2
    shown = [book[start:end].replace(b"Iscritti", b"Foglio%d" % n) for n in range(40)]
    content = repacked(GOOD, {"xl/workbook.xml": book[:start] + b"".join(shown) + book[end:]})
    assert refusal(content) is FileFault.BROKEN_WORKBOOK


@pytest.mark.parametrize("number", [b"9999999999999", b"0", b"-1", b"1e9", b"\xd9\xa1"])
def test_a_row_that_no_sheet_has_is_refused(number: bytes) -> None:
    content = repacked(GOOD, {SHEET: sheet(b'<row r="' + number + b'"><c><v>1</v></c></row>')})
    assert refusal(content) is FileFault.BROKEN_WORKBOOK


def test_a_row_with_more_cells_than_a_sheet_has_is_refused() -> None:
    content = repacked(GOOD, {SHEET: sheet(b"<row>" + b"<c/>" * (LAST_COLUMN + 1) + b"</row>")})
    assert refusal(content) is FileFault.BROKEN_WORKBOOK


def test_entities_are_refused() -> None:
    laughs = b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    rows = b'<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>'
    assert refusal(repacked(GOOD, {SHEET: laughs + sheet(rows)})) is FileFault.BROKEN_WORKBOOK


def test_packing_that_spreadsheets_do_not_use_is_refused() -> None:
    out = BytesIO()
    with ZipFile(BytesIO(GOOD)) as old, ZipFile(out, "w", ZIP_LZMA) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    assert refusal(out.getvalue()) is FileFault.BROKEN_WORKBOOK


def test_a_zip_of_something_else_is_refused() -> None:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("foto.jpg", b"\xff\xd8")
    assert refusal(out.getvalue()) is FileFault.BROKEN_WORKBOOK


@settings(max_examples=60)
@given(position=st.integers(0, len(GOOD) - 1), mark=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_workbook_is_read_or_refused(position: int, mark: int, cut: bool) -> None:
    damaged = GOOD[:position] if cut else GOOD[:position] + bytes([mark]) + GOOD[position + 1 :]
    try:
        assert read_tables(damaged)
    except ImportRefused as refused:
        assert refused.reason in FileFault


PIECES = """<row> </row> <row_r="3"> <c> </c> <c_r="B2"> <c_r="ZZZ1"> <c_t="s"> <c_s="7"> <v> </v> 1 x <c_t="b">
<c_t="d">
<v>99</v> <v/> <is><t>a</t></is> <c_t="inlineStr"> <f>"""


@pytest.mark.long
@settings(max_examples=60)
@given(st.lists(st.sampled_from([piece.replace("_", " ").encode() for piece in PIECES.split()])))
def test_any_sheet_is_read_or_refused(parts: list[bytes]) -> None:
    try:
        read_tables(repacked(GOOD, {SHEET: sheet(b"".join(parts))}))
    except ImportRefused as refused:
        assert refused.reason in {FileFault.BROKEN_WORKBOOK, FileFault.EMPTY, FileFault.TOO_MANY_COLUMNS}


def last_row(content: bytes) -> int:
    with ZipFile(BytesIO(content)) as archive:
        return check_workbook(archive).last_row


@pytest.mark.parametrize(
    ("rows", "last"),
    [
        (b'<row r="2"><c r="A2"><v>1</v></c></row><row r="1048576"><c r="A1048576" s="0"/></row>', 2),
        (b'<row r="3"><c r="A3" t="inlineStr"><is><t>Ada</t></is></c></row>', 3),
        (b'<row/><row><c t="inlineStr"><is><t>Ada</t></is></c></row><row><c/></row>', 2),
        (b'<row r="7"><c r="A7" s="0"/></row>', 0),
        (b"", 0),
    ],
    ids=["a blank cell in the last row", "a text", "rows without numbers", "blank cells alone", "nothing"],
)
def test_rows_are_read_as_far_as_they_say_something(rows: bytes, last: int) -> None:
    content = repacked(GOOD, {SHEET: sheet(rows)})
    assert last_row(content) == last
    assert len(read_tables(content)[0].rows if last else ()) == (1 if last else 0)


def test_blank_rows_between_count_like_full_ones() -> None:
    """A million blank rows, then a name: 5 kB that took seconds to read."""

    def with_a_name_in(row: int) -> bytes:
        book = Workbook()
        book.active.append(["Cognome", "Nome"])
        book.active.cell(row, 1, "Rossi")
        return saved(book)

    assert len(cells(with_a_name_in(LIST.lines))) == 2
    for row in (LIST.lines + 1, LAST_ROW):
        assert refusal(with_a_name_in(row)) is FileFault.TOO_MANY_ROWS
