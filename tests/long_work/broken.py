"""A document that cannot be made."""

from tournaments.jobs.documents import Document
from tournaments.records.rights import Right


def _read(*_given: object) -> None:
    raise ZeroDivisionError("the program is broken")


BROKEN = Document("Documento rotto", "pdf", _read, needs=frozenset({Right.EXPORT}))
