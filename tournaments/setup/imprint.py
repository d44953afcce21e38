"""What every page of a document carries."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language

from papers.sheets import local
from tournaments.players.public_names import NOBODY, PublicNames, public_names
from tournaments.records.log import Head
from tournaments.setup.models import Tournament


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
    # How minors are named on it, where it is for everybody's eyes.
    names: PublicNames = NOBODY


def imprint_of(tournament: Tournament, title: str, *, at: datetime, in_full: bool = False) -> Imprint:
    """in_full: a paper for who rules on the persons it names, which nobody hangs up."""
    author, language = tournament.federation.name or tournament.name, get_language() or "it"
    head = str(Head.of(tournament))
    names = NOBODY if in_full else public_names(tournament.slug, local(at).date())
    code = f"{tournament.slug} {head}"
    return Imprint(title, tournament.name, at, author, language, head, code, names)
