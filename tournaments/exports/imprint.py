"""What every page of a document carries."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from tournaments.log import Head
from tournaments.models import Tournament


@dataclass(frozen=True)
class Imprint:
    """Whose the document is, what it is, when it was made, in which language."""

    title: str
    owner: str
    at: datetime
    author: str = ""
    language: str = "it"
    # The last line of the log when it was made, by which anybody may later tell a chain that was written anew.
    head: str = ""
    # The same with the tournament's address, for a machine to read.
    code: str = ""


def imprint_of(tournament: Tournament, title: str, *, at: datetime) -> Imprint:
    author, language = tournament.federation.name, get_language() or "it"
    head = str(Head.of(tournament))
    return Imprint(
        title, tournament.name, at, author=author, language=language, head=head, code=f"{tournament.slug} {head}"
    )
