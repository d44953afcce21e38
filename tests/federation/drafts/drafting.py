"""Drafts of a code for tests: an edition of ours with some words changed."""

import io
import zipfile
from collections.abc import Mapping

from federation.drafts.actions import ask_for_trial, load_draft_edition, try_draft
from federation.drafts.models import DraftEdition, DraftTrial
from federation.drafts.queries import edition_files
from people.accounts.models import Federation, User
from tests.factories import acting

SMALL = "tressette-online"  # a tenth of the largest


def load_a_draft(
    federation: Federation, by: User, *, code: str = SMALL, name: str = "Prova", sent: Mapping[str, str] | None = None
) -> DraftEdition:
    """A draft of that edition; without any files, one that only calls itself otherwise."""
    book = edition_files(code)["rulebook.yaml"]
    return load_draft_edition(
        by=acting(by), federation=federation, code=code, name=name, sent=sent or {"rulebook.yaml": book + "\n# bozza\n"}
    )


def try_it(draft: DraftEdition, by: User) -> DraftTrial:
    """Its trial, done by a worker."""
    trial = ask_for_trial(by=acting(by), draft=draft)
    try_draft.call(trial.pk)
    trial.refresh_from_db()
    return trial


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return made.getvalue()
