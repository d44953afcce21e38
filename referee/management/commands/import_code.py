"""Splits a federation's official text by article and keeps it in the database, never in the program."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from codes.deciding.book import Rulebook
from codes.format.model import RulebookError
from codes.library import get_rulebook, rulebook_ids
from codes.reading.official_text import ArticleText, SplitCode, split_code
from records.outside import CODE_TEXT, MB, read_file
from referee.code_browser.models import CodeText
from referee.code_browser.pdf_text import UnreadablePdf, pdf_text


@dataclass(frozen=True)
class TextSource:
    name: str
    sha256: str


@transaction.atomic
def import_code_text(
    *, code: str, edition: str, articles: Sequence[ArticleText], source: TextSource, is_public: bool, at: datetime
) -> list[CodeText]:
    """Store the articles in place of those imported before for this code, all or none."""
    # No official record: a ruling cites our summaries, which it keeps, never these words.
    CodeText.objects.filter(code=code).delete()
    return CodeText.objects.bulk_create(
        CodeText(
            code=code,
            edition=edition,
            number=article.number,
            text=article.text,
            is_public=is_public,
            source_name=source.name,
            source_sha256=source.sha256,
            imported_at=at,
        )
        for article in articles
    )


class Command(BaseCommand):
    help = "Imports the official text of a code (txt, or PDF that holds text), shown beside our summaries."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="id of the code: the name of its folder in codes/rulebooks")
        parser.add_argument("file", type=Path, help="the federation's text")
        parser.add_argument("--accept", action="store_true", help="store it in spite of the findings reported")
        parser.add_argument(
            "--signed-in", action="store_true", help="show it only to those who signed in, not to everybody"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        book, path = _book(options["code"]), options["file"]
        content = _content(path)
        split = split_code(_text(path, content), book.articles.keys())
        self._report(split)
        if not split.articles:
            raise CommandError(f"{path.name}: no article found; a PDF of pictures holds no text.")
        if split.findings and not options["accept"]:
            raise CommandError("Nothing was stored. Look at the findings; --accept stores the text as it is.")
        stored = import_code_text(
            code=book.id,
            edition=book.edition,
            articles=split.articles,
            source=TextSource(path.name, hashlib.sha256(content).hexdigest()),
            is_public=not options["signed_in"],
            at=timezone.now(),
        )
        self.stdout.write(f"{book.id} ({book.edition}): {len(stored)} articles stored from {path.name}.")

    def _report(self, split: SplitCode) -> None:
        for finding in split.findings:
            self.stderr.write(str(finding))
        if split.rest:
            self.stdout.write(f"From line {split.rest} on, after the last article, nothing is stored.")


def _book(code: str) -> Rulebook:
    try:
        return get_rulebook(code)
    except KeyError:
        raise CommandError(f"No code «{code}»: there are {', '.join(rulebook_ids())}.") from None
    except RulebookError as error:
        raise CommandError(f"The code «{code}» has problems: manage.py check_rulebooks names them.") from error


def _content(path: Path) -> bytes:
    try:
        content = read_file(path, CODE_TEXT)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from error
    if len(content) > CODE_TEXT.size:
        raise CommandError(f"{path.name}: larger than {CODE_TEXT.size // MB} MB; no code is.")
    return content


def _text(path: Path, content: bytes) -> str:
    """The words of the file: of a PDF page by page, of anything else as UTF-8 or, failing that, Windows' Latin."""
    if path.suffix.casefold() == ".pdf" or content.startswith(b"%PDF-"):
        try:
            return pdf_text(content)
        except UnreadablePdf as error:
            raise CommandError(f"{path.name}: this PDF cannot be read ({error}).") from error
    if len(content) > CODE_TEXT.text:
        raise CommandError(f"{path.name}: longer than {CODE_TEXT.text} bytes; no code is.")
    try:
        # Windows' editors begin a text with a mark that is no part of it.
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
