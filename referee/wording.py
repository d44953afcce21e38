"""Bilingual texts in the reader's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from referee.law.text import Language, Text
from tournaments.games import Seating
from tournaments.seats import Line


def spoken(text: Text | dict[str, str] | None) -> str:
    """The text in the reader's language: a rulebook's own, or the pair that a record keeps."""
    if not text:
        return ""
    return text.in_(language()) if isinstance(text, Text) else text.get(language(), "")


def spoken_line(responsible: str, seating: Seating) -> str:
    """The line at fault as the game calls it, or nobody; nothing for what is neither."""
    if responsible in list(Line):
        return str(seating.line_words[Line(responsible)])
    return _("nessuno") if responsible == "none" else ""


def spoken_table(label: str) -> str:
    """A table whose result counts: «3», or «3 (turno 2)» where the board is played in several rounds («2.3»)."""
    round, dot, table = label.partition(".")
    return _("%(table)s (turno %(round)s)") % {"table": table, "round": round} if dot else label


def language() -> Language:
    """The language of the reader, among those that the codes speak."""
    return "en" if (get_language() or "").startswith("en") else "it"
