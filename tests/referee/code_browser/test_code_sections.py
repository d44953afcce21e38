"""What a code says outside its numbered articles is shown with them, on screen and on paper."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from referee.code_browser.layout import code_book
from tests import factories, reading

BURRACO = "fibur-burraco-2019"


def contents_of(client, code, **query):
    return client.get(reverse("code", args=[code]), query).content.decode()


def test_the_parts_without_a_number_follow_the_articles(client, db):
    words = contents_of(client, BURRACO)
    titles = [section.title.it for section in get_rulebook(BURRACO).sections]
    assert words.index("Parti senza numero") > words.index("Torneo interrotto")
    assert all(title in words for title in titles)


def test_a_search_shows_only_what_it_finds(client, db):
    assert "Parti senza numero" not in contents_of(client, BURRACO, cerca="fantasma")


def test_a_code_all_numbered_has_no_such_parts(client, db):
    assert "Parti senza numero" not in contents_of(client, "fitres-tressette")


@pytest.mark.long
def test_paper_has_them_too():
    pages = reading.text_of(code_book(get_rulebook(BURRACO), language="it", at=factories.NOON))
    assert "Parti senza numero" in pages
    assert "In tre o in cinque" in pages
