"""The score grid as one person of the desk sees it: each cell says what this person may do, and the page draws it.

The grid is one form with one token: with a form in each cell, a hundred tables of four boards were a megabyte. A field
is named after line, table, board and the version seen (`a-12-3-1`). A script sends each cell by itself, with its own
key. Without a script Enter sends all cells, and the first one that differs from the version seen is recorded; a hidden
button comes first, so that Enter never confirms a score. Whatever a cell contains, the page has four hundred times:
`tests/hall/grid/test_grid_pages.py` limits the size of the page and of an answer.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from codes.seats import Line, Result
from hall.grid.sent_fields import versions_text
from hall.seats.queries import TABLES_A_PAGE
from people.accounts.models import User
from records.requests import numbered
from records.rights import Right
from tournaments.rounds.models import Board, Round, Table
from tournaments.rounds.queries import TableProgress, tables_progress
from tournaments.scores.guards import is_closed
from tournaments.scores.match_models import MatchScore, TableSlip
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import ShownCell, ShownRow, ShownScore, TableResult, shown_grid
from tournaments.scores.round_queries import OPEN, SentSlips, results_of, slips_sent_from

MOST_NAMED = 40
Score = BoardScore | ShownScore


@dataclass(frozen=True)
class SaidByLine:
    """What a line says of a board: its letters and the points."""

    line: str
    result: Result


@dataclass(frozen=True, slots=True)
class Frame:
    """What the cells of a page share, computed and translated once: there are hundreds of cells.

    where: the words of a place, «Tavolo %(table)s, smazzata %(board)s»; root: the grid's address, seen from the page.
    """

    looker: "Looker"
    where: str
    lines: tuple[str, str]
    root: str

    @classmethod
    def for_looker(cls, looker: "Looker", root: str) -> "Frame":
        names = looker.round.tournament.seat_names.lines
        line_a, line_b = (_("punti %(line)s") % {"line": line} for line in names)
        return cls(looker, _("Tavolo %(table)s, smazzata %(board)s"), (line_a, line_b), root)


@dataclass(frozen=True, slots=True)
class DeskCell:
    """A board at a table: the score in force, and what the user may do about it.

    called: the number by which people call the deal. said: what the players sent, if it differs from the score. typed:
    after a refusal, what the user typed instead of the score.
    """

    frame: Frame
    table: int
    one: ShownCell
    called: int
    said: tuple[SaidByLine, ...] = ()
    typed: tuple[str, str] | None = None

    @property
    def board(self) -> Board:
        return self.one.board

    @property
    def score(self) -> ShownScore | None:
        return self.one.score

    @property
    def number(self) -> str:
        return str(self.one.board.number)

    @property
    def place(self) -> str:
        """Table and board, «12-3»: the name of the cell on the page."""
        return f"{self.table}-{self.one.board.number}"

    @property
    def place_and_version(self) -> str:
        """The place and the version shown."""
        return f"{self.place}-{self.one.version}"

    @property
    def where(self) -> str:
        """The place in words."""
        return self.frame.where % {"table": self.table, "board": self.called}

    @property
    def label_a(self) -> str:
        return f"{self.where}, {self.frame.lines[0]}"

    @property
    def label_b(self) -> str:
        return f"{self.where}, {self.frame.lines[1]}"

    @property
    def address(self) -> str:
        """The score's address, relative to the grid."""
        return f"{self.frame.root}tavoli/{self.table}/smazzate/{self.one.board.number}/"

    @property
    def known_a(self) -> str:
        """Line A's score in force, as one types it."""
        return self.one.entered_a

    @property
    def known_b(self) -> str:
        return self.one.entered_b

    @property
    def typed_a(self) -> str:
        """The text in line A's field."""
        return self.typed[0] if self.typed else self.one.entered_a

    @property
    def typed_b(self) -> str:
        return self.typed[1] if self.typed else self.one.entered_b

    @property
    def may_type(self) -> bool:
        return self.typed is not None or self.frame.looker.may_type(self.one.score)

    @property
    def may_confirm(self) -> bool:
        return self.frame.looker.may_confirm(self.one.score)

    @property
    def shows_history(self) -> bool:
        return self.one.score is not None and self.frame.looker.may_give

    @property
    def is_confirmed(self) -> bool:
        return self.one.score is not None and self.one.score.state == BoardScore.State.CONFIRMED

    @property
    def is_pending(self) -> bool:
        # An annulled board needs a score, not a confirmation.
        return self.one.score is not None and self.frame.looker.awaits(self.one.score)

    @property
    def says(self) -> Hashable:
        """The values that the cell shows: it is drawn anew if any of them changes."""
        return self.one.board.number, self.called, self.one.score, self.said


