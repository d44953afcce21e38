"""The score grid as one person of the desk sees it: every cell says what may be done there, the page only draws it.

It is one form with one token: as a form for each cell a hundred tables of four boards were a megabyte. A field is named
after its line, table, board and the version seen (`a-12-3-1`); a script sends each cell by itself, with a key of its
own. Without a script Enter sends all, and what is recorded is the first cell that says something else than the version
seen; a hidden button comes first, so that Enter never confirms a score. What is added to a cell weighs four hundred
times: `tests/tournaments/test_grid_pages.py` holds page and answer to their size.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from codes.results import Result
from codes.seats import Line
from hall.grid.typed import seen_of
from hall.seats.queries import TABLES_A_PAGE
from hall.slips.queries import OPEN, Sent, results_of, sent_from
from people.accounts.models import User
from records.requests import numbered
from records.rights import Right
from tournaments.boards.models import Board
from tournaments.match_scores.models import MatchScore, TableSlip
from tournaments.rounds.models import Round, Table
from tournaments.rounds.queries import TableProgress, tables_progress
from tournaments.scores.models import BoardScore
from tournaments.scores.queries import ShownCell, ShownRow, ShownScore, TableResult, shown_grid

MOST_NAMED = 40
Score = BoardScore | ShownScore


@dataclass(frozen=True)
class SaidByLine:
    """What a line says of a board: its letters and the points."""

    line: str
    result: Result


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cells of a page share, worked out, translated and looked up once: there are hundreds of cells.

    where: the words of a place, «Tavolo %(table)s, smazzata %(board)s»; root: the grid's address, seen from the page.
    """

    looker: "Looker"
    where: str
    lines: tuple[str, str]
    root: str

    @classmethod
    def of(cls, looker: "Looker", root: str) -> "Frame":
        names = looker.round.tournament.seat_names.lines
        line_a, line_b = (_("punti %(line)s") % {"line": line} for line in names)
        return cls(looker, _("Tavolo %(table)s, smazzata %(board)s"), (line_a, line_b), root)


@dataclass(frozen=True, slots=True)
class DeskCell:
    """A board at a table: the score in force, and what whoever looks may do about it.

    said: what the players say of it while that is not what is recorded. typed: what was typed in place of what is
    registered, after a refusal.
    """

    frame: Frame
    table: int
    one: ShownCell
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
        """Table and board, «12-3», by which the page tells cells apart."""
        return f"{self.table}-{self.one.board.number}"

    @property
    def seen(self) -> str:
        """The place and the version shown."""
        return f"{self.place}-{self.one.version}"

    @property
    def where(self) -> str:
        """The place in words."""
        return self.frame.where % {"table": self.table, "board": self.called}

    @property
    def called(self) -> int:
        """The number by which people call the deal."""
        return self.frame.looker.round.tournament.deal_called(self.one.board.number)

    @property
    def label_a(self) -> str:
        return f"{self.where}, {self.frame.lines[0]}"

    @property
    def label_b(self) -> str:
        return f"{self.where}, {self.frame.lines[1]}"

    @property
    def address(self) -> str:
        """Of the score, seen from the grid."""
        return f"{self.frame.root}tavoli/{self.table}/smazzate/{self.one.board.number}/"

    @property
    def known_a(self) -> str:
        """What is registered, as it is typed."""
        return self.one.entered_a

    @property
    def known_b(self) -> str:
        return self.one.entered_b

    @property
    def typed_a(self) -> str:
        """What stands in the field."""
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
    def is_ruled(self) -> bool:
        return self.one.is_ruled

    @property
    def is_confirmed(self) -> bool:
        return self.one.score is not None and self.one.score.state == BoardScore.State.CONFIRMED

    @property
    def is_pending(self) -> bool:
        # An annulled board waits for a score, not for somebody to confirm it.
        return self.one.score is not None and self.frame.looker.awaits(self.one.score)

    @property
    def says(self) -> Hashable:
        """All that the cell shows besides what it shares with its row: it is drawn anew as soon as this is another."""
        return self.one.board.number, self.called, self.one.score, self.said


