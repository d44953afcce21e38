"""Any list of sheets as a workbook: types, looks, and text that stays text."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
import time_machine

from papers.sheets import Imprint, Kind, Sheet, in_order
from papers.xlsx import sheet_names, workbook
from tests.reading import book

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
IMPRINT = Imprint("Classifica", "Coppa & Levante", NOON)
HEADS = in_order(
    ("N.", Kind.INTEGER, 4), ("Nome", Kind.TEXT, 30), ("Media", Kind.FRACTION, 8), ("Quando", Kind.MOMENT, 16)
)


def sheet(name="Anna Conti", **more):
    return Sheet("Classifica", HEADS, ((1, name, Fraction(47, 6), NOON),), **more)


def made(*sheets):
    return book(workbook(sheets, IMPRINT))


def test_numbers_dates_and_texts_have_their_types():
    number, name, mean, at = made(sheet()).active[2]
    assert [cell.data_type for cell in (number, name, mean, at)] == ["n", "s", "n", "d"]
    assert number.value == 1
    assert at.value == datetime(2026, 11, 14, 13, 0)  # noqa: DTZ001 (Excel knows no zones: the hall's clock)
    assert (mean.number_format, Fraction(mean.value).limit_denominator(99)) == ("# ??/??", Fraction(47, 6))


@pytest.mark.parametrize(
    "name", ["=1+1", "+39", "@x", "-2", "\tciao", "=cmd|' /C calc'!A0", "  =SUM(A1)", "#N/A", "%x", "=", "’«»àèéìòù"]
)
def test_a_text_never_becomes_a_formula(name):
    cell = made(sheet(name)).active["B2"]
    assert (cell.value, cell.data_type, cell.number_format) == (name, "s", "@")


@pytest.mark.parametrize("name", ["=1+1", "+39", "@x", "-2", "  =SUM(A1)"])
def test_a_text_that_looks_like_a_formula_is_quoted(name):
    assert made(sheet(name)).active["B2"].quotePrefix
    assert not made(sheet("Anna")).active["B2"].quotePrefix


def test_a_header_never_becomes_a_formula():
    heads = in_order(("=1+1", Kind.TEXT, 12))
    assert made(Sheet("X", heads, ())).active["A1"].data_type == "s"


def test_control_characters_are_left_out_and_long_texts_cut():
    cell = made(sheet("a\x07b" + "x" * 40_000)).active["B2"]
    assert (cell.value[:3], len(cell.value)) == ("abx", 32_767)


def test_the_header_stays_in_sight_and_filters():
    worksheet = made(sheet(footer=(1, "Totale", None, None))).active
    assert worksheet.freeze_panes == "A2"
    assert worksheet.auto_filter.ref == "A1:D2"
    assert worksheet.print_title_rows == "$1:$1"
    assert worksheet["A1"].font.bold
    assert worksheet["B3"].value == "Totale"
    assert worksheet["B3"].font.bold


def test_columns_are_as_wide_as_their_values():
    worksheet = made(sheet()).active
    assert worksheet.column_dimensions["B"].width == 33
    assert worksheet.column_dimensions["A"].width >= 6


def test_it_prints_on_one_page_in_width():
    worksheet = made(sheet()).active
    assert worksheet.sheet_properties.pageSetUpPr.fitToPage
    assert (worksheet.page_setup.fitToWidth, worksheet.page_setup.fitToHeight) == (1, 0)
    assert worksheet.oddHeader.right.text == "Coppa && Levante"


def test_notes_stand_below_the_rows_across_the_table():
    worksheet = made(sheet(notes=("=Nota",), footer=(1, "Totale", None, None))).active
    assert (worksheet["A5"].value, worksheet["A5"].data_type) == ("=Nota", "s")
    assert [str(merged) for merged in worksheet.merged_cells.ranges] == ["A5:D5"]


def test_a_row_is_as_high_as_its_longest_text():
    heights = made(sheet("parola " * 20)).active.row_dimensions[2].height, made(sheet()).active.row_dimensions[2].height
    assert heights == (75, None)


def test_a_date_or_a_number_among_texts_is_written_as_what_it_is():
    one = Sheet("Torneo", in_order(("Valore", Kind.TEXT, 20)), ((date(2026, 11, 14),), (8,), ("8",)))
    cells = [row[0] for row in made(one).active.iter_rows(min_row=2)]
    assert [cell.data_type for cell in cells] == ["d", "n", "s"]
    assert cells[0].number_format == "dd/mm/yyyy"


def test_an_empty_sheet_has_its_header():
    worksheet = made(Sheet("Vuota", HEADS, ())).active
    assert [cell.value for cell in worksheet[1]] == ["N.", "Nome", "Media", "Quando"]


def test_names_of_worksheets_are_valid_and_unique():
    names = sheet_names(["Turno 1/2: [a]*?", "x" * 40, "X" * 40, "History", "", "'apici'"])
    assert len({name.casefold() for name in names}) == len(names)
    assert all(0 < len(name) <= 31 for name in names)
    assert not any(set(name) & set("\\/*?:[]") for name in names)
    assert "history" not in [name.casefold() for name in names]


def test_properties_tell_title_and_moment():
    properties = made(sheet()).properties
    assert (properties.title, properties.creator) == ("Classifica", "Coppa & Levante")
    assert properties.modified == datetime(2026, 11, 14, 12, 0)  # noqa: DTZ001 (openpyxl gives UTC without a zone)


def test_the_same_rows_give_the_same_bytes_whatever_the_clock():
    with time_machine.travel(NOON):
        first = workbook([sheet()], IMPRINT)
    assert workbook([sheet()], IMPRINT) == first
