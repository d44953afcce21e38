"""The log of a tournament: one line per action, each carrying the hash of the one before.

A line's hash is the SHA-256 of its canonical JSON, so anybody with an export can check that no line was changed,
removed or put in between. It contains the seals of all records that the action wrote, and a salted digest of its own
data: whoever shows one line and the chain need not show the data of the others.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from records.models import LogEntry
from records.often_written import write_columns
from records.prepared_queries import prepared
from records.seals import name_of, new_salt, readable_rows, seals_now

if TYPE_CHECKING:
    from people.accounts.models import User
    from tournaments.setup.models import Tournament


class Line(NamedTuple):
    """The columns of a line, as they are read for verification."""

    tournament_id: int
    sequence: int
    at: datetime
    actor_id: int
    action: str
    object: str
    data: Any
    seals: dict[str, str] | None
    salt: str
    erased: Any
    previous_hash: str
    hash: str


@dataclass(frozen=True)
class Verification:
    """The result of a check of the chain: the number of lines, the first broken line, the last hash.

    missing: by how many the tournament counted more lines than there are. seals: the last seal of each record.
    """

    lines: int
    first_broken: int | None
    head: str = ""
    missing: int = 0
    seals: Mapping[str, str] = field(default_factory=dict)
    hashes: Sequence[str] = ()
    # For records in which something was erased after sealing: the first erasing line, and the seal before it.
    erased: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    # The lines whose moment is before that of the line before: a clock was set back, or somebody wrote another time.
    backwards: Sequence[int] = ()

    @property
    def holds(self) -> bool:
        return self.first_broken is None and self.missing == 0

    @property
    def first_wrong(self) -> int | None:
        """The number of the first line that does not hold: changed, missing or put in between; None: all hold."""
        return self.first_broken or (self.lines + 1 if self.missing else None)

    def knows(self, head: Head) -> bool:
        """Whether the chain contains a head that somebody outside has, for example on a paper."""
        return 1 <= head.number <= self.lines and self.hashes[head.number - 1].startswith(head.hash)


HEAD = re.compile(r"(\d{1,9}):([0-9a-f]{16,64})")


class Head(NamedTuple):
    """The last line of a log at some moment: its number and its hash, or as much of the hash as a paper shows.

    Whoever controls the database can rebuild the chain, but not the heads that others have on paper.
    """

    number: int
    hash: str

    @classmethod
    def parse(cls, written: str) -> Head:
        """Reads a written head, «214:9f86d081884c7d65». Raises ValueError for any other text."""
        match = HEAD.fullmatch(written.strip().lower().replace(" ", ""))
        if match is None:
            raise ValueError(written)
        return cls(int(match[1]), match[2])

    @classmethod
    def current(cls, tournament: Tournament) -> Head:
        """The head now; number 0 of a log without lines."""
        number, hash, _at = (_last(tournament=tournament.pk) or [NO_LINE])[0]
        return cls(number, hash)

    def __str__(self) -> str:
        # A quarter of the hash: 64 bits cannot be hit by chance, and a person can still read them out.
        return f"{self.number}:{self.hash[:16]}"


NO_LINE = (0, "", None)


@prepared
def _last(*, tournament: int) -> models.QuerySet[LogEntry, tuple[int, str, datetime]]:
    log_entries = LogEntry.objects.filter(tournament=tournament).order_by("-sequence")
    return log_entries.values_list("sequence", "hash", "at")[:1]


# By how much the clock is behind the last line of a log that was written to, for whoever answers the request to say.
_behind: ContextVar[timedelta | None] = ContextVar("behind", default=None)


def note_moment(at: datetime, before: datetime | None) -> None:
    """Note where the line to be written tells an earlier moment than the one before it."""
    if before is not None and at < before:
        _behind.set(before - at)


def take_behind() -> timedelta | None:
    """By how much the lines written since the last call run backwards; None: they do not."""
    behind = _behind.get()
    _behind.set(None)
    return behind


# Called with each line within its transaction; applications above register here.
Listener = Callable[[LogEntry, "Tournament", models.Model | str], None]
LISTENERS: list[Listener] = []


def write_line(
    *,
    tournament: Tournament,
    actor: User,
    at: datetime,
    action: str,
    record: models.Model | str,
    data: Mapping[str, Any],
    seals: Mapping[str, str] | None = None,
) -> LogEntry:
    """Append a line. The action that calls has locked the tournament and makes the change in the same transaction.

    seals: more seals than those of the records written.
    """
    number, last_hash, before = (_last(tournament=tournament.pk) or [NO_LINE])[0]
    note_moment(at, before)
    entry = LogEntry(
        tournament=tournament,
        sequence=number + 1,
        at=at,
        actor=actor,
        action=action,
        object=record if isinstance(record, str) else f"{record._meta.label}:{record.pk}",
        # As JSON returns them: the hash must be that of the line as it will be read.
        data=json.loads(line_json(data)),
        seals={**seals_now(tournament), **(seals or {})} or None,
        salt=new_salt(),
        previous_hash=last_hash,
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    version = tournament._meta.get_field("data_version")
    write_columns(type(tournament), tournament.pk, {version: entry.sequence})
    for listener in LISTENERS:
        listener(entry, tournament, record)
    return entry


def hash_of(entry: LogEntry | Line) -> str:
    """The SHA-256, in hexadecimal, of a line with the hash before it."""
    return hashlib.sha256(line_json(hashed_content(entry)).encode()).hexdigest()


def hashed_content(entry: LogEntry | Line) -> dict[str, Any]:
    """The hashed part of a line. Its data enter as a salted digest: if something was erased, by the earlier digest."""
    line: dict[str, Any] = {
        "tournament": entry.tournament_id,
        "sequence": entry.sequence,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "actor": entry.actor_id,
        "action": entry.action,
        "object": entry.object,
        "data": {"hmac": entry.erased[0][1] if entry.erased else data_digest(entry)},
        "previous_hash": entry.previous_hash,
    }
    return line | {"seals": entry.seals} if entry.seals is not None else line


def data_digest(entry: LogEntry | Line) -> str:
    """The salted digest of the line's data as they are now."""
    return hmac.digest(str(entry.salt).encode(), line_json(entry.data).encode(), "sha256").hex()