@dataclass(frozen=True)
class DeskRow:
    """A table of a round; fixed: the score of its whole match; sent: what its players sent and did not settle.

    page, incidents: the addresses of what arbiters do about the table; empty for whoever may not. why: in words, why
    its confirmation was refused.
    """

    looker: "Looker"
    table: Table
    number: str
    cells: tuple[DeskCell, ...]
    result: TableResult
    fixed: MatchScore | None
    sent: Sent | None
    page: str
    incidents: str
    why: str = ""

    @cached_property
    def missing(self) -> int:
        return sum(cell.score is None for cell in self.cells)

    @cached_property
    def pending(self) -> int:
        return sum(cell.is_pending for cell in self.cells)

    @cached_property
    def confirms(self) -> str:
        """The versions that whoever looks may confirm here, as the button sends them; empty where there are none."""
        shown = zip(self.cells, self._may_confirm, strict=True)
        return seen_of({cell.board.number: cell.one.version for cell, may in shown if may})

    @cached_property
    def _may_confirm(self) -> tuple[bool, ...]:
        return tuple(cell.may_confirm for cell in self.cells)

    @property
    def agrees(self) -> bool:
        """Whether nothing at the table speaks against confirming it."""
        return bool(self.confirms) and not self.missing and self.sent is None

    @property
    def kept_as(self) -> Hashable:
        """Which row it is, and for whom: by what whoever looks may do there, not by who it is."""
        return "grid", self.table.pk, self.looker.may_give, self.page, self._may_confirm

    @property
    def says(self) -> Hashable:
        """All that the row shows while no score is fixed and nothing was refused there."""
        table, looker, tournament = self.table, self.looker, self.looker.round.tournament
        sits = self.number, table.words_a, table.words_b, table.is_bye, table.called
        may = looker.may_give, tournament.one_hand, tournament.replays_annulled, self.page, self.incidents
        shared = (self.cells[0].frame.root, self.cells[0].frame.lines) if self.cells else None
        sent = self.sent and (self.sent.slip.version, self.sent.slip.state)
        return sits, may, shared, sent, self.result, tuple(cell.says for cell in self.cells)


def seen_of_tables(rows: Sequence[DeskRow]) -> str:
    """What whoever looks may confirm at once: the tables where everything agrees; empty where there are not two."""
    agreed = [f"{row.number}:{row.confirms}" for row in rows if row.fixed is None and row.agrees]
    return " ".join(agreed) if len(agreed) > 1 else ""


@dataclass(frozen=True)
class Looker:
    """Who looks at a round's grid, with what they may do in the tournament."""

    user: User
    rights: frozenset[Right]
    round: Round

    @cached_property
    def may_give(self) -> bool:
        """Whether they may give scores in the round as it is: after its end only who manages rounds."""
        if self.round.state == Round.State.CLOSED:
            return {Right.GIVE_SCORE, Right.MANAGE_ROUNDS} <= self.rights
        return self.round.state == Round.State.PLAYING and Right.GIVE_SCORE in self.rights

    def may_type(self, score: Score | None) -> bool:
        # What was decided is not typed over, save an annulled board that ordinary play replays (art. 80).
        if score is None or not score.is_decided:
            return self.may_give
        return self.may_give and score.is_void and self.round.tournament.replays_annulled

    def awaits(self, score: Score) -> bool:
        """Whether a second person has still to confirm it, in a tournament that asks for one."""
        return score.awaits_confirmation and not self.round.tournament.one_hand

    def may_confirm(self, score: Score | None) -> bool:
        """A score is confirmed by somebody else than who gave it."""
        if score is None or not self.awaits(score):
            return False
        return Right.CONFIRM_SCORE in self.rights and score.given_by_id != self.user.pk


@dataclass(frozen=True)
class TableLink:
    """A table named beside the grid, and where its row is."""

    number: int
    href: str


