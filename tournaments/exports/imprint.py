"""What every page of a document carries."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from tournaments.models import Tournament


@dataclass(frozen=True)
class Imprint:
    """Whose the document is, what it is, when it was made, in which language."""

    title: str
    owner: str
    at: datetime
    author: str = ""
    language: str = "it"


def imprint_of(tournament: Tournament, title: str, *, at: datetime) -> Imprint:
    return Imprint(title, tournament.name, at, author=tournament.federation.name, language=get_language() or "it")
