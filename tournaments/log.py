"""The log of a tournament: one line per action, each carrying the hash of the one before.

A line's hash is the SHA-256 of its canonical JSON, so anybody with an export
can check that no line was changed, removed or put in between.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournaments.models import LogEntry, Tournament, User


@dataclass(frozen=True)
class Verification:
    """Whether the chain holds: how many lines, and the number of the first broken one."""

    lines: int
    first_broken: int | None

    @property
    def holds(self) -> bool:
        return self.first_broken is None


def write_line(
    *,
    tournament: Tournament,
    actor: User,
    at: datetime,
    action: str,
    record: models.Model | str,
    data: Mapping[str, Any],
) -> LogEntry:
    """Append a line; the caller's action holds the tournament, and its transaction the change it tells of."""
    last = LogEntry.objects.filter(tournament=tournament).order_by("-sequence").first()
    entry = LogEntry(
        tournament=tournament,
        sequence=last.sequence + 1 if last else 1,
        at=at,
        actor=actor,
        action=action,
        object=record if isinstance(record, str) else f"{record._meta.label}:{record.pk}",
        # As JSON gives it back: the hash is that of the line as it will be read.
        data=json.loads(_json(data)),
        previous_hash=last.hash if last else "",
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    Tournament.objects.filter(pk=tournament.pk).update(data_version=entry.sequence)
    return entry


def hash_of(entry: LogEntry) -> str:
    """The SHA-256, in hexadecimal, of a line with the hash before it."""
    line = {
        "tournament": entry.tournament_id,
        "sequence": entry.sequence,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": entry.actor_id,
        "action": entry.action,
        "object": entry.object,
        "data": entry.data,
        "previous_hash": entry.previous_hash,
    }
    return hashlib.sha256(_json(line).encode()).hexdigest()


def verify_log(tournament: Tournament) -> Verification:
    """Recompute the chain from its first line."""
    previous, lines, first_broken = "", 0, None
    for entry in LogEntry.objects.filter(tournament=tournament).order_by("sequence").iterator():
        lines += 1
        whole = entry.sequence == lines and entry.previous_hash == previous and entry.hash == hash_of(entry)
        if not whole and first_broken is None:
            first_broken = lines
        previous = entry.hash
    return Verification(lines=lines, first_broken=first_broken)


def _json(value: Any) -> str:
    return json.dumps(
        value, cls=DjangoJSONEncoder, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
