"""Bringing a federation's official text into the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from codes.reading.official_text import ArticleText
from referee.code_browser.models import CodeText


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
