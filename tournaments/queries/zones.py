"""Who walks which tables of the hall."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max

from tournaments.models import Table, Tournament, User, ZoneTable


class Zone(NamedTuple):
    """The table numbers of one arbiter, in order; nobody's: arbiter is None."""

    arbiter: User | None
    tables: tuple[int, ...]


@dataclass(frozen=True)
class Zones:
    """Every arbiter's zone, whose tables follow nobody; seen: what a form carries that was filled in beside them."""

    zones: tuple[Zone, ...]
    nobody: Zone
    seen: str


def walked(tournament: Tournament) -> dict[int, int]:
    """The arbiter (primary key) of each table number that somebody walks."""
    return dict(ZoneTable.objects.filter(tournament=tournament).values_list("table", "arbiter"))


def seen_of(walked: Mapping[int, int]) -> str:
    """A digest of who walks which tables: another one where anything of it is another."""
    return hashlib.sha256(repr(sorted(walked.items())).encode()).hexdigest()[:16]


def zones_of(tournament: Tournament, arbiters: Sequence[User]) -> Zones:
    """The zones of those arbiters; nobody's are the other tables that stand in the hall. Two queries."""
    mine = walked(tournament)
    most = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"] or 0
    zones = tuple(Zone(one, tuple(sorted(table for table, who in mine.items() if who == one.pk))) for one in arbiters)
    known = {table for zone in zones for table in zone.tables}
    nobody = Zone(None, tuple(number for number in range(1, most + 1) if number not in known))
    return Zones(zones, nobody, seen_of(mine))
