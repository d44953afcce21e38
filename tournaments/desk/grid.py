"""The score grid as one person of the desk sees it: every cell says what may be done there, the page only draws it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from codes.results import Result
from codes.seats import Line
from tournaments import queries
from tournaments.hall.table_pages import TABLES_A_PAGE
from tournaments.models import Board, BoardScore, MatchScore, Round, Table, TableSlip, User
from tournaments.permissions import Right
from tournaments.queries.slips import OPEN, Sent, results_of, sent_from
from tournaments.routes import numbered

MOST_NAMED = 40


@dataclass(frozen=True)
class SaidByLine:
    """What a line says of a board: its letters and the points."""

    line: str
    result: Result


@dataclass(frozen=True, kw_only=True)
class DeskCell:
    """A board at a table: the score in force, and what whoever looks may do about it.

    place: table and board, «12-3», by which the page tells cells apart; seen: the version after them. where: the same
    in words, label_a and label_b with the line. address: of the score, seen from the grid. typed_a, typed_b: what
    stands in the fields; known_a, known_b: what is registered. said: what the players say of it while that is not
    what is recorded.
    """

    board: Board
    score: BoardScore | None
    number: str
    place: str
    seen: str
    where: str
    label_a: str
    label_b: str
    address: str
    typed_a: str
    typed_b: str
    known_a: str
    known_b: str
    may_type: bool
    may_confirm: bool
    shows_history: bool
    is_ruled: bool
    is_confirmed: bool
    is_pending: bool
    said: tuple[SaidByLine, ...] = ()


@dataclass(frozen=True)
class DeskRow:
    """A table of a round; fixed: the score of its whole match; sent: what its players sent and did not settle.

    page, incidents: the addresses of what arbiters do about the table; empty for whoever may not.
    """

    table: Table
    number: str
    cells: tuple[DeskCell, ...]
    result: queries.TableResult
    fixed: MatchScore | None
    sent: Sent | None
    page: str
    incidents: str


@dataclass(frozen=True)
class Looker:
    """Who looks at a round's grid, with what they may do in the tournament."""

    user: User
    rights: frozenset[Right]
    round: Round

    @property
    def may_give(self) -> bool:
        """Whether they may give scores in the round as it is: after its end only who manages rounds."""
        if self.round.state == Round.State.CLOSED:
            return {Right.GIVE_SCORE, Right.MANAGE_ROUNDS} <= self.rights
        return self.round.state == Round.State.PLAYING and Right.GIVE_SCORE in self.rights

    def may_type(self, score: BoardScore | None) -> bool:
        # What a ruling decided is not typed over, save an annulled board that ordinary play replays (art. 80).
        if score is None or score.kind == BoardScore.Kind.PLAYED:
            return self.may_give
        return self.may_give and score.is_void and self.round.tournament.replays_annulled

    def may_confirm(self, score: BoardScore | None) -> bool:
        """A score is confirmed by somebody else than who gave it."""
        if score is None or not score.awaits_confirmation:
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


def progress_of(tables: Sequence[queries.TableProgress]) -> Progress:
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


def desk_grid(
    looker: Looker, only: Sequence[int], tables: Sequence[queries.TableProgress], *, root: str = ""
) -> tuple[DeskRow, ...]:
    """Those tables of the round (primary keys), given how far all of them are; one query more than the grid itself.

    root: the grid's address, for a page that stands at another one.
    """
    return desk_rows(looker, queries.round_grid(looker.round, only=only, named=False), tables, root=root)


def desk_rows(
    looker: Looker, rows: Sequence[queries.GridRow], tables: Sequence[queries.TableProgress], *, root: str = ""
) -> tuple[DeskRow, ...]:
    """The same of rows that were read already."""
    sent = sent_from([row.table for row in rows])
    waited = {one.table for one in tables if one.is_waited}
    # What all cells share is asked, translated and looked up once, not four hundred times.
    cell, page, incidents = _cells_of(looker, root), _addresses(looker, "table"), _addresses(looker, "incident")
    by_fives = looker.round.tournament.rules.by_fives

    def row_of(row: queries.GridRow) -> DeskRow:
        number, waits = row.table.number, sent.get(row.table.pk) if row.table.pk in waited else None
        open_one = waits if waits and waits.slip.state in OPEN else None
        cells = tuple(cell(number, one, _said(row, one, open_one)) for one in row.cells)
        late = incidents(number) if by_fives and not row.table.is_bye else ""
        return DeskRow(row.table, str(number), cells, row.result, row.fixed, open_one, page(number), late)

    return tuple(map(row_of, rows))


def _cells_of(looker: Looker, root: str) -> Callable[[int, queries.BoardCell, tuple[SaidByLine, ...]], DeskCell]:
    where, may_give = _("Tavolo %(table)s, smazzata %(board)s"), looker.may_give
    tournament = looker.round.tournament
    line_a, line_b = (_("punti %(line)s") % {"line": line} for line in tournament.seat_names.lines)

    def cell(table: int, one: queries.BoardCell, said: tuple[SaidByLine, ...]) -> DeskCell:
        score, number = one.score, one.board.number
        here, place = where % {"table": table, "board": tournament.deal_called(number)}, f"{table}-{number}"
        a, b = one.entered_a, one.entered_b
        return DeskCell(
            board=one.board,
            score=score,
            number=str(number),
            place=place,
            seen=f"{place}-{one.version}",
            where=here,
            label_a=f"{here}, {line_a}",
            label_b=f"{here}, {line_b}",
            address=f"{root}tavoli/{table}/smazzate/{number}/",
            typed_a=a,
            typed_b=b,
            known_a=a,
            known_b=b,
            may_type=looker.may_type(score),
            may_confirm=looker.may_confirm(score),
            shows_history=may_give and score is not None,
            is_ruled=one.is_ruled,
            is_confirmed=score is not None and score.state == BoardScore.State.CONFIRMED,
            # An annulled board waits for a score, not for somebody to confirm it.
            is_pending=score is not None and score.awaits_confirmation,
            said=said,
        )

    return cell


def _addresses(looker: Looker, name: str) -> Callable[[int], str]:
    """The address of that name for every table by its number; empty for whoever does not see the cases."""
    if Right.VIEW_CASES not in looker.rights:
        return lambda number: ""
    return numbered(name, looker.round.tournament.slug, looker.round.number)


def _said(row: queries.GridRow, cell: queries.BoardCell, sent: Sent | None) -> tuple[SaidByLine, ...]:
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


def _is_recorded(cell: queries.BoardCell, result: Result) -> bool:
    score = cell.score
    return score is not None and (score.points_a, score.points_b) == (result.points_a, result.points_b)
