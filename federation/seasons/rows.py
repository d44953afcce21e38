"""The lines of a season's standings as they are kept and shown: plain values, exact figures as text.

The tables of points of a federation, read from what was loaded.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.models import QuerySet

from federation.points.reading import read_table
from federation.points.season import ClubStanding, SeasonStandings, Standing
from federation.points.table import Points, points_from
from federation.points.table import PointsTable as Table
from federation.seasons.models import PointsTable
from pages.caches import Latest
from people.accounts.models import Federation
from records.seals import canonical

Row = dict[str, Any]


@dataclass(frozen=True)
class SeasonRows:
    """The lines of players and of clubs, best first: each with place, whose it is, points and results."""

    players: Sequence[Row]
    clubs: Sequence[Row]

    @property
    def figures(self) -> str:
        """Another one as soon as any figure is."""
        return hashlib.sha256(canonical([list(self.players), list(self.clubs)]).encode()).hexdigest()


def rows_of(standings: SeasonStandings) -> SeasonRows:
    return SeasonRows([player_row(one) for one in standings.players], [club_row(one) for one in standings.clubs])


def player_row(line: Standing) -> Row:
    results = [
        {
            "held": one.held,
            "class": one.class_id,
            "place": one.place,
            "equal": one.equal,
            "of": one.of,
            "points": str(one.points),
            "counts": place < line.counted,
        }
        for place, one in enumerate(line.results)
    ]
    return {"place": line.place, "of": line.player, "points": str(line.points), "results": results}


def club_row(line: ClubStanding) -> Row:
    results = [
        {
            "held": one.held,
            "points": str(one.points),
            "players": [
                {"player": player, "place": made.place, "points": str(made.points), "counts": place < one.counted}
                for place, (player, made) in enumerate(one.players)
            ],
        }
        for one in line.results
    ]
    return {"place": line.place, "of": line.club, "points": str(line.points), "results": results}


def counted(results: Iterable[Mapping[str, Any]]) -> list[Points]:
    """The points that count, in order."""
    return [points_from(one["points"]) for one in results if one.get("counts", True)]


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
    for one in sorted(tables, key=lambda table: (table.valid_from, table.pk)):
        titles |= table_of(one).classes
    return dict(sorted(titles.items()))
