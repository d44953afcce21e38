"""Standings as they are kept: plain rows with all that they are made of; their proof: `tournaments.publication.proof`.

Nothing in the rows is a translated text: pages put them in words for their reader.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields, replace
from typing import Any

from tournaments.entries.models import EntryMember
from tournaments.rounds.models import Round
from tournaments.scoring.account import Item, explain
from tournaments.scoring.standings import Facts, Sums, Tie
from tournaments.stages.models import Stage
from tournaments.standings.queries import StandingRow, gaps, standings

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
    members = EntryMember.objects.filter(entry__tournament=stage.tournament_id)
    names = members.at_end_of(round_number).order_by("entry__number", "position", "from_round")
    players: defaultdict[int, list[str]] = defaultdict(list)
    for number, first, last in names.values_list("entry__number", "player__first_name", "player__last_name"):
        players[number].append(f"{first} {last}")
    return players


def _sha256(value: Any) -> str:
    return hashlib.sha256(_json(value).encode()).hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _plain(value: Any) -> Any:
    # What is compared later has been stored meanwhile.
    return json.loads(_json(value))
