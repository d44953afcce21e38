"""Every word of the pages of a tournament goes through the catalogue: English pages keep no Italian of their own."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from people.accounts.models import User
from tests.asking import DESK, TOURNAMENT, text
from tests.tables import each
from tournaments.setup.models import Tournament

OURS = ("records", "pages", "people", "tournaments", "hall", "keeping")
TEMPLATES = sorted(path for one in OURS for path in Path(settings.BASE_DIR, "templates", one).rglob("*.html"))
# The same in both languages: official abbreviations, what a table shows for nothing.
UNTRANSLATED = {"VP", "MP"}
TRANSLATED = re.compile(r"{%\s*blocktranslate.*?{%\s*endblocktranslate\s*%}", re.DOTALL)


def words_left(template: str) -> set[str]:
    """The words that a template writes without asking the catalogue."""
    rest = re.sub(r"{#.*?#}|{% comment %}.*?{% endcomment %}", " ", template, flags=re.DOTALL)
    rest = re.sub(r"{%.*?%}|{{.*?}}", " ", TRANSLATED.sub(" ", rest), flags=re.DOTALL)
    spoken = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', rest)
    # A block may fill in attributes of a tag that stands elsewhere.
    rest = re.sub(r'<[^>]*>|[\w-]+="[^"]*"', " ", rest) + " " + " ".join(spoken)
    return {word for word in re.findall(r"[A-Za-zÀ-ú]{2,}", rest) if word not in UNTRANSLATED}


@each("path", TEMPLATES)
def test_template_writes_no_word_of_its_own(path: Path) -> None:
    assert words_left(path.read_text()) == set()


def test_words_left_are_found() -> None:
    assert words_left('<p title="Turno">{% translate "Uno" %} Due {{ tre }} VP</p>') == {"Turno", "Due"}


@pytest.mark.parametrize("path", [TOURNAMENT, TOURNAMENT + "classifica/", DESK, DESK + "turni/1/", DESK + "registro/"])
def test_pages_are_served_in_both_languages(tournament: Tournament, dora: User, client_of, path: str) -> None:
    client: Client = client_of(dora)
    for language in ("it", "en"):
        answer = client.get(path, headers={"accept-language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}">' in answer.content.decode()


def test_what_is_translated_is_shown_translated(client: Client, tournament: Tournament) -> None:
    page = text(client.get(TOURNAMENT + "classifica/", headers={"accept-language": "en"}))
    with translation.override("en"):
        expected = [translation.gettext(words) for words in ("Classifica", "Coppia", "Tavoli", "Vai al contenuto")]
    assert all(words in page for words in expected)
