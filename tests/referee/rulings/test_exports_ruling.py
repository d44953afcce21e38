"""The ruling sheet: the stored ruling as a document, and the document on paper."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.utils import translation

from codes.arbitral.score import MixedChoice, TableScore, artificial, assigned, rectified
from referee.arbitral_scores.exports import ReckonedScore, headline, inputs_sheet, rounding_words, steps_sheet
from referee.rulings.document import ArticleLine, Departure, EditionUsed, FactLine, RulingDocument, Scene, document_of
from referee.rulings.layout import ruling_sheet
from tests.reading import fonts, is_within_margins, metadata_of, pages, text_of
from tests.referee.told import NAPOLETANA

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
TEN = [(7, 4), (8, 3), (6, 5), (7, 4), (5, 6), (9, 2), (11, 3), (4, 7), (8, 3), (3, 8)]
SEED = {"seed": "Bari 14 novembre 2026", "purpose": "Turno 1, tavolo 1, smazzata 1"}

DOCUMENT = RulingDocument(
    number=7,
    version=1,
    tournament="Coppa Levante",
    federation="FITRES",
    title="Accusa prima del proprio turno",
    scene=Scene(
        1,
        2,
        3,
        "1 Conti – Serra",
        "2 Galli – Fontana",
        (("N", "Anna Conti"), ("E", "Nicolò D’Amico")),
        (("Responsabile", "Nord"),),
    ),
    decided_by="Giulia Marchi",
    decided_at=NOON,
    edition=EditionUsed("fitres-tressette", "2026", "ab" * 32),
    facts=(
        FactLine(
            "È stata contestata?",
            "Sì",
            "risposta dell’arbitro",
            "Accusa prima del proprio turno",
            ("con «No»: sanata",),
        ),
    ),
    needless=(FactLine("Era in buona fede?", "Sì"),),
    effects=("La linea perde i punti dell’accusa: «così» è.",),
    articles=(ArticleLine(183, "Accusa anticipata", "Chi accusa prima perde i punti.", "Nota nostra."),),
    readings=(("Il testo tace: leggiamo così.", "Si può leggere in altro modo."),),
)


def results(points):
    return [TableScore(str(table), a, b) for table, (a, b) in enumerate(points, 1)]


def with_score(score, **more):
    return replace(DOCUMENT, score=ReckonedScore(score, 1, "Giulia Marchi", NOON), **more)


def sheet(document=DOCUMENT):
    return ruling_sheet(document, at=NOON)


def test_the_sheet_says_everything_that_was_decided_and_why():
    found = text_of(sheet())
    for words in (
        "Provvedimento n. 7",
        "Turno 1 · Tavolo 2 · Smazzata 3",
        "La linea perde i punti dell’accusa: «così» è.",
        "È stata contestata? Sì",
        "esclude con «No»: sanata",
        "Risposte che non hanno pesato",
        "art. 183",
        "Chi accusa prima perde i punti.",
        "Il testo tace: leggiamo così.",
        "ab" * 32,
        "Giulia Marchi, 14 novembre 2026, 13:00",
        "Linea N-S, per presa visione",
    ):
        assert words in found


def test_a_departure_shows_the_proposal_and_the_reason():
    found = text_of(sheet(replace(DOCUMENT, departure=Departure(("Sanatoria implicita.",), "Danno evidente."))))
    assert "Proposta Sanatoria implicita." in found
    assert "Motivo Danno evidente." in found


def test_a_revised_ruling_says_its_version_and_why():
    found = text_of(sheet(replace(DOCUMENT, version=2, revision_reason="Letta male", is_current=False)))
    assert "Provvedimento n. 7, versione 2" in found
    assert "Rivisto: Letta male" in found
    assert "sostituita" in found


def test_fonts_are_embedded_and_the_title_is_set():
    pdf = sheet(with_score(artificial(results(TEN), **SEED)))
    assert all(fonts(pdf).values())
    assert not any("Helvetica" in name for name in fonts(pdf))
    assert metadata_of(pdf).title == "Provvedimento n. 7"


@pytest.mark.long
def test_a_long_ruling_keeps_its_margins_and_numbers_its_pages():
    articles = tuple(ArticleLine(n, "Titolo", "Parole della sintesi " * 40) for n in range(1, 30))
    document = replace(DOCUMENT, articles=articles, effects=("x" * 400, "Ordine " * 300), note="nota " * 900)
    pdf = sheet(document)
    assert is_within_margins(pdf)
    assert f"Pagina {len(pages(pdf))} di {len(pages(pdf))}" in pages(pdf)[-1]
    assert "Linea N-S, per presa visione" in pages(pdf)[-1]


def test_the_arithmetic_can_be_followed_step_by_step():
    found = text_of(sheet(with_score(artificial(results(TEN), **SEED))))
    for words in ("Risultati contati 8 8", "Somma dei punti 54 35", "27/4 = 6 3/4", "35/8 = 4 3/8"):
        assert words in found
    assert "(11)" in found
    assert "La parte decimale maggiore è di N-S" in found


@pytest.mark.parametrize("tables", [1, 4, 60])
def test_any_number_of_inputs_fits_the_page(tables):
    points = [(100 + table, 100) for table in range(tables)]
    assert is_within_margins(sheet(with_score(artificial(results(points), **SEED))))


def test_a_lot_can_be_drawn_again_from_the_paper():
    score = artificial(results([(7, 4), (8, 3)]), **SEED)
    found = text_of(sheet(with_score(score)))
    assert score.lot.key in found.replace(" ", "")
    assert "from hashlib import md5" in found


def test_what_only_checks_stands_after_the_signatures():
    score = artificial(results([(7, 4), (8, 3)]), **SEED)
    read, annex = text_of(sheet(with_score(score))).split("Linea E-O, per presa visione")
    for words in ("RFC 3797", "from hashlib import md5", "SHA-256"):
        assert (words in read, words in annex) == (False, True)
    assert "arrotonda per eccesso" in read


def test_a_rectified_score_shows_what_was_moved():
    score = rectified(results([(6, 5)]), graver="A", share=Fraction(1, 3), **SEED)
    found = text_of(sheet(with_score(score)))
    assert "Rettifica: 1/3 della linea N-S −2 +2" in found
    assert "Punteggio 4 7" in found


def test_an_assigned_score_without_other_tables_says_so():
    score = assigned([], chosen=(8, 3), innocent="A", reason="Aveva il tre")
    found = text_of(sheet(with_score(score)))
    assert "Nessun altro tavolo aveva un risultato" in found
    assert "Aveva il tre" in found


def test_in_english_the_dates_are_english():
    assert "14 November 2026" in text_of(sheet(replace(DOCUMENT, language="en")))


# The arithmetic as rows and sentences


def test_inputs_stand_side_by_side_with_the_dropped_in_brackets():
    rows = inputs_sheet(artificial(results(TEN), **SEED)).rows
    assert len(rows) == 3
    assert rows[0] == ("1", "7", "4", "4", "7", "4", "7", "(11)", "3", "10", "(3)", "(8)")
    assert rows[2][9:] == ("", "", "")


@pytest.mark.parametrize("tables", range(1, 14))
def test_every_input_is_shown_once(tables):
    score = artificial(results((TEN * 2)[:tables]), **SEED)
    cells = [cell for row in inputs_sheet(score).rows for cell in row[::3] if cell]
    assert sorted(cells, key=int) == [str(table) for table in range(1, tables + 1)]


def test_steps_end_with_the_score():
    made = steps_sheet(artificial(results(TEN), **SEED))
    assert made.footer == ("Punteggio", 7, 4)


def test_the_headline_names_method_points_and_articles():
    assert headline(artificial(results([(8, 3)]), **SEED)) == "Artificiale: N-S 8, E-O 3 (artt. 80, 81)"


@pytest.mark.parametrize(
    ("points", "mixed", "words"),
    [
        ([(8, 3)], None, "niente da arrotondare"),
        ([(8, 3), (7, 3), (7, 5)], None, "decimale maggiore"),
        ([(7, 4), (8, 3)], None, "decide la sorte"),
        ([(8, 3), (8, 4)], None, "l’intera resta, E-O sale"),
        ([(8, 3), (8, 4)], MixedChoice(decimal="up", reason="Uso del torneo."), "E-O sale. Uso del torneo."),
        ([(8, 3), (8, 4)], MixedChoice(decimal="down", reason="Uso del torneo."), "E-O scende. Uso del torneo."),
    ],
)
def test_the_rounding_is_told_in_words(points, mixed, words):
    assert words in rounding_words(artificial(results(points), mixed=mixed, **SEED).rounding)


# From a stored ruling


def test_a_stored_ruling_becomes_a_document(ruled):
    document = document_of(ruled("accusa-anticipata", NAPOLETANA), language="it")
    assert (document.number, document.title) == (1, "Accusa prima del proprio turno")
    assert document.scene.persons == (("Chi ha accusato?", "Nord: Anna Conti"),)
    assert dict(document.scene.seats) == {"N": "Anna Conti", "O": "Rita Fontana", "S": "Luca Serra", "E": "Piero Galli"}
    assert document.facts[0].source == "dal torneo: nessun punteggio confermato"
    assert document.facts[1].answer
    assert document.facts[1].source == "risposta dell’arbitro"
    late = "con «Sì, ma prima», «Sì, ma più tardi»: Anomalia rilevata troppo presto o troppo tardi"
    assert late in {line for fact in document.facts for line in fact.excluded}
    assert [line.number for line in document.articles] == [174, 183]
    assert any("Anna Conti" in effect for effect in document.effects)
    assert document.is_current


def test_a_question_handed_on_from_table_to_table_is_told_once(ruled):
    """Whether somebody annulled is looked at by the table of the accusa and by that of the annulment (78, 183)."""
    ruling = ruled("accusa-anticipata", {"esercizio-monte": "da-se", "colpa": "nessuna"})
    asked = [line.question for line in document_of(ruling, language="it").facts]
    assert [step["fact"] for step in ruling.trail].count("esercizio-monte") == 2
    assert asked.count("Qualcuno è andato a monte?") == 1
    assert len(asked) == len(set(asked))


def test_a_stored_ruling_speaks_the_language_asked_for(ruled):
    document = document_of(ruled("accusa-anticipata", NAPOLETANA), language="en")
    assert document.title == "Accusa before one’s turn"
    assert translation.get_language() == "it"


def test_a_stored_ruling_is_drawn(ruled):
    pdf = sheet(document_of(ruled("accusa-anticipata", NAPOLETANA), language="it"))
    assert is_within_margins(pdf)
    assert "Anna Conti" in text_of(pdf)
