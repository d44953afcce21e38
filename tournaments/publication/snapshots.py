"""Standings as they are stored: plain rows with their whole accounts. Their proof: `tournaments.publication.proof`.

The rows contain no translated texts: pages put them in words for their reader.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields, replace
from typing import Any

from tournaments.entries.models import EntryMember
from tournaments.planning.models import Stage
from tournaments.rounds.models import Round
from tournaments.scoring.standings import Facts, Item, Sums, Tie, explain
from tournaments.standings.queries import StandingRow, standings, tables_without_result

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Snapshot:
    """The standings of a stage at this moment. figures: the hash of the rows, to tell whether they changed."""

    stage: Stage
    round_number: int
    rows: Rows
    figures: str

    @property
    def gaps(self) -> list[tuple[int, int]]:
        return [(round_, table) for section in self.rows for round_, table in section["pending"]]


def snapshot(stage: Stage) -> Snapshot:
    """The rows of every group of the stage, as they would be published now."""
    begun = Round.objects.filter(stage=stage, state__in=Round.BEGUN).order_by("-number")
    last = begun.values_list("number", flat=True).first() or 0
    # As stored and read back, because that is what will be compared.
    rows = without_measures(json.loads(_json(_sections(stage, last))))
    return Snapshot(stage, last, rows, hashlib.sha256(_json(rows).encode()).hexdigest())


# The number of warnings is a measure against persons, not a figure of the standings; the points they cost are one.
_MEASURES = ("warnings", "warnings_carried")


def without_measures(rows: Rows) -> Rows:
    """The rows as everybody may read them: older publications also counted warnings."""
    return [{**section, "rows": [_without_measures(row) for row in section["rows"]]} for section in rows]


def _without_measures(row: Mapping[str, Any]) -> dict[str, Any]:
    sums = {name: value for name, value in row["sums"].items() if name not in _MEASURES}
    items = [item for item in row["items"] if not is_measure(item.get("warnings", 0), item["vp"], item["mp"])]
    figures = [{name: value for name, value in item.items() if name not in _MEASURES} for item in items]
    return {**row, "sums": sums, "items": figures}


def is_measure(warnings: int, vp: int, mp: int) -> bool:
    """Whether an item of an account has only warnings and no points."""
    return bool(warnings and not vp and not mp)


def _sections(stage: Stage, round_number: int) -> Rows:
    now = standings(stage.tournament, stage=stage)
    accounts, missing = _accounts(now.facts), tables_without_result(stage)
    players = _players(stage, round_number)
    groups: defaultdict[int, list[StandingRow]] = defaultdict(list)
    for row in now.rows:
        groups[row.group].append(row)
    return [
        {
            "group": group,
            "name": rows[0].group_name,
            **_section(rows, accounts, players),
            "pending": [[round_, table] for of, round_, table in missing if of in (group, None)],
        }
        for group, rows in sorted(groups.items())
    ]


def _section(
    rows: Iterable[StandingRow], accounts: Mapping[int, tuple[Item, ...]], players: Mapping[int, list[str]]
) -> dict[str, Any]:
    """The lines of a group. Each tie is stored once; lines name it by its place in the list."""
    ties: dict[int, int] = {}
    sections: list[dict[str, Any]] = []
    lines = []
    for row in rows:
        for tie in row.ties:
            if id(tie) not in ties:
                ties[id(tie)] = len(sections)
                sections.append(_tie(tie))
        lines.append(
            {
                "place": row.place,
                "entry": row.entry.number,
                "name": row.entry.name,
                "category": row.entry.category,
                "players": players.get(row.entry.number, []),
                "vp": row.vp,
                "mp": row.mp,
                "sums": _figures_given(row.sums),
                "items": [_figures_given(item) for item in accounts[row.entry.number]],
                "ties": [ties[id(tie)] for tie in row.ties],
            }
        )
    return {"rows": lines, "ties": sections}


def _tie(tie: Tie) -> dict[str, Any]:
    return {
        "criterion": tie.criterion.value,
        "groups": tie.groups,
        "values": sorted(tie.values.items()),
        "lot": asdict(tie.lot) if tie.lot else None,
    }


def _figures_given(value: Sums | Item) -> dict[str, Any]:
    """The fields that differ from their defaults."""
    return {
        # A large field has tens of thousands of items, and most of their figures are zero.
        field.name: getattr(value, field.name)
        for field in fields(value)
        if field.default is MISSING or getattr(value, field.name) != field.default
    }


def _accounts(facts: Facts) -> dict[int, tuple[Item, ...]]:
    """The account of every entry."""
    shares: defaultdict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for encounter in facts.encounters:
        for entry in encounter.a + encounter.b:
            shares[entry]["encounters"].append(encounter)
    for name in ("awards", "extras", "carries"):
        for value in getattr(facts, name):
            shares[value.entry][name].append(value)
    # Each account from the facts of its entry: the work then grows only with the encounters.
    return {entry: explain(_share(facts, shares[entry]), entry) for entry in facts.entries}


def _share(facts: Facts, mine: Mapping[str, list[Any]]) -> Facts:
    """The facts of one entry only. (The mapping gives an empty list for an entry without facts.)"""
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


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
