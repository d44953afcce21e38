"""Standings as they are kept: plain rows with all that they are made of, the JSON that is hashed, the proof.

The SHA-256 of `canonical` is the hash, so whoever downloads a publication can compute it with any tool. Nothing in the
rows is a translated text: pages put them in words for their reader.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q

from tournaments.models import EntryMember, LogEntry, Publication, RecordSalt, Round, Stage
from tournaments.publishing.gaps import gaps
from tournaments.publishing.sealed_rows import is_sealed
from tournaments.queries import StandingRow, standings
from tournaments.scoring.account import Item, explain
from tournaments.scoring.standings import Facts, Sums, Tie
from tournaments.sealing import salts_of

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Snapshot:
    """The standings of a stage at this moment; `figures` is the hash of its rows alone, to tell if they moved."""

    stage: Stage
    round_number: int
    rows: Rows
    figures: str

    @property
    def gaps(self) -> list[tuple[int, int]]:
        return [(round, table) for section in self.rows for round, table in section["pending"]]


def snapshot(stage: Stage) -> Snapshot:
    """The rows of every group of the stage, as they would be published now."""
    begun = Round.objects.filter(stage=stage, state__in=Round.BEGUN).order_by("-number")
    last = begun.values_list("number", flat=True).first() or 0
    rows = without_measures(_plain(_sections(stage, last)))
    return Snapshot(stage, last, rows, _sha256(rows))


# How many warnings an entry has is a measure against persons, and no figure of the standings; what they cost is one.
_MEASURES = ("warnings", "warnings_carried")


def without_measures(rows: Rows) -> Rows:
    """The rows as everybody may have them: published ones of before counted warnings too."""
    return [{**section, "rows": [_without(row) for row in section["rows"]]} for section in rows]


def _without(row: Mapping[str, Any]) -> dict[str, Any]:
    sums = {name: value for name, value in row["sums"].items() if name not in _MEASURES}
    items = [one for one in row["items"] if not is_measure(one.get("warnings", 0), one["vp"], one["mp"])]
    told = [{name: value for name, value in one.items() if name not in _MEASURES} for one in items]
    return {**row, "sums": sums, "items": told}


def is_measure(warnings: int, vp: int, mp: int) -> bool:
    """Whether an item of an account is a warning, or brings warnings along, and nothing that counts."""
    return bool(warnings and not vp and not mp)


def _sections(stage: Stage, round_number: int) -> Rows:
    now = standings(stage.tournament, stage=stage)
    accounts, missing = _accounts(now.facts), gaps(stage)
    players = _players(stage, round_number)
    groups: defaultdict[int, list[StandingRow]] = defaultdict(list)
    for row in now.rows:
        groups[row.group].append(row)
    return [
        {
            "group": group,
            "name": rows[0].group_name,
            **_section(rows, accounts, players),
            "pending": [[round, table] for of, round, table in missing if of in (group, None)],
        }
        for group, rows in sorted(groups.items())
    ]


def _section(
    rows: Iterable[StandingRow], accounts: Mapping[int, tuple[Item, ...]], players: Mapping[int, list[str]]
) -> dict[str, Any]:
    """The lines of a group; its ties once each, named by their place in the list."""
    ties: dict[int, int] = {}
    told: list[dict[str, Any]] = []
    lines = []
    for row in rows:
        for tie in row.ties:
            if id(tie) not in ties:
                ties[id(tie)] = len(told)
                told.append(_tie(tie))
        lines.append(
            {
                "place": row.place,
                "entry": row.entry.number,
                "name": row.entry.name,
                "category": row.entry.category,
                "players": players.get(row.entry.number, []),
                "vp": row.vp,
                "mp": row.mp,
                "sums": _given(row.sums),
                "items": [_given(item) for item in accounts[row.entry.number]],
                "ties": [ties[id(tie)] for tie in row.ties],
            }
        )
    return {"rows": lines, "ties": told}


def _tie(tie: Tie) -> dict[str, Any]:
    return {
        "criterion": tie.criterion.value,
        "groups": tie.groups,
        "values": sorted(tie.values.items()),
        "lot": asdict(tie.lot) if tie.lot else None,
    }


def _given(value: Sums | Item) -> dict[str, Any]:
    """What of it differs from nothing."""
    return {
        # A large field has tens of thousands of items, most of whose figures are nothing.
        one.name: getattr(value, one.name)
        for one in fields(value)
        if one.default is MISSING or getattr(value, one.name) != one.default
    }


def _accounts(facts: Facts) -> dict[int, tuple[Item, ...]]:
    """The account of every entry."""
    shares: defaultdict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for encounter in facts.encounters:
        for entry in encounter.a + encounter.b:
            shares[entry]["encounters"].append(encounter)
    for name in ("awards", "extras", "carries"):
        for one in getattr(facts, name):
            shares[one.entry][name].append(one)
    # Each from its own share of the facts: so the work grows with the encounters.
    return {entry: explain(_share(facts, shares[entry]), entry) for entry in facts.entries}


def _share(facts: Facts, mine: Mapping[str, list[Any]]) -> Facts:
    """The facts with one entry's own alone (a mapping that gives an empty list where there are none)."""
    return replace(
        facts,
        encounters=mine["encounters"],
        awards=mine["awards"],
        extras=mine["extras"],
        carries=mine["carries"],
    )


