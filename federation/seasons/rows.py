"""The lines of a season's standings as they are kept and shown: plain values, exact figures as text.

The tables of points of a federation, read from what was loaded.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from federation.points.season import ClubStanding, SeasonStandings, Standing
from federation.points.table import Points, points_from
from federation.points.table import PointsTable as Table
from federation.points.table_file import read_table
from federation.seasons.models import PointsTable
from pages.caches import Latest
from people.accounts.models import Federation
from records.seals import canonical_json

Row = dict[str, Any]


@dataclass(frozen=True)
class SeasonRows:
    """The lines of players and of clubs, best first: each with place, whose it is, points and results."""

    players: Sequence[Row]
    clubs: Sequence[Row]

    @property
    def figures(self) -> str:
        """Another one as soon as any figure is."""
        return hashlib.sha256(canonical_json([list(self.players), list(self.clubs)]).encode()).hexdigest()


def rows_of(standings: SeasonStandings) -> SeasonRows:
    return SeasonRows(
        [player_row(standing) for standing in standings.players], [club_row(standing) for standing in standings.clubs]
    )


def player_row(line: Standing) -> Row:
    results = [
        {
            "held": result.tournament_key,
            "class": result.class_id,
            "place": result.place,
            "equal": result.equal,
            "of": result.ranked,
            "points": str(result.points),
            "counts": place < line.counted,
        }
        for place, result in enumerate(line.results)
    ]
    return {"place": line.place, "of": line.player, "points": str(line.points), "results": results}


def club_row(line: ClubStanding) -> Row:
    results = [
        {
            "held": club_result.tournament_key,
            "points": str(club_result.points),
            "players": [
                {
                    "player": player,
                    "place": result.place,
                    "points": str(result.points),
                    "counts": place < club_result.counted,
                }
                for place, (player, result) in enumerate(club_result.players)
            ],
        }
        for club_result in line.results
    ]
    return {"place": line.place, "of": line.club, "points": str(line.points), "results": results}


def counted(results: Iterable[Mapping[str, Any]]) -> list[Points]:
    """The points that count, in order."""
    return [points_from(result["points"]) for result in results if result.get("counts", True)]


# An invented one, to begin from.
EXAMPLE = Path(__file__).parent.parent / "points" / "example.yaml"
# Their texts never change.
READ: Latest[Table] = Latest(most=16)


def table_of(stored: PointsTable) -> Table:
    return READ.get(stored.pk, stored.sha256, lambda: read_table(stored.text))


def example_text() -> str:
    return EXAMPLE.read_text(encoding="utf-8")


def tables_of(federation: Federation) -> QuerySet[PointsTable]:
    return PointsTable.objects.filter(federation=federation)


def class_titles(tables: Iterable[PointsTable]) -> dict[str, str]:
    """Every class that any of the tables names, with its title; of two the one of the later table."""
    titles: dict[str, str] = {}
    for table_version in sorted(tables, key=lambda table: (table.valid_from, table.pk)):
        titles |= table_of(table_version).classes
    return dict(sorted(titles.items()))