@dataclass(frozen=True)
class Progress:
    """How many scores of a round are missing and to be confirmed, at which tables, and which tables dispute theirs.

    Of very many tables the first ones are named, and how many more there are.
    """

    missing: int
    unconfirmed: int
    missing_tables: tuple[TableLink, ...]
    more_missing: int
    disputed_tables: tuple[TableLink, ...]


def progress_of(tables: Sequence[TableProgress]) -> Progress:
    """What is still to come in at the tables of a round, all of them in order."""
    pages = {one.number: place // TABLES_A_PAGE + 1 for place, one in enumerate(tables)}
    only_one = len(tables) <= TABLES_A_PAGE

    def link(number: int) -> TableLink:
        return TableLink(number, f"#row-{number}" if only_one else f"?page={pages[number]}#row-{number}")

    missing = [one.number for one in tables if one.missing > 0]
    return Progress(
        missing=sum(one.missing for one in tables),
        unconfirmed=sum(one.unconfirmed for one in tables),
        missing_tables=tuple(map(link, missing[:MOST_NAMED])),
        more_missing=len(missing[MOST_NAMED:]),
        disputed_tables=tuple(link(one.number) for one in tables if one.is_disputed),
    )


class Read(NamedTuple):
    """What the grid shows, whoever looks: the rows of a page, what its tables sent, how far all of the round's are."""

    rows: Sequence[ShownRow]
    sent: Mapping[int, Sent]
    tables: Sequence[TableProgress]


def read_grid(round: Round, only: Sequence[int]) -> Read:
    """Those tables of the round (primary keys)."""
    return read_rows(round, shown_grid(round, only=only))


def read_rows(round: Round, rows: Sequence[ShownRow]) -> Read:
    """The same of rows that were read already."""
    return Read(rows, sent_from([row.table for row in rows]), tables_progress(round))


def desk_grid(looker: Looker, read: Read, *, root: str = "") -> tuple[DeskRow, ...]:
    """What was read, as whoever looks sees it; root: the grid's address, for a page that stands at another one."""
    rows, sent, tables = read
    waited = {one.table for one in tables if one.is_waited}
    # What all cells share is asked, translated and looked up once, not four hundred times.
    frame, page, incidents = Frame.of(looker, root), _addresses(looker, "table"), _addresses(looker, "incident")
    by_fives = looker.round.tournament.rules.by_fives

    def row_of(row: ShownRow) -> DeskRow:
        number, waits = row.table.number, sent.get(row.table.pk) if row.table.pk in waited else None
        open_one = waits if waits and waits.slip.state in OPEN else None
        cells = tuple(DeskCell(frame, number, one, _said(row, one, open_one)) for one in row.cells)
        late = incidents(number) if by_fives and not row.table.is_bye else ""
        return DeskRow(looker, row.table, str(number), cells, row.result, row.fixed, open_one, page(number), late)

    return tuple(map(row_of, rows))


def _addresses(looker: Looker, name: str) -> Callable[[int], str]:
    """The address of that name for every table by its number; empty for whoever does not see the cases."""
    if Right.VIEW_CASES not in looker.rights:
        return lambda number: ""
    return numbered(name, looker.round.tournament.slug, looker.round.number)


def _said(row: ShownRow, cell: ShownCell, sent: Sent | None) -> tuple[SaidByLine, ...]:
    """What the lines say of the board, the last word first; nothing where it is what stands recorded."""
    if sent is None:
        return ()
    names = dict(zip(Line, row.table.seat_names.lines, strict=True))
    slips: Sequence[TableSlip] = [one for one in (sent.slip, sent.other) if one]
    # Of a match to points only the boards played are sent.
    told = [(names[Line(one.given_by_line)], results_of(one).get(cell.board.number)) for one in slips]
    said = [SaidByLine(line, result) for line, result in told if result]
    # The lines may differ on another board alone: what both say of this one is said once.
    if len(said) == len(slips) and len({one.result for one in said}) == 1:
        said = said[:1]
    return tuple(one for one in said if not _is_recorded(cell, one.result))


def _is_recorded(cell: ShownCell, result: Result) -> bool:
    score = cell.score
    return score is not None and (score.points_a, score.points_b) == (result.points_a, result.points_b)
