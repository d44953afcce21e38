"""Writes docs/coverage.md from the codes, or checks that it is up to date."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from codes import library
from codes.deciding.book import Rulebook
from codes.format.clauses import Answer
from codes.reading.clauses import clause_problems
from referee.code_browser.coverage import ClauseCoverage, clauses_of

PREAMBLE = """\
# What is covered

Written by `manage.py coverage_doc` from the codes in `codes/rulebooks/`; do not edit.

Every clause of every article, in our words, with what answers for it:

- **procedure**: rules of these decision tables order it and cite the article; their worked cases run as tests
  (`tests/codes/rulebooks/test_worked_cases.py`). **module**, **screen**: what does it, with the test that proves it;
  in brackets a module that works and is tested, but that no screen or paper of the application reaches yet.
- **told**: nothing has to apply it, and why. **absent**: something should, and nothing does.
- **wrong**: where what answers departs from the clause.
"""


def coverage_page(books: Iterable[Rulebook]) -> str:
    with override("en"):
        return "\n".join([PREAMBLE, *(line for book in books for line in _code(book))]) + "\n"


def _code(book: Rulebook) -> list[str]:
    rows = list(clauses_of(book))
    states, kinds = _counted(row.state for row in rows), _counted(row.clause.kind for row in rows)
    counted = f"{len(book.articles)} articles in {len(rows)} clauses: {states}. Of a kind each: {kinds}."
    titles: dict[int | str, str] = {number: article.title.en for number, article in book.articles.items()}
    titles |= {section.id: section.title.en for section in book.sections}
    table = [_line("clause", "kind", "what it says", "by what", "shown by"), _line("--:", "---", "---", "---", "---")]
    return [
        f"## {book.title.en} ({book.federation}, {book.edition})",
        "",
        counted,
        "",
        *_listed("Absent", {row.number: row.clause.by.absent for row in rows}),
        *_listed("Wrong", {row.number: row.clause.by.wrong for row in rows}),
        *table,
        *(line for row in rows for line in _clause(titles, row)),
        "",
    ]


def _listed(title: str, said: Mapping[str, str]) -> list[str]:
    lines = [f"- {number}: {words}" for number, words in said.items() if words]
    return [f"### {title} ({len(lines)})", "", *lines, ""] if lines else []


def _clause(titles: Mapping[int | str, str], row: ClauseCoverage) -> list[str]:
    title = [_line("", "", f"**{row.part}. {_cell(titles[row.part])}**", "", "")]
    by, line = row.clause.by, row.clause
    shown_by = ["worked cases"] * (len(row.unshown) < len(by.procedures)) + [f"`{by.test}`"] * bool(by.test)
    cells = (row.number, line.kind, line.en, "<br>".join(_does(by, row.unshown)), "<br>".join(shown_by))
    return [*(title if row.place == 1 else []), _line(*map(_cell, cells))]


def _does(by: Answer, unshown: Collection[str]) -> Iterator[str]:
    yield from (f"`{name}`" + " (no case cites it)" * (name in unshown) for name in by.procedures)
    if by.module:
        yield f"`{by.module}`" + " (no screen reaches it)" * (not by.on_screen)
    if by.screen:
        yield by.screen
    yield from (f"{state}: {words}" for state in ("told", "absent", "wrong") if (words := getattr(by, state)))


def _counted(names: Iterable[str]) -> str:
    """How often each stands there, the most frequent first."""
    tally = sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{count} {name}" for name, count in tally)


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


class Command(BaseCommand):
    help = "Writes docs/coverage.md from the codes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Only fail when the page is out of date.")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        books = library.all_rulebooks()
        faults = [f"{book.id}/{fault}" for book in books for fault in clause_problems(book, settings.BASE_DIR)]
        if faults:
            raise CommandError("\n".join(faults))
        path = settings.BASE_DIR / "docs" / "coverage.md"
        page = coverage_page(books)
        if not check:
            path.write_text(page, "utf-8")
            self.stdout.write(f"{path.relative_to(settings.BASE_DIR)} written")
        elif not path.exists() or path.read_text("utf-8") != page:
            raise CommandError("docs/coverage.md is out of date: run manage.py coverage_doc")
