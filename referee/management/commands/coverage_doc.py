"""Writes docs/coverage.md from the codes, or checks that it is up to date."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from codes import library
from codes.deciding.book import Rulebook
from referee.code_browser.coverage import ArticleCoverage, Means, coverage_of, problems, read_coverage, tally

PREAMBLE = """\
# What is covered, article by article

Written by `manage.py coverage_doc` from the codes in `codes/rulebooks/`; do not edit.

- **procedure**: a decision table applies the article; its worked cases run as tests
  (`tests/codes/rulebooks/test_worked_cases.py`).
- **checker**: a module says whether what was done is admitted. **calculator**: a module works out a figure.
  Both are declared in the code's `coverage.yaml`, with the test that proves them.
  In brackets: it works and is tested, but no screen or paper of the application reaches it yet.
- **text only**: our summary can be read and searched; the article defines or describes, and nothing has to apply it.
- **not covered**: it asks for something that nothing here does. Left out: what nothing does of an article that is
  otherwise covered, and why.
"""


def coverage_page(books: Iterable[Rulebook]) -> str:
    with override("en"):
        return "\n".join([PREAMBLE, *(line for book in books for line in _code(book))]) + "\n"


def _code(book: Rulebook) -> list[str]:
    rows = coverage_of(book, read_coverage(library.RULEBOOKS / book.id))
    counted = ", ".join(f"{count} {state}" for state, count in tally(rows).items())
    heading = [f"## {book.title.en} ({book.federation}, {book.edition})", "", f"{len(rows)} articles: {counted}.", ""]
    head = [_line("article", "title", "state", "by what", "shown by"), _line("--:", "---", "---", "---", "---")]
    return [*heading, *head, *map(_article, rows), "", *_sections(book)]


def _sections(book: Rulebook) -> list[str]:
    titles = "; ".join(section.title.en for section in book.sections)
    return [f"Parts without a number, as text: {titles}.", ""] if titles else []


def _article(row: ArticleCoverage) -> str:
    by_what = [f"`{means.name}`{_but(means)}" for means in row.means]
    shown_by = dict.fromkeys(
        f"`{means.test}`" if means.test else "worked cases" for means in row.means if means.is_shown
    )
    return _line(
        str(row.number),
        row.title.replace("|", "\\|"),
        row.state,
        row.gap or "<br>".join([*by_what, *([f"left out: {row.left_out}"] if row.left_out else [])]),
        "<br>".join(shown_by),
    )


def _but(means: Means) -> str:
    if not means.on_screen:
        return " (no screen reaches it)"
    return "" if means.is_shown else " (no case cites it)"


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


class Command(BaseCommand):
    help = "Writes docs/coverage.md from the codes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only fail when the page is out of date.")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        books = library.all_rulebooks()
        wrong = self._wrong(books)
        if wrong:
            raise CommandError("\n".join(wrong))
        path = settings.BASE_DIR / "docs" / "coverage.md"
        page = coverage_page(books)
        if not check:
            path.write_text(page, "utf-8")
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)} written")
        elif not path.exists() or path.read_text("utf-8") != page:
            raise CommandError("docs/coverage.md is out of date: run manage.py coverage_doc")

    def _wrong(self, books: Iterable[Rulebook]) -> list[str]:
        faults: list[str] = []
        for book in books:
            try:
                declared = read_coverage(library.RULEBOOKS / book.id)
            except (OSError, ValueError) as error:
                faults.append(f"{book.id}: {error}")
            else:
                faults += problems(book, declared, settings.BASE_DIR)
        return faults
