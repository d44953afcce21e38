"""Headnotes beside the rulings of a tournament that was played."""

from datetime import datetime
from typing import Any

from federation.casebook.actions import DRAFTED, Said, draft_headnote, publish_headnote
from federation.casebook.models import HeadnoteDraft, HeadnoteVersion
from people.accounts.models import User
from records.locks import fields_digest
from referee.rulings.models import Ruling
from tests.factories import NOON, acting
from tournaments.setup.models import Tournament

MASSIMA = "Chi dichiara fuori turno una combinazione incompleta non perde la mano se nessuno la contesta in tempo."


def first_ruling(tournament: Tournament) -> str:
    """As the archive names it."""
    return f"ruling-{Ruling.objects.filter(tournament=tournament).earliest('pk').pk}"


def drafted(by: User, tournament: Tournament, text: str = MASSIMA, source: str = "", **said: Any) -> HeadnoteDraft:
    return draft_headnote(
        by=acting(by),
        federation=tournament.federation,
        source=source or first_ruling(tournament),
        said=Said(text, **said),
    )


def published(by: User, draft: HeadnoteDraft, reason: str = "", at: datetime = NOON) -> HeadnoteVersion:
    return publish_headnote(by=acting(by, at=at), draft=draft, seen=fields_digest(draft, DRAFTED), reason=reason)


def publish_a_headnote(tournament: Tournament, by: User) -> HeadnoteVersion:
    """The first of the federation, and a draft beside it."""
    drafted(by, tournament, "Una bozza, che nessun altro legge.")
    return published(by, drafted(by, tournament, tags=["accusa", "buonafede"], comment="Si noti il tempo."))
