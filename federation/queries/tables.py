"""The tables of points of a federation, read from what was loaded."""

from collections.abc import Iterable
from pathlib import Path

from django.db.models import QuerySet

from federation.models import PointsTable
from federation.points.reading import read_table
from federation.points.table import PointsTable as Table
from tournaments.hall.keeping import Latest
from tournaments.models import Federation

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
