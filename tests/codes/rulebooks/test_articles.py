"""The summaries of the FITRES code: nothing missing, both languages, the slips of the printed text told."""

import re
from pathlib import Path

import pytest

from codes.format.plain_yaml import Document
from tests.tables import each

FILE = Path(__file__).parents[3] / "codes/rulebooks/fitres-tressette/articles.yaml"
BOOK = Document(FILE, "articles.yaml").data
ARTICLES = {article["number"]: article for article in BOOK["articles"]}
PROMISED = {*range(1, 98), *range(172, 186)}

# The article as printed, what it cites, what it means; 184's slip is a word, not a number.
WRONG_REFERENCES = [(76, "74", 73), (122, "130", 138), (181, "174", 179)]


def texts(article):
    """Every text of the article, by the name of its field."""
    return {name: article[name] for name in ("title", "summary", "note") if name in article}


def figures(text):
    return sorted(re.findall(r"\d+", text))


def test_the_articles_of_the_first_part_are_all_there():
    assert set(ARTICLES) >= PROMISED


def test_every_article_stands_once_and_in_order():
    numbers = [article["number"] for article in BOOK["articles"]]
    assert numbers == list(range(1, 186))


def test_every_part_has_a_title_and_articles():
    assert {article["part"] for article in BOOK["articles"]} == set(BOOK["parts"])
    assert all(title["it"] and title["en"] for title in BOOK["parts"].values())


def test_parts_follow_the_order_of_the_code():
    order = list(BOOK["parts"])
    places = [order.index(article["part"]) for article in BOOK["articles"]]
    assert places == sorted(places)


@each("number", ARTICLES)
def test_an_article_speaks_both_languages(number):
    for text in texts(ARTICLES[number]).values():
        assert set(text) == {"it", "en"}
        assert text["it"].strip()
        assert text["en"].strip()
        assert text["it"] != text["en"]


@each("number", ARTICLES)
def test_both_languages_give_the_same_figures(number):
    for text in texts(ARTICLES[number]).values():
        assert figures(text["it"]) == figures(text["en"])


@each("number", ARTICLES)
def test_an_article_refers_only_to_other_known_articles(number):
    refers = ARTICLES[number]["refers"]
    assert set(refers) <= set(ARTICLES) - {number}
    assert refers == sorted(set(refers))


@each("number", ARTICLES)
def test_a_title_is_a_few_words_and_a_summary_a_few_sentences(number):
    article = ARTICLES[number]
    for language in ("it", "en"):
        assert 2 <= len(article["title"][language].split()) <= 7
        assert len(re.findall(r"\.(?:\s|$)", article["summary"][language])) <= 5


@pytest.mark.parametrize(("number", "printed", "meant"), WRONG_REFERENCES)
def test_a_wrong_reference_is_told_and_corrected(number, printed, meant):
    article = ARTICLES[number]
    assert article["refers"] == [meant]
    assert figures(article["note"]["it"]) == sorted([printed, str(meant)])
    assert "si legga" in article["note"]["it"]
    assert "read article" in article["note"]["en"]


def test_the_list_that_70_lacks_is_read_in_66():
    assert ARTICLES[70]["refers"] == [66]
    assert "si legga l'articolo 66" in ARTICLES[70]["note"]["it"]


def test_129_cites_an_article_without_effects_so_the_principles_decide():
    assert ARTICLES[129]["refers"] == [66, 95, 96]
    assert "principi generali (95–96)" in ARTICLES[129]["note"]["it"]


def test_184_calls_early_an_accusa_that_is_late():
    assert "«anticipatamente»" in ARTICLES[184]["note"]["it"]
    assert "tardiva" in ARTICLES[184]["note"]["it"]


def test_a_reading_is_marked_as_one_in_both_languages():
    notes = [article["note"] for article in ARTICLES.values() if "note" in article]
    assert all(("Lettura adottata:" in note["it"]) == ("Reading adopted:" in note["en"]) for note in notes)


@pytest.mark.parametrize("number", [25, 38, 52, 67, 68, 70, 75, 78, 80, 81, 84, 130, 131, 145, 180, 184, 185])
def test_where_the_text_leaves_room_the_reading_is_told(number):
    assert "Lettura adottata:" in ARTICLES[number]["note"]["it"]
