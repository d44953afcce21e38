"""The summaries of the Burraco code: nothing missing, both languages, the readings told."""

import re

import pytest

from codes.format.schema import Article, CodeSection
from tests.codes.rulebooks.fibur_walks import book
from tests.tables import each

ARTICLES = book().articles
TEXTS: list[Article | CodeSection] = [*ARTICLES.values(), *book().sections]


def figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def name(item: Article | CodeSection) -> str:
    return str(item.number) if isinstance(item, Article) else item.id


def test_every_article_stands_once_and_in_order():
    assert list(ARTICLES) == list(range(1, 42))


def test_parts_follow_the_order_of_the_code():
    order = list(book().parts)
    places = [order.index(article.part) for article in ARTICLES.values()]
    assert places == sorted(places)
    assert set(places) == set(range(len(order)))


def test_the_parts_without_a_number_stand_where_the_code_prints_them():
    assert [(section.id, section.after) for section in book().sections] == [
        ("scopo", 0),
        ("procedura", 20),
        ("poteri-arbitro", 41),
        ("comportamento", 41),
        ("tre-cinque-giocatori", 41),
        ("separe", 41),
    ]


@each("item", TEXTS, called=name)
def test_both_languages_give_the_same_figures(item):
    for text in filter(None, (item.title, item.summary, item.note)):
        assert figures(text.it) == figures(text.en)
        assert text.it != text.en


@each("item", TEXTS, called=name)
def test_a_title_is_a_few_words_and_a_summary_a_few_sentences(item):
    for language in ("it", "en"):
        assert 2 <= len(item.title.in_(language).split()) <= 7
        assert len(re.findall(r"\.(?:\s|$)", item.summary.in_(language))) <= 5


@each("number", ARTICLES)
def test_an_article_refers_only_to_other_known_articles(number):
    refers = ARTICLES[number].refers
    assert set(refers) <= set(ARTICLES) - {number}
    assert list(refers) == sorted(set(refers))


def test_a_reading_is_marked_as_one_in_both_languages():
    notes = [item.note for item in TEXTS if item.note]
    assert all(("Lettura adottata:" in note.it) == ("Reading adopted:" in note.en) for note in notes)


@pytest.mark.parametrize("number", [3, 8, 9, 21, 22, 23, 25, 27, 28, 36, 40])
def test_where_the_text_leaves_room_the_reading_is_told(number):
    note = ARTICLES[number].note
    assert note is not None
    assert "Lettura adottata:" in note.it


FITRES_ALONE = ("passata", "battut", "pigliat", "sanatoria", "palesament", "emersion", "accus", "responsabile")


@pytest.mark.parametrize("said", FITRES_ALONE)
def test_burraco_is_judged_in_its_own_words(said):
    effects = book().effects
    texts = [text.it for group in effects.wording.values() for text in group.values()] + [
        text.it for text in effects.whom.values()
    ]
    assert [text for text in texts if said in text.casefold()] == []
