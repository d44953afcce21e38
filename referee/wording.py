"""Bilingual texts in the reader's language."""

from django.utils.translation import get_language

from referee.law.text import Text


def spoken(text: Text | dict[str, str] | None) -> str:
    """The text in the reader's language: a rulebook's own, or the pair that a record keeps."""
    if not text:
        return ""
    language = get_language() or "it"
    if isinstance(text, Text):
        return text.in_(language)
    return text.get("en" if language.startswith("en") else "it", "")
