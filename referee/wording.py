"""Bilingual texts in the reader's language."""

from django.utils.translation import get_language

from referee.law.text import Language, Text


def spoken(text: Text | dict[str, str] | None) -> str:
    """The text in the reader's language: a rulebook's own, or the pair that a record keeps."""
    if not text:
        return ""
    return text.in_(language()) if isinstance(text, Text) else text.get(language(), "")


def language() -> Language:
    """The language of the reader, among those that the codes speak."""
    return "en" if (get_language() or "").startswith("en") else "it"
