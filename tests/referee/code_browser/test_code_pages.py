"""The code for everybody: articles, anomalies as tables, worked cases; and nothing of another tournament."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from referee.code_browser.layout import code_book
from tests import reading
from tests.factories import NOON
from tests.referee.wizard.test_wizard_pages import text_of

CODE = "fitres-tressette"


def open_page(client, name, *arguments, **query):
    return client.get(reverse(name, args=[CODE, *arguments]), query)


def test_the_code_lists_anomalies_and_articles(client, db):
    words = text_of(open_page(client, "code"))
    for expected in ("Codice del Tressette", "Accusa prima del proprio turno", "Tipi di anomalia", "art. 185"):
        assert expected in words


def test_the_code_is_searched_by_number_and_words(client, db):
    assert "art. 183" in text_of(open_page(client, "code", cerca="183"))
    found = text_of(open_page(client, "code", cerca="accusa antcipata"))
    assert found.index("Accusa prima del proprio turno") < found.index("Meno vicine")
    assert "Mancata risposta" not in found[: found.index("Meno vicine")]
    assert "Nulla con queste parole" in text_of(open_page(client, "code", cerca="zucchine"))


def test_an_article_shows_where_it_is_applied_and_its_neighbours(client, db):
    words = text_of(open_page(client, "article", 183))
    for expected in ("Accusa prima del proprio turno", "Dove si applica", "art. 182", "art. 184"):
        assert expected in words


def test_a_doubtful_article_shows_both_readings_of_the_register_and_of_the_rules(client, db):
    words = text_of(open_page(client, "article", 78))
    for other in ("Già chiedere consiglio può essere un consulto", "Il 75 non ripete il divieto di consultarsi"):
        assert words.count(other) == 1
    assert "Come lo leggiamo" not in text_of(open_page(client, "article", 5))


def test_an_article_that_orders_nothing_says_so(client, db):
    assert "Nessuna anomalia lo cita" in text_of(open_page(client, "article", 5))


@pytest.mark.parametrize("procedure", sorted(get_rulebook(CODE).procedures))
def test_every_anomaly_shows_its_table_and_its_worked_cases(procedure, client, db):
    book = get_rulebook(CODE)
    words = text_of(open_page(client, "procedure", procedure))
    assert "Che cosa può uscirne" in words
    for example in book.examples_of(procedure):
        assert " ".join(example.case.title.it.split()) in words
        assert " ".join(example.case.story.it.split()) in words


CITED = "artt. 22 (Se: Chi ha rilevato l’errore o chiamato l’arbitro? Il suo compagno), 30"


def test_a_worked_case_that_the_options_exclude_says_so(client, db):
    words = text_of(open_page(client, "procedure", "fine-partita"))
    assert "si giocano smazzate e non partite. Il caso non si dà." in words
    assert "Con queste opzioni del torneo l’anomalia non esiste." in words


def test_an_article_cited_under_an_answer_says_which(client, db):
    page = client.get(reverse("procedure", args=["fibur-burraco-2019", "mancata-pesca"]))
    assert CITED in text_of(page)


@pytest.mark.long
def test_paper_says_it_too():
    paper = reading.text_of(code_book(get_rulebook("fibur-burraco-2019"), language="it", at=NOON))
    assert CITED in paper


def test_an_article_cited_only_under_an_answer_shows_where_it_is_applied(client, db):
    page = client.get(reverse("article", args=["fibur-burraco-2019", 22]))
    assert "Gioco senza aver pescato o raccolto" in text_of(page)


def test_an_anomaly_is_read_in_english_too(client, db):
    response = client.get(reverse("procedure", args=[CODE, "accusa-anticipata"]), headers={"Accept-Language": "en"})
    assert "Accusa before one’s turn" in text_of(response)


def test_the_code_needs_no_database(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        open_page(client, "procedure", "accusa-anticipata")


@pytest.mark.parametrize("name", ["code", "article", "procedure"])
def test_the_code_is_only_read(name, client, db):
    arguments = {"code": [], "article": [183], "procedure": ["accusa-anticipata"]}[name]
    assert client.post(reverse(name, args=[CODE, *arguments])).status_code == 405


@pytest.mark.parametrize("path", ["inventato/", f"{CODE}/articoli/999/", f"{CODE}/anomalie/inventata/"])
def test_what_the_code_does_not_have_is_not_found(path, client, db):
    assert client.get(f"/codice/{path}").status_code == 404


@pytest.mark.parametrize("name", ["case", "decide_case", "depart_case", "discard_case"])
def test_another_tournaments_case_is_not_found_in_ones_own(name, draft, client_of, ettore):
    client = client_of(ettore)
    for slug in (draft.tournament.slug, "coppa-ponente"):
        assert client.post(reverse(name, args=[slug, draft.number]), {}).status_code == 404
