"""The log of a federation: one line per action of its officers, each carrying the hash of the one before.

As the log of a tournament (`records.log`), but its lines name nobody: nothing of it is ever erased.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models

from people.accounts.models import Federation, User
from people.offices.models import FederationLine
from records.seals import canonical, name_of


def hold_federation(federation: Federation) -> None:
    """Let nobody else act for the federation until this transaction ends; after tournaments and players."""
    if connection.features.has_select_for_update:
        Federation.objects.select_for_update().only("pk").get(pk=federation.pk)


def write_federation_line(
    *,
    federation: Federation,
    actor: User,
    at: datetime,
    action: str,
    record: models.Model | str,
    data: Mapping[str, Any],
) -> FederationLine:
    """Append a line. data: keys, figures, digests, words of a closed list; never a name or free text."""
    hold_federation(federation)
    last = FederationLine.objects.filter(federation=federation).order_by("-sequence").first()
    line = FederationLine(
        federation=federation,
        sequence=last.sequence + 1 if last else 1,
        at=at,
        actor=actor,
        action=action,
        object=record if isinstance(record, str) else name_of(record._meta.label, record.pk),
        data=json.loads(canonical(data)),
        previous_hash=last.hash if last else "",
    )
    line.hash = line_hash(line)
    line.save(force_insert=True)
    return line


def line_hash(line: FederationLine) -> str:
    """The SHA-256, in hexadecimal, of a line with the hash before it."""
    said = {
        "federation": line.federation_id,
        "sequence": line.sequence,
        "at": line.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": line.actor_id,
        "action": line.action,
        "object": line.object,
        "data": line.data,
        "previous_hash": line.previous_hash,
    }
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def first_broken_line(federation: Federation) -> int | None:
    """The number of the first line that does not hold: changed, missing or put in between; None: all hold."""
    before = ""
    for number, line in enumerate(FederationLine.objects.filter(federation=federation).order_by("sequence"), start=1):
        if (line.sequence, line.previous_hash, line.hash) != (number, before, line_hash(line)):
            return number
        before = line.hash
    return None
