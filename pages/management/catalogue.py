"""The English catalogue: collected from the sources, compared with them, compiled; babel only, no gettext.

Django's own commands call the GNU programs, which a fresh machine lacks; babel is needed by `make run` anyway. There
are no fuzzy guesses: a changed sentence asks for a new translation. Texts of a rulebook are no part of it: they carry
`it` and `en` beside each other in their YAML, where a jurist edits both. JavaScript holds no sentences: they stand in
the templates, hidden until needed. It lies beside the commands because it is a tool for building, not a part of the
application.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

SOURCES = (*settings.PACKAGES, "templates")
HEADER = "# English of the interface; the source strings are Italian (manage.py translations)."
ABOUT = {
    "project": "referee",
    "version": "1",
    "msgid_bugs_address": "none",
    "last_translator": "none",
    "language_team": "none",
}
# Django's names for gettext; (1, "c") is the place of the context.
KEYWORDS: dict[str, Any] = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # Where a module needs both, _ is gettext and this is gettext_lazy.
    "_lazy": None,
}
Text = str | tuple[str, ...] | list[str] | None
PLACEHOLDER = re.compile(r"%\(\w+\)[#0\- +]*[\d.]*[a-zA-Z]|%[a-z%]|\{\w*\}")


def collect_messages(root: Path) -> Catalog:
    """Every message of the Python sources and the templates, without translations."""
    catalogue = Catalog()
    for path in _files(root):
        for _line, message, comments, context in _messages(path):
            # The file is told where something is missing; the catalogue holds none (see write).
            catalogue.add(
                message, locations=[(path.relative_to(root).as_posix(), 1)], auto_comments=comments, context=context
            )
    return catalogue


def _files(root: Path) -> Iterator[Path]:
    for folder in SOURCES:
        paths = (path for path in (root / folder).rglob("*") if path.suffix in {".py", ".html", ".txt"})
        yield from sorted(path for path in paths if "migrations" not in path.parts)


def _messages(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # Django turns a template into what a Python lexer can read; its indentation means nothing there.
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    return extract("python", BytesIO(text.encode()), keywords=KEYWORDS, comment_tags=["Translators"])


def read_catalogue(path: Path) -> Catalog:
    if not path.exists():
        return Catalog(locale="en", header_comment=HEADER, charset="utf-8", fuzzy=False, **ABOUT)
    with path.open("rb") as file:
        return read_po(file)


def updated_catalogue(catalogue: Catalog, collected: Catalog) -> Catalog:
    """The catalogue with the sources' messages: the known keep their translation, the rest waits for one."""
    catalogue.update(collected, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def write_catalogue(catalogue: Catalog, path: Path) -> None:
    """By message and without locations: it changes only where a message does, and what two people add seldom meets."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, sort_output=True, no_location=True)


def compile_to(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


def catalogue_problems(catalogue: Catalog, collected: Catalog) -> list[str]:
    """What keeps the English from being complete, one sentence for each message."""
    lines = [
        f"missing: {name(message)}" for message in collected if message.id and _partner(catalogue, message) is None
    ]
    for message in catalogue:
        if not message.id:
            continue
        source = _partner(collected, message)
        if source is None:
            lines.append(f"no longer used: {name(message)}")
        elif message.fuzzy:
            lines.append(f"fuzzy: {name(source)}")
        elif not all(_texts(message.string)):
            lines.append(f"empty: {name(source)}")
        elif _placeholders(message.id) != _placeholders(message.string):
            lines.append(f"placeholders differ: {name(source)} → {' / '.join(_texts(message.string))}")
    return lines


def name(message: Message) -> str:
    where = f"{message.locations[0][0]}: " if message.locations else ""
    return where + " / ".join(_texts(message.id))


def _partner(catalogue: Catalog, message: Message) -> Message | None:
    return catalogue.get(message.id, message.context)


def _texts(text: Text) -> list[str]:
    """Singular and plural, or the one text; nothing translated is one empty text."""
    return [text or ""] if isinstance(text, str | None) else list(text)


def _placeholders(text: Text) -> set[str]:
    """The figures to fill in; singular and plural together, since a singular may leave out the number."""
    return {placeholder for part in _texts(text) for placeholder in PLACEHOLDER.findall(part)}
