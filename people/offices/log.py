"""The log of a federation: one line per action of its officers, each carrying the hash of the one before.

As the log of a tournament (`records.log`), with the seals of the official records that the action wrote; but its lines
name nobody: nothing of them is ever erased.
"""

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import UTC
from typing import TypeVar

from django.db import models

from people.accounts.models import Federation
from people.offices.models import FederationLine
from records.action import Actor
from records.locks import federation_of, lock_federation
from records.log import NO_LINE, Head, Verification, note_moment
from records.official_records import FederationSealed, Key, waiting_for_seal, way_to_owner
from records.often_written import write_columns
from records.seals import UNREADABLE, canonical_json, name_of, readable_rows, renew_salts, seals_now

Record = TypeVar("Record", bound=models.Model)


def write_federation_line(by: Actor, record: Record, /, **data: object) -> Record:
    """Append a line to the log of the record's federation; the record, for the action to return.

    data: keys, figures, digests, words of a closed list; never a name or free text.
    """
    federation = federation_of(record)
    lock_federation(federation)
    _append(by, federation, name_of(record._meta.label, record.pk), data)
    return record


def seal_erased(by: Actor) -> None:
    """What was erased of records of federations, in the log of each; nobody finds out by guessing what stood there."""
    keys: dict[int, list[Key]] = {}
    for model, pk in waiting_for_seal():
        if not issubclass(model, FederationSealed):
            continue
        owner = model._base_manager.values_list(way_to_owner(model), flat=True).get(pk=pk)
        keys.setdefault(owner, []).append((model, pk))
    for federation in Federation.objects.filter(pk__in=keys).order_by("pk"):
        lock_federation(federation)
        mine = keys[federation.pk]
        renew_salts(name_of(model._meta.label, pk) for model, pk in mine)
        _append(by, federation, name_of(federation._meta.label, federation.pk), {"records": len(mine)}, only=mine)


def _append(
    by: Actor,
    federation: Federation,
    about: str,
    data: Mapping[str, object],
    only: Collection[Key] | None = None,
) -> None:
    last = FederationLine.objects.filter(federation=federation).order_by("-sequence")
    number, last_hash, before = last.values_list("sequence", "hash", "at").first() or NO_LINE
    note_moment(by.at, before)
    line = FederationLine(
        federation=federation,
        sequence=number + 1,
        at=by.at,
        actor=by.user,
        action=by.doing,
        object=about,
        data=json.loads(canonical_json(data)),
        seals=seals_now(federation, only) or None,
        previous_hash=last_hash,
    )
    line.hash = line_hash(line)
    line.save(force_insert=True)
    write_columns(Federation, federation.pk, {Federation._meta.get_field("log_lines"): line.sequence})


def head_of(federation: Federation) -> Head:
    """The head now: number 0 of a log without lines."""
    last = FederationLine.objects.filter(federation=federation).order_by("-sequence")
    return Head(*(last.values_list("sequence", "hash").first() or (0, "")))


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
    if line.seals is not None:
        content["seals"] = line.seals
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


COLUMNS = tuple(field.attname for field in FederationLine._meta.concrete_fields if not field.primary_key)


def verify_federation_log(federation: Federation) -> Verification:
    """Recompute the chain from its first line, and count its lines: one whose last lines are gone is found."""
    hashes, broken, backwards, seals = list[str](), list[int](), list[int](), dict[str, str]()
    before: FederationLine | None = None
    rows = FederationLine.objects.filter(federation=federation.pk).order_by("sequence")
    for number, values in enumerate(readable_rows(rows, COLUMNS), start=1):
        line = FederationLine(**dict(zip(COLUMNS, values, strict=True))) if len(values) == len(COLUMNS) else None
        if line is None or not _follows(line, number, hashes[-1] if hashes else ""):
            broken.append(number)
        elif before is not None and line.at < before.at:
            backwards.append(number)
        hashes.append(line.hash if line else "")
        if line and isinstance(line.seals, dict):
            seals |= line.seals
        before = line or before
    counted = Federation.objects.values_list("log_lines", flat=True).get(pk=federation.pk)
    return Verification(
        lines=len(hashes),
        first_broken=min(broken, default=None),
        head=hashes[-1] if hashes else "",
        missing=counted - len(hashes),
        seals={name: seal for name, seal in seals.items() if seal},
        hashes=hashes,
        backwards=backwards,
    )


def _follows(line: FederationLine, number: int, previous: str) -> bool:
    try:
        return (line.sequence, line.previous_hash, line.hash) == (number, previous, line_hash(line))
    except UNREADABLE:  # columns that hold what was never written there
        return False


def first_broken_line(federation: Federation) -> int | None:
    """The number of the first line that does not hold: changed, missing or put in between; None: all hold."""
    return verify_federation_log(federation).first_wrong