@dataclass(frozen=True)
class DeskRow:
    """A table of a round. fixed: the score of its whole match. sent: what its players sent and did not agree on.

    page, incidents: the addresses of the arbiters' pages of the table; empty if the user may not open them. why: the
    reason in words why a confirmation was refused.
    """

    looker: "Looker"
    table: Table
    number: str
    cells: tuple[DeskCell, ...]
    result: TableResult
    fixed: MatchScore | None
    sent: SentSlips | None
    page: str
    incidents: str
    why: str = ""

    @cached_property
    def missing(self) -> int:
        return sum(cell.score is None for cell in self.cells)

    @cached_property
    def is_pending(self) -> bool:
        return any(cell.is_pending for cell in self.cells)

    @cached_property
    def confirms(self) -> str:
        """The versions that the user may confirm here, as the button sends them; empty if none."""
        shown = zip(self.cells, self._may_confirm, strict=True)
        return versions_text({cell.board.number: cell.one.version for cell, may in shown if may})

    @cached_property
    def _may_confirm(self) -> tuple[bool, ...]:
        return tuple(cell.may_confirm for cell in self.cells)

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against confirming the table."""
        return bool(self.confirms) and not self.missing and self.sent is None

    @property
    def kept_as(self) -> Hashable:
        """The key of the cached row: the table, and what the user may do there (not who they are)."""
        return "grid", self.table.pk, self.looker.may_give, self.looker.may_write, self.page, self._may_confirm

    @property
    def says(self) -> Hashable:
        """The values that the row shows if it has no fixed score and nothing was refused."""
        table, looker, tournament = self.table, self.looker, self.looker.round.tournament
        sits = self.number, table.words_a, table.words_b, table.is_bye, table.called
        may = (
            looker.may_give,
            looker.may_write,
            tournament.one_hand,
            tournament.replays_annulled,
            self.page,
            self.incidents,
        )
        shared = (self.cells[0].frame.root, self.cells[0].frame.lines) if self.cells else None
        sent = self.sent and (self.sent.slip.version, self.sent.slip.state)
        return sits, may, shared, sent, self.result, tuple(cell.says for cell in self.cells)


def table_versions_text(rows: Sequence[DeskRow]) -> str:
    """The tables that the user may confirm at once, because everything agrees; empty if there are fewer than two."""
    agreed = [f"{row.number}:{row.confirms}" for row in rows if row.fixed is None and row.agrees]
    return " ".join(agreed) if len(agreed) > 1 else ""


@dataclass(frozen=True)
class Looker:
    """The user who looks at a round's grid, and their rights in the tournament."""

    user: User
    rights: frozenset[Right]
    round: Round

    @cached_property
    def may_give(self) -> bool:
        """Whether they may give scores in the round now: after its end only those who manage rounds may.

        Under final standings nobody does: a decision changes what is there, on the page of the score (20).
        """
        if self.round.state == Round.State.CLOSED:
            manages = {Right.GIVE_SCORE, Right.MANAGE_ROUNDS} <= self.rights
            return manages and not is_closed(self.round.tournament, self.round.stage)
        return self.round.state == Round.State.PLAYING and Right.GIVE_SCORE in self.rights

    @property
    def may_write(self) -> bool:
        """Whether they may write in the grid itself: a closed round is read there, and corrected deal by deal."""
        return self.may_give and self.round.state != Round.State.CLOSED

    def may_type(self, score: Score | None) -> bool:
        # Nobody types over a decision, except for an annulled board that is replayed in ordinary play (art. 80).
        if not self.may_write or score is None or not score.is_decided:
            return self.may_write
        return score.is_void and self.round.tournament.replays_annulled

    def awaits(self, score: Score) -> bool:
        """Whether the tournament wants a second person to confirm the score, and none has."""
        return score.awaits_confirmation and not self.round.tournament.one_hand

    def may_confirm(self, score: Score | None) -> bool:
        """Whether this user may confirm the score: somebody other than who gave it."""
        if score is None or Right.CONFIRM_SCORE not in self.rights or score.given_by_id == self.user.pk:
            return False
        return self.awaits(score)


@dataclass(frozen=True)
class TableLink:
    """A table named beside the grid, with the address of its row."""

    number: int
    href: str


