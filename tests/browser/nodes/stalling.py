"""A worker whose documents never end: it is there to be killed."""

import os
import time

import django
from django.core.management import call_command


def read(*_given: object) -> None:
    time.sleep(600)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from records.rights import Right
    from tournaments.staff import documents

    documents.STALLED = documents.Document("Senza fine", "xlsx", read, frozenset({Right.EXPORT}))  # type: ignore[attr-defined]
    documents.KINDS["torneo"] = "tournaments.staff.documents.STALLED"
    call_command("worker")
