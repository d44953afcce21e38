"""Rosters for the tests: files as a federation writes them, and the roster that they make."""

from collections.abc import Sequence

from federation.roster.actions import accept_roster, stage_roster
from federation.roster.queries import version_of
from people.accounts.models import Federation, User
from people.players.models import RosterUpdate
from tests.factories import acting

HEAD = "Tessera;Cognome;Nome;Circolo;Categoria;Valida dal;Scadenza"
ANNA = "00101;Conti;Anna;Levante;A;01/01/2026;31/12/2026"
LUCA = "00102;Serra;Luca;Levante;B;01/01/2026;31/12/2026"
PIERO = "00103;Galli;Piero;Ponente;A;01/01/2026;30/06/2026"


def written(*rows: str, head: str = HEAD) -> bytes:
    return "\n".join([head, *rows]).encode()


def stage(by: User, federation: Federation, *rows: str, head: str = HEAD) -> RosterUpdate:
    return stage_roster(by=acting(by), federation=federation, file_name="albo.csv", content=written(*rows, head=head))


def take(by: User, federation: Federation, *rows: str, head: str = HEAD, **ticks: bool) -> RosterUpdate:
    """The roster made what these rows say."""
    update = stage(by, federation, *rows, head=head)
    return accept_roster(by=acting(by), update=update, version=version_of(federation), **ticks)


def told(rows: Sequence[Sequence[object]]) -> list[str]:
    return [" ".join(map(str, row)) for row in rows]
