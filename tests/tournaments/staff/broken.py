"""A document that cannot be made."""

from records.rights import Right
from tournaments.staff.documents import Document


def _read(*_given: object) -> None:
    raise ZeroDivisionError("the program is broken")


BROKEN = Document("Documento rotto", "pdf", _read, needs=frozenset({Right.EXPORT}))
