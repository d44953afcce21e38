"""A federation's text split by article: every form of heading, the noise of scans, what is wrong with the numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.reading.official_text import Finding, SplitCode, Trouble, split_code


def words(split: SplitCode) -> dict[int, str]:
    return {article.number: article.text for article in split.articles}


def troubles(split: SplitCode) -> list[tuple[Trouble, int]]:
    return [(finding.trouble, finding.number) for finding in split.findings]


def test_every_form_of_heading_is_found():
    split = split_code("Art. 1. Le carte.\nART. 2 – I POSTI\nSi siede in croce.\nART 3 – IL GIRO\nArt 4\nFine.\n")
    expected = {1: "Le carte.", 2: "I POSTI Si siede in croce.", 3: "IL GIRO", 4: "Fine."}
    assert (words(split), split.findings) == (expected, ())


def test_a_reference_in_a_sentence_is_no_heading():
    split = split_code("Art. 1. Come dice\nart. 7, e secondo l'Art. 9, si gioca.\nArticoli 3 e 4 a parte.\n")
    assert words(split) == {1: "Come dice art. 7, e secondo l'Art. 9, si gioca. Articoli 3 e 4 a parte."}


def test_a_heading_broken_from_its_number_takes_the_number_that_must_come():
    split = split_code("Art. 6. Prima.\n\nArt.\n\n7. Si conta.\n\nArt.\n\n1.\n\n8. I modi sono:\n\nsola\n")
    assert words(split) == {6: "Prima.", 7: "Si conta.", 8: "I modi sono:\n1.\nsola"}
    assert troubles(split) == [(Trouble.MISSING, number) for number in range(1, 6)]


def test_an_abbreviation_without_any_number_near_is_no_heading():
    assert words(split_code("Art. 1. Uno.\nArt.\nsenza numero\n")) == {1: "Uno. Art. senza numero"}


def test_a_table_of_contents_is_passed_over():
    contents = "Art.\t1\tLe carte\tPag. 3\nArt. 2 I posti ........ 4\nArt. 3 Il giro Pag.\t5\n"
    split = split_code(contents + "ART. 1 – LE CARTE\nQuaranta.\nART. 2 – I POSTI\nQuattro.\nART. 3 – IL GIRO\nUno.\n")
    assert words(split) == {1: "LE CARTE Quaranta.", 2: "I POSTI Quattro.", 3: "IL GIRO Uno."}
    assert split.findings == ()


def test_marks_page_numbers_and_titles_of_chapters_fall_away():
    text = (
        "<|REMOVED-a1b2|>Capitolo 1\n1.1 Le basi\nArt. 1. **Uno**.\n\n12\n\n<|REMOVED-a1b2|>Art. 2. Due.\n1.2 Altro\n"
    )
    assert words(split_code(text)) == {1: "Uno.", 2: "Due."}


def test_lines_become_paragraphs_and_lists_keep_theirs():
    text = (
        "Art. 1. La carta obbli-\ngata è\nquesta:\n— la prima,\nche vale;\n— la seconda.\n\nCARTE\t1\t2\nPUNTI\t5\t9\n"
    )
    paragraphs = ["La carta obbligata è questa:", "— la prima, che vale;", "— la seconda."]
    assert words(split_code(text))[1].split("\n") == [*paragraphs, "CARTE\t1\t2", "PUNTI\t5\t9"]


def test_figures_of_thousands_are_no_title():
    assert words(split_code("Art. 1. Si arriva a\n2.005 punti e basta.\n"))[1] == "Si arriva a 2.005 punti e basta."


def test_what_follows_the_last_article_is_left_out_and_said():
    split = split_code("ART. 1 – UNO\nTesto.\n\nI POTERI DI TUTTI\nAltro.\n")
    assert (words(split), split.rest) == ({1: "UNO Testo."}, 4)


def test_gaps_are_reported_up_to_what_the_code_has():
    split = split_code("Art. 1. Uno.\nArt. 3. Tre.\n", range(1, 6))
    assert troubles(split) == [(Trouble.MISSING, 2), (Trouble.MISSING, 4), (Trouble.MISSING, 5)]


def test_a_number_that_the_code_does_not_have_is_reported():
    split = split_code("Art. 1. Uno.\nArt. 2. Due.\n", {1})
    assert split.findings == (Finding(Trouble.UNKNOWN, 2, 2),)


def test_a_repeated_number_stays_where_it_stands_and_is_reported():
    split = split_code("Art. 1. Uno.\nArt. 2. Due, per l'\nArt. 1. non detto.\nArt. 3. Tre.\n")
    assert words(split) == {1: "Uno.", 2: "Due, per l' Art. 1. non detto.", 3: "Tre."}
    assert [str(finding) for finding in split.findings] == ["article 1: repeated (line 3)"]


def test_a_stray_high_number_does_not_push_the_others_out():
    split = split_code("Art. 1. Uno.\nArt. 4. citato.\nArt. 2. Due.\nArt. 3. Tre.\nArt. 4. Quattro.\n")
    assert words(split) == {1: "Uno. Art. 4. citato.", 2: "Due.", 3: "Tre.", 4: "Quattro."}
    assert troubles(split) == [(Trouble.REPEATED, 4)]


def test_a_number_out_of_order_is_an_article_all_the_same():
    split = split_code("Art. 1. Uno.\nArt. 3. Tre.\nArt. 2. Due.\nArt. 4. Quattro.\n")
    assert words(split) == {1: "Uno.", 2: "Due.", 3: "Tre.", 4: "Quattro."}
    assert [finding.trouble for finding in split.findings] == [Trouble.OUT_OF_ORDER]


def test_a_text_without_articles_has_none():
    assert split_code("Soltanto parole.") == SplitCode((), (), 0)
    assert troubles(split_code("", {1})) == [(Trouble.MISSING, 1)]


@pytest.mark.long
@given(
    st.lists(st.sampled_from(["Art. {}. Testo.", "ART. {} – TITOLO", "ART {} – T", "Art.\n\n{}. Testo."]), min_size=1)
)
def test_headings_of_any_form_in_order_leave_nothing_to_report(forms):
    split = split_code("\n\n".join(form.format(number) for number, form in enumerate(forms, 1)))
    assert (list(words(split)), split.findings) == (list(range(1, len(forms) + 1)), ())
