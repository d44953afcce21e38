"""Any sheet as a PDF: text, pages, title, faces, margins."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from papers import fonts as faces
from papers import look
from papers.pdf import build, render, text
from papers.sheets import Imprint, Kind, Sheet, in_order
from tests.reading import darkness, fonts, ink, is_within_margins, metadata_of, pages, text_of

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
IMPRINT = Imprint("Classifica", "Coppa Levante", NOON)
HEADS = in_order(("N.", Kind.INTEGER, 4), ("Nome", Kind.TEXT, 30), ("MP", Kind.SIGNED, 6))
ACCENTS = "Nicolò D’Amico «perché» àèéìòù – ÀÈÌÒÙ"
LONG = "Mariaconcetta" * 5


def sheet(rows, **more):
    return Sheet("Classifica", HEADS, tuple(rows), **more)


def test_accents_and_signs_are_read_back():
    found = text_of(render([sheet([(1, ACCENTS, -3)])], IMPRINT))
    assert ACCENTS in found
    assert "−3" in found


def test_the_title_the_author_and_the_date_are_in_the_metadata():
    metadata = metadata_of(render([sheet([])], IMPRINT))
    assert (metadata.title, metadata.author) == ("Classifica", "Coppa Levante")
    assert metadata.creation_date == NOON


def test_every_font_is_embedded_and_none_is_helvetica():
    found = fonts(render([sheet([(1, ACCENTS, 3)], footer=(None, "Totale", 3), notes=("Nota",))], IMPRINT))
    assert found
    assert all(found.values())
    assert not any("Helvetica" in name for name in found)


def test_pages_are_numbered_and_repeat_the_header():
    found = pages(render([sheet((n, f"Coppia {n}", n) for n in range(1, 90))], IMPRINT))
    assert len(found) == 3
    for number, page in enumerate(found, 1):
        assert f"Pagina {number} di 3" in page
        assert "N. Nome MP" in page
        assert "Coppa Levante" in page


def test_each_sheet_begins_on_a_page():
    found = pages(render([sheet([(1, "Prima", 1)]), sheet([(2, "Seconda", 2)])], IMPRINT))
    assert ["Prima" in found[0], "Seconda" in found[1]] == [True, True]


@pytest.mark.parametrize("count", [1, 12, 30])
@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.INTEGER])
def test_any_number_of_columns_fits_the_page(count, kind):
    heads = in_order(*[("Smazzata", kind, 3)] * count)
    assert is_within_margins(render([Sheet("Molte", heads, ((1234567,) * count,))], IMPRINT))


def test_an_empty_sheet_says_so():
    assert "Nessuna riga da mostrare." in text_of(render([sheet([])], IMPRINT))


def test_a_wide_sheet_lies_on_its_side():
    wide = Sheet("Larga", in_order(("A", Kind.TEXT, 80), ("B", Kind.TEXT, 80)), (("x", "y"),))
    left, _top, right, _bottom = ink(render([wide], IMPRINT))
    assert right - left > look.PAGE_WIDTH


@pytest.mark.parametrize("name", [LONG, ACCENTS * 4, "a b " * 60])
def test_a_long_name_stays_in_its_column(name):
    pdf = render([sheet([(1, name, 3)])], IMPRINT)
    assert is_within_margins(pdf)
    assert "".join(text_of(pdf).split()).count("".join(name.split())) == 1


def test_a_long_surname_is_not_cut_where_a_long_text_beside_it_can_give_way():
    """As in the list of rulings: narrow names, and a decision of many words that takes what is left."""
    heads = in_order(("Arbitro", Kind.TEXT, 8), ("Decisione", Kind.TEXT, 90))
    surname = "Castellammare-Sciannimanico"
    found = text_of(render([Sheet("Larga", heads, ((f"Bartolomeo {surname}", "parole " * 60),))], IMPRINT))
    assert surname in found.split()


def test_a_cell_taller_than_a_page_goes_on_over_the_next():
    words = [f"parola{number}" for number in range(2500)]
    pdf = render([sheet([(1, " ".join(words), 3)])], IMPRINT)
    assert len(pages(pdf)) > 1
    assert [word for word in text_of(pdf).split() if word.startswith("parola")] == words
    assert is_within_margins(pdf)


def test_a_page_is_not_blank_and_keeps_its_margins():
    assert is_within_margins(render([sheet([(1, "Uno", 3)], notes=("Nota " * 80,))], IMPRINT))


def test_the_same_rows_give_the_same_bytes():
    assert render([sheet([(1, "Uno", 3)])], IMPRINT) == render([sheet([(1, "Uno", 3)])], IMPRINT)


def test_markup_in_a_text_is_shown_and_not_obeyed():
    assert "<b>non grassetto</b> & <br/>" in text_of(build(IMPRINT, [text("<b>non grassetto</b> & <br/>")]))


def test_suits_in_a_paragraph_are_drawn_and_leave_ink():
    assert darkness(build(IMPRINT, [text("x ♥♦♣♠")])) > darkness(build(IMPRINT, [text("x")])) + 200


def test_fractions_are_written_as_people_read_them():
    one = Sheet("Medie", in_order(("Media", Kind.FRACTION, 8)), ((Fraction(47, 6),),))
    assert "7 5/6" in text_of(render([one], IMPRINT))


def test_without_dejavu_the_bundled_face_serves(tmp_path):
    regular, bold = faces.find_faces([tmp_path])
    assert (regular.name, bold.name) == ("Vera.ttf", "VeraBd.ttf")


def test_the_bundled_face_knows_italian():
    known = TTFontFile(str(faces.BUNDLED / "Vera.ttf")).charToGlyph
    assert all(ord(char) in known for char in "àèéìòùÀÈÉÌÒÙ’«»–·€")


def test_a_character_no_face_has_is_put_plainly():
    assert faces.legible("漢字 \x07Žižek") == "?? Žižek"


def test_wrapping_breaks_a_word_that_is_too_long():
    lines = faces.wrap(LONG, faces.REGULAR, 10, 100)
    assert "".join(lines) == LONG
    assert all(faces.width(line, faces.REGULAR, 10) <= 100 for line in lines)


def test_a_text_that_fits_at_no_size_ends_with_an_ellipsis():
    size, lines = faces.fit("parola " * 40, faces.REGULAR, 120, (10, 8), lines=2)
    assert (size, len(lines), lines[-1][-1]) == (8, 2, "…")
    assert all(faces.width(line, faces.REGULAR, size) <= 120 for line in lines)


def test_the_title_is_read_back_with_its_accents():
    assert metadata_of(render([sheet([])], Imprint("Città «là»", "x", NOON))).title == "Città «là»"
