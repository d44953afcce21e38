"""The log of a federation: one line per action of its officers, each carrying the hash of the one before.

As the log of a tournament (`records.log`), but its lines name nobody: nothing of it is ever erased.
"""

import hashlib
import json
from datetime import UTC
from typing import TypeVar

from django.db import models

from people.accounts.models import Federation
from people.offices.models import FederationLine
from records.action import Actor
from records.locks import federation_of, lock_federation
from records.seals import canonical_json, name_of

Record = TypeVar("Record", bound=models.Model)


def write_federation_line(by: Actor, record: Record, /, **data: object) -> Record:
    """Append a line to the log of the record's federation; the record, for the action to return.

    data: keys, figures, digests, words of a closed list; never a name or free text.
    """
    federation = federation_of(record)
    lock_federation(federation)
    last = FederationLine.objects.filter(federation=federation).order_by("-sequence").first()
    line = FederationLine(
        federation=federation,
        sequence=last.sequence + 1 if last else 1,
        at=by.at,
        actor=by.user,
        action=by.doing,
        object=name_of(record._meta.label, record.pk),
        data=json.loads(canonical_json(data)),
        previous_hash=last.hash if last else "",
    )
    line.hash = line_hash(line)
    line.save(force_insert=True)
    return record


def line_hash(line: FederationLine) -> str:
    """The SHA-256, in hexadecimal, of a line with the hash before it."""
    content = {
        "federation": line.federation_id,
        "sequence": line.sequence,
        "at": line.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": line.actor_id,
        "action": line.action,
        "object": line.object,
        "data": line.data,
        "previous_hash": line.previous_hash,
    }
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


def first_broken_line(federation: Federation) -> int | None:
    """The number of the first line that does not hold: changed, missing or put in between; None: all hold."""
    before = ""
    for number, line in enumerate(FederationLine.objects.filter(federation=federation).order_by("sequence"), start=1):
        if (line.sequence, line.previous_hash, line.hash) != (number, before, line_hash(line)):
            return number
        before = line.hash
    return None