def _players(stage: Stage, round_number: int) -> dict[int, list[str]]:
    is_there = Q(until_round__isnull=True) | Q(until_round__gte=round_number)
    members = EntryMember.objects.filter(is_there, entry__tournament=stage.tournament_id, from_round__lte=round_number)
    names = members.order_by("entry__number", "position", "from_round")
    players: defaultdict[int, list[str]] = defaultdict(list)
    for number, first, last in names.values_list("entry__number", "player__first_name", "player__last_name"):
        players[number].append(f"{first} {last}")
    return players


# The proof


def canonical(publication: Publication) -> bytes:
    """The publication as JSON: keys in order, no blanks, UTF-8."""
    return _json({**_heading(publication), "standings": publication.rows}).encode()


def heading(publication: Publication) -> str:
    """All of it but its rows, as a text that is another one as soon as any of it is."""
    return _json(_heading(publication))


def _heading(publication: Publication) -> dict[str, Any]:
    return {
        "tournament": publication.tournament.slug,
        "number": publication.number,
        "kind": str(publication.kind),
        "stage": publication.stage.number,
        "after_round": publication.round_number,
        "data_version": publication.data_version,
        "engine": publication.engine_version,
        "published_at": _exact(publication.published_at),
        "closes_at": _exact(publication.closes_at) if publication.closes_at else None,
        "reason": publication.reason,
    }


def hash_of(publication: Publication) -> str:
    return hashlib.sha256(canonical(publication)).hexdigest()


@dataclass(frozen=True)
class PublicationProof:
    """Whether a publication is as it was published, and whether the log tells of the same one."""

    hash_holds: bool
    in_log: bool

    @property
    def holds(self) -> bool:
        return self.hash_holds and self.in_log


def verify(publication: Publication) -> PublicationProof:
    """Recompute the hash, and look for it in the line that the log wrote then."""
    name = f"{publication._meta.label}:{publication.pk}"
    lines = LogEntry.objects.filter(tournament=publication.tournament_id, object=name)
    told = [line.data.get("hash") for line in lines]
    return PublicationProof(hash_holds=is_as_published(publication), in_log=publication.hash in told)


def is_as_published(publication: Publication) -> bool:
    """Whether its hash is that of its content; where names were erased, whether the log's seals prove what is left."""
    if publication.hash == hash_of(publication):
        return True
    salts = salts_of(
        RecordSalt.objects.filter(record=f"{publication._meta.label}:{publication.pk}", texts__isnull=False)
    )
    return bool(salts) and is_sealed(publication)


def _exact(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _sha256(value: Any) -> str:
    return hashlib.sha256(_json(value).encode()).hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _plain(value: Any) -> Any:
    # What is compared later has been stored meanwhile.
    return json.loads(_json(value))
