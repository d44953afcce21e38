"""The tables that a case concerns: its own, and those where the same happened to others (`elsewhere` of a code)."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.cases.persons import ANSWERS
from referee.models import Case
from tournaments.models import Table
from tournaments.models.rounds import TableQuerySet

# Who may answer for it at another table: one of its lines, or both.
WHO = ANSWERS["lines"]


@dataclass(frozen=True)
class Place:
    """Another table, and who answers for it there: a line or both."""

    table: Table
    responsible: str


def other_places(case: Case) -> tuple[Place, ...]:
    """The other tables in order, with their players."""
    if not case.elsewhere:
        return ()
    kept: dict[tuple[tuple[str, str], ...], tuple[Place, ...]] = case.__dict__.setdefault("_places", {})
    key = tuple(case.elsewhere.items())
    if key not in kept:
        kept[key] = _places(case, case.elsewhere)
    return kept[key]


def _places(case: Case, told: Mapping[str, str]) -> tuple[Place, ...]:
    tables = tables_beside(case).filter(pk__in=told).order_by("number")
    return tuple(Place(table, told[str(table.pk)]) for table in tables)


def tables_beside(case: Case) -> TableQuerySet:
    """The other tables of the round at which anybody plays."""
    tables = Table.objects.with_players().filter(round=case.table.round_id, line_b__isnull=False)
    return tables.exclude(pk=case.table_id)