# The actions that erase texts, and the name under which their line seals the changed data of another line.
ERASING = ("erase_person", "black_out")
LINE = "log"


def verify_log(tournament: Tournament) -> Verification:
    """Recompute the chain from its first line, and count its lines."""
    walk = _Walk()
    rows = LogEntry.objects.filter(tournament=tournament.pk).order_by("sequence")
    for number, values in enumerate(readable_rows(rows, Line._fields), start=1):
        walk.take(number, Line(*values) if len(values) == len(Line._fields) else None)
    # Read again: the caller may have read the tournament before the last line was written.
    counted = type(tournament).objects.values_list("data_version", flat=True).get(pk=tournament.pk)
    return Verification(
        lines=len(walk.hashes),
        first_broken=walk.first_broken(),
        head=walk.hashes[-1] if walk.hashes else "",
        missing=counted - len(walk.hashes),
        # Of what is lawfully gone an empty one: nothing stands there any more.
        seals={name: seal for name, seal in walk.seals.items() if seal},
        hashes=walk.hashes,
        erased=walk.erased,
        backwards=walk.backwards,
    )


class _Walk:
    """Collects the results on the way through a log."""

    def __init__(self) -> None:
        self.hashes: list[str] = []
        self.broken: list[int] = []
        self.backwards: list[int] = []
        self.at: datetime | None = None
        self.seals: dict[str, str] = {}
        self.erased: dict[str, tuple[int, str]] = {}
        # For lines with erased data: the digest of their data now, by themselves and by the erasing lines.
        self.said: dict[str, str] = {}
        self.sealed: dict[str, str] = {}

    def take(self, number: int, line: Line | None) -> None:
        before = self.hashes[-1] if self.hashes else ""
        if not (line and _follows(line, number, before)):
            self.broken.append(number)
        elif self.at and line.at < self.at:
            self.backwards.append(number)
        self.at = line.at if line and isinstance(line.at, datetime) else self.at
        self.hashes.append(line.hash if line else "")
        if line and line.erased:
            self.said[name_of(LINE, number)] = data_digest(line)
        if line and isinstance(line.seals, dict):
            self._take_seals(number, line.action, line.seals)

    def _take_seals(self, number: int, action: str, seals: Mapping[str, str]) -> None:
        for name, seal in seals.items():
            if action not in ERASING:
                self.erased.pop(name, None)
            elif name.startswith(f"{LINE}:"):
                self.sealed[name] = seal
                continue
            elif name in self.seals:
                self.erased.setdefault(name, (number, self.seals[name]))
            self.seals[name] = seal

    def first_broken(self) -> int | None:
        """The first line that does not follow from the one before, or lost data that no line says was erased."""
        names = self.said.keys() | self.sealed.keys()
        unsaid = [name for name in names if self.said.get(name) != self.sealed.get(name)]
        return min([*self.broken, *(int(name.partition(":")[2]) for name in unsaid)], default=None)


def _follows(line: Line, number: int, previous: str) -> bool:
    try:
        return line.sequence == number and line.previous_hash == previous and line.hash == hash_of(line)
    except (TypeError, ValueError, AttributeError, LookupError):  # columns that hold what was never written there
        return False


def line_json(value: Any) -> str:
    """The line as JSON for hashing: keys in order, no blanks."""
    return json.dumps(
        value, cls=DjangoJSONEncoder, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