@dataclass(frozen=True)
class Progress:
    """How many scores of a round are missing or unconfirmed, at which tables, and which tables dispute theirs.

    If there are very many tables, the first ones are named and the others counted.
    """

    missing: int
    unconfirmed: int
    missing_tables: tuple[TableLink, ...]
    more_missing: int
    disputed_tables: tuple[TableLink, ...]


def progress_of(tables: Sequence[TableProgress]) -> Progress:
    """The progress of a round from that of all its tables, in order."""
    pages = {progress.number: place // TABLES_A_PAGE + 1 for place, progress in enumerate(tables)}
    only_one = len(tables) <= TABLES_A_PAGE

    def link(number: int) -> TableLink:
        return TableLink(number, f"#row-{number}" if only_one else f"?page={pages[number]}#row-{number}")

    missing = [progress.number for progress in tables if progress.missing > 0]
    return Progress(
        missing=sum(progress.missing for progress in tables),
        unconfirmed=sum(progress.unconfirmed for progress in tables),
        missing_tables=tuple(map(link, missing[:MOST_NAMED])),
        more_missing=len(missing[MOST_NAMED:]),
        disputed_tables=tuple(link(progress.number) for progress in tables if progress.is_disputed),
    )


class GridReading(NamedTuple):
    """What the grid shows to everybody: the rows of a page, what its tables sent, and the round's progress."""

    rows: Sequence[ShownRow]
    sent: Mapping[int, SentSlips]
    tables: Sequence[TableProgress]


def read_grid(round_: Round, only: Sequence[int]) -> GridReading:
    """The grid of those tables of the round (primary keys)."""
    return read_rows(round_, shown_grid(round_, only=only))


def read_rows(round_: Round, rows: Sequence[ShownRow]) -> GridReading:
    """The grid of rows that are already read."""
    return GridReading(rows, slips_sent_from([row.table for row in rows]), tables_progress(round_))


def desk_grid(looker: Looker, reading: GridReading, *, root: str = "") -> tuple[DeskRow, ...]:
    """The grid as the user sees it. root: the grid's address, for a page with another address."""
    rows, sent, tables = reading
    waited = {progress.table for progress in tables if progress.is_waited}
    # What all cells share is computed once, not four hundred times.
    frame, page, incidents = Frame.for_looker(looker, root), _addresses(looker, "table"), _addresses(looker, "incident")
    tournament = looker.round.tournament
    by_fives = tournament.rules.by_fives
    called = {
        number: tournament.deal_called(number) for number in {cell.board.number for row in rows for cell in row.cells}
    }

    def row_of(row: ShownRow) -> DeskRow:
        number, waits = row.table.number, sent.get(row.table.pk) if row.table.pk in waited else None
        open_one = waits if waits and waits.slip.state in OPEN else None
        cells = tuple(
            DeskCell(frame, number, cell, called[cell.board.number], _line_results(row, cell, open_one))
            for cell in row.cells
        )
        late = incidents(number) if by_fives and not row.table.is_bye else ""
        return DeskRow(looker, row.table, str(number), cells, row.result, row.fixed, open_one, page(number), late)

    return tuple(map(row_of, rows))


def _addresses(looker: Looker, name: str) -> Callable[[int], str]:
    """The address of that name for every table by its number; empty if the user may not see the cases."""
    if Right.VIEW_CASES not in looker.rights:
        return lambda number: ""
    return numbered(name, looker.round.tournament.slug, looker.round.number)


def _line_results(row: ShownRow, cell: ShownCell, sent: SentSlips | None) -> tuple[SaidByLine, ...]:
    """What the lines sent for the board, the latest first; without what equals the score recorded."""
    if sent is None:
        return ()
    names = dict(zip(Line, row.table.seat_names.lines, strict=True))
    slips: Sequence[TableSlip] = [slip for slip in (sent.slip, sent.other) if slip]
    # In a match to points the players send only the boards played.
    by_line = [(names[Line(slip.given_by_line)], results_of(slip).get(cell.board.number)) for slip in slips]
    results = [SaidByLine(line, result) for line, result in by_line if result]
    # The lines may differ on another board only: if they agree on this one, it is said once.
    if len(results) == len(slips) and len({result.result for result in results}) == 1:
        results = results[:1]
    recorded = (cell.score.points_a, cell.score.points_b) if cell.score else None
    return tuple(said for said in results if (said.result.points_a, said.result.points_b) != recorded)
