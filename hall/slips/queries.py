"""What whoever opens the page of a table finds there."""

from dataclasses import dataclass

from codes.seats import Line, Result
from tournaments.entries.models import Entry
from tournaments.rounds.models import Table
from tournaments.scores.queries import NamedCell, NamedRow, round_grid
from tournaments.scores.round_queries import SentSlips, slips_sent_from
from tournaments.standings.queries import standings_now, state_of


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
