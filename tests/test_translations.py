"""The English catalogue: what is collected, what counts as wrong."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.core.management import CommandError, call_command

from pages.management import catalogue

TEMPLATE = """{% load i18n %}
    {% if due %}
  <p title="{% translate "Tre" context "carta" %}">don't "quote
{% blocktranslate count n=cards|length trimmed %}
    una carta
{% plural %}
    {{ n }} carte
{% endblocktranslate %}</p>{% endif %}
{% comment %}{% translate "mai" %}{% endcomment %}
"""
SOURCE = """
from django.utils.translation import gettext_lazy as _, pgettext_lazy
A = _("Asso")
B = pgettext_lazy("posto", "Est")
"""


@pytest.fixture
def root(tmp_path: Path, settings) -> Path:
    """A small project: one template, one module."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    (tmp_path / "referee").mkdir()
    (tmp_path / "referee" / "cards.py").write_text(SOURCE)
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    return tmp_path


def of(message: str | tuple[str, str], translation: str | tuple[str, str], **flags: object) -> tuple[Catalog, Catalog]:
    """A catalogue with one translation, and sources with that message."""
    ours, found = Catalog(locale="en"), Catalog()
    ours.add(message, translation, **flags)
    found.add(message)
    return ours, found


def test_collect_finds_python_and_templates(root: Path) -> None:
    found = {(message.id, message.context) for message in catalogue.collect_messages(root) if message.id}
    assert found == {("Asso", None), ("Est", "posto"), ("Tre", "carta"), (("una carta", "%(n)s carte"), None)}


@pytest.mark.long
def test_no_message_is_hidden_in_an_fstring_where_it_is_not_found() -> None:
    """What reads the sources finds some messages between an f-string's braces, and others not."""
    found = {message.id for message in catalogue.collect_messages(settings.BASE_DIR)}
    hidden = {
        (path.name, said)
        for folder in catalogue.SOURCES
        for path in (settings.BASE_DIR / folder).rglob("*.py")
        for said in _said_in_fstrings(path.read_text(encoding="utf-8"))
    }
    assert hidden
    assert {(name, said) for name, said in hidden if said not in found} == set()


def _said_in_fstrings(source: str) -> Iterator[str]:
    if not re.search(r"""f['"].*\{.*\b(_|n?p?gettext\w*)\(""", source):  # most need no reading
        return
    for written in (one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.JoinedStr)):
        for call in (one for one in ast.walk(written) if isinstance(one, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in {"_", *catalogue.KEYWORDS}:
                yield from (one.value for one in call.args[:1] if isinstance(one, ast.Constant))


def test_complete_catalogue_has_no_problems() -> None:
    assert catalogue.catalogue_problems(*of("%(n)d punti", "%(n)d points")) == []


@pytest.mark.parametrize(
    ("ours_and_found", "problem"),
    [
        ((Catalog(), of("Asso", "")[1]), "missing: Asso"),
        ((of("Asso", "Ace")[0], Catalog()), "no longer used: Asso"),
        (of("Asso", ""), "empty: Asso"),
        (of(("un asso", "assi"), ("an ace", "")), "empty: un asso / assi"),
        (of("Asso", "Ace", flags=["fuzzy"]), "fuzzy: Asso"),
        (of("%(n)d punti", "%(m)d points"), "placeholders differ: %(n)d punti → %(m)d points"),
        (of("{n} punti", "points"), "placeholders differ: {n} punti → points"),
    ],
)
def test_problems_are_said(ours_and_found: tuple[Catalog, Catalog], problem: str) -> None:
    assert catalogue.catalogue_problems(*ours_and_found) == [problem]


def test_check_refuses_what_update_has_just_found(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("translations", "--update")
    with pytest.raises(CommandError, match="4 translations to mend"):
        call_command("translations", "--check")
    assert "empty: referee/cards.py: Asso" in capsys.readouterr().err


def test_update_keeps_translations_and_check_accepts_them(root: Path) -> None:
    call_command("translations", "--update")
    file = root / "locale/en/LC_MESSAGES/django.po"
    ours = catalogue.read_catalogue(file)
    for message in ours:
        message.string = message.id
    catalogue.write_catalogue(ours, file)
    written = file.read_text()
    call_command("translations", "--update")
    call_command("translations", "--check")
    assert file.read_text() == written


def test_catalogue_is_ordered_by_its_messages_alone(root: Path) -> None:
    call_command("translations", "--update")
    written = (root / "locale/en/LC_MESSAGES/django.po").read_text()
    (root / "templates/page.html").rename(root / "templates/another.html")
    (root / "referee/cards.py").rename(root / "templates/cards.py")
    call_command("translations", "--update")
    assert (root / "locale/en/LC_MESSAGES/django.po").read_text() == written
    assert re.findall('msgid "(.+)"', written) == ["Asso", "Est", "Tre", "una carta"]


def test_compile_writes_what_django_reads(root: Path) -> None:
    call_command("translations", "--update")
    call_command("translations", "--compile")
    assert (root / "locale/en/LC_MESSAGES/django.mo").read_bytes()[:4] == b"\xde\x12\x04\x95"
