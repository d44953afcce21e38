"""Documents of a whole tournament, which may take long: what each is, and who may have it.

Each is known by the last part of its address; how it is made stands with the exports, which bring in what lays papers
out: they are loaded when the first one is asked for.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from papers.sheets import Tell
from records.rights import Right
from tournaments.setup.models import Tournament

# Writes what was read; needs no database any more.
LayOut = Callable[[Tell], bytes]
# Reads all that the document says, at one moment, for somebody with these rights.
Read = Callable[[Tournament, Collection[Right], datetime], LayOut]

# Other applications add theirs.
KINDS: dict[str, str] = {
    "torneo": "keeping.documents.workbook.WORKBOOK",
    "smazzate-a-carte-viste": "tournaments.rounds.open_cards.HAND_RECORDS",
}


@dataclass(frozen=True)
class Document:
    """A kind of document. `needs`: without these rights nobody has it; `shows`: who has these sees more in it.

    `concerns`: other tournaments have no such document. `lacking` says in words what the installation lacks to make it,
    nothing where it can.
    """

    title: Promise
    suffix: str
    read: Read
    needs: frozenset[Right]
    shows: frozenset[Right] = frozenset()
    concerns: Callable[[Tournament], bool] = bool
    lacking: Callable[[], str] = str

    def rights(self, all_rights: Collection[Right]) -> frozenset[Right]:
        """Those of the rights held that decide what is in it."""
        return (self.needs | self.shows) & frozenset(all_rights)

    def file_name(self, tournament: Tournament) -> str:
        return f"{tournament.name} – {self.title}"


def document(kind: str) -> Document:
    """Raises KeyError for a kind that there is not."""
    document: Document = import_string(KINDS[kind])
    return document


def takes_long(tournament: Tournament) -> bool:
    """Whether a document of the whole tournament is too long to be made while one waits for the page."""
    written: int = tournament.data_version + tournament.entries.count()
    return written > int(settings.AT_ONCE_UP_TO)
