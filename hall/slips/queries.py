"""What the players sent from their tables, read back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from codes.seats import Line, Result
from records.prepared_queries import prepared_records
from tournaments.entries.models import Entry
from tournaments.rounds.models import Table
from tournaments.scores.match_models import TableSlip
from tournaments.scores.queries import NamedCell, NamedRow, round_grid
from tournaments.standings.queries import standings_now, state_of

OPEN = (TableSlip.State.PROPOSED, TableSlip.State.DISPUTED)


@dataclass(frozen=True)
class SentSlips:
    """What a table sent: the slip that stands, and in a dispute what the other line said last."""

    slip: TableSlip
    other: TableSlip | None

    @property
    def is_disputed(self) -> bool:
        return self.slip.state == TableSlip.State.DISPUTED

    @property
    def figures(self) -> dict[int, Result]:
        """What stands, by board number."""
        return results_of(self.slip)

    @property
    def differing(self) -> list[int]:
        """The numbers of the boards of which the two lines of a dispute say different things."""
        ours, theirs = self.figures, self.other_figures
        return [number for number in sorted(ours | theirs) if self.other and ours.get(number) != theirs.get(number)]

    @property
    def other_figures(self) -> dict[int, Result]:
        """What the other line of a dispute says; nothing where there is none."""
        return results_of(self.other) if self.other else {}


@dataclass(frozen=True)
class AtTable:
    """What whoever opens the QR of a table finds there: its row of the grid, and what its players sent."""

    row: NamedRow
    sent: SentSlips | None

    @property
    def scored_cells(self) -> list[NamedCell]:
        """The boards that have a score already."""
        return [cell for cell in self.row.cells if cell.score and not cell.score.is_void]

    @property
    def figures(self) -> dict[int, Result]:
        """What stands in the fields before anybody types: what is recorded, then what was sent."""
        recorded = {
            cell.board.number: Result(
                points_a=score.points_a, points_b=score.points_b, accusa_a=score.accusa_a, accusa_b=score.accusa_b
            )
            for cell in self.scored_cells
            if (score := cell.score) and score.points_a is not None and score.points_b is not None
        }
        return recorded | (self.sent.figures if self.sent else {})

    @property
    def is_recorded(self) -> bool:
        """Whether every board has its score."""
        return bool(self.row.cells) and all(cell.score for cell in self.row.cells)


def at_table(table: Table) -> AtTable:
    """How the table stands, with its players; a match of teams is worth what both of its rooms come to."""
    (row,) = round_grid(table.round, only=[table.pk])
    return AtTable(row, slips_sent_from([table]).get(table.pk))


@dataclass(frozen=True)
class Way:
    """From the phone of a table to what an entry that sits there has; its place now, where it was asked for."""

    entry: Entry
    place: int | None = None


def ways_of(table: Table, line: Line | None, *, with_places: bool) -> list[Way]:
    """Of the entries on the line, or on both; none in a tournament whose pages nobody else reads."""
    tournament = table.round.tournament
    if not tournament.is_public:
        return []
    entries = [entry for one in Line if line in (one, None) for entry in table.entries_on(one)]
    rows = standings_now(tournament, state_of(tournament)).rows if with_places else ()
    places = {row.entry: row.place for row in rows}
    return [Way(entry, places.get(entry.number)) for entry in entries]


def results_of(slip: TableSlip) -> dict[int, Result]:
    """The figures of a slip by board number."""
    return {
        number: Result(points_a=a, points_b=b, accusa_a=accusa_a, accusa_b=accusa_b)
        for number, a, b, accusa_a, accusa_b in sorted(slip.points)
    }


def slips_sent_from(tables: Iterable[Table]) -> dict[int, SentSlips]:
    """What stands of every table that sent something, by table; one query."""
    slips: dict[int, list[TableSlip]] = {table.pk: [] for table in tables}
    if not slips:
        return {}
    for slip in _slips(first=min(slips), last=max(slips)):
        if slip.table_id in slips:
            slips[slip.table_id].append(slip)
    return {table: sent for table, of_table in slips.items() if (sent := _sent_slips(of_table))}


@prepared_records
def _slips(*, first: int, last: int) -> "QuerySet[TableSlip]":
    """Of the tables between those two primary keys: a page's are neighbours."""
    return TableSlip.objects.filter(table__gte=first, table__lte=last).order_by("version")


def _sent_slips(slips: Sequence[TableSlip]) -> SentSlips | None:
    current = next((slip for slip in slips if slip.state != TableSlip.State.SUPERSEDED), None)
    if current is None:
        return None
    others = [slip for slip in slips if slip.given_by_line != current.given_by_line]
    return SentSlips(current, others[-1] if others and current.state == TableSlip.State.DISPUTED else None)
