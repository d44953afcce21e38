"""A document that cannot be made."""

from tournaments.documents import Document
from tournaments.permissions import Right


def _read(*_given: object) -> None:
    raise ZeroDivisionError("the program is broken")


BROKEN = Document("Documento rotto", "pdf", _read, needs=frozenset({Right.EXPORT}))
